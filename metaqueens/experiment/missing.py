"""What an experiment asks for and its results lack: runs, and contents of cells that changed."""

import json
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from metaqueens.config import Cell, Experiment
from metaqueens.experiment.plan import WHOLE, Run, Shard, cell_key, describe, repetitions_of
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.store import Store


@dataclass(frozen=True)
class Missing:
    """The runs that a store lacks of ``total``, by cell; each is made when its turn comes."""

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
    return Missing(experiment, total, tuple(todo))


def new_beside_old(experiment: Experiment, store: Store) -> Iterator[str]:
    """Yield a line for each cell that differs from a stored one of its size and name.

    Neither is lost. Cells that only add a size or an algorithm are no change. To be asked before
    they are noted.
    """
    mine = {cell_key(cell, experiment.seed): cell for cell in experiment.cells}
    stored = {cell.key: cell for cell in queries.cells(store)}
    others = [_flat(queries.content_of(cell)) for key, cell in stored.items() if key not in mine]
    for cell in (cell for key, cell in mine.items() if key not in stored and others):
        new = _flat(describe(cell))
        changes = [
            [
                f"{key} {old.get(key, '(none)')} -> {new.get(key, '(none)')}"
                for key in {**new, **old}
                if old.get(key) != new.get(key)
            ]
            for old in others
            if (old["label"], old["n"]) == (new["label"], new["n"])
        ]
        if changes:
            nearest = min(changes, key=len)
            yield f"{cell.label}, n = {cell.problem.n}: {', '.join(nearest) or 'another seed'}"


def _flat(given: dict[str, Any], prefix: str = "") -> dict[str, str]:
    """Return all values as JSON, by dotted keys; a parameter and what is asked stand alone."""
    found: dict[str, str] = {}
    for key, value in given.items():
        if isinstance(value, dict):
            stands_alone = not prefix and key in ("parameters", "problem")
            found |= _flat(value, "" if stands_alone else f"{prefix}{key}.")
        else:
            found[f"{prefix}{key}"] = json.dumps(value)
    return found
