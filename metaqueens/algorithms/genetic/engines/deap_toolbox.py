"""The genetic algorithm on DEAP: its toolbox, fitness and operator interface, our faster operators.

What DEAP spends its time on is replaced where its interface allows: boards are priced a generation
at a time, only children that change are copied, and the operators are kernels.
"""

import random
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any, ClassVar

import numpy as np
from deap import base

from metaqueens.algorithms.genetic.choices import (
    AnyCrossover,
    AnyMutation,
    AnySelection,
    crossover_name,
    mutation_name,
)
from metaqueens.algorithms.genetic.engines.pricing import price, random_boards
from metaqueens.algorithms.genetic.operators.crossovers import Mating, mate as cross
from metaqueens.algorithms.genetic.operators.mutations import Mutating, mutate as change
from metaqueens.algorithms.genetic.operators.selection import Selecting, coins, select as choose
from metaqueens.algorithms.genetic.parts import Best, Plugin, Tournament
from metaqueens.algorithms.genetic.specification import Genetic
from metaqueens.core.random import stream_of
from metaqueens.problem.space import Space
from metaqueens.search.standing import Standing


class Fitness(base.Fitness):
    """Guards, to be minimised."""

    weights: ClassVar = (-1.0,)


class Individual(array):
    """The row of the queen in each column, as C ints; slices are copies, as DEAP expects."""

    fitness: Fitness

    def clone(self) -> "Individual":
        """A copy that is yet to be priced."""
        twin = Individual("i", self)
        twin.fitness = Fitness()
        return twin


Crowd = list[Individual]


def evolve(spec: Genetic, space: Space, rng: np.random.Generator) -> Iterator[Standing]:
    """Yield the best so far once a generation."""
    stream = stream_of(rng)
    toolbox = _toolbox(spec, space, stream)
    lent = partial(_lent_dice, rng) if _has_plugin(spec) else nullcontext
    encoding = space.code.value
    boards = random_boards(spec.population, space.n, encoding, stream)
    crowd = [Individual("i", board.tobytes()) for board in boards]
    for individual in crowd:
        individual.fitness = Fitness()
    best, found_at, evaluations, generation = crowd[0], 0, 0, 0
    fresh, children = crowd, list[Individual]()

    def signals() -> dict[str, float]:
        return {"generation": generation}

    while True:
        guards = toolbox.evaluate(fresh)
        if fresh and (found_at == 0 or guards.min() < _guards(best)):
            best, found_at = fresh[guards.argmin()], evaluations + int(guards.argmin()) + 1
        evaluations += len(fresh)
        if generation > 0:
            crowd = _survivors(spec, crowd, children)
        queens = np.frombuffer(best, np.int32)
        counts = found_at, evaluations, generation
        yield Standing(queens, _guards(best), *counts, signals=signals)
        with lent():
            children = _vary(toolbox.select(crowd, spec.offspring), toolbox, spec, stream)
        fresh = [child for child in children if not child.fitness.valid]
        generation += 1


def _vary(parents: Crowd, toolbox: Any, spec: Genetic, stream: np.ndarray) -> Crowd:
    """DEAP's ``varAnd``: pairs mate, then children mutate. Who does neither is not copied."""
    children = list(parents)
    pairs = np.empty(len(children) // 2, np.bool_)
    coins(pairs, float(spec.crossover.probability), stream)
    for k in (2 * np.flatnonzero(pairs)).tolist():
        one, two = toolbox.mate(children[k].clone(), children[k + 1].clone())
        children[k], children[k + 1] = one, two
    flips = np.empty(len(children), np.bool_)
    coins(flips, float(spec.mutation.probability), stream)
    for k in np.flatnonzero(flips).tolist():
        child = children[k]
        (children[k],) = toolbox.mutate(child.clone() if child.fitness.valid else child)
    return children


def _survivors(spec: Genetic, crowd: Crowd, children: Crowd) -> Crowd:
    if spec.scheme == "mu_plus_lambda":
        # Children first: of equals the younger survives, which lets a population drift.
        return sorted(children + crowd, key=_guards)[: spec.population]
    elites = sorted(crowd, key=_guards)[: spec.elites]
    if spec.scheme == "mu_comma_lambda":
        children = sorted(children, key=_guards)[: spec.population - spec.elites]
    return elites + children


def _guards(individual: Individual) -> int:
    return -int(individual.fitness.wvalues[0])


def _toolbox(spec: Genetic, space: Space, stream: np.ndarray) -> Any:
    toolbox = base.Toolbox()
    toolbox.register("evaluate", _price, space=space, distrust=_has_plugin(spec))
    toolbox.register("select", _selection(spec.selection, space, stream))
    toolbox.register("mate", _crossover(spec.crossover, space, stream))
    toolbox.register("mutate", _mutation(spec.mutation, space, stream))
    return toolbox


def _price(crowd: Crowd, space: Space, distrust: bool) -> np.ndarray:
    """Give each of ``crowd`` its fitness; their guards, shape (len(crowd),)."""
    genes = np.frombuffer(b"".join(crowd), np.int32)
    if distrust:
        _require_boards(genes, len(crowd), space)
    guards: np.ndarray = price(genes.reshape(len(crowd), space.n))
    for individual, count in zip(crowd, guards.tolist(), strict=True):
        individual.fitness.wvalues = (-count,)
    return guards


def _selection(selection: AnySelection, space: Space, stream: np.ndarray) -> Callable[..., Crowd]:
    if isinstance(selection, Plugin):
        function, keywords = selection.operator()
        return partial(function, **keywords)

    kind, max_guards = Selecting[selection.use.upper()].value, space.max_guards
    size = selection.size if isinstance(selection, Tournament) else 1
    share = float(selection.share) if isinstance(selection, Best) else 1.0

    def select(crowd: Crowd, count: int) -> Crowd:
        guards = np.fromiter(map(_guards, crowd), np.int64, len(crowd))
        winners = np.empty(count, np.int64)
        choose(kind, guards, winners, size, share, max_guards, stream)
        return [crowd[k] for k in winners.tolist()]

    return select


def _crossover(crossover: AnyCrossover, space: Space, stream: np.ndarray) -> Callable[..., Any]:
    if isinstance(crossover, Plugin):
        function, keywords = crossover.operator()
        return partial(function, **keywords)
    kind = Mating[crossover_name(crossover, space).upper()].value
    room = np.empty((2, space.n), np.int32)

    def mate(one: Individual, two: Individual) -> tuple[Individual, Individual]:
        cross(kind, np.frombuffer(one, np.int32), np.frombuffer(two, np.int32), room, stream)
        return one, two

    return mate


def _mutation(mutation: AnyMutation, space: Space, stream: np.ndarray) -> Callable[..., Any]:
    if isinstance(mutation, Plugin):
        function, keywords = mutation.operator()
        return partial(function, **keywords)

    kind = Mutating[mutation_name(mutation, space).upper()].value
    times, rate = mutation.times, mutation.rate_on(space.n)

    def mutate(individual: Individual) -> tuple[Individual]:
        change(kind, np.frombuffer(individual, np.int32), times, rate, stream)
        return (individual,)

    return mutate


def _has_plugin(spec: Genetic) -> bool:
    return any(isinstance(part, Plugin) for part in spec.operators.values())


def _require_boards(genes: np.ndarray, count: int, space: Space) -> None:
    """An operator from outside may have left anything behind; the kernels would not survive it."""
    boards = genes.reshape(count, -1) if genes.size == count * space.n else None
    if boards is None:
        raise ValueError(f"an operator changed the length of a board of {space.n} queens")
    if boards.size and (boards.min() < 0 or boards.max() >= space.n):
        raise ValueError(f"an operator put a queen outside rows 0 to {space.n - 1}")
    if space.encoding == "permutation" and (np.sort(boards) != np.arange(space.n)).any():
        raise ValueError("an operator put two queens on one row, which is not a permutation")


@contextmanager
def _lent_dice(rng: np.random.Generator) -> Iterator[None]:
    """Lend operators that roll the global dice a state of our own, and give theirs back."""
    python, legacy = random.getstate(), np.random.get_state()  # noqa: NPY002
    random.seed(int(rng.integers(2**63)))
    np.random.seed(int(rng.integers(2**32)))  # noqa: NPY002
    try:
        yield
    finally:
        random.setstate(python)
        np.random.set_state(legacy)  # noqa: NPY002
