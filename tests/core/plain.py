"""Kernels without the seam for rules: what a plain board should cost."""

from types import FunctionType

import numpy as np
from numba import njit

from metaqueens.core.board import U, load
from metaqueens.core.jit import Kernel
from metaqueens.core.moves import Moves
from metaqueens.core.random import below
from metaqueens.core.rules import falling_of, rising_of


def propose(kind, board, stream):
    n = board.queens.size
    i = below(stream, n)
    if kind == Moves.STEP:
        j = board.queens[U(i)] + 2 * below(stream, 2) - 1
        while j < 0 or j >= n:
            i = below(stream, n)
            j = board.queens[U(i)] + 2 * below(stream, 2) - 1
        return i, j
    j = below(stream, n - 1)
    taken = i if kind == Moves.SWAP else board.queens[U(i)]
    return i, j + (j >= taken)


def diagonal_load(board, column, row):
    rising = board.rising[U(rising_of(board.queens.size, column, row))]
    return rising + board.falling[U(falling_of(column, row))]


def add_to_diagonals(board, column, row, by):
    n = board.queens.size
    board.rising[U(rising_of(n, column, row))] += by
    board.falling[U(falling_of(column, row))] += by


def delta(kind, board, i, j):
    queens = board.queens
    if kind == Moves.SWAP:
        a, b = np.int64(queens[U(i)]), np.int64(queens[U(j)])
        if a == b:
            return 0
        mutual = abs(a - b) == abs(i - j)
        gained = diagonal_load(board, i, b) + diagonal_load(board, j, a) + mutual
        lost = diagonal_load(board, i, a) + diagonal_load(board, j, b) - 4 - mutual
    else:
        gained = load(board, i, j)
        lost = load(board, i, np.int64(queens[U(i)])) - 3
    return gained - lost


PLAIN = {one.__name__: one for one in (propose, diagonal_load, add_to_diagonals, delta)}


def compiled(function):
    """``function`` compiled as a kernel is, and not kept."""
    return njit(forceinline=True, nogil=True)(function)


def without_rules(function, known):
    """A kernel's function, it and all that it calls compiled as if there were no rules.

    What it calls is kept in ``known`` by name, for the next one that calls the same.
    """

    def rebuilt(one):
        return compiled(FunctionType(
            one.__code__, {**one.__globals__, **calls(one)}, one.__name__,
            one.__defaults__, one.__closure__,
        ))  # fmt: skip

    def rebuilt_once(one):
        if one.__name__ not in known:
            known[one.__name__] = rebuilt(one)
        return known[one.__name__]

    def calls(one):
        used = {name: one.__globals__.get(name) for name in one.__code__.co_names}
        kernels = {
            name: used.function
            for name, used in used.items()
            if isinstance(used, Kernel) and "inline" not in used.targetoptions
        }
        mine = {name: PLAIN.get(name, kernel) for name, kernel in kernels.items()}
        mine |= {name: PLAIN[name] for name in used if name in PLAIN}
        return {name: rebuilt_once(function) for name, function in mine.items()}

    return rebuilt(function)
