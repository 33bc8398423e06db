"""The film of a population: generation by generation, a child beside its parents."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from metaqueens.films.film import Film, board_columns, describe_outcome, marks, part, queens_of
from metaqueens.problem.space import Space
from metaqueens.search import Algorithm, Budget, ReportEvery
from metaqueens.search.driver import drive
from metaqueens.search.snapshot import Brood, Population, Snapshot
from metaqueens.text.words import many

# Boards beside each other would be too small beyond this size.
SMALL_UP_TO, SMALL_BOARDS = 12, 12
FACTS = {
    "evaluations": "evaluation",
    "steps": "generation",
    "guards": "fewest attacking pairs",
    "mean": "mean",
    "worst": "most",
    "best": "fewest so far",
    "distinct": "distinct boards",
    "distance": "mean distance",
}


class Offspring(NamedTuple):
    """A child and the origin of each of its queens.

    parent, mate : the boards of its parents; no mate if it was not crossed
    child : its board
    origin : a letter for each column: a or b for the parent that has its queen on that row, ``=``
        for both, x for neither: crossover moved it; m if mutation moved it
    guards : attacking pairs of the child
    children : number of children in its generation
    """

    parent: list[int]
    mate: list[int] | None
    child: list[int]
    origin: str
    guards: int
    children: int


# The boards of a child and its parents.
SHOWN = ("parent", "mate", "child", "origin")
# A generation, by the names of a film's columns; ``queens`` are of its best board, ``boards`` some
# of it, best to worst.
Frame = dict[str, Any]


def film_of_population(
    space: Space, algorithm: Algorithm, seed: int | None, evaluations: int, frame_count: int
) -> Film:
    """Return the film of a run; see ``record``."""
    problem, frames = (
        queens_of(space),
        list(_frames(space, algorithm, seed, evaluations, frame_count)),
    )
    last = frames[-1]
    made = many(last["steps"], "generation")
    small = ("boards", "boards_guards") if last["boards"] else ()
    names = (*FACTS, *SHOWN, *small, "said")
    columns = board_columns(problem, [(frame["queens"], problem.n) for frame in frames])
    columns |= {name: [frame[name] for frame in frames] for name in names}
    return Film(
        n=problem.n,
        problem=problem.title,
        columns=columns,
        facts=FACTS,
        curves={
            "attacking pairs": {"worst": "worst", "mean": "mean", "current": "guards"},
            "distinct boards": {"current": "distinct"},
            "columns in which two boards differ, on average": {"current": "distance"},
        },
        outcome=describe_outcome(problem, last["best"], last["evaluations"], made, seed),
        end=(last["evaluations"], last["best"]),
        part=part([frame["steps"] for frame in frames], "generation"),
        more=marks(problem),
    )


def _frames(
    space: Space, algorithm: Algorithm, seed: int | None, evaluations: int, frame_count: int
) -> Iterator[Frame]:
    checkpoints, longest = ReportEvery(1, Budget(evaluations)), algorithm.longest_step(space)
    gap, due = max(1, -(-evaluations // frame_count)), 0
    family, last = None, -1
    for moment in drive(algorithm, space, checkpoints, np.random.default_rng(seed)):
        snapshot, now = moment.snapshot, moment.snapshot.evaluations
        assert snapshot.population is not None
        population = snapshot.population()
        if now >= due or (moment.reason and now > last):
            due, last = now + gap, now
            # The first boards of a new try have no parents.
            yield _frame(snapshot, population, family)
        # Children are made twice only for generations that may be shown, also the last one.
        wanted = not moment.reason and now + longest >= min(due, evaluations)
        family = _family(population.breed(), snapshot.steps) if wanted else None


def _frame(
    snapshot: Snapshot, population: Population, family: tuple[int, Offspring] | None
) -> Frame:
    boards, guards = population.boards, population.costs
    order = np.argsort(guards, kind="stable")
    size, n = boards.shape
    distinct = len(np.unique(boards, axis=0))
    some = order[np.unique(np.linspace(0, size - 1, SMALL_BOARDS).round().astype(int))]
    born = family[1] if family and family[0] + 1 == snapshot.steps else None
    return Frame(
        queens=boards[order[0]].copy(),
        guards=int(guards[order[0]]),
        mean=round(float(guards.mean()), 2),
        worst=int(guards[order[-1]]),
        best=int(snapshot.cost),
        distinct=distinct,
        distance=round(mean_distance(boards), 2),
        evaluations=int(snapshot.evaluations),
        steps=int(snapshot.steps),
        boards=boards[some].tolist() if n <= SMALL_UP_TO else [],
        boards_guards=guards[some].tolist(),
        said=_describe(int(snapshot.steps), distinct, size, born),
        **{name: getattr(born, name, None) for name in SHOWN},
    )


def mean_distance(boards: np.ndarray) -> float:
    """Return the mean number of columns in which two of ``boards``, (k, n), differ."""
    size, n = boards.shape
    alike = sum(
        int((count * (count - 1)).sum()) for count in (np.bincount(rows) for rows in boards.T)
    )
    return float(n - alike / (size * (size - 1)))


def _family(brood: Brood, generation: int) -> tuple[int, Offspring] | None:
    """Find the best of the children, preferably of two parents; return it and its generation.

    None where no child differs from its parent.
    """
    changed = brood.mated | (brood.children != brood.parents).any(axis=1)
    candidates = np.flatnonzero(brood.mated if brood.mated.any() else changed)
    if candidates.size == 0:
        return None
    k = int(candidates[brood.costs[candidates].argmin()])
    mate = brood.parents[k ^ 1] if brood.mated[k] else None
    return generation, Offspring(
        parent=brood.parents[k].tolist(),
        mate=None if mate is None else mate.tolist(),
        child=brood.children[k].tolist(),
        origin=_origin(brood.parents[k], mate, brood.crossed[k], brood.children[k]),
        guards=int(brood.costs[k]),
        children=int(changed.sum()),
    )


def _origin(
    parent: np.ndarray, mate: np.ndarray | None, crossed: np.ndarray, child: np.ndarray
) -> str:
    first = crossed == parent
    second = first if mate is None else crossed == mate
    conditions = [child != crossed, first & second, first, second]
    letters = ["m", "a" if mate is None else "=", "a", "b"]
    return "".join(np.select(conditions, letters, "x").tolist())


def _describe(generation: int, distinct: int, size: int, family: Offspring | None) -> str:
    """Describe a generation and the child that is shown."""
    text = f"Generation {generation}: {many(distinct, 'distinct board')} of {size:,}."
    if not family:
        return text
    is_only = family.children == 1
    child = (
        "The only changed child" if is_only else f"The best of {family.children:,} changed children"
    )
    return f"{text} {child} has {many(family.guards, 'attacking pair')}."
