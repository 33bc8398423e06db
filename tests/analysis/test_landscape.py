"""What is measured of a landscape: against the twin, against textbooks, and in words."""

import json

import numpy as np
import pytest

from metaqueens.landscape import measure as measuring
from metaqueens.landscape.measure import NEIGHBOURHOODS, Number, measure
from metaqueens.landscape.table import MEASURES
from metaqueens.problem.space import Space
from metaqueens.queens.problem import Queens
from tests.landscape.oracle import Landscape


@pytest.fixture(scope="module")
def five():
    return measure(Queens(5), 1, 300)


@pytest.mark.parametrize(("name", "encoding"), NEIGHBOURHOODS.items())
def test_samples_are_near_what_all_boards_say(name, encoding):
    """Shares and means whose exact values the twin knows: no estimate may be far off."""
    space, twin = Space(Queens(5), encoding), Landscape(Queens(5), encoding, name)
    sampler = measuring.Sampler(space, space.moves(name), 7)
    measures, _ = sampler.measure_descents(1500)
    boards, ends = len(twin.boards), twin.ends()
    solved = [float(sum(of[k] for b, of in ends.items() if not twin.cost[b])) for k in (0, 1)]
    stuck = [float(sum(of[k] for b, of in ends.items() if twin.cost[b])) for k in (0, 1)]
    assert measures["cost"].value == pytest.approx(sum(twin.cost.values()) / boards, abs=0.15)
    assert measures["solved"].value == pytest.approx(solved[0] / boards, abs=0.06)
    assert measures["steps_solved"].value == pytest.approx(solved[1] / solved[0], abs=0.2)
    assert measures["steps_stuck"].value == pytest.approx(stuck[1] / stuck[0], abs=0.15)
    assert sampler.measure_correlation().value == pytest.approx(float(twin.correlation()), abs=0.03)
    moves = sum(map(len, twin.around.values())) / boards
    assert (measuring.count_boards(space), measuring.count_moves(space, name)) == (boards, moves)


def test_the_same_seed_gives_the_same_numbers_and_another_gives_others(five):
    again, other = (measure(Queens(5), seed, 300) for seed in (1, 2))
    assert json.dumps(again.as_json) == json.dumps(five.as_json)
    assert json.dumps(other.as_json) != json.dumps(five.as_json)


def test_one_neighbourhood_is_the_same_alone(five):
    (alone,) = measure(Queens(5), 1, 300, moves=("reassign",)).neighbourhoods
    assert alone == five.neighbourhoods[1]


@pytest.mark.parametrize("n", [5, 12])
def test_all_numbers_have_intervals_and_sizes(n):
    """Of small boards too, whatever the neighbourhood."""
    for one in measure(Queens(n), 1, 300).neighbourhoods:
        assert set(one.measures) == set(MEASURES)
        for key in ("cost", "solved", "solved_sideways", "correlation", "length"):
            number = one.measures[key]
            assert number.low <= number.value <= number.high
            assert number.samples == (measuring.WALKS if key in ("correlation", "length") else 300)


def test_rules_are_kept_and_a_board_without_solutions_has_a_landscape():
    none = measure(Queens(6, placed=[(0, 0)]), 1, 50)
    assert {one.measures["solved"].value for one in none.neighbourhoods} == {0}
    json.dumps(none.as_json, allow_nan=False)
    found = measure(Queens(7, placed=[(0, 0), (2, 1)]), 1, 50)
    assert [one.boards for one in found.neighbourhoods] == [120, 7**5, 7**5]
    assert [round(one.moves, 6) for one in found.neighbourhoods[:2]] == [10, 30]


def test_intervals_of_numbers():
    share = measuring.share(5, 10)
    assert 0.2 < share.low < 0.5 < share.high < 0.8
    assert measuring.mean([1.0, 2.0, 3.0]).low == pytest.approx(2 - 4.302653 / 3**0.5, rel=1e-6)
    assert np.isnan(measuring.mean([1.0]).low)
    unknown = measuring.mean([])
    assert np.isnan(unknown[:3]).all()
    assert unknown.samples == 0


def test_the_length_is_where_an_exponential_falls_to_one_by_e():
    low, high = (np.exp(-1 / length) for length in (2, 3))
    for correlation, expected in ((np.exp(-1 / 7), 7), (0.0, np.nan), (1.0, np.inf)):
        found = measuring.length(Number(correlation, low, high, 30))
        assert found.value == pytest.approx(expected, nan_ok=True)
    assert measuring.length(Number(0.65, low, high, 30))[1:] == pytest.approx((2, 3, 30))


def test_fewer_descents_where_they_are_long():
    assert [measuring.default_descents(n) for n in (100, 200, 500)] == [1000, 125, 30]
