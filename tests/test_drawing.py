"""Boards as SVG: which queens are red, and that notebooks get the picture."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given

from metaqueens import Budget, HillClimbing, Queens, solve
from metaqueens.queens import drawing
from metaqueens.queens.check import pairs_of

from .oracle import guards
from .problem.boards import BOARDS


def paths(picture: str) -> dict[tuple[str, str], str]:
    """What is drawn, by its fill and its stroke."""
    root = ET.fromstring(picture)
    return {(path.get("fill", ""), path.get("stroke", "")): path.get("d", "") for path in root}


@pytest.mark.parametrize(
    ("queens", "pairs"),
    [
        ([1, 3, 0, 2], []),
        ([0, 1, 2], [(0, 1), (1, 2)]),
        ([2, 2, 2], [(0, 1), (1, 2)]),
        ([0, 2, 1, 3], [(0, 3), (1, 2)]),
    ],
)
def test_neighbours_on_a_line_attack_each_other(queens, pairs):
    assert pairs_of(Queens(len(queens)), np.array(queens)) == pairs


@given(BOARDS)
def test_a_queen_is_marked_where_it_has_guards_and_only_there(queens):
    alone = {
        column
        for column in range(len(queens))
        if not any(
            other != column and abs(queens[other] - queens[column]) in (0, abs(other - column))
            for other in range(len(queens))
        )
    }
    marked = {column for pair in pairs_of(Queens(len(queens)), np.array(queens)) for column in pair}
    assert marked == set(range(len(queens))) - alone


def test_attacked_queens_differ_by_more_than_their_colour():
    drawn = paths(Queens(6).picture(np.array([0, 1, 3, 5, 2, 4])))
    assert drawn[drawing.ATTACKED, ""].count("M") == 2
    assert drawn[drawing.LIGHT, drawing.ATTACKED].count("M") == 2
    assert drawn[drawing.QUEEN, ""].count("M") == 4
    assert drawn["", drawing.ATTACKED] == "M0.5 0.5L1.5 1.5"


def test_a_result_shows_its_board_and_how_it_was_found():
    result = solve(Queens(8), HillClimbing(), Budget(50_000), seed=1)
    shown = result._repr_html_()
    assert Queens(8).picture(result.values) in shown
    assert f"8 queens by HillClimbing: solved after {result.evaluations:,} evaluations" in shown
    ET.fromstring(shown)
    one = solve(Queens(1), HillClimbing(), Budget(10), seed=1)
    assert "1 queen by HillClimbing: solved after 1 evaluation," in one._repr_html_()
    stuck = solve(Queens(8), HillClimbing(restarts=0, sideways=0), Budget(50_000), seed=3)
    assert "left, stuck in a local minimum: none of its 28 moves is better" in stuck._repr_html_()
    assert "stuck in a local minimum" in str(stuck)
    large = solve(Queens(101), HillClimbing(), Budget(10), seed=1)
    assert "<svg" not in large._repr_html_()
    assert f"{guards(large.values)} attacking pairs left" in large._repr_html_()


@given(BOARDS.filter(lambda queens: len(queens) > 1))
def test_on_a_torus_a_line_leads_to_the_nearest_copy_that_is_attacked(queens):
    n, problem = len(queens), Queens(len(queens), torus=True)
    for one, other in pairs_of(problem, np.array(queens)):
        across, down = drawing.image(queens, one, other, torus=True)
        copies = {
            (x, y): (other + x * n - one, queens[other] + y * n - queens[one])
            for x in (-1, 0, 1)
            for y in (-1, 0, 1)
        }
        attacked = [step for step in copies.values() if not step[1] or abs(step[0]) == abs(step[1])]
        step = copies[across, down]
        assert step in attacked
        assert max(map(abs, step)) == min(max(map(abs, one)) for one in attacked)
        lines = drawing.segments(queens, one, other, (across, down))
        assert len(lines) == (1 if (across, down) == (0, 0) else 2)
        for x, y, to_x, to_y in lines:
            assert to_y == y or abs(to_x - x) == abs(to_y - y)


def test_the_cross_of_a_square_is_seen_beside_the_queen_on_it():
    marks = drawing.Marks(pairs=[], alone=[1], barred=[(0, 0), (2, 1)])
    picture = drawing.svg([1, 2, 0], marks=marks)
    assert f'd="M1 2{drawing.UNDER}"' in picture
    # Below the ring, whose filling would hide a cross of the usual size.
    assert picture.index(drawing.UNDER) < picture.index(drawing.RING)
    assert drawing.UNDER not in drawing.svg([1, 0, 2], marks=marks)
