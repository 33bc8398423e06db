"""What a results folder tells beside its numbers: boards, verdicts, failures, provenance."""

import json
import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from metaqueens import drawing, reading
from metaqueens.config.yaml import extends
from metaqueens.experiment.results import boards, contents
from metaqueens.experiment.results.store import Store
from metaqueens.problem.queens import Queens

BOARDS, FAILURES, LETTERS, SESSIONS = 24, 50, 4000, 10


class Shown(NamedTuple):
    """A board, and what to say of it."""

    queens: list[int]
    problem: str
    algorithm: str
    guards: int
    evaluations: int


class Failure(NamedTuple):
    """An error, and how many runs it ended."""

    algorithm: str
    error: str
    runs: int


class Facts(NamedTuple):
    """Of one results folder."""

    name: str
    boards: list[Shown]
    verdicts: dict[str, int]
    existence: dict[int, str]
    failures: list[Failure]
    sessions: list[dict[str, Any]]
    config: str


def facts(folder: Path) -> Facts:
    """Look it all up. Raises ``StoreError`` where there are no results."""
    with Store.open(folder) as store:
        ask = store.connection.execute
        return Facts(
            name=store.name,
            boards=list(_best(store)),
            verdicts=dict(ask(_VERDICTS)),
            existence=dict(ask("SELECT n, existence FROM cells WHERE existence IS NOT NULL")),
            failures=[Failure(*row) for row in ask(_FAILURES)],
            sessions=[_session(row) for row in ask(_SESSIONS)],
            config=_config(folder / "experiment.yaml"),
        )


def _config(path: Path) -> str:
    """The experiment's file, where it can be read."""
    try:
        return reading.content(path, extends.MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


_VERDICTS = """
SELECT CASE WHEN verdict = 'checked' AND status = 'unsolved' THEN 'recounted'
  ELSE COALESCE(verdict, 'not checked') END AS found, COUNT(*)
FROM runs WHERE status != 'failed' GROUP BY found
"""
_FAILURES = f"""
SELECT name, SUBSTR(TRIM(error), 1, {LETTERS}) AS said, COUNT(*) AS many
FROM runs JOIN cells USING (cell) WHERE status = 'failed'
GROUP BY name, said ORDER BY many DESC, name LIMIT {FAILURES}
"""
_SESSIONS = f"""
SELECT session, sessions.started, sessions.ended, sessions.host, command, provenance,
  COUNT(runs.session) FROM sessions LEFT JOIN runs USING (session) GROUP BY session
ORDER BY session DESC LIMIT {SESSIONS}
"""
_BEST = f"""
SELECT n, name, guards, evaluations, board FROM (
  SELECT cell, guards, evaluations, board, ROW_NUMBER() OVER
    (PARTITION BY cell ORDER BY guards, evaluations, repetition) AS place
  FROM runs WHERE status != 'failed' AND board != '{boards.NOT_KEPT}'
) JOIN cells USING (cell) WHERE place = 1 AND n <= {drawing.DRAWN_UP_TO}
ORDER BY n DESC, cell LIMIT {BOARDS}
"""


def _best(store: Store) -> Iterable[Shown]:
    """The best board of each cell, where it is small enough to be drawn."""
    for n, name, guards, evaluations, board in store.connection.execute(_BEST):
        queens = boards.read(store.folder, board, n)
        if queens.size and queens.min() >= 0 and queens.max() < n:
            yield Shown(queens.tolist(), Queens(n).label, name, guards, evaluations)


def _session(row: sqlite3.Row) -> dict[str, Any]:
    number, started, ended, host, command, provenance, runs = row
    known = json.loads(provenance)
    versions = known.get("versions", {})
    return {
        "number": number,
        "when": _when(started),
        "ended": _when(ended) if ended else "not ended: killed, or still at it",
        "host": host,
        "command": contents.command_line(json.loads(command)),
        "runs": runs,
        "versions": ", ".join(f"{name} {version}" for name, version in versions.items()),
        "machine": ", ".join(str(known[key]) for key in ("processor", "system") if known.get(key)),
        "git": "; ".join(_commit(name, git) for name, git in (known.get("git") or {}).items()),
    }


def _commit(name: str, git: dict[str, Any]) -> str:
    return f"{name} at {git['commit'][:12]}{', changed since' if git['dirty'] else ''}"


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
