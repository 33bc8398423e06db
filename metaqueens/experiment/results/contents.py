"""What a results folder holds: how far it is, its cells, sessions and failures."""

import json
import shlex
from pathlib import Path
from typing import Any, NamedTuple

from metaqueens import config, plugins
from metaqueens.config.experiment import Experiment, ExperimentFile
from metaqueens.experiment import tuning
from metaqueens.experiment.plan import cell_key
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.store import Store


class Overview(NamedTuple):
    """How far an experiment is. ``done`` of ``of`` runs are finished; ``when``: Unix time, last.

    They are all runs in the folder, whoever asked for them, and those that the experiment as it was
    last run still lacks. A tuning may be complete with fewer runs than it was allowed.
    """

    name: str
    done: int
    of: int
    solved: int
    failed: int
    when: float | None
    complete: bool


def folders_of_results(root: Path) -> list[Path]:
    """``root`` if it is a results folder, or those in it, by name."""
    if (root / FILE).exists():
        return [root]
    return sorted(
        path.parent for path in root.glob(f"*/{FILE}") if not path.parent.name.startswith(".")
    )


def overview(store: Store) -> Overview:
    """How far the experiment in ``store`` is."""
    ask = store.connection.execute
    finished = dict(
        ask(
            "SELECT key, COUNT(repetition) - COALESCE(SUM(status = 'failed'), 0)"
            " FROM cells LEFT JOIN runs USING (cell) GROUP BY cell"
        )
    )
    known = given(store)
    if tuning.begun(store.folder) and known.get("tune"):
        done, of = sum(finished.values()), known["tune"]["max_runs"]
        complete = tuning.ended(store.folder)
    else:
        keys, runs = _planned(known, list(finished))
        missing = sum(max(0, runs - finished.get(key, 0)) for key in keys)
        done, complete = sum(finished.values()), not missing
        of = done + missing
    solved, failed, when = ask(
        "SELECT COALESCE(SUM(status = 'solved' AND verdict IS NOT 'rejected'), 0),"
        " COALESCE(SUM(status = 'failed'), 0),"
        " MAX(ended) FROM runs"
    ).fetchone()
    return Overview(store.name, done, of, solved, failed, when, complete)


def _planned(given: dict[str, Any], stored: list[str]) -> tuple[list[str], int]:
    """The keys of the experiment's cells and the runs of each."""
    experiment = planned(given)
    if experiment is None:
        return stored, runs_asked(given)
    return [cell_key(cell, experiment.seed) for cell in experiment.cells], experiment.runs


def planned(given: dict[str, Any]) -> Experiment | None:
    """The experiment ``given``; None where only code from outside could tell its cells."""
    alone = {key: value for key, value in given.items() if key != "extends"}
    try:
        with plugins.refused():
            return config.parse(config.dump(alone))
    except Exception:  # whatever a stranger's experiment makes of our reader: it is not run here
        return None


def given(store: Store) -> dict[str, Any]:
    """The experiment as resolved when it was last run."""
    (text,) = store.connection.execute("SELECT given FROM experiment").fetchone()
    known: dict[str, Any] = json.loads(text)
    return known


def runs_asked(given: dict[str, Any]) -> int:
    """The runs of each cell that the experiment ``given`` asks for."""
    return int(given.get("runs", ExperimentFile.model_fields["runs"].default))


def cells(store: Store) -> list[dict[str, Any]]:
    """Each cell with its number, its content, and how its runs went."""
    return rows_of(
        store,
        "SELECT cell, n, encoding, name AS algorithm, use, parameters, budget, existence,"
        " COUNT(repetition) AS runs,"
        " COALESCE(SUM(status = 'solved' AND verdict IS NOT 'rejected'), 0) AS solved,"
        " COALESCE(SUM(status = 'failed'), 0) AS failed,"
        " COALESCE(SUM(verdict = 'rejected'), 0) AS rejected, MIN(guards) AS least_guards"
        " FROM cells LEFT JOIN runs USING (cell) GROUP BY cell ORDER BY cell",
    )


def sessions(store: Store) -> list[dict[str, Any]]:
    """Each time that runs were done: when, where, by which command, with what."""
    return rows_of(
        store,
        "SELECT session, sessions.started, sessions.ended, sessions.host, pid, command, provenance,"
        " COUNT(repetition) AS runs FROM sessions LEFT JOIN runs USING (session)"
        " GROUP BY session ORDER BY session",
    )


def command_line(words: list[str]) -> str:
    """What was typed, whatever the program was called by."""
    if words and Path(words[0]).name in ("metaqueens", "__main__.py"):
        words = ["metaqueens", *words[1:]]
    return shlex.join(words)


def failures(store: Store) -> list[dict[str, Any]]:
    """Each reason why runs failed, how many did, and one of them."""
    return rows_of(
        store,
        "SELECT error, COUNT(*) AS runs, MIN(cell || '-' || repetition) AS one"
        " FROM runs WHERE status = 'failed' GROUP BY error ORDER BY runs DESC",
    )


def rows_of(store: Store, query: str, values: tuple = ()) -> list[dict[str, Any]]:
    """What ``query`` finds, a dict a row, with what is kept as JSON read."""
    cursor = store.connection.execute(query, values)
    names = [column[0] for column in cursor.description]
    return [
        {
            name: json.loads(value) if name in _JSON and value else value
            for name, value in zip(names, row, strict=True)
        }
        for row in cursor
    ]


_JSON = ("parameters", "budget", "command", "provenance")
