"""How far an experiment has come, read from its results while they are being written."""

import socket
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, Literal

import psutil

from metaqueens.core import compilation
from metaqueens.core.jit import cache_folder
from metaqueens.experiment import contents
from metaqueens.experiment.plan import WHOLE, Shard
from metaqueens.experiment.results import queries, tallies
from metaqueens.experiment.results.folder import OUTCOME, is_tuning
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.results.tallies import Tally

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
    """How far an experiment has come.

    Parameters
    ----------
    seconds_left
        None where it cannot be said.
    cells
        Those that have begun.
    compiling
        Whether it runs on this machine and waits for its kernels to be compiled.
    not_begun
        The runs of the other cells.
    """

    name: str
    state: State
    seconds_left: float | None
    cells: tuple[CellProgress, ...]
    compiling: bool = False
    not_begun: int = 0

    @property
    def done(self) -> int:
        """Finished runs, failed ones among them."""
        return sum(cell.done for cell in self.cells)

    @property
    def total(self) -> int:
        """Return the tally of all runs."""
        return sum(cell.total for cell in self.cells) + self.not_begun


def read(folder: Path) -> Progress:
    """Return the progress of the experiment whose results are in ``folder``.

    Raises ``StoreError`` where there are none.
    """
    with Store.open(folder) as store:
        given = queries.given(store)
        if is_tuning(folder) and given.get("tune"):
            return _of_tuning(store, given)
        last = tallies.last_session(store)
        shard = Shard(last.part, last.parts) if last and last.part <= last.parts else WHOLE
        return of(store, contents.runs_wanted(store, given, shard))


def _of_tuning(store: Store, given: dict[str, Any]) -> Progress:
    """Return one row for all settings: how many of the runs that it may take are done."""
    task = given["tune"]
    problems = len({cell.problem for cell in queries.cells(store)})
    total = tallies.total(store)
    # It has an end of its own, and may leave runs over.
    state, left, compiling = _session(store, max(1, task["max_runs"] - total.runs))
    if state == "stopped" and (store.folder / OUTCOME).exists():
        state, left = "complete", 0.0
    label = str(task.get("algorithm") or next(iter(given.get("algorithms", {})), "-"))
    row = _row(f"{problems:,} sizes", label, total, task["max_runs"])
    return Progress(store.name, state, left, (row,), compiling)


def of(store: Store, runs: Mapping[str, int]) -> Progress:
    """Return the progress of the cells with these keys, each to have so many ``runs``.

    What else the folder holds, by earlier requests, counts as done.
    """
    tallied = tallies.by_cell(store)
    rows = [
        (cell, tally, runs.get(cell.key, 0))
        for cell in queries.cells(store)
        if (tally := tallied[cell.cell]).runs or cell.key in runs
    ]
    cells = tuple(
        _row(f"{cell.problem_label} {cell.encoding}", cell.name, tally, max(asked, tally.runs))
        for cell, tally, asked in rows
    )
    not_begun = sum(runs.values()) - sum(asked for _, _, asked in rows)
    missing = not_begun + sum(cell.total - cell.done for cell in cells)
    state, left, compiling = _session(store, missing)
    return Progress(store.name, state, left, cells, compiling, not_begun)


def _row(problem: str, algorithm: str, tally: Tally, total: int) -> CellProgress:
    return CellProgress(
        problem,
        algorithm,
        tally.runs,
        total,
        tally.solved,
        tally.failed,
        tally.fewest_guards,
        tally.fewest_evaluations,
    )


def _session(store: Store, missing: int) -> tuple[State, float | None, bool]:
    """Return whether a process does runs, when the ``missing`` ones are done, if it compiles."""
    if missing == 0:
        return "complete", 0.0, False
    if store.is_written_here and store.session is None:
        return "running", None, False  # it has yet to begin its session
    last = tallies.last_session(store)
    is_here = last is not None and last.host == socket.gethostname()
    if last is None or last.ended is not None or (is_here and not psutil.pid_exists(last.pid)):
        return "stopped", None, False
    spans = tallies.spans(store, last.session, LATEST)
    left = missing * _busy(spans) / len(spans) if spans else None
    return "running", left, is_here and compilation.under_way(cache_folder(), last.pid)


# The pace is that of the latest runs.
LATEST = 10_000
# Between chunks of runs there are shorter breaks; a longer one is a compilation.
LONGEST_BREAK = 0.5


def _busy(spans: list[tuple[float, float]]) -> float:
    """Return the seconds in which any of the runs was under way, short breaks included."""
    busy, until = 0.0, -inf
    for started, ended in sorted(spans):
        if ended > until:
            busy += ended - (until if started - until < LONGEST_BREAK else started)
            until = ended
    return busy
