"""Survival and migration, as kernels: which boards of an island are kept."""

from typing import Literal, NamedTuple, Self

import numpy as np

from metaqueens.algorithms.genetic.operators.selection import ranking
from metaqueens.core.board import U, copy_queens
from metaqueens.core.choices import numbered
from metaqueens.core.jit import kernel, outlined

SchemeName = Literal["generational", "mu_plus_lambda", "mu_comma_lambda"]
Scheme = numbered("Scheme", SchemeName, __name__)


class Island(NamedTuple):
    """Places for parents and children, none of whom moves to another while it lives.

    boards : (population + children, n) int32
    guards : (population + children,) int64
    population : the places of the present generation, in the order that selection numbers them
    spare : (children,) the other places
    """

    boards: np.ndarray
    guards: np.ndarray
    population: np.ndarray
    spare: np.ndarray

    @classmethod
    def empty(cls, count: int, population: int, children: int, n: int) -> Self:
        """``count`` islands, stacked: each array has one dimension more."""
        places = np.tile(np.arange(population + children), (count, 1))
        return cls(
            np.empty((count, population + children, n), np.int32),
            np.zeros((count, population + children), np.int64),
            places[:, :population].copy(),
            places[:, population:].copy(),
        )


@kernel
def island_of(islands, k):
    """The island with number ``k``."""
    return Island(islands.boards[k], islands.guards[k], islands.population[k], islands.spare[k])


@outlined
def survive(scheme, elites, island):
    """Choose the next population; all other places become spare."""
    _, guards, population, spare = island
    if scheme == Scheme.MU_PLUS_LAMBDA:
        # Children first: of equals the younger survives, which lets a population drift.
        everyone = np.empty(guards.size, np.int64)
        _copy(everyone, 0, spare)
        _copy(everyone, spare.size, population)
        _copy(population, 0, ranking(guards, everyone))
    else:
        children = spare
        if scheme == Scheme.MU_COMMA_LAMBDA:
            children = ranking(guards, spare)
        if elites > 0:
            _copy(population[:elites], 0, ranking(guards, population))
        _copy(population, elites, children)
    alive = np.zeros(guards.size, np.bool_)
    for place in population:
        alive[U(place)] = True
    found = 0
    for place in range(guards.size):
        if not alive[U(place)]:
            spare[U(found)] = place
            found += 1


@kernel
def _copy(places, at, others):
    """Write as many of ``others`` as there is room for, from ``places[at]`` on."""
    # An assignment to a slice costs two seconds of compilation, for its error message.
    for k in range(min(others.size, places.size - at)):
        places[U(at + k)] = others[U(k)]


@outlined
def migrate(islands, count):
    """The best ``count`` of each island, copied, replace the worst of the next one, in a ring.

    ``count`` is None where nobody migrates: then none of this is compiled.
    """
    if count is not None:
        last = islands.population.shape[0] - 1
        size = islands.population.shape[1]
        ranks = np.empty((last + 1, size), np.int64)
        for k in range(last + 1):
            _copy(ranks[k], 0, ranking(islands.guards[k], islands.population[k]))
        for k in range(last + 1):
            following = k + 1 if k < last else 0
            for m in range(count):
                # Nobody is both among the best and the worst, so that the order does not matter.
                best, worst = ranks[k, m], ranks[following, size - 1 - m]
                copy_queens(islands.boards[following, worst], islands.boards[k, best])
                islands.guards[following, worst] = islands.guards[k, best]
