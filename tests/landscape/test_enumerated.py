"""Every board numbered, priced and looked at, against the slow twin."""

from contextlib import nullcontext
from threading import Event

import numpy as np
import pytest

from metaqueens.core.choices import Moves
from metaqueens.landscape import basins, plateaus
from metaqueens.landscape.ground import is_small, neighbours, priced, rank, read_digits, room
from metaqueens.problem.queens import Queens
from metaqueens.problem.space import Space
from tests.conftest import as_python

from .oracle import Landscape

NEIGHBOURHOODS = {"swap": "permutation", "reassign": "rows", "step": "rows"}
PROBLEMS = {
    "plain 5": Queens(5),
    "plain 4": Queens(4),
    # The rule alone, as the command's tests have it: with another it has machine code of its own.
    "placed": Queens(6, placed=[(1, 0), (5, 3)]),
    # As Python runs them: each rule has machine code of its own.
    "placed and blocked": Queens(5, placed=[(1, 0), (3, 3)], blocked=[(2, 2)]),
    "torus": Queens(4, torus=True),
    "excluded": Queens(4, excluded=[(2, "rising"), (5, "falling")]),
    "regions": Queens(4, regions=["AABB", "ACBB", "CCCB", "DDDD"]),
}
COMPILED = ("plain 5", "plain 4", "placed")


@pytest.fixture(
    params=[(problem, name) for problem in PROBLEMS for name in NEIGHBOURHOODS],
    ids=lambda one: "-".join(one),
    scope="module",
)
def case(request):
    """The landscape by the kernels, and by the twin: ground, kind, boards by number, twin."""
    problem, name = PROBLEMS[request.param[0]], request.param[1]
    encoding = NEIGHBOURHOODS[name]
    kind = Moves[name.upper()]
    with nullcontext() if request.param[0] in COMPILED else as_python():
        ground = priced(Space(problem, encoding))
        boards = boards_by_number(ground, kind, problem)
        yield ground, kind, boards, Landscape(problem, encoding, name)


def boards_by_number(ground, kind, problem):
    queens = np.zeros(problem.n, np.int64)
    for row, column in problem.placed:
        queens[column] = row
    digits, found = np.empty(ground.columns.size, np.int64), []
    for index in range(ground.size):
        read_digits(kind, ground, index, digits)
        assert index == (rank(digits) if kind == Moves.SWAP else digits @ ground.weights)
        queens[ground.columns] = ground.rows[digits]
        found.append(tuple(queens.tolist()))
    return found


def surveyed(ground, kind):
    survey = plateaus.Survey.empty(ground)
    plateaus.look_around(ground, kind, survey)
    return survey


def test_every_board_has_a_number_and_its_price(case):
    ground, _, boards, twin = case
    assert sorted(boards) == sorted(twin.boards)
    assert [twin.cost[board] for board in boards] == ground.costs.tolist()


def test_neighbours_are_all_of_them(case):
    ground, kind, boards, twin = case
    space = room(ground)
    for index, board in enumerate(boards):
        count = neighbours(kind, ground, index, space)
        found = [boards[other] for other in space.near[:count]]
        assert sorted(found) == sorted(twin.around[board])


def test_a_survey_finds_minima_plateaus_and_the_correlation_of_a_walk(case):
    """Plateaus are connected sets of one cost; sums of the costs give the correlation."""
    ground, kind, boards, twin = case
    survey = surveyed(ground, kind)
    kinds = [twin.kinds(board) for board in boards]
    minima = [equal for worse, equal, better in kinds if worse and not better]
    assert survey.minima.tolist() == [len(minima), minima.count(False)]
    assert survey.lower.tolist() == [better for _, _, better in kinds]
    moves, first, second, together = survey.sums
    mean = first / moves
    value = (together / moves - mean**2) / (second / moves - mean**2)
    assert value == pytest.approx(float(twin.correlation()))
    least, is_open = plateaus.plateaus(survey)
    sets = {
        frozenset(boards[k] for k in np.flatnonzero(survey.parent == one)): bool(is_open[one])
        for one in least
    }
    assert sets == {frozenset(plateau): is_open for plateau, is_open in twin.plateaus()}
    assert is_open.tolist() == is_open[survey.parent].tolist()


def test_descents_flow_where_the_twin_says(case):
    ground, kind, boards, twin = case
    flow = basins.sources(ground)
    basins.flowed(ground, kind, flow, Event())
    ends = twin.ends()
    expected = [tuple(map(float, ends.get(board, (0, 0)))) for board in boards]
    np.testing.assert_allclose(flow, expected, rtol=1e-12, atol=1e-12)


def test_eight_queens_are_small_and_nine_are_not_on_rows():
    assert is_small(Space(Queens(8), "rows"))
    assert not is_small(Space(Queens(9), "rows"))
    assert is_small(Space(Queens(9), "permutation"))
    assert not is_small(Space(Queens(10), "permutation"))
