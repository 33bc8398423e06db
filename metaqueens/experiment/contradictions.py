"""Find runs and cells that do not follow from their experiment: chosen seeds, removed runs."""

from collections.abc import Iterator
from typing import NamedTuple

from metaqueens.experiment.plan import key_of, run_seed
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.queries import CellRow
from metaqueens.experiment.results.store import Store
from metaqueens.problem.base import BaseProblem


class Contradiction(NamedTuple):
    """A run, and what of it cannot be."""

    algorithm: str
    n: int
    repetition: int
    said: str


def find_contradictions(store: Store) -> Iterator[Contradiction]:
    """Yield the contradictions of cells, seeds and sessions.

    SQLite checks the ranges of all values; only ``replay`` tells whether the counts of a run are
    right.
    """
    noted = [queries.given(store), *queries.asked(store)]
    seeds = [asked.get("seed", 1) for asked in noted]
    for cell in queries.cells(store):
        problem, content = queries.problem_of(cell.problem), queries.content_of(cell)
        seed = next((seed for seed in seeds if key_of(content, seed) == cell.key), None)
        for said in _check_cell(cell, problem, seed):
            yield Contradiction(cell.name, cell.n, 0, said)
        if problem is None or seed is None:
            continue
        for repetition, used in queries.runs(store, ("repetition", "seed"), cell.cell):
            due = run_seed(seed, problem, repetition)
            if used != due:
                said = f"its seed is {used}, and {due} that of its place"
                yield Contradiction(cell.name, cell.n, repetition, said)
    for session, kept, here in queries.runs_kept(store):
        if here < kept:
            said = f"session {session} kept {kept:,} runs, of which {kept - here:,} are not here"
            yield Contradiction("", 0, 0, said)


def _check_cell(cell: CellRow, problem: BaseProblem | None, seed: int | None) -> Iterator[str]:
    if seed is None:
        yield "the key of its cell is not that of what the cell says of itself"
    if problem and (cell.n, cell.problem_label) != (problem.n, problem.label):
        yield f"its cell is called n = {cell.n}, {cell.problem_label}, and is {problem.label}"
    if not cell.name.startswith(cell.label):
        yield f"its name is not that of its label, {cell.label}"
