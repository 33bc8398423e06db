"""How far an experiment has come, read from its results while they are being written."""

import json
import os
import socket
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from metaqueens import config
from metaqueens.errors import UserError
from metaqueens.experiment.plan import cell_key
from metaqueens.experiment.store import Store

State = Literal["running", "complete", "stopped"]


@dataclass(frozen=True)
class CellProgress:
    """How far one cell has come.

    Parameters
    ----------
    fewest_guards
        Of its best board so far; None before there is one.
    fewest_evaluations
        Of its quickest solved run; None before there is one.
    """

    problem: str
    algorithm: str
    done: int
    total: int
    solved: int
    failed: int
    fewest_guards: int | None
    fewest_evaluations: int | None


@dataclass(frozen=True)
class Progress:
    """How far an experiment has come; ``seconds_left`` is None where nobody can say."""

    name: str
    state: State
    cells: tuple[CellProgress, ...]
    seconds_left: float | None

    @property
    def done(self) -> int:
        """Finished runs, failed ones among them."""
        return sum(cell.done for cell in self.cells)

    @property
    def total(self) -> int:
        """All runs."""
        return sum(cell.total for cell in self.cells)


def read(folder: Path) -> Progress:
    """The progress of the experiment whose results are in ``folder``.

    Raises ``StoreError`` where there are none.
    """
    with Store.open(folder) as store:
        try:
            experiment = config.load(folder / "experiment.yaml")
        except UserError:  # its plug-ins are elsewhere, or it was not written yet
            given = json.loads(
                store.connection.execute("SELECT given FROM experiment").fetchone()[0]
            )
            return of(store, given.get("runs", 0))
        keys = [cell_key(cell, experiment.seed) for cell in experiment.cells]
        return of(store, experiment.runs, keys)


def of(store: Store, runs: int, keys: Iterable[str] | None = None) -> Progress:
    """The progress of the cells with these ``keys``, or of all, each to be run ``runs`` times."""
    wanted = None if keys is None else set(keys)
    found = [row for row in store.connection.execute(_CELLS) if not wanted or row[0] in wanted]
    cells = tuple(
        CellProgress(f"n={n} {encoding}", name, done, max(runs, done), solved, failed, best, least)
        for _, n, encoding, name, done, solved, failed, best, least in found
    )
    missing = sum(cell.total - cell.done for cell in cells)
    state, seconds_left = _session(store, missing)
    return Progress(store.name, state, cells, seconds_left)


_CELLS = """
SELECT key, n, encoding, name, COUNT(repetition), COALESCE(SUM(status = 'solved'), 0),
  COALESCE(SUM(status = 'failed'), 0), MIN(guards),
  MIN(CASE WHEN status = 'solved' THEN evaluations END)
FROM cells LEFT JOIN runs USING (cell) GROUP BY cell ORDER BY cell
"""


def _session(store: Store, missing: int) -> tuple[State, float | None]:
    """Whether somebody is at it, and how long the ``missing`` runs take at the pace so far."""
    if missing == 0:
        return "complete", 0.0
    session = store.connection.execute(
        "SELECT session, started, ended, host, pid FROM sessions ORDER BY session DESC"
    ).fetchone()
    if session is None or session[2] is not None or not _alive(*session[3:]):
        return "stopped", None
    query = "SELECT COUNT(*) FROM runs WHERE session = ?"
    done = store.connection.execute(query, session[:1]).fetchone()[0]
    elapsed = max(time.time() - session[1], 0.0)
    return "running", missing * elapsed / done if done else None


def _alive(host: str, pid: int) -> bool:
    if host != socket.gethostname() or os.name == "nt":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
