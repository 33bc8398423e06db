"""Computed again: what of stored runs follows from their experiment and from each other."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from metaqueens.contestants.registry import class_of
from metaqueens.experiment.plan import key_of, run_seed
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.folder import is_tuning
from metaqueens.experiment.results.queries import CellRow
from metaqueens.experiment.results.store import Store
from metaqueens.plugins import code as plugins
from metaqueens.problem.queens import Queens
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


@dataclass(frozen=True)
class Asked:
    """What the experiment asked for in all of its sessions.

    Parameters
    ----------
    seeds
        Its seeds, the latest first.
    runs
        The most runs of a cell; None where a tuning decides.
    keeps_boards
        Whether every run keeps its board.
    """

    seeds: tuple[int, ...]
    runs: int | None
    keeps_boards: bool

    @classmethod
    def of(cls, store: Store) -> "Asked":
        """Read it from ``given`` and from what each session noted."""
        given = queries.given(store)
        noted = queries.asked(store)
        seeds = [one.get("seed", 1) for one in (given, *noted)]
        runs = [queries.runs_asked(given), *(one.get("runs", 0) for one in noted)]
        keeps = {one.get("keep_boards", "all") for one in (given, *noted)}
        return cls(
            tuple(dict.fromkeys(seeds)),
            None if is_tuning(store.folder) else max(runs),
            keeps == {"all"},
        )


def recomputed(store: Store) -> Iterator[Contradiction]:
    """Yield what is not as the experiment makes it, or cannot be: of cells once, of runs each.

    Algorithms from outside are not imported, so that limits of theirs are not looked at. Raises
    ``Damaged`` where a trace holds what it cannot.
    """
    store.require_traces()
    asked = Asked.of(store)
    for cell in queries.cells(store):
        yield from _of_cell(store, cell, asked)
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


def _of_cell(store: Store, cell: CellRow, asked: Asked) -> Iterator[Contradiction]:
    problem, seed = queries.problem_of(cell.problem, cell.encoding), _seed_of(cell, asked.seeds)
    for said in _misnamed(cell, problem, seed):
        yield Contradiction(cell.name, cell.n, 0, said)
    budget, last = json.loads(cell.budget), queries.last_points(store, cell.cell)
    beyond = _beyond(cell, problem) if problem else NO_LIMIT
    for run in map(_Run._make, queries.runs(store, _COLUMNS, cell.cell)):
        found: list[str | None] = []
        if run.status != "failed" and run.verdict != "rejected":
            found += _impossible(run, problem, last.get(run.repetition))
        if problem:
            found.append(_misplaced(run, seed, problem, asked))
            if run.status != "failed":
                found += [_unproven(run, problem, asked), _over(run, budget, beyond)]
        for wrong in filter(None, found):
            yield Contradiction(cell.name, cell.n, run.repetition, wrong)


def _impossible(run: _Run, problem: Queens | None, last: tuple[int, int] | None) -> Iterator[str]:
    """Yield what a run says of itself and cannot be; ``last`` is the last point of its trace."""
    if (run.status == "solved") != (run.guards == 0):
        yield f"its status is {run.status}, but it claims {run.guards:,} attacking pairs"
    if run.found_at < 1 or run.steps < 0:
        yield f"its best board is of evaluation {run.found_at:,}, after {run.steps:,} steps"
    for what, at in (("best board is of", run.found_at), ("trace goes on to", last and last[0])):
        if at is not None and at > run.evaluations:
            yield f"its {what} evaluation {at:,}, but there were {run.evaluations:,}"
    if last and last[1] != run.guards:
        yield f"its trace ends with {last[1]:,} attacking pairs, the run with {run.guards:,}"
    if problem and abs(run.fitness - problem.fitness(run.guards)) > _ROUNDING:
        yield f"its fitness is {run.fitness:.6f}, which {run.guards:,} attacking pairs do not make"


def _misnamed(cell: CellRow, problem: Queens | None, seed: int | None) -> Iterator[str]:
    if seed is None:
        yield "the key of its cell is not that of what the cell says of itself"
    if problem and (cell.n, cell.problem_label) != (problem.n, problem.label):
        yield f"its cell is called n = {cell.n}, {cell.problem_label}, and is {problem.label}"
    if not cell.name.startswith(cell.label):
        yield f"its name is not that of its label, {cell.label}"


def _misplaced(run: _Run, seed: int | None, problem: Queens, asked: Asked) -> str | None:
    """Return why no run of the experiment has this place and this seed, or None."""
    if asked.runs is not None and run.repetition >= asked.runs:
        return f"the experiment asks for {asked.runs:,} runs of each cell, from 0"
    if seed is None or run.seed == (due := run_seed(seed, problem, run.repetition)):
        return None
    return f"its seed is {run.seed}, and {due} that of its place"


def _unproven(run: _Run, problem: Queens, asked: Asked) -> str | None:
    if run.unproven and (asked.keeps_boards or (problem.is_plain and problem.n in (2, 3))):
        return "it claims a solution, and its board is not here"
    return None


def _seed_of(cell: CellRow, seeds: tuple[int, ...]) -> int | None:
    """Return the experiment's seed under which the cell has its key; None for none of them."""
    content = queries.content_of(cell)
    return next((seed for seed in seeds if key_of(content, seed) == cell.key), None)


def _beyond(cell: CellRow, problem: Queens) -> int:
    """Return the evaluations by which a run may exceed its limits: the longest step."""
    try:
        with plugins.refused():
            algorithm = class_of(cell.use).model_validate_json(cell.parameters)
    except ValueError:  # from outside, or no longer known
        return NO_LIMIT
    if not algorithm.compiles:  # a program from outside, which counts by itself
        return NO_LIMIT
    return algorithm.longest_step(Space(problem, algorithm.encoding or problem.encoding))


def _over(run: _Run, budget: dict[str, Any], beyond: int) -> str | None:
    """Return how a run cannot have been under its budget, or None."""
    most, patience = budget["evaluations"], budget["stagnation"]
    idle = run.evaluations - run.found_at
    if most is not None and run.evaluations > most + beyond:
        return f"it counts {run.evaluations:,} evaluations under a limit of {most:,}"
    if patience is not None and run.status != "solved" and idle > patience + beyond:
        return f"it went on for {idle:,} evaluations without a better board"
    if run.reason == "evaluations" and (most is None or run.evaluations < most):
        return f"evaluations ended it, it says, after {run.evaluations:,} of them"
    if run.reason == "seconds" and budget["seconds"] is None:
        return "seconds ended it, it says, and it had no limit of these"
    return None
