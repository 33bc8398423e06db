"""Who lives on, as kernels: an island's places for boards, and who is on which; migration."""

from enum import IntEnum
from typing import NamedTuple, Self

import numpy as np

from metaqueens.algorithms.genetic.operators.selection import ranking
from metaqueens.core.board import U
from metaqueens.core.jit import kernel


class Scheme(IntEnum):
    """What kernels call the schemes."""

    GENERATIONAL = 0
    MU_PLUS_LAMBDA = 1
    MU_COMMA_LAMBDA = 2


class Island(NamedTuple):
    """Places for parents and children, none of whom moves to another while it lives.

    boards : (population + children, n) int32
    guards : (population + children,) int64
    crowd : (population,) the places of the living, in the order that selection knows them by
    spare : (children,) the other places
    """

    boards: np.ndarray
    guards: np.ndarray
    crowd: np.ndarray
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
    return Island(islands.boards[k], islands.guards[k], islands.crowd[k], islands.spare[k])


@kernel
def copy_board(to, source):
    """Copy a board; a slice would not be copied in vector instructions."""
    for column in range(to.size):
        to[U(column)] = source[U(column)]


@kernel
def survive(scheme, elites, island):
    """Choose the next crowd; all other places become spare."""
    _, guards, crowd, spare = island
    if scheme == Scheme.MU_PLUS_LAMBDA:
        # Children first: of equals the younger survives, which lets a population drift.
        everyone = np.concatenate((spare, crowd))
        crowd[:] = everyone[ranking(guards[everyone])][: crowd.size]
    else:
        children = spare
        if scheme == Scheme.MU_COMMA_LAMBDA:
            children = spare[ranking(guards[spare])]
        if elites > 0:
            crowd[:elites] = crowd[ranking(guards[crowd])[:elites]]
        crowd[elites:] = children[: crowd.size - elites]
    dead = np.ones(guards.size, np.bool_)
    for place in crowd:
        dead[U(place)] = False
    spare[:] = np.flatnonzero(dead)


@kernel
def migrate(islands, count):
    """The best ``count`` of each island, copied, replace the worst of the next one, in a ring."""
    last = islands.crowd.shape[0] - 1
    size = islands.crowd.shape[1]
    ranks = np.empty((last + 1, size), np.int64)
    for k in range(last + 1):
        ranks[k] = islands.crowd[k][ranking(islands.guards[k][islands.crowd[k]])]
    for k in range(last + 1):
        following = k + 1 if k < last else 0
        for m in range(count):
            # Nobody is both among the best and the worst, so that the order does not matter.
            best, worst = ranks[k, m], ranks[following, size - 1 - m]
            copy_board(islands.boards[following, worst], islands.boards[k, best])
            islands.guards[following, worst] = islands.guards[k, best]
