"""Computed again: what of stored runs follows from their experiment."""

from collections.abc import Iterator
from typing import NamedTuple

from metaqueens.experiment.plan import key_of, run_seed
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.folder import is_tuning
from metaqueens.experiment.results.store import Store
from metaqueens.problem.queens import Queens


class Contradiction(NamedTuple):
    """A run, and what of it cannot be."""

    algorithm: str
    n: int
    repetition: int
    said: str


def recomputed(store: Store) -> Iterator[Contradiction]:
    """Yield what is not as the experiment makes it: contents of cells, places and seeds of runs.

    What a run came to is not looked at: its repetition shows that.
    """
    given, noted = queries.given(store), queries.asked(store)
    seeds = [one.get("seed", 1) for one in (given, *noted)]
    runs = max(queries.runs_asked(given), *(one.get("runs", 0) for one in noted), 0)
    keeps_boards = {one.get("keep_boards", "all") for one in (given, *noted)} == {"all"}
    for cell in queries.cells(store):
        problem = queries.problem_of(cell.problem, cell.encoding)
        content = queries.content_of(cell)
        seed = next((seed for seed in seeds if key_of(content, seed) == cell.key), None)
        if seed is None:
            said = "the key of its cell is not that of what the cell says of itself"
            yield Contradiction(cell.name, cell.n, 0, said)
        if problem is None:  # with rules that are not known here
            continue
        if cell.problem_label != problem.label or not cell.name.startswith(cell.label):
            said = f"its cell is called {cell.problem_label}, and is {problem.label}, {cell.label}"
            yield Contradiction(cell.name, cell.n, 0, said)
        columns = "repetition", "seed", queries.UNPROVEN
        for repetition, used, unproven in queries.runs(store, columns, cell.cell):
            due = used if seed is None else run_seed(seed, problem, repetition)
            said = ""
            if repetition >= runs and not is_tuning(store.folder):
                said = f"the experiment asks for {runs:,} runs of each cell, from 0"
            elif used != due:
                said = f"its seed is {used}, and {due} that of its place"
            elif unproven and (keeps_boards or _has_no_solution(problem)):
                said = "it claims a solution, and its board is not here"
            if said:
                yield Contradiction(cell.name, cell.n, repetition, said)


def _has_no_solution(problem: Queens) -> bool:
    return problem.is_plain and problem.n in (2, 3)
