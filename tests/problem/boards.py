"""Problems with every combination of rules, drawn at random."""

from itertools import product

import numpy as np
from hypothesis import strategies as st

from experiments.hard.forms import conflicts
from metaqueens import Queens
from metaqueens.core.state import rebuild
from metaqueens.queens.kernels.plain import empty_board
from metaqueens.queens.problem import RULES
from metaqueens.text.errors import UserError

# Rows of up to twelve queens, whatever they attack.
BOARDS = st.integers(1, 12).flatmap(
    lambda n: st.lists(st.integers(0, n - 1), min_size=n, max_size=n)
)
LETTERS = "ABCDEFGHIJKLM"
# Kernels are compiled for each set of rules, so tests of searches share two, which have all.
# Others are run without the compiler (the fixture ``uncompiled``).
SETS = [("torus", "excluded", "blocked", "placed"), ("blocked", "regions")]


def board_of(queens):
    """The board that kernels take, its lines counted."""
    board = empty_board(len(queens))
    board.values[:] = queens
    rebuild(board)
    return board


def bands(n, rng):
    """Regions of n squares each: the rows, every column shifted at random, some squares traded.

    Traded, so that a column may have two squares of one region.
    """
    rows = np.array([np.roll(np.arange(n), shift) for shift in rng.integers(n, size=n)]).T
    traded = rng.choice(n * n, (2, n), replace=False)
    rows.flat[traded] = rows.flat[traded[::-1]]
    return tuple("".join(LETTERS[region] for region in line) for line in rows)


def all_conflicts(problem):
    """Which two squares break a rule, by row and column of one and of the other."""
    squares = np.argwhere(np.ones((problem.n, problem.n)))
    return conflicts(problem, squares).reshape((problem.n,) * 4)


def drawn(n, rules, rng):
    """A problem with these rules; None where the draw makes it impossible."""
    values = {
        "torus": True,
        "regions": bands(n, rng),
        "placed": [tuple(map(int, rng.integers(n, size=2)))],
        "blocked": [tuple(map(int, square)) for square in rng.integers(n, size=(4, 2))],
        "excluded": [
            (int(rng.integers(2 * n - 1)), direction) for direction in ("rising", "falling")
        ],
    }
    try:
        return Queens(n, **{rule: values[rule] for rule in rules})
    except UserError:
        return None


def possible(n, rules, rng):
    """Problems with these rules, one after the other, but for draws that are impossible."""
    return filter(None, (drawn(n, rules, rng) for _ in range(100)))


def kept_by(algorithm, rules):
    """Those of the ``rules`` that the algorithm takes account of."""
    return tuple(rule for rule in rules if rule in algorithm.rules)


def alone_and_together(algorithm):
    """What the algorithm keeps: each rule alone, and all that go together."""
    together = {kept_by(algorithm, rules) for rules in (SETS[0], ("blocked", "placed", "regions"))}
    alone = {(rule,) for rule in algorithm.rules}
    return sorted(alone | together)


def combinations():
    """Every combination of rules, as names; regions replace diagonals."""
    for asked in product((False, True), repeat=len(RULES)):
        rules = tuple(rule for rule, wanted in zip(RULES, asked, strict=True) if wanted)
        if "regions" not in rules or not {"torus", "excluded"} & {*rules}:
            yield rules
