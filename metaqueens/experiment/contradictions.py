"""Find what stored runs say against their experiment or against themselves."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from metaqueens.experiment.plan import key_of, run_seed
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.folder import is_tuning
from metaqueens.experiment.results.queries import CellRow
from metaqueens.experiment.results.store import Store
from metaqueens.problem.base import BaseProblem
from metaqueens.search.budget import NO_LIMIT

# Fitness is a quotient, and rounded.
_ROUNDING = 1e-9
_COLUMNS = (
    "repetition", "seed", "status", "cost", "fitness", "evaluations", "steps", "found_at",
    "verdict", queries.UNPROVEN,
)  # fmt: skip


class Contradiction(NamedTuple):
    """A run, and what of it cannot be."""

    algorithm: str
    n: int
    repetition: int
    said: str


def find_contradictions(store: Store) -> Iterator[Contradiction]:
    """Yield the contradictions of cells, runs and sessions. Raises ``StoreError`` for a bad trace.

    Whether a run made as many evaluations as it says, and under its limits, only ``replay`` tells.
    """
    store.require_traces()
    given, noted = queries.given(store), queries.asked(store)
    seeds = [asked.get("seed", 1) for asked in (given, *noted)]
    runs = max(queries.runs_asked(given), *(asked.get("runs", 0) for asked in noted), 0)
    keeps_boards = {asked.get("keep_boards", "all") for asked in (given, *noted)} == {"all"}
    limit = NO_LIMIT if is_tuning(store.folder) else runs
    for cell in queries.cells(store):
        problem, content = queries.problem_of(cell.problem, cell.encoding), queries.content_of(cell)
        seed = next((seed for seed in seeds if key_of(content, seed) == cell.key), None)
        for said in _check_cell(cell, problem, seed):
            yield Contradiction(cell.name, cell.n, 0, said)
        last = queries.last_points(store, cell.cell)
        for values in queries.runs(store, _COLUMNS, cell.cell):
            run = dict(zip(_COLUMNS, values, strict=True))
            k = run["repetition"]
            found = [*_check_place(k, run["seed"], seed, problem, limit)]
            if run["status"] != "failed" and run["verdict"] != "rejected":
                found += _check_counts(run, problem, last.get(k))
            if run[queries.UNPROVEN] and problem and keeps_boards:
                found.append("it claims a solution, and its board is not here")
            for said in found:
                yield Contradiction(cell.name, cell.n, k, said)
    yield from _check_sessions(store)


def _check_sessions(store: Store) -> Iterator[Contradiction]:
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


def _check_place(
    repetition: int, seed: int, of_cell: int | None, problem: BaseProblem | None, limit: int
) -> Iterator[str]:
    """Yield why no run of the experiment has this place and this seed."""
    if repetition >= limit:
        yield f"the experiment asks for {limit:,} runs of each cell, from 0"
    elif problem and of_cell is not None and seed != run_seed(of_cell, problem, repetition):
        due = run_seed(of_cell, problem, repetition)
        yield f"its seed is {seed}, and {due} that of its place"


def _check_counts(
    run: dict[str, Any], problem: BaseProblem | None, last: tuple[int, int] | None
) -> Iterator[str]:
    """Yield which counts of a run exclude each other; ``last`` is the last point of its trace."""
    cost, evaluations, found_at = run["cost"], run["evaluations"], run["found_at"]
    if (run["status"] == "solved") != (cost == 0):
        yield f"its status is {run['status']}, but it claims {cost:,} attacking pairs"
    if not 1 <= found_at <= evaluations or run["steps"] < 0:
        yield (
            f"its best board is of evaluation {found_at:,}, of {evaluations:,}, after"
            f" {run['steps']:,} steps"
        )
    if last and last[0] > evaluations:
        yield f"its trace goes on to evaluation {last[0]:,}, but there were {evaluations:,}"
    if last and last[1] != cost:
        yield f"its trace ends with {last[1]:,} attacking pairs, the run with {cost:,}"
    if problem and abs(run["fitness"] - problem.fitness(cost)) > _ROUNDING:
        yield f"its fitness is {run['fitness']:.6f}, which {cost:,} attacking pairs do not make"
