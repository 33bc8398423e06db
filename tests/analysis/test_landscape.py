"""What is measured of a landscape: against the twin, against textbooks, and in words."""

import json

import numpy as np
import pytest

from metaqueens.core.moves import Moves
from metaqueens.landscape import facts, measure as measuring, sampled
from metaqueens.landscape.exact import enumerated
from metaqueens.landscape.facts import Number
from metaqueens.landscape.ground import priced
from metaqueens.landscape.measure import LARGEST, measure, require_landscape
from metaqueens.landscape.table import table
from metaqueens.problem.queens import Queens
from metaqueens.problem.space import Space
from metaqueens.text.errors import UserError
from tests.landscape.oracle import Landscape, pearson


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
    cost, ends, far = twin.cost, twin.ends(), twin.distances()
    plateaus = twin.plateaus()
    is_open = {board: one for plateau, one in plateaus for board in plateau}
    chance = float(sum(p for board, (p, _) in ends.items() if cost[board] == 0))
    steps = float(sum(s for board, (_, s) in ends.items() if cost[board] == 0))
    on_open = float(sum(p for board, (p, _) in ends.items() if is_open[board]))
    closed = [plateau for plateau, is_open in plateaus if not is_open]
    assert one.is_exact
    assert one.boards == len(twin.boards)
    unsolved = sum(cost[next(iter(plateau))] > 0 for plateau in closed)
    assert one.optima == {
        "closed": len(closed),
        "unsolved": unsolved,
        "solved": len(closed) - unsolved,
        "is_open": len(plateaus) - len(closed),
    }
    boards = twin.boards
    expected = {
        "cost": sum(cost.values()) / one.boards,
        "solved": chance / one.boards,
        "steps_solved": steps / chance,
        "ends_open": on_open / (one.boards - chance),
        "distance": sum(far.values()) / one.boards,
        "fdc": pearson([cost[b] for b in boards], [far[b] for b in boards]),
        "correlation": float(twin.correlation()),
    }
    found = {key: one.measures[key].value for key in expected}
    assert found == pytest.approx(expected)


def test_by_swap_on_a_torus_of_seven_every_local_optimum_is_strict():
    ground = priced(Space(Queens(7, torus=True), "permutation"))
    found = enumerated(ground, Moves.SWAP)
    assert found["positions"]["local minimum"].value == 0
    assert found["optima"]["unsolved"] == 196


def test_samples_contain_what_enumeration_finds(five):
    """Nine shares and means whose exact values are known: no interval may be far off."""
    for one in five.neighbourhoods:
        space = Space(Queens(5), one.encoding)
        sampler = sampled.Sampler(space, space.moves(one.name), 7)
        descents = sampler.descents(1500)
        measures = sampled.descended(sampler, descents)
        assert measures["solved"].value == pytest.approx(one.measures["solved"].value, abs=0.06)
        exact = one.measures["steps_stuck"].value
        assert measures["steps_stuck"].value == pytest.approx(exact, abs=0.15)
        positions = sampled.positioned(sampler, 1500)["positions"]
        for name, share in one.positions.items():
            assert positions[name].value == pytest.approx(share.value, abs=0.06)


def test_the_same_seed_gives_the_same_numbers_and_another_only_other_samples(five):
    again = measure(Queens(5), 1, 300)
    assert json.dumps(again.as_json) == json.dumps(five.as_json)
    other = measure(Queens(5), 2, 300)
    assert json.dumps(other.as_json) != json.dumps(five.as_json)
    exact = ("solved", "fdc")
    for one, same in zip(other.neighbourhoods, five.neighbourhoods, strict=True):
        assert [one.measures[key] for key in exact] == [same.measures[key] for key in exact]


def test_one_neighbourhood_is_the_same_alone(five):
    (alone,) = measure(Queens(5), 1, 300, moves=("reassign",)).neighbourhoods
    assert alone == five.neighbourhoods[1]


def test_sampled_numbers_have_intervals_and_sizes(twelve):
    for one in twelve.neighbourhoods:
        assert not one.is_exact
        assert one.optima is None
        assert not {"ends_open", "distance", "fdc"} & set(one.measures)
        descents = [one.measures[key] for key in ("solved", "solved_sideways")]
        for number in (*descents, *one.positions.values()):
            assert number.low <= number.value <= number.high
            assert number.samples == 300
    assert twelve.neighbourhoods[0].measures["correlation"].samples is None, "theory is exact"
    assert twelve.neighbourhoods[2].measures["correlation"].samples == sampled.WALKS


def test_a_small_sample_is_called_small():
    found = measure(Queens(9), 1, 20, temperatures=(0.0,))
    assert any("a small sample: 20 random boards" in note for note in table(found).notes)
    assert not any("small" in note for note in table(measure(Queens(4), 1, 200)).notes)


def test_a_board_without_solutions_has_a_landscape():
    found = measure(Queens(6, placed=[(0, 0)]), 1, 50)
    for one in found.neighbourhoods:
        assert one.measures["solved"].value == 0
        assert one.measures["distance"].value >= 0
    json.dumps(found.as_json, allow_nan=False)


def test_rules_are_kept_and_placed_queens_stay():
    found = measure(Queens(7, placed=[(0, 0), (2, 1)]), 1, 50)
    assert [one.boards for one in found.neighbourhoods] == [120, 7**5, 7**5]
    assert [round(one.moves, 6) for one in found.neighbourhoods[:2]] == [10, 30]


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (Queens(3), "N: expected 4 to 500 queens, got 3"),
        (Queens(LARGEST + 1), "N: expected 4 to 500 queens, got 501"),
    ],
)
def test_what_has_no_landscape_is_refused(problem, said):
    with pytest.raises(UserError, match=said):
        require_landscape(problem)


@pytest.mark.parametrize("k", range(3))
def test_restarts_are_priced_as_a_search_would(five, k):
    """Each descent prices all moves at each board that it visits; the last one ends at once.

    By step some boards have more moves than others, and descents see more of these.
    """
    one = five.neighbourhoods[k]
    twin = Landscape(Queens(5), one.encoding, one.name)
    found = {key: number.value for key, number in one.measures.items()}
    p, priced = found["solved"], found["priced"]
    assert priced == pytest.approx(float(twin.priced()) / one.boards)
    assert found["evaluations_with_restarts"] == pytest.approx((1 + priced) / p)
    by_steps = (1 - p) * (found["steps_stuck"] + 1) + p * found["steps_solved"]
    assert (priced == pytest.approx(by_steps * one.moves)) == (one.name != "step")


def test_intervals_of_numbers():
    share = facts.share(5, 10)
    assert 0.2 < share.low < 0.5 < share.high < 0.8
    assert facts.mean([1.0, 2.0, 3.0]).low == pytest.approx(2 - 4.302653 / 3**0.5, rel=1e-6)
    assert np.isnan(facts.mean([1.0]).low)
    assert Number(float("nan")).as_json == {"value": None, "exact": True}


def test_fewer_descents_where_they_are_long():
    assert measuring.descents_for(100) == 1000
    assert measuring.descents_for(200) == 125
    assert measuring.descents_for(500) == 30


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(("name", "encoding"), [("swap", "permutation"), ("reassign", "rows")])
def test_where_every_descent_solves_the_chance_is_one(name, encoding):
    """On a torus of five only solutions are closed, and rounding leaves no board stuck."""
    ground = priced(Space(Queens(5, torus=True), encoding))
    found = enumerated(ground, Moves[name.upper()])
    assert found["optima"]["unsolved"] == 0
    assert found["measures"]["solved"].value == 1
    assert np.isnan(found["measures"]["steps_stuck"].value)
