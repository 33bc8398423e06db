"""The boards of a league: drawn from its key, and every one has a solution."""

import numpy as np
import pytest

from metaqueens.arena import boards
from metaqueens.queens.check import recount
from metaqueens.queens.generators import draw_blocked_squares, draw_diagonals, plant_regions
from metaqueens.queens.problem import RULES, Queens
from metaqueens.search.solve import solve


@pytest.fixture(scope="module")
def rounds():
    """All rounds of a league, two boards of each kind."""
    return [boards.draw(5, number, 10) for number in range(1, boards.ROUNDS + 1)]


def test_the_boards_follow_from_the_key(rounds):
    assert boards.draw(5, 2, 10) == rounds[1]
    # Fewer are the same ones, without the last.
    assert boards.draw(5, 2, 9) == rounds[1][:9]
    other = boards.draw(6, 2, 10)
    assert all(a.problem != b.problem for a, b in zip(rounds[1], other, strict=True))


def test_no_two_boards_are_alike(rounds):
    keys = [one.problem.key for asked in rounds for one in asked]
    assert len({*keys}) == len(keys)
    names = [one.name for asked in rounds for one in asked]
    assert len({*names}) == len(names)


def test_all_rules_are_there_each_round_larger_ones(rounds):
    """All but the torus: a line solves those of its boards whose solution can be drawn."""
    assert {rule for one in rounds[0] for rule in one.problem.rules} == {"placed"}
    for asked in rounds[1:]:
        assert {rule for one in asked for rule in one.problem.rules} == {*RULES} - {"torus"}
        assert not any(one.problem.is_plain for one in asked)
    assert all(4 <= one.problem.n <= 20 for one in rounds[0])
    sizes = [np.mean([one.problem.n for one in asked]) for asked in rounds]
    assert sizes == sorted(sizes)


@pytest.mark.parametrize("at", range(5))
def test_a_board_of_the_second_round_has_a_solution(rounds, at):
    from metaqueens.contestants.registry import class_of
    from metaqueens.search.budget import Budget

    found = solve(rounds[1][at].problem, class_of("cp_sat")(), Budget(seconds=120.0), seed=1)
    assert found.solved


@pytest.mark.parametrize("seed", range(5))
def test_drawn_rules_leave_the_solution(seed):
    rng = np.random.default_rng(seed)
    modular = 2 * np.arange(13) % 13
    assert recount(Queens(13, torus=True), modular) == 0
    squares = draw_blocked_squares(13, None, 4, rng, modular)
    assert recount(Queens(13, torus=True, blocked=tuple(squares)), modular) == 0
    diagonals = tuple(draw_diagonals(13, 14, rng, modular))
    assert recount(Queens(13, excluded=diagonals), modular) == 0
    # Without the solution some of the same diagonals are taken that it stands on.
    assert recount(Queens(13, excluded=tuple(draw_diagonals(13, 14, rng))), modular) > 0
    regions, answer = plant_regions(9, rng)
    assert recount(Queens(9, regions=regions), answer) == 0


def test_a_completion_is_no_line_on_the_torus(rounds):
    """A line has a slope and a first row: two placed queens have one, which others must miss."""
    completions = [one.problem for asked in rounds for one in asked if one.kind == "completion"]
    assert len(completions) == 2 * (boards.ROUNDS - 1)
    for problem in completions:
        n, columns = problem.n, np.arange(problem.n)
        (row, column), (other, further), *rest = problem.placed
        slopes = np.flatnonzero((columns * (further - column) - (other - row)) % n == 0)
        for slope in slopes:
            assert any((row + slope * (c - column) - r) % n for r, c in rest)
