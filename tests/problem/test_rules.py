"""Rules of the board: their one form, their errors, and what they mean, by separate counts."""

from itertools import combinations as pairs_of, permutations

import numpy as np
import pytest

from metaqueens import Algorithm, Budget, Genetic, HillClimbing, MinConflicts, Queens, solve
from metaqueens.algorithms import ALGORITHMS
from metaqueens.core.choices import Moves
from metaqueens.core.moves import propose
from metaqueens.core.state import apply, compute_cost, count_conflicts, delta, rebuild
from metaqueens.exact import instances as labels, methods
from metaqueens.exact.effort import Effort
from metaqueens.exact.forward_checking import compute_attacks
from metaqueens.problem.space import Space
from metaqueens.queens import drawing
from metaqueens.queens.check import recount
from metaqueens.queens.conflicts import find_allowed_squares, find_full_line
from metaqueens.queens.drawing import marks_of
from metaqueens.queens.problem import RULES
from metaqueens.text.errors import UserError

from .boards import SETS, all_conflicts, combinations, drawn, kept_by, possible
from .test_check import faults, meetings

KINDS = {"permutation": (Moves.SWAP,), "rows": tuple(Moves)}


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("rules", [*combinations()], ids="+".join)
def test_moves_are_priced_as_the_independent_check_counts(rules, rng, stream):
    for n in (6, 9):
        problem = drawn(n, rules, rng)
        for encoding, kinds in KINDS.items() if problem else ():
            board = Space(problem, encoding).random_state(rng)
            for kind in kinds:
                for _ in range(15):
                    before = recount(problem, board.values)
                    assert compute_cost(board) == before
                    i, j = propose(kind, board, stream)
                    change = delta(kind, board, i, j)
                    apply(kind, board, i, j)
                    assert recount(problem, board.values) == before + change
            for row, column in problem.placed:
                assert board.values[column] == row
            squares = [(int(row), column) for column, row in enumerate(board.values)]
            for one in squares:
                others = (meetings(problem, one, other) for other in squares if other != one)
                assert count_conflicts(board, one[1]) == sum(others) + faults(problem, one)
            counted = [part.copy() for part in board[:4]]
            rebuild(board)
            np.testing.assert_equal(board[:4], counted)


@pytest.mark.parametrize("rules", [*combinations()], ids="+".join)
def test_a_board_is_a_solution_where_no_square_and_no_pair_of_squares_breaks_a_rule(rules, rng):
    n = 6
    problem = drawn(n, rules, rng)
    if problem is None:
        return
    allowed, together = find_allowed_squares(problem), all_conflicts(problem)
    for queens in permutations(range(n)):
        squares = [(row, column) for column, row in enumerate(queens)]
        free = all(allowed[square] for square in squares)
        free = free and not any(together[one][other] for one, other in pairs_of(squares, 2))
        assert free == (recount(problem, np.array(queens)) == 0)


@pytest.mark.parametrize("rules", [*combinations()], ids="+".join)
def test_the_rows_that_forward_checking_takes_are_those_of_the_conflicting_pairs(rules, rng):
    problem = drawn(7, rules, rng)
    if problem is None:
        return
    together = all_conflicts(problem).transpose(1, 0, 3, 2)
    attacked = compute_attacks(problem)[..., None] >> np.arange(7, dtype=np.uint64) & np.uint64(1)
    for one, other in permutations(range(7), 2):
        assert (attacked[one, :, other] == together[one, :, other]).all()


def solutions(problem, queens):
    """All that begin with these queens, as the independent check tells them.

    A board that breaks a rule breaks it still with more queens.
    """
    if recount(problem, np.array([*queens, *[0] * (problem.n - len(queens))]), len(queens)):
        return
    if len(queens) == problem.n:
        yield tuple(queens)
        return
    for row in range(problem.n):
        yield from solutions(problem, [*queens, row])


@pytest.mark.parametrize("rules", [*combinations()][::3], ids="+".join)
def test_exact_engines_find_all_solutions_and_nothing_else(rules, rng):
    pytest.importorskip("clingo")
    problem = drawn(7, rules, rng)
    if problem is None:
        return
    truth = set(solutions(problem, []))
    for name in ("forward_checking", "cp_sat", "clingo"):
        found = [tuple(map(int, one)) for one in methods.boards(name, problem, Effort())]
        assert len(found) == len(set(found))
        assert set(found) == truth, name
    label = labels.find_label(problem)
    assert label.label == ("satisfiable" if truth else "unsatisfiable")
    assert label.engines == labels.ENGINES


def test_a_torus_has_as_many_solutions_as_published():
    # OEIS A007705; a torus has one where gcd(n, 6) = 1 (Polya 1918).
    def count(problem):
        return sum(1 for _ in methods.boards("forward_checking", problem, Effort()))

    torus = {1: 1, 5: 10, 7: 28, 11: 88, 13: 4524}
    assert {n: count(Queens(n, torus=True)) for n in range(1, 14)} == {
        n: torus.get(n, 0) for n in range(1, 14)
    }


def test_naucks_board_of_1850_has_two_completions():
    # Queens on b4 and d5: ranks count from the bottom, rows from the top.
    problem = Queens(8, placed=[(8 - 4, 1), (8 - 5, 3)])
    found = [board.tolist() for board in methods.boards("forward_checking", problem, Effort())]
    assert len(found) == 2
    assert all(board[1] == 4 and board[3] == 3 for board in found)


def test_a_drawing_shows_the_rules_and_what_breaks_them():
    problem = Queens(4, placed=[(1, 0)], blocked=[(3, 3)], excluded=[(0, "falling")])
    marks = marks_of(problem, np.array([1, 3, 0, 3]))
    assert marks.fixed == [0]
    assert marks.alone == [3]
    assert marks.pairs == [(1, 3)]
    assert set(marks.barred) == {(3, 3), (0, 0)}
    assert marks_of(Queens(2, regions=["AB", "AB"]), np.array([0, 1])).borders == "M1 0v1M1 1v1"
    assert drawing.svg([1, 3, 0, 3], marks=marks) != Queens(4).picture(np.array([1, 3, 0, 3]))


# Under the first set: those whose own kernels ask which queens are placed. All others are compiled
# under the second, those among them that take no account of placed queens: the first without them
# were a third set.
UNDER_THE_FIRST = {
    "adaptive_search",
    "ant_colony",
    "extremal_optimisation",
    "tabu_search",
}


@pytest.mark.parametrize("use", [*ALGORITHMS, "genetic, compiled"])
def test_an_algorithm_takes_account_of_a_rule_or_says_that_it_does_not(use, rng):
    """In machine code, under one of two sets that have all rules; on rows, if it may, the second.

    Under both each runs as Python in ``tests/search/test_films.py``, its boards recounted.
    """
    kind, _, engine = use.partition(", ")
    algorithm = ALGORITHMS[kind](**({"engine": engine} if engine else {}))
    for rule in set(RULES) - set(algorithm.rules):
        problem = drawn(8, (rule,), rng)
        with pytest.raises(ValueError, match=f"takes no account of the rule {rule}"):
            solve(problem, algorithm, Budget(500), seed=3)
    first = kind in UNDER_THE_FIRST
    if kept := kept_by(algorithm, SETS[0 if first else 1]):
        encoding = algorithm.encodings[0 if first else -1]
        problem = next(possible(8, kept, rng))
        result = solve(problem, algorithm, Budget(500), seed=3, encoding=encoding)
        assert recount(result.problem, result.values) == result.cost


def test_what_a_search_says_of_rules_names_the_word_with_which_it_takes_account_of_them():
    boards = Queens(8, placed=[(0, 0)])
    said = "HillClimbing takes no account of the rule placed; with `variant: stochastic` it does"
    assert HillClimbing().supports(boards) == said
    assert HillClimbing(variant="stochastic").supports(boards) is None
    assert Genetic().supports(boards) == "Genetic takes no account of the rule placed"
    sampled = MinConflicts(scan="sampled", encoding="rows")
    assert sampled.supports(Queens(8, torus=True)).endswith("torus; with `scan: full` it does")
    assert sampled.supports(boards).endswith("placed"), "no word changes that"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"placed": [(0, 0), (1, 1)]}, "share a diagonal"),
        ({"placed": [(0, 0), (0, 5)]}, "share a row"),
        ({"placed": [(0, 0), (5, 0)]}, "share a column"),
        ({"placed": [(0, 0), (9, 1)]}, "[9, 1] is not on a board of 8 rows and columns"),
        ({"placed": [(0, 0)], "blocked": [(0, 0)]}, "stands on a blocked square"),
        ({"placed": [(0, 0)], "excluded": [(0, "falling")]}, "the excluded falling diagonal 0"),
        ({"excluded": [(15, "rising")]}, "no rising diagonal 15 on 8 x 8 squares, but 0 to 14"),
        ({"excluded": [(3, "up")]}, "'up' is not one of rising, falling"),
        ({"regions": ["ABCDEFGH"]}, "expected 8 lines of 8 letters, got 1 lines"),
        ({"blocked": "mask.txt"}, "blocked: expected a list, got the text 'mask.txt'"),
        ({"regions": ["ABCDEFG"] * 8}, "regions.0: expected 8 letters, got 7"),
        ({"regions": ["ABCDEFGG"] * 8}, "expected 8 regions, one for each queen, got 7"),
        ({"torus": "yes"}, "expected true or false"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(given, said):
    with pytest.raises(UserError) as error:
        Queens(8, **given)
    assert said in str(error.value)


COLUMN_2 = [(row, 2) for row in range(8)]
ROW_4 = [(4, column) for column in range(8)]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"blocked": COLUMN_2}, "column 2 has no square left for a queen"),
        ({"blocked": COLUMN_2 + ROW_4}, "row 4 has no square left for a queen"),
        ({"blocked": ROW_4[1:], "excluded": [(4, "falling")]}, "row 4 has no square left for a"),
        ({"blocked": ROW_4[1:], "excluded": [(5, "falling")]}, None),
        ({"excluded": [(k, "falling") for k in range(8)]}, "row 0 has no square left for a queen"),
        ({"blocked": ROW_4[1:], "torus": True, "excluded": [(12, "falling")]}, "row 4 has no squa"),
        ({"blocked": ROW_4[1:], "excluded": [(12, "falling")]}, None),
        ({"n": 100_000_000_000, "blocked": ROW_4}, None),
        ({}, None),
    ],
)
def test_a_row_or_column_without_a_square_is_seen(given, said):
    found = find_full_line(Queens(**{"n": 8, **given}))
    assert found is None if said is None else (found or "").startswith(said)


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("blocked", [COLUMN_2, ROW_4], ids=["column", "row"])
def test_a_board_with_a_line_without_a_square_is_searched_and_solved_as_any_other(blocked):
    pytest.importorskip("clingo")
    problem = Queens(8, blocked=blocked)
    for name in ("forward_checking", "cp_sat", "clingo"):
        assert methods.first(name, problem, Effort()) is None
    for kind in ALGORITHMS.values():
        for encoding in kind().encodings if "blocked" in kind().rules else ():
            found = solve(problem, kind(), Budget(300), seed=1, encoding=encoding)
            assert not found.solved
            assert recount(problem, found.values) == found.cost > 0


def test_one_meaning_has_one_form_and_one_key():
    one = Queens(9, torus=True, excluded=[(4, "rising"), (13, "rising"), (2, "falling")])
    other = Queens(9, torus=True, excluded=[(2, "falling"), (4, "rising")])
    assert one == other
    assert one.key == '{"excluded":[[2,"falling"],[4,"rising"]],"n":9,"torus":true}'
    assert Queens.from_key(one.key) == one
    assert Queens(2, regions=["XY", "YX"]).regions == ("AB", "BA")


def test_the_reason_against_a_user_s_class_has_the_line_that_repairs_it():
    class Own(Algorithm):
        pass

    remedy = (
        "; if its costs come from the state or from recount, add to the class: rules = "
        '("torus", "excluded", "blocked", "regions")'
    )
    excluded = Queens(8, excluded=[(0, "rising")])
    assert Own().supports(excluded) == f"Own takes no account of the rule excluded{remedy}"
    both = Queens(8, excluded=[(0, "rising")], torus=True)
    assert Own().supports(both) == f"Own takes no account of the rules torus, excluded{remedy}"
    placed = Queens(8, placed=[(0, 0)])
    condition = ', and "placed" if it moves no variable in space.problem.fixed'
    assert Own().supports(placed) == f"Own takes no account of the rule placed{remedy}{condition}"
    ours = type("Own", (Own,), {"rules": ("placed",)})()
    assert ours.supports(placed) is None
    assert ours.supports(excluded).endswith(
        'add to the class: rules = ("placed", "torus", "excluded", "blocked", "regions")'
    )
    assert type("Own", (Own,), {"rules": ("excluded",)})().supports(excluded) is None
