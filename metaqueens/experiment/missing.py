"""What an experiment asks for and its results lack: runs, and contents of cells that changed."""

import json
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from metaqueens.config import Cell, Experiment
from metaqueens.experiment.plan import WHOLE, Run, Shard, cell_key, describe, key_of, repetitions_of
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
    mine = {
        key_of(content, experiment.seed): content for content in map(describe, experiment.cells)
    }
    stored = {cell.key: queries.content_of(cell) for cell in queries.cells(store)}
    others = [_leaves(content) for key, content in stored.items() if key not in mine]
    for key, content in mine.items():
        new, same = _leaves(content), ("label", "problem.n")
        alike = [old for old in others if all(old[at] == new[at] for at in same)]
        if key not in stored and alike:
            nearest = min((_differences(old, new) for old in alike), key=len)
            changed = ", ".join(nearest) or "another seed"
            yield f"{new['label']}, n = {new['problem.n']}: {changed}"


def _leaves(given: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return what lies in mappings of mappings, by its dotted path."""
    found: dict[str, Any] = {}
    for key, value in given.items():
        inner = isinstance(value, dict)
        found |= _leaves(value, f"{prefix}{key}.") if inner else {f"{prefix}{key}": value}
    return found


def _differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    return [
        f"{_named(key)} {_said(old, key)} -> {_said(new, key)}"
        for key in dict.fromkeys((*new, *old))
        if _said(old, key) != _said(new, key)
    ]


def _named(key: str) -> str:
    """Return the name of a key; of parameters and of what is asked it stands alone."""
    return key.removeprefix("parameters.").removeprefix("problem.")


def _said(content: dict[str, Any], key: str) -> str:
    return json.dumps(content[key]) if key in content else "(none)"
