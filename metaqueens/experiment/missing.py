"""The runs of an experiment that its results lack."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from metaqueens.config import Cell, Experiment
from metaqueens.experiment.plan import WHOLE, Run, Shard, cell_key, repetitions_of
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.store import Store


@dataclass(frozen=True)
class Missing:
    """The runs that a store lacks, by cell; each is made when its turn comes.

    Parameters
    ----------
    total
        How many runs there are, finished ones among them.
    """

    experiment: Experiment
    total: int
    todo: tuple[tuple[Cell, Sequence[int]], ...]

    @property
    def count(self) -> int:
        """How many are missing."""
        return sum(len(repetitions) for _, repetitions in self.todo)

    def runs(self) -> Iterator[Run]:
        """Make them, cell by cell."""
        for cell, repetitions in self.todo:
            yield from repetitions_of(self.experiment, cell, repetitions)


def missing_runs(experiment: Experiment, store: Store, shard: Shard = WHOLE) -> Missing:
    """The runs of ``experiment`` that ``store`` lacks, failed ones among them."""
    numbers = {cell.key: cell.cell for cell in queries.cells(store)}
    total, todo = 0, []
    for index, cell in enumerate(experiment.cells):
        mine = shard.repetitions(index, experiment.runs)
        number = numbers.get(cell_key(cell, experiment.seed))
        finished = set() if number is None else queries.finished(store, number)
        # Packed: a million whole numbers of Python's are 36 MB.
        todo.append((cell, array("L", (one for one in mine if one not in finished))))
        total += len(mine)
    return Missing(experiment, total, tuple(todo))
