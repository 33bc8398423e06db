"""Computed again: what of stored runs follows from their experiment and from each other."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from metaqueens.contestants.registry import class_of
from metaqueens.experiment.plan import key_of, run_seed
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.folder import is_tuning
from metaqueens.experiment.results.queries import CellRow
from metaqueens.experiment.results.store import Store
from metaqueens.plugins import code as plugins
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.space import Space
from metaqueens.search.budget import NO_LIMIT

# Fitness is a quotient, and rounded.
_ROUNDING = 1e-9


class Contradiction(NamedTuple):
    """A run, and what of it cannot be."""

    algorithm: str
    n: int
    repetition: int
    said: str


def recomputed(store: Store) -> Iterator[Contradiction]:
    """Yield what is not as the experiment makes it, or cannot be: of cells once, of runs each.

    Algorithms from outside are not imported, so that limits of theirs are not looked at. Raises
    ``StoreError`` where a trace holds what it cannot.
    """
    store.require_traces()
    given, noted = queries.given(store), queries.asked(store)
    seeds = [one.get("seed", 1) for one in (given, *noted)]
    runs = max(queries.runs_asked(given), *(one.get("runs", 0) for one in noted), 0)
    keeps_boards = {one.get("keep_boards", "all") for one in (given, *noted)} == {"all"}
    most = NO_LIMIT if is_tuning(store.folder) else runs
    for cell in queries.cells(store):
        problem = queries.problem_of(cell.problem, cell.encoding)
        content = queries.content_of(cell)
        seed = next((seed for seed in seeds if key_of(content, seed) == cell.key), None)
        for said in _misnamed(cell, problem, seed):
            yield Contradiction(cell.name, cell.n, 0, said)
        last = queries.last_points(store, cell.cell)
        budget, beyond = json.loads(cell.budget), _beyond(cell, problem)
        for run in map(_Run._make, queries.runs(store, _COLUMNS, cell.cell)):
            wrong = [*_misplaced(run, seed, problem, most)]
            if run.status != "failed":
                wrong += _over(run, budget, beyond)
                if run.verdict != "rejected":
                    wrong += _impossible(run, problem, last.get(run.repetition))
                if run.unproven and problem and (keeps_boards or _has_none(problem)):
                    wrong.append("it claims a solution, and its board is not here")
            for said in wrong:
                yield Contradiction(cell.name, cell.n, run.repetition, said)
    for session, kept, here in queries.runs_kept(store):
        if here < kept:
            said = f"session {session} kept {kept:,} runs, of which {kept - here:,} are not here"
            yield Contradiction("", 0, 0, said)


class _Run(NamedTuple):
    repetition: int
    status: str
    seed: int
    reason: str
    guards: int
    fitness: float
    evaluations: int
    steps: int
    found_at: int
    verdict: str | None
    unproven: bool


_COLUMNS = (*_Run._fields[:-1], queries.UNPROVEN)


def _misnamed(cell: CellRow, problem: BaseProblem | None, seed: int | None) -> Iterator[str]:
    if seed is None:
        yield "the key of its cell is not that of what the cell says of itself"
    if problem and (cell.n, cell.problem_label) != (problem.n, problem.label):
        yield f"its cell is called n = {cell.n}, {cell.problem_label}, and is {problem.label}"
    if not cell.name.startswith(cell.label):
        yield f"its name is not that of its label, {cell.label}"


def _misplaced(
    run: _Run, seed: int | None, problem: BaseProblem | None, most: int
) -> Iterator[str]:
    """Yield why no run of the experiment has this place and this seed."""
    if run.repetition >= most:
        yield f"the experiment asks for {most:,} runs of each cell, from 0"
    elif problem and seed is not None:
        due = run_seed(seed, problem, run.repetition)
        if run.seed != due:
            yield f"its seed is {run.seed}, and {due} that of its place"


def _impossible(
    run: _Run, problem: BaseProblem | None, last: tuple[int, int] | None
) -> Iterator[str]:
    """Yield what a run says of itself and cannot be; ``last`` is the last point of its trace."""
    if (run.status == "solved") != (run.guards == 0):
        yield f"its status is {run.status}, but it claims {run.guards:,} attacking pairs"
    if not 1 <= run.found_at <= run.evaluations or run.steps < 0:
        yield (
            f"its best board is of evaluation {run.found_at:,}, of {run.evaluations:,}, after"
            f" {run.steps:,} steps"
        )
    if last and last[0] > run.evaluations:
        yield f"its trace goes on to evaluation {last[0]:,}, but there were {run.evaluations:,}"
    if last and last[1] != run.guards:
        yield f"its trace ends with {last[1]:,} attacking pairs, the run with {run.guards:,}"
    if problem and abs(run.fitness - problem.fitness(run.guards)) > _ROUNDING:
        yield f"its fitness is {run.fitness:.6f}, which {run.guards:,} attacking pairs do not make"


def _over(run: _Run, budget: dict[str, Any], beyond: int) -> Iterator[str]:
    """Yield how a run cannot have been under its budget, but for ``beyond`` evaluations."""
    most, patience = budget["evaluations"], budget["stagnation"]
    idle = run.evaluations - run.found_at
    if most is not None and run.evaluations > most + beyond:
        yield f"it counts {run.evaluations:,} evaluations under a limit of {most:,}"
    if patience is not None and run.status != "solved" and idle > patience + beyond:
        yield f"it went on for {idle:,} evaluations without a better board"
    if run.reason == "evaluations" and (most is None or run.evaluations < most):
        yield f"evaluations ended it, it says, after {run.evaluations:,} of them"
    if run.reason == "seconds" and budget["seconds"] is None:
        yield "seconds ended it, it says, and it had no limit of these"


def _beyond(cell: CellRow, problem: BaseProblem | None) -> int:
    """Return the evaluations by which a run may exceed its limits: the longest step."""
    try:
        with plugins.refused():
            algorithm = class_of(cell.use).model_validate_json(cell.parameters)
    except ValueError:  # from outside, or no longer known
        return NO_LIMIT
    if problem is None or not algorithm.compiles:  # a program from outside counts by itself
        return NO_LIMIT
    return algorithm.longest_step(Space(problem, algorithm.encoding or problem.encoding))


def _has_none(problem: BaseProblem) -> bool:
    """Whether it is known that the problem has no solution."""
    return problem.is_plain and problem.n in (2, 3)
