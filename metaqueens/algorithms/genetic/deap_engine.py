"""The genetic algorithm on DEAP: its toolbox, fitness and operator interface, with fast operators.

A whole generation is evaluated at once, only children that change are copied, and the operators are
kernels, as far as DEAP's interface allows.
"""

import random
from array import array
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from deap import base

from metaqueens.algorithms.genetic.compiled import GeneticSettings
from metaqueens.algorithms.genetic.crossovers import CROSSOVERS
from metaqueens.algorithms.genetic.mutations import MUTATIONS
from metaqueens.algorithms.genetic.population import draw_population, evaluate_population
from metaqueens.algorithms.genetic.selection import SELECTIONS, draw_outcomes
from metaqueens.algorithms.genetic.user_operators import require_boards, wrap
from metaqueens.core.random import start_stream
from metaqueens.problem.space import Space
from metaqueens.search.snapshot import Population, Snapshot

if TYPE_CHECKING:
    from metaqueens.algorithms.genetic import Genetic


class Fitness(base.Fitness):
    """The cost, to be minimised."""

    weights: ClassVar = (-1.0,)


class Individual(array):
    """The row of the queen in each column, as C ints; slices are copies, as DEAP expects."""

    fitness: Fitness

    def clone(self) -> "Individual":
        """Return a copy without a fitness."""
        twin = Individual("i", self)
        # Without its __init__, which checks the weights each time: a fifth of a run.
        twin.fitness = Fitness.__new__(Fitness)
        return twin


Boards = list[Individual]
# The operators by DEAP's names, with the number of boards that each returns.
OPERATORS = {"selection": ("select", None), "crossover": ("mate", 2), "mutation": ("mutate", 1)}


def evolve(spec: "Genetic", space: Space, rng: np.random.Generator) -> Iterator[Snapshot]:
    """Yield a snapshot once a generation."""
    stream = start_stream(rng)
    toolbox = _toolbox(spec, space, stream)
    seeded = partial(_seed_globals, rng) if spec.plugins else nullcontext
    encoding = space.code.value
    boards = draw_population(spec.population, encoding, space.problem.empty_state(), stream)
    population = [Individual("i", board.tobytes()) for board in boards]
    for individual in population:
        individual.fitness = Fitness()
    best, found_at, evaluations, generation = population[0], 0, 0, 0
    fresh, children = population, list[Individual]()

    def signals() -> dict[str, float]:
        return {"generation": generation}

    def present() -> Population:
        genes = np.frombuffer(b"".join(population), np.int32)
        return Population(genes.reshape(-1, space.n), _costs(population))

    while True:
        costs = toolbox.evaluate(fresh)
        if fresh and (found_at == 0 or costs.min() < _cost(best)):
            best, found_at = fresh[costs.argmin()], evaluations + int(costs.argmin()) + 1
        evaluations += len(fresh)
        if generation > 0:
            population = _survivors(spec, population, children)
        values, counts = np.frombuffer(best, np.int32), (found_at, evaluations, generation)
        yield Snapshot(values, _cost(best), *counts, signals=signals, population=present)
        with seeded():
            children = _vary(toolbox.select(population, spec.offspring), toolbox, spec, stream)
        fresh = [child for child in children if not child.fitness.valid]
        generation += 1


def _vary(parents: Boards, toolbox: Any, spec: "Genetic", stream: np.ndarray) -> Boards:
    """Mate pairs, then mutate children, as DEAP's ``varAnd``; unchanged ones are not copied."""
    children = list(parents)
    mated = np.empty(len(children) // 2, np.bool_)
    draw_outcomes(mated, float(spec.crossover.probability), stream)
    for k in (2 * np.flatnonzero(mated)).tolist():
        children[k : k + 2] = toolbox.mate(children[k].clone(), children[k + 1].clone())
    mutated = np.empty(len(children), np.bool_)
    draw_outcomes(mutated, float(spec.mutation.probability), stream)
    for k in np.flatnonzero(mutated).tolist():
        child = children[k]
        (children[k],) = toolbox.mutate(child.clone() if child.fitness.valid else child)
    return children


def _survivors(spec: "Genetic", population: Boards, children: Boards) -> Boards:
    if spec.scheme == "mu_plus_lambda":
        # Children first: of equals the younger survives, so that a population drifts.
        return sorted(children + population, key=_cost)[: spec.population]
    elites = sorted(population, key=_cost)[: spec.elites]
    if spec.scheme == "mu_comma_lambda":
        children = sorted(children, key=_cost)[: spec.population - spec.elites]
    return elites + children


def _cost(individual: Individual) -> int:
    return -int(individual.fitness.wvalues[0])


def _costs(boards: Boards) -> np.ndarray:
    return np.fromiter(map(_cost, boards), np.int64, len(boards))


def _toolbox(spec: "Genetic", space: Space, stream: np.ndarray) -> Any:
    """Return DEAP's toolbox with our operators, and with those of users in their places."""
    plugins, toolbox = spec.plugins, base.Toolbox()
    # Operators of users are registered below; here defaults take their places.
    ours = {part: type(spec).model_fields[part].default for part in plugins}
    settings = GeneticSettings.make(spec.model_copy(update=ours), space)
    state, scratch = space.problem.empty_state(), np.empty((2, space.n), np.int32)
    choose, cross = SELECTIONS[settings.selection], CROSSOVERS[settings.crossover]
    change = MUTATIONS[settings.mutation]

    def evaluate(boards: Boards) -> np.ndarray:
        """Set the fitness of each of ``boards``; return their costs, (len(boards),)."""
        genes = np.frombuffer(b"".join(boards), np.int32)
        if plugins:
            require_boards(genes, len(boards), space, plugins)
        costs: np.ndarray = evaluate_population(genes.reshape(len(boards), space.n), state)
        for individual, cost in zip(boards, costs.tolist(), strict=True):
            individual.fitness.wvalues = (-cost,)
        return costs

    def select(population: Boards, count: int) -> Boards:
        winners = np.empty(count, np.int64)
        choose(_costs(population), winners, settings, stream)
        return [population[k] for k in winners.tolist()]

    def mate(first: Individual, second: Individual) -> tuple[Individual, Individual]:
        cross(np.frombuffer(first, np.int32), np.frombuffer(second, np.int32), scratch, stream)
        return first, second

    def mutate(individual: Individual) -> tuple[Individual]:
        values = np.frombuffer(individual, np.int32)
        for _ in range(settings.mutation_times):
            change(values, settings.value_count, settings.mutation_rate, stream)
        return (individual,)

    for operator in (evaluate, select, mate, mutate):
        toolbox.register(operator.__name__, operator)
    for part, plugin in plugins.items():
        name, count = OPERATORS[part]
        toolbox.register(name, wrap(part, plugin, count))
    return toolbox


@contextmanager
def _seed_globals(rng: np.random.Generator) -> Iterator[None]:
    """Seed the global generators for operators of users; restore them afterwards."""
    python, legacy = random.getstate(), np.random.get_state()  # noqa: NPY002
    random.seed(int(rng.integers(2**63)))
    np.random.seed(int(rng.integers(2**32)))  # noqa: NPY002
    try:
        yield
    finally:
        random.setstate(python)
        np.random.set_state(legacy)  # noqa: NPY002
