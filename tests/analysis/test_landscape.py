"""What is measured of a landscape: against the twin, against textbooks, and in words."""

import json

import numpy as np
import pytest

from metaqueens.core.choices import Moves
from metaqueens.landscape import facts, measure as measuring, sampled
from metaqueens.landscape.exact import enumerated
from metaqueens.landscape.facts import Number
from metaqueens.landscape.ground import priced
from metaqueens.landscape.measure import measure
from metaqueens.landscape.table import table
from metaqueens.problem.queens import Queens
from metaqueens.problem.space import Space
from tests.landscape.oracle import Landscape


@pytest.fixture(scope="module")
def five():
    return measure(Queens(5), 1, 300)


@pytest.fixture(scope="module")
def twelve():
    return measure(Queens(12), 1, 300)


@pytest.mark.parametrize("k", range(3))
def test_an_enumerated_landscape_is_the_twins(five, k):
    one = five.neighbourhoods[k]
    twin = Landscape(Queens(5), one.encoding, one.name)
    boards, cost, ends = twin.boards, twin.cost, twin.ends()
    plateaus = twin.plateaus()
    is_open = {board: one for plateau, one in plateaus for board in plateau}
    chance = float(sum(p for board, (p, _) in ends.items() if cost[board] == 0))
    steps = float(sum(s for board, (_, s) in ends.items() if cost[board] == 0))
    on_open = float(sum(p for board, (p, _) in ends.items() if is_open[board]))
    closed = [plateau for plateau, is_open in plateaus if not is_open]
    assert (one.is_exact, one.boards) == (True, len(boards))
    assert one.moves == pytest.approx(sum(map(len, twin.around.values())) / one.boards)
    expected = {
        "closed_unsolved": sum(cost[next(iter(plateau))] > 0 for plateau in closed),
        "open": len(plateaus) - len(closed),
        "cost": sum(cost.values()) / one.boards,
        "solved": chance / one.boards,
        "steps_solved": steps / chance,
        "ends_open": on_open / (one.boards - chance),
        "correlation": float(twin.correlation()),
    }
    assert {key: one.measures[key].value for key in expected} == pytest.approx(expected)


def test_by_swap_on_a_torus_of_seven_every_local_optimum_is_strict():
    ground = priced(Space(Queens(7, torus=True), "permutation"))
    found = enumerated(ground, Moves.SWAP)
    assert found["other_minima"].value == 0
    assert found["closed_unsolved"].value == 196


def test_samples_contain_what_enumeration_finds(five):
    """Shares and means whose exact values are known: no interval may be far off."""
    for one in five.neighbourhoods:
        space = Space(Queens(5), one.encoding)
        sampler = sampled.Sampler(space, space.moves(one.name), 7)
        measures = sampler.descents(1500).measures
        assert measures["solved"].value == pytest.approx(one.measures["solved"].value, abs=0.06)
        exact = one.measures["steps_stuck"].value
        assert measures["steps_stuck"].value == pytest.approx(exact, abs=0.15)
        walked = sampler.correlation()
        assert walked.value == pytest.approx(one.measures["correlation"].value, abs=0.03)


def test_the_same_seed_gives_the_same_numbers_and_another_only_other_samples(five):
    again = measure(Queens(5), 1, 300)
    assert json.dumps(again.as_json) == json.dumps(five.as_json)
    other = measure(Queens(5), 2, 300)
    assert json.dumps(other.as_json) != json.dumps(five.as_json)
    exact = ("solved", "strict_minima")
    for one, same in zip(other.neighbourhoods, five.neighbourhoods, strict=True):
        assert [one.measures[key] for key in exact] == [same.measures[key] for key in exact]


def test_one_neighbourhood_is_the_same_alone(five):
    (alone,) = measure(Queens(5), 1, 300, moves=("reassign",)).neighbourhoods
    assert alone == five.neighbourhoods[1]


def test_sampled_numbers_have_intervals_and_sizes(twelve):
    for one in twelve.neighbourhoods:
        assert not one.is_exact
        assert not {"strict_minima", "closed_unsolved", "ends_open"} & set(one.measures)
        for number in (one.measures[key] for key in ("solved", "solved_sideways")):
            assert number.low <= number.value <= number.high
            assert number.samples == 300
        assert one.measures["correlation"].samples == sampled.WALKS


def test_a_small_sample_is_called_small():
    found = measure(Queens(9), 1, 20, temperatures=(0.0,))
    assert any("a small sample: 20 random boards" in note for note in table(found).notes)
    assert not any("small" in note for note in table(measure(Queens(4), 1, 200)).notes)


def test_rules_are_kept_and_a_board_without_solutions_has_a_landscape():
    none = measure(Queens(6, placed=[(0, 0)]), 1, 50)
    assert {one.measures["solved"].value for one in none.neighbourhoods} == {0}
    json.dumps(none.as_json, allow_nan=False)
    found = measure(Queens(7, placed=[(0, 0), (2, 1)]), 1, 50)
    assert [one.boards for one in found.neighbourhoods] == [120, 7**5, 7**5]
    assert [round(one.moves, 6) for one in found.neighbourhoods[:2]] == [10, 30]


def test_intervals_of_numbers():
    share = facts.share(5, 10)
    assert 0.2 < share.low < 0.5 < share.high < 0.8
    assert facts.mean([1.0, 2.0, 3.0]).low == pytest.approx(2 - 4.302653 / 3**0.5, rel=1e-6)
    assert np.isnan(facts.mean([1.0]).low)
    assert Number(float("nan")).as_json == {"value": None, "exact": True}


def test_the_length_is_where_an_exponential_falls_to_one_by_e():
    assert facts.length(Number(np.exp(-1 / 7))).value == pytest.approx(7)
    assert np.isnan(facts.length(Number(0.0)).value)
    assert facts.length(Number(1.0)).value == np.inf
    low, high = (np.exp(-1 / length) for length in (2, 3))
    assert facts.length(Number(0.65, low, high, 30))[1:] == pytest.approx((2, 3, 30))


def test_fewer_descents_where_they_are_long():
    assert [measuring.descents_for(n) for n in (100, 200, 500)] == [1000, 125, 30]


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(("name", "encoding"), [("swap", "permutation"), ("reassign", "rows")])
def test_where_every_descent_solves_the_chance_is_one(name, encoding):
    """On a torus of five only solutions are closed, and rounding leaves no board stuck."""
    ground = priced(Space(Queens(5, torus=True), encoding))
    found = enumerated(ground, Moves[name.upper()])
    assert found["closed_unsolved"].value == 0
    assert found["solved"].value == 1
    assert np.isnan(found["steps_stuck"].value)
