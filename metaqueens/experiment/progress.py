"""How far an experiment has come, and which runs its results lack, also while it is done."""

from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from metaqueens import config
from metaqueens.config import Cell, Experiment, sources
from metaqueens.experiment.plan import WHOLE, Run, Shard, cell_key, repetitions_of
from metaqueens.experiment.results import queries, tallies
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.folder import OUTCOME, is_tuning
from metaqueens.experiment.results.store import Store
from metaqueens.plugins import code as plugins


class Missing(NamedTuple):
    """The runs that a store lacks of ``total``, by cell; each is made when its turn comes."""

    experiment: Experiment
    total: int
    todo: Sequence[tuple[Cell, Sequence[int]]]

    def number(self) -> int:
        """Return how many are missing."""
        return sum(len(repetitions) for _, repetitions in self.todo)

    def runs(self) -> Iterator[Run]:
        """Make them, cell by cell."""
        for cell, repetitions in self.todo:
            yield from repetitions_of(self.experiment, cell, repetitions)


def missing_runs(experiment: Experiment, store: Store, shard: Shard = WHOLE) -> Missing:
    """Return the runs of ``experiment`` that ``store`` lacks, failed ones among them."""
    numbers = {cell.key: cell.cell for cell in queries.cells(store)}
    total, todo = 0, []
    for index, cell in enumerate(experiment.cells):
        mine = shard.repetitions(index, experiment.runs)
        number = numbers.get(cell_key(cell, experiment.seed))
        finished = set() if number is None else queries.finished(store, number)
        # Packed: a million whole numbers of Python's are 36 MB.
        todo.append((cell, array("L", (one for one in mine if one not in finished))))
        total += len(mine)
    return Missing(experiment, total, todo)


def new_beside_old(experiment: Experiment, store: Store) -> list[str]:
    """Return each cell that differs from a stored one of its name and size, as text.

    Neither is lost. Cells that only add a size or an algorithm are no change. To be asked before
    they are noted.
    """
    mine = {cell_key(cell, experiment.seed): cell for cell in experiment.cells}
    stored = {cell.key: f"{cell.label}, n = {cell.n}" for cell in queries.cells(store)}
    old = {name for key, name in stored.items() if key not in mine}
    new = (f"{cell.label}, n = {cell.problem.n}" for key, cell in mine.items() if key not in stored)
    return [name for name in dict.fromkeys(new) if name in old]


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
    return sorted(path.parent for path in root.glob(f"[!.]*/{FILE}"))


def overview(store: Store) -> Overview:
    """Return how far the experiment in ``store`` is."""
    total, given = tallies.total(store), queries.given(store)
    if is_tuning(store.folder) and given.get("tune"):
        of, complete = given["tune"]["max_runs"], (store.folder / OUTCOME).exists()
    else:
        tallied = tallies.by_cell(store)
        finished = {cell.key: tallied[cell.cell].finished for cell in queries.cells(store)}
        runs = _runs_wanted(given, store.folder) or dict.fromkeys(
            finished, queries.runs_asked(given)
        )
        missing = sum(max(0, asked - finished.get(key, 0)) for key, asked in runs.items())
        of, complete = total.finished + missing, not missing
    return Overview(
        store.name, total.finished, of, total.solved, total.failed, total.ended, complete
    )


def _runs_wanted(given: dict[str, Any], folder: Path) -> dict[str, int] | None:
    """Return how many runs the experiment ``given`` wants of each cell, by its key.

    None where only code from outside could tell its cells, or its instances are not there.
    """
    # Another system may refuse limits, which tell no cell.
    alone = {key: value for key, value in given.items() if key not in ("extends", "limits")}
    try:
        with plugins.refused():
            experiment = config.parse(config.dump(alone), find=sources.finder_in(folder))
            return {cell_key(cell, experiment.seed): experiment.runs for cell in experiment.cells}
    except Exception:  # whatever a stranger's experiment makes of our reader: it is not run here
        return None
