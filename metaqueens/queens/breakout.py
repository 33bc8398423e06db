"""Breakout [1]_: the weights of lines grow at local minima and fade [2]_.

.. [1] Morris (1993). The breakout method for escaping from local minima. AAAI 1993: 40-45.
.. [2] Thornton, Pham, Bain & Ferreira (2004). Additive versus multiplicative clause weighting for
       SAT. AAAI 2004: 191-196.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from pydantic import Field, PositiveInt

from metaqueens.core.choices import Moves
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.moves import own_target, target, target_count
from metaqueens.core.random import draw_below, draw_uniform, start_stream
from metaqueens.core.state import (
    U,
    apply,
    count_conflicts,
    delta,
    free_count,
    free_variable,
    lift,
    put,
)
from metaqueens.problem.space import Space
from metaqueens.queens.kernels.ruled import RuledBoard, add_rules
from metaqueens.queens.kernels.rules import NO_RULES, diagonals, falling_of, rising_of
from metaqueens.search import Algorithm, Checkpoints, Snapshot
from metaqueens.search.walk import Walk, keep_best, update_best


class Weights(NamedTuple):
    """The weights of pairs of queens on each line, and of each blocked square; at first 1.

    rows : (n,) int64
    rising, falling : (2n - 1,) int64; on a torus both planar parts of a diagonal weigh the same
    squares : (n, n) int64 by column and row; None if no square is blocked
    """

    rows: np.ndarray
    rising: np.ndarray
    falling: np.ndarray
    squares: Any

    @classmethod
    def even(cls, state: RuledBoard) -> "Weights":
        """Make weights of 1 for all lines of ``state``."""
        n = state.values.size
        blocked = state.rules.blocked
        squares = None if blocked is None else np.ones((n, n), np.int64)
        rows, rising, falling = (
            np.ones(size, np.int64) for size in (n, diagonals(n), diagonals(n))
        )
        return cls(rows, rising, falling, squares)


class Breakout(Algorithm):
    """Make the best move of an attacked queen, drawn at random, by the weights of lines.

    If no move is better, the weights of the lines on which it is attacked increase by one; after
    every ``smoothing`` such increases, all weights above one decrease by one. Moves are swaps on
    ``permutation``, other rows on ``rows``; an iteration evaluates all moves of the queen. Ties are
    broken at random.

    >>> from metaqueens import solve
    >>> solve(20, Breakout(), seed=1).solved
    True

    Parameters
    ----------
    plateau
        Probability to make a move that does not change the weighted cost if none is better.
    smoothing
        Number of increases of weights between two decreases; null for no decreases.
    """

    plateau: float = Field(default=0.15, ge=0, le=1)
    smoothing: PositiveInt | None = 8

    # Two queens in one region share no line that could weigh more.
    rules = ("torus", "excluded", "blocked", "placed")

    def longest_step(self, space: Space) -> int:
        return max(space.n - 1, 1)

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        board, stream = add_rules(space.random_state(rng), NO_RULES), start_stream(rng)
        walk, search, stuck = Walk.begin(board), _search[space.moves()], 0
        weights = Weights.even(board)
        smoothing = self.smoothing or 0

        def signals() -> dict[str, float]:
            return {"heaviest_line": max(int(part.max()) for part in weights[:3])}

        while True:
            snapshot = walk.report({"increases": stuck}, signals)
            yield snapshot
            until = checkpoints.next_report(snapshot)
            walk, stuck = search(walk, weights, stuck, self.plateau, smoothing, until, stream)


@specialise(Moves)
def _search(moves):
    @kernel
    def search(walk, weights, stuck, plateau, smoothing, until, stream):
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        while evaluations < until and best_cost > 0:
            i = _draw_attacked(state, stream)
            change, j, tried = _best_move(moves, state, weights, i, stream)
            evaluations += tried
            if change < 0 or (change == 0 and draw_uniform(stream) < plateau):
                # A better weighted cost may be a worse cost.
                difference = delta(moves, state, i, j)
                if difference > 0:
                    keep_best(cost, best_cost, state.values, best)
                apply(moves, state, i, j)
                cost += difference
                steps += 1
                best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
            else:
                _weigh_more(state, weights, i)
                stuck += 1
                if smoothing > 0 and stuck % smoothing == 0:
                    _weigh_less(weights)
        return Walk(state, cost, best, best_cost, found_at, evaluations, steps), stuck

    return search


@kernel
def _draw_attacked(state, stream):
    """Draw the column of an attacked queen that may move; there must be one."""
    queens = free_count(state)
    while True:
        column = free_variable(state, draw_below(stream, queens))
        if count_conflicts(state, column) > 0:
            return column


@kernel
def _best_move(moves, state, weights, i, stream):
    """Find the best move of the queen of column ``i``.

    Returns the change of the weighted cost, the target and the number of moves evaluated. The queen
    is removed from its lines meanwhile.
    """
    queens, own = state.values, own_target(moves, state, i)
    row = queens[U(i)]
    lift(state, i)
    before = _load(moves, state, weights, i, row)
    least, best, ties, tried = np.int64(0), -1, 0, 0
    for k in range(target_count(moves, state)):
        j = target(moves, state, k)
        if j == own:
            continue
        if moves == Moves.SWAP:
            after = _load_of_swap(state, weights, i, row, j, queens[U(j)])
        else:
            after = _load(moves, state, weights, i, j)
        change = after - before
        tried += 1
        ties = ties + 1 if best >= 0 and change == least else 1
        if best < 0 or change < least or (change == least and draw_below(stream, ties) == 0):
            least, best = change, j
    put(state, i, row)
    return least, best, tried


@kernel
def _load(moves, state, weights, column, row):
    """Return the weighted cost of one more queen, on a square of a column without one."""
    # Without a branch, because Numba would count references to all these arrays around it, which
    # takes ten times as long as the sum.
    up, down = rising_of(state.values.size, column, row), falling_of(column, row)
    load = state.rising[U(up)] * weights.rising[U(up)]
    load += state.falling[U(down)] * weights.falling[U(down)]
    load += (moves != Moves.SWAP) * state.rows[U(row)] * weights.rows[U(row)]
    return load + _fault(state.rules.blocked, weights.squares, column, row)


@kernel
def _load_of_swap(state, weights, i, a, j, b):
    """Return the weighted cost of the queens of a swap after it, minus that of ``j`` before it.

    The queen of column ``i``, which was on row ``a``, is on no line.
    """
    n = state.values.size
    entered = _load(Moves.SWAP, state, weights, i, b) + _load(Moves.SWAP, state, weights, j, a)
    up, down = rising_of(n, j, b), falling_of(j, b)
    # Before the swap the load of its own square counts the queen of column j, too.
    left = (
        _load(Moves.SWAP, state, weights, j, b) - weights.rising[U(up)] - weights.falling[U(down)]
    )
    return entered - left + _mutual(state.rules.torus, weights, n, i, b, j, a)


@kernel
def _mutual(torus, weights, n, i, a, j, b):
    """Return the weight of the diagonals that two squares share."""
    up, down = rising_of(n, i, a), falling_of(i, a)
    shares_up = _is_same(torus, n, up, rising_of(n, j, b))
    shares_down = _is_same(torus, n, down, falling_of(j, b))
    return shares_up * weights.rising[U(up)] + shares_down * weights.falling[U(down)]


@kernel
def _is_same(torus, n, line, other):
    """Return 1 if two indices belong to one diagonal, else 0."""
    if torus is None:
        return np.int64(line == other)
    return np.int64((line - other) % n == 0)


@kernel
def _fault(blocked, squares, column, row):
    """Return the weighted cost of a queen on a blocked square, else 0."""
    if blocked is None:
        return np.int64(0)
    return blocked[U(column), U(row)] * squares[U(column), U(row)]


@kernel
def _weigh_more(state, weights, column):
    """Increase the weights of lines and squares on which the queen of ``column`` is attacked."""
    n, row, torus = state.values.size, state.values[column], state.rules.torus
    up, down = rising_of(n, column, row), falling_of(column, row)
    if state.rows[row] > 1:
        weights.rows[row] += 1
    if state.rising[up] > 1:
        _add(torus, weights.rising, n, up)
    if state.falling[down] > 1:
        _add(torus, weights.falling, n, down)
    _add_square(state.rules.blocked, weights.squares, column, row)


@kernel
def _add(torus, weights, n, line):
    """Increase the weight of a diagonal, on a torus of both of its planar parts."""
    weights[line] += 1
    if torus is not None and line != n - 1:
        weights[line - n if line >= n else line + n] += 1


@kernel
def _add_square(blocked, squares, column, row):
    """Increase the weight of a square if it is blocked."""
    if blocked is not None and blocked[column, row] > 0:
        squares[column, row] += 1


@kernel
def _weigh_less(weights):
    """Decrease all weights above one."""
    _fade(weights.rows)
    _fade(weights.rising)
    _fade(weights.falling)
    _fade_squares(weights.squares)


@kernel
def _fade(weights):
    for k in range(weights.size):
        weights[k] -= weights[k] > 1


@kernel
def _fade_squares(squares):
    if squares is not None:
        for column in range(squares.shape[0]):
            _fade(squares[column])
