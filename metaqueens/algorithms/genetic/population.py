"""The population of a genetic algorithm as kernels: islands, survival, migration."""

from typing import Literal, NamedTuple, Self

import numpy as np

from metaqueens.algorithms.genetic.selection import ranking
from metaqueens.core.choices import Encoding, make_enum
from metaqueens.core.jit import kernel, outline, specialise
from metaqueens.core.state import U, copy_values, draw_all_values, evaluate, value_count

SchemeName = Literal["generational", "mu_plus_lambda", "mu_comma_lambda"]
Scheme = make_enum("Scheme", SchemeName, __name__)


@kernel
def draw_population(count, encoding, state, stream):
    """Return solutions drawn uniformly from the encoding, (count, n) int32."""
    population = np.empty((count, state.values.size), np.int32)
    for values in population:
        draw_all_values(encoding, values, value_count(state), stream)
    return population


@kernel
def evaluate_population(population, state):
    """Return the cost of each solution of ``population``, (k, n), as (k,) int64."""
    costs = np.empty(population.shape[0], np.int64)
    for k in range(costs.size):
        costs[k] = evaluate(Encoding.ROWS, state, population[k])
    return costs


class Island(NamedTuple):
    """Places for parents and children; an individual keeps its place while it lives.

    boards : (population + children, n) int32
    costs : (population + children,) int64
    population : the places of the present generation, in the order of selection's indices
    spare : (children,) the other places
    """

    boards: np.ndarray
    costs: np.ndarray
    population: np.ndarray
    spare: np.ndarray

    @classmethod
    def empty(cls, count: int, population: int, children: int, n: int) -> Self:
        """Make ``count`` islands, stacked: each array has one dimension more."""
        places = np.tile(np.arange(population + children), (count, 1))
        return cls(
            np.empty((count, population + children, n), np.int32),
            np.zeros((count, population + children), np.int64),
            places[:, :population].copy(),
            places[:, population:].copy(),
        )


@kernel
def island_of(islands, k):
    """Return island ``k``."""
    return Island(islands.boards[k], islands.costs[k], islands.population[k], islands.spare[k])


@specialise(Scheme)
def survive(scheme):
    plus, comma = scheme == Scheme.MU_PLUS_LAMBDA, scheme == Scheme.MU_COMMA_LAMBDA

    @outline
    def survive(elites, island):
        """Choose the next population; all other places become spare."""
        _, costs, population, spare = island
        first = np.int64(0)
        if plus:
            # Children first: of equals the younger survives, so that a population drifts.
            everyone = np.empty(costs.size, np.int64)
            _copy(everyone, first, spare)
            _copy(everyone, spare.size, population)
            _copy(population, first, ranking(costs, everyone))
        else:
            children = spare
            if comma:
                children = ranking(costs, spare)
            if elites > 0:
                _copy(population[:elites], first, ranking(costs, population))
            _copy(population, elites, children)
        _find_spare(population, spare)

    return survive


@kernel
def _find_spare(population, spare):
    alive = np.zeros(population.size + spare.size, np.bool_)
    for place in population:
        alive[U(place)] = True
    found = 0
    for place in range(alive.size):
        if not alive[U(place)]:
            spare[U(found)] = place
            found += 1


@kernel
def _copy(places, at, others):
    """Write as many of ``others`` as fit, from ``places[at]`` on."""
    # An assignment to a slice takes two seconds to compile, because of its error message.
    for k in range(min(others.size, places.size - at)):
        places[U(at + k)] = others[U(k)]


@outline
def migrate(islands, count):
    """Copy the best ``count`` of each island over the worst of the next one, in a ring.

    If ``count`` is None there is no migration, and its code is not compiled.
    """
    if count is not None:
        last = islands.population.shape[0] - 1
        size = islands.population.shape[1]
        ranks = np.empty((last + 1, size), np.int64)
        for k in range(last + 1):
            _copy(ranks[k], np.int64(0), ranking(islands.costs[k], islands.population[k]))
        for k in range(last + 1):
            following = k + 1 if k < last else 0
            for m in range(count):
                # No individual is among both, so that the order does not matter.
                best, worst = ranks[k, m], ranks[following, size - 1 - m]
                copy_values(islands.boards[following, worst], islands.boards[k, best])
                islands.costs[following, worst] = islands.costs[k, best]
