"""Rules of the board: a plain one pays nothing for them; moves are priced as by brute force."""

import re
from itertools import combinations, product

import numpy as np
import pytest

from metaqueens import Queens
from metaqueens.algorithms.simulated_annealing import Constant, Focus, _anneal
from metaqueens.core.attacked import IndexSet
from metaqueens.core.board import attackers, count_guards, count_lines, empty_board
from metaqueens.core.moves import Moves, apply, delta, propose
from metaqueens.core.random import stream_of
from metaqueens.core.rules import Rules, diagonals, falling_of, rising_of
from metaqueens.problem.space import Space
from metaqueens.search.walk import Walk
from tests import oracle

from .plain import compiled, without_rules

# Names of kernels, labels and constants; an older Numba puts addresses into those of constants.
NAME = re.compile(r"[\w.$]*(_ZN|\.L|picklebuf)[\w.$]*")


def instructions(dispatcher):
    """The instructions of a kernel with their operands; names of its own and labels numbered."""
    (assembly,) = dispatcher.inspect_asm().values()
    # After the kernel come its wrappers for Python and C.
    kernel = re.split(r"^_ZN7cpython", assembly.split("\n_ZN", 1)[1], flags=re.MULTILINE)[0]
    numbers, found = {}, []
    for line in kernel.splitlines()[1:]:
        code = line.split("#")[0].strip()
        if code and not (code.startswith(".") and not code.startswith(".L")):
            code = NAME.sub(lambda name: numbered(numbers, name[0]), code)
            found.append(re.sub(r"\s+", " ", code))
    return found


def numbered(numbers, name):
    return f"name{numbers.setdefault(name, len(numbers))}"


@pytest.mark.compiled
def test_a_plain_board_has_the_machine_code_that_it_had_without_rules(rng):
    known = {}
    for moves in (Moves.SWAP, Moves.REASSIGN):
        space = Space(Queens(20), "permutation" if moves == Moves.SWAP else "rows")
        search, code = _anneal[moves, Focus.ALL].function, []
        for kernel in (compiled(search), without_rules(search, known)):
            walk = Walk.begin(space.random_board(rng))
            kernel(walk, IndexSet.empty(0), 200, Constant().plan(20), stream_of(rng))
            code.append(instructions(kernel))
        assert code[0] == code[1]
        assert len(code[0]) > 500


RULES = "torus", "excluded", "blocked", "placed"
EXCLUDED = {"rising": {2, -1}, "falling": {5}}


def rules_of(n, torus, excluded, blocked, placed, rng):
    """Rules for kernels, and the same for the oracle."""
    asked = {
        "torus": torus,
        "excluded": EXCLUDED if excluded else {"rising": set(), "falling": set()},
        "blocked": rng.random((n, n)) < 0.2 if blocked else None,
        "movable": np.sort(rng.choice(n, n - 2, replace=False)).astype(np.int32)
        if placed
        else None,
    }
    marks = {}
    for kind, line_of in (("rising", rising_of), ("falling", falling_of)):
        marks[kind] = np.zeros(diagonals(n), np.int32) if excluded else None
        for column, row in product(range(n), repeat=2) if excluded else ():
            if oracle.is_excluded(kind, column, row, n, torus, asked["excluded"]):
                line = line_of(n, column, row) if kind == "rising" else line_of(column, row)
                marks[kind][line] = 1
    rules = Rules(
        True if torus else None, asked["movable"],
        None if asked["blocked"] is None else asked["blocked"].astype(np.int8),
        marks["rising"], marks["falling"],
    )  # fmt: skip
    return rules, asked


@pytest.mark.parametrize("named", [(), RULES], ids=["none", "all"])
def test_moves_under_rules_are_priced_as_by_brute_force(named, rng, stream):
    for n in (5, 8, 11):
        check_moves(n, *(rule in named for rule in RULES), rng, stream)


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(
    "named", [some for k in (1, 2, 3) for some in combinations(RULES, k)], ids="+".join
)
def test_moves_under_some_rules_are_priced_as_by_brute_force(named, rng, stream):
    for n in (5, 8, 11):
        check_moves(n, *(rule in named for rule in RULES), rng, stream)


def check_moves(n, torus, excluded, blocked, placed, rng, stream):
    rules, asked = rules_of(n, torus, excluded, blocked, placed, rng)

    def truth(queens):
        return oracle.guards_under(queens, torus, asked["excluded"], asked["blocked"])

    for kind in Moves:
        board = empty_board(n, rules)
        board.queens[:] = rng.permutation(n) if kind == Moves.SWAP else rng.integers(n, size=n)
        count_lines(board)
        for _ in range(60):
            before = truth(board.queens.tolist())
            assert count_guards(board) == before
            i, j = propose(kind, board, stream)
            moved = (i, j) if kind == Moves.SWAP else (i,)
            assert not placed or set(moved) <= set(asked["movable"].tolist())
            change = delta(kind, board, i, j)
            apply(kind, board, i, j)
            assert truth(board.queens.tolist()) == before + change
        for column in range(n):
            # Without it the others have so many fewer: on a torus two queens may meet twice.
            assert attackers(board, column) == oracle.attacks_on(
                column, board.queens.tolist(), torus, asked["excluded"], asked["blocked"]
            )


def test_what_is_counted_again_is_what_moves_counted(rng, stream):
    rules, _ = rules_of(9, True, True, True, True, rng)
    board = empty_board(9, rules)
    board.queens[:] = rng.permutation(9)
    count_lines(board)
    for _ in range(50):
        apply(Moves.SWAP, board, *propose(Moves.SWAP, board, stream))
    again = empty_board(9, rules)
    again.queens[:] = board.queens
    count_lines(again)
    np.testing.assert_equal(board[:4], again[:4])
