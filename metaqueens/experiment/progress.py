"""How far an experiment has come, read from its results, also while they are being written."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from metaqueens import config
from metaqueens.config import Experiment, sources
from metaqueens.experiment.plan import WHOLE, Shard, cell_key
from metaqueens.experiment.results import queries, tallies
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.folder import OUTCOME, is_tuning
from metaqueens.experiment.results.store import Store
from metaqueens.plugins import code as plugins


@dataclass(frozen=True)
class CellProgress:
    """How far one cell has come, its best board so far, and the cost of its quickest solved run."""

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
    """How far an experiment has come; ``seconds_left`` is None where it cannot be said.

    ``cells`` are those that have begun, ``not_begun`` the runs of the others.
    """

    name: str
    seconds_left: float | None
    cells: tuple[CellProgress, ...]
    not_begun: int = 0

    @property
    def done(self) -> int:
        """Finished runs, failed ones among them."""
        return sum(cell.done for cell in self.cells)

    @property
    def total(self) -> int:
        """Return the tally of all runs."""
        return sum(cell.total for cell in self.cells) + self.not_begun


class Overview(NamedTuple):
    """How far an experiment is. ``done`` of ``of`` runs are finished; ``when``: Unix time, last.

    They are all runs in the folder, by whatever request, and those that the experiment as it was
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
    """Return ``root`` if it is a results folder, or those in it, by name."""
    if (root / FILE).exists():
        return [root]
    return sorted(
        path.parent for path in root.glob(f"*/{FILE}") if not path.parent.name.startswith(".")
    )


def overview(store: Store) -> Overview:
    """Return how far the experiment in ``store`` is."""
    total, given = tallies.total(store), queries.given(store)
    done = total.runs - total.failed
    if is_tuning(store.folder) and given.get("tune"):
        of, complete = given["tune"]["max_runs"], (store.folder / OUTCOME).exists()
    else:
        tallied = tallies.by_cell(store)
        finished = {cell.key: tallied[cell.cell].finished for cell in queries.cells(store)}
        runs = _runs_wanted(store, given)
        missing = sum(max(0, asked - finished.get(key, 0)) for key, asked in runs.items())
        of, complete = done + missing, not missing
    return Overview(store.name, done, of, total.solved, total.failed, total.ended, complete)


def _runs_wanted(store: Store, given: dict[str, Any]) -> dict[str, int]:
    """Return how many runs the experiment ``given`` wants of each cell, by its key.

    Where only code from outside could tell its cells, or its instances are not there, all cells
    that the folder holds.
    """
    alone = {key: value for key, value in given.items() if key != "extends"}
    try:
        with plugins.refused():
            experiment = config.parse(config.dump(alone), find=sources.kept(store.folder))
    except Exception:  # whatever a stranger's experiment makes of our reader: it is not run here
        return dict.fromkeys((cell.key for cell in queries.cells(store)), queries.runs_asked(given))
    return wanted(experiment)


def wanted(experiment: Experiment, shard: Shard = WHOLE) -> dict[str, int]:
    """Return how many runs of each cell are in ``shard``, by its key."""
    return {
        cell_key(cell, experiment.seed): len(shard.repetitions(k, experiment.runs))
        for k, cell in enumerate(experiment.cells)
    }


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
        CellProgress(
            f"{cell.problem_label} {cell.encoding}",
            cell.name,
            tally.runs,
            max(asked, tally.runs),
            tally.solved,
            tally.failed,
            tally.fewest_guards,
            tally.fewest_evaluations,
        )
        for cell, tally, asked in rows
    )
    not_begun = sum(runs.values()) - sum(asked for _, _, asked in rows)
    missing = not_begun + sum(cell.total - cell.done for cell in cells)
    done, seconds = tallies.pace(store)
    left = missing * seconds / done if done else None
    return Progress(store.name, left, cells, not_begun)
