"""The board with rules."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from metaqueens.core.choices import Encoding, Moves
from metaqueens.core.jit import Kernel, entry, kernel
from metaqueens.core.random import draw_below, shuffle
from metaqueens.core.state import U, draw_all_values
from metaqueens.queens.kernels.plain import best_value as plain_row, count_pairs
from metaqueens.queens.kernels.rules import (
    Rules,
    close_load,
    correct_swap,
    count_mutual,
    count_on_lines,
    count_wrapped,
    diagonals,
    first_line,
    load_of_lines,
    own_load,
    penalty,
    same_region,
)
from metaqueens.queens.rules import LETTERS, require_known

if TYPE_CHECKING:
    from metaqueens.queens.problem import Queens


@kernel
def clear_counts(board):
    """Set the counts of all lines and regions to those without queens."""
    board.rows[:] = 0
    board.rising[:] = board.rules.rising
    board.falling[:] = board.rules.falling
    board.rules.in_region[:] = 0


@kernel
def count_variable(board, column, row, by):
    """Count a queen on the lines through a square, or remove it with ``by`` = -1."""
    board.rows[U(row)] += by
    n, rules = board.values.size, board.rules
    count_on_lines(rules.regions, rules.in_region, board.rising, board.falling, n, column, row, by)
    count_wrapped(rules.torus, board.rising, board.falling, n, column, row, by)


@entry
def compute_cost(board):
    """Count the pairs of queens that attack each other, and all broken rules."""
    queens, rules = board.values, board.rules
    penalties, touching = 0, 0
    for column in range(queens.size):
        row = np.int64(queens[U(column)])
        penalties += penalty(rules.blocked, column, row)
        touching += close_load(rules.regions, queens, column, row)
    first = first_line(rules.torus, queens.size)
    lines = count_pairs(board.rows) + count_pairs(rules.in_region)
    lines += count_pairs(board.rising[first:]) + count_pairs(board.falling[first:])
    return lines + penalties + touching // 2


@kernel
def read_counts(board, column, row):
    """Count the attacks on a square but those along its row, one queen on the square itself twice.

    With regions, a queen on the square counts once.
    """
    rules, n = board.rules, board.values.size
    return (
        load_of_lines(rules.regions, rules.in_region, board.rising, board.falling, n, column, row)
        + penalty(rules.blocked, column, row)
        + close_load(rules.regions, board.values, column, row)
    )


@kernel
def value_cost(board, column, row):
    """Count the attacks on a square; a queen on it counts ``own_load`` times."""
    return board.rows[U(row)] + read_counts(board, column, row)


@kernel
def count_conflicts(board, column):
    """Count the attacks on the queen of ``column``."""
    row = np.int64(board.values[U(column)])
    return value_cost(board, np.int64(column), row) - own_load(board.rules.regions)


@kernel
def delta(kind, board, i, j):
    """Return the change of the guards by move (i, j), without making it, in O(1)."""
    queens, rules = board.values, board.rules
    if kind == Moves.SWAP:
        a, b = np.int64(queens[U(i)]), np.int64(queens[U(j)])
        if a == b:
            return 0
        # A load counts the queen on the square, once per diagonal. The two queens guard each other
        # after the swap if and only if they did before.
        mutual = count_mutual(rules.torus, rules.regions, queens.size, i, a, j, b)
        gained = read_counts(board, i, b) + read_counts(board, j, a) + mutual
        gained += correct_swap(rules.regions, i, a, j, b)
        own = 2 * (own_load(rules.regions) - 1)
        lost = read_counts(board, i, a) + read_counts(board, j, b) - own - mutual
    else:
        a = np.int64(queens[U(i)])
        gained = value_cost(board, i, j) - same_region(rules.regions, i, a, i, j)
        lost = value_cost(board, i, a) - own_load(rules.regions)
    return gained - lost


@kernel
def best_value(board, column, stream):
    """Draw one of the least attacked rows of ``column``, whose queen is off the board."""
    rules = board.rules
    return _least_attacked(board, rules.blocked, rules.regions, column, stream)


@kernel
def _least_attacked(board, blocked, regions, column, stream):
    """Draw the row by lines, or square by square if squares or regions matter."""
    if blocked is not None:
        return _least_loaded(board, column, stream)
    if regions is not None:
        return _least_loaded(board, column, stream)
    return plain_row(board, column, stream)


@kernel
def _least_loaded(board, column, stream):
    """Draw one of the rows of ``column`` with the least load."""
    best, least, ties = 0, value_cost(board, column, 0), 1
    for row in range(1, board.values.size):
        attacks = value_cost(board, column, row)
        if attacks < least:
            best, least, ties = row, attacks, 1
        elif attacks == least:
            ties += 1
            if draw_below(stream, ties) == 0:
                best = row
    return best


@kernel
def draw_values(encoding, board, stream):
    """Draw the rows of the queens that may move."""
    _draw(encoding, board.values, board.rules.movable, stream)


@kernel
def _draw(encoding, queens, movable, stream):
    if movable is None:
        draw_all_values(encoding, queens, queens.size, stream)
    elif encoding == Encoding.PERMUTATION:
        rows = rows_left(queens, movable)
        shuffle(rows, stream)
        for k in range(movable.size):
            queens[movable[k]] = rows[k]
    else:
        for column in movable:
            queens[column] = draw_below(stream, queens.size)


@kernel
def rows_left(queens, movable):
    """List the rows, ascending, that the queens of other columns leave to those ``movable``."""
    taken, rows = np.zeros(queens.size, np.int64), np.empty(movable.size, np.int32)
    for column in range(queens.size):
        taken[queens[column]] += 1
    for column in movable:
        taken[queens[column]] -= 1
    size = 0
    for row in range(queens.size):
        if taken[row] == 0:
            rows[size] = row
            size += 1
    return rows


@kernel
def are_in_conflict(board, column, other):
    """Return whether two queens attack each other."""
    queens, regions = board.values, board.rules.regions
    row, other_row = queens[column], queens[other]
    attacks = count_mutual(board.rules.torus, regions, queens.size, column, row, other, other_row)
    attacks += same_region(regions, column, row, other, other_row)
    return row == other_row or attacks > 0


@kernel
def free_count(board):
    return _count(board.rules.movable, board.values.size)


@kernel
def free_variable(board, k):
    return _column(board.rules.movable, k)


@kernel
def _count(movable, n):
    """Return the number of queens that may move."""
    if movable is None:
        return n
    return movable.size


@kernel
def _column(movable, k):
    """Return the column of the k-th queen that may move."""
    if movable is None:
        return k
    return np.int64(movable[U(k)])


@kernel
def replace_values(board, values):
    return RuledBoard(values, board.rows, board.rising, board.falling, board.rules)


class RuledBoard(NamedTuple):
    """A board with the ``rules`` of an instance."""

    values: np.ndarray
    rows: np.ndarray
    rising: np.ndarray
    falling: np.ndarray
    rules: Rules


# Those with a name of the interface of a state take the place of its defaults.
RuledBoard.kernels = {  # type: ignore[attr-defined]
    name: made for name, made in globals().items() if isinstance(made, Kernel)
}


def kernel_rules(problem: "Queens") -> Rules:
    """Return arrays for the rules that are set, and None for the others, with new counts.

    Raises ``UserError`` for a rule that kernels do not count.
    """
    require_known(problem, "the search")
    n = problem.n
    movable = blocked = regions = None
    if problem.placed:
        placed = [column for _, column in problem.placed]
        movable = np.setdiff1d(np.arange(n, dtype=np.int32), placed)
    if problem.blocked:
        blocked = np.zeros((n, n), np.int8)
        for row, column in problem.blocked:
            blocked[column, row] = 1
    if problem.regions is not None:
        by_row = [[LETTERS.index(letter) for letter in line] for line in problem.regions]
        regions = np.array(by_row, np.int32).T.copy()
    excluded = {name: np.zeros(diagonals(n), np.int32) for name in ("rising", "falling")}
    # On a torus, both planar parts.
    step = n if problem.torus else diagonals(n)
    for line, direction in problem.excluded:
        excluded[direction][line::step] = 1
    in_region = np.zeros(0 if regions is None else n, np.int32)
    torus = problem.torus or None
    return Rules(torus, movable, blocked, **excluded, regions=regions, in_region=in_region)
