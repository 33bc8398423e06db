"""Survival and migration, as kernels: which boards of an island are kept."""

from typing import Literal, NamedTuple, Self

import numpy as np

from metaqueens.algorithms.genetic.operators.selection import ranking
from metaqueens.core.board import U, copy_queens
from metaqueens.core.choices import numbered
from metaqueens.core.jit import kernel

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


@kernel
def survive(scheme, elites, island):
    """Choose the next population; all other places become spare."""
    _, guards, population, spare = island
    if scheme == Scheme.MU_PLUS_LAMBDA:
        # Children first: of equals the younger survives, which lets a population drift.
        everyone = np.concatenate((spare, population))
        population[:] = everyone[ranking(guards[everyone])][: population.size]
    else:
        children = spare
        if scheme == Scheme.MU_COMMA_LAMBDA:
            children = spare[ranking(guards[spare])]
        if elites > 0:
            population[:elites] = population[ranking(guards[population])[:elites]]
        population[elites:] = children[: population.size - elites]
    dead = np.ones(guards.size, np.bool_)
    for place in population:
        dead[U(place)] = False
    spare[:] = np.flatnonzero(dead)


@kernel
def migrate(islands, count):
    """The best ``count`` of each island, copied, replace the worst of the next one, in a ring."""
    last = islands.population.shape[0] - 1
    size = islands.population.shape[1]
    ranks = np.empty((last + 1, size), np.int64)
    for k in range(last + 1):
        ranks[k] = islands.population[k][ranking(islands.guards[k][islands.population[k]])]
    for k in range(last + 1):
        following = k + 1 if k < last else 0
        for m in range(count):
            # Nobody is both among the best and the worst, so that the order does not matter.
            best, worst = ranks[k, m], ranks[following, size - 1 - m]
            copy_queens(islands.boards[following, worst], islands.boards[k, best])
            islands.guards[following, worst] = islands.guards[k, best]
