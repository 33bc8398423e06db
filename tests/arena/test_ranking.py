"""Scores and ranks: what a run earns, and that equal contestants share a rank."""

import csv
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from experiments.statistics import league as study
from metaqueens.analysis.inference.significance import adjust_holm
from metaqueens.arena.boards import ROUNDS
from metaqueens.arena.ranking import (
    DRAWS,
    DRAWS_PER_PAIR,
    SIGNIFICANT,
    find_better,
    find_min_boards,
    places,
    share,
)

STUDY = Path(__file__).parents[2] / "experiments/statistics/league.py"


@pytest.mark.parametrize(
    ("cost", "thirds"), [(100.0, 1), (10.0, 2), (1.0, 3), (0.0, 3), (31.6227766, 1.5)]
)
def test_what_a_run_earns_and_that_an_unsolved_board_earns_nothing(cost, thirds):
    assert share(True, cost, 100.0) == pytest.approx(thirds / 3)
    assert share(False, cost, 100.0) == 0


def test_few_conflicts_earn_less_than_a_solution():
    shares = [share(False, 100.0, 100.0, left) for left in (0, 1, 2, 10)]
    assert shares == [pytest.approx(at) for at in (1 / 6, 1 / 6, 1 / 12, 1 / 60)]
    assert share(True, 100.0, 100.0, 0) > shares[0]


def test_all_points_of_all_rounds_are_a_hundred():
    rounds = np.repeat(np.arange(1, ROUNDS + 1), 3)
    first, second = places(np.tile([1.0, 0.5], (len(rounds), 1)), rounds, ROUNDS)
    assert (first.score, second.score) == (pytest.approx(100), pytest.approx(50))
    assert (first.low, first.high) == (pytest.approx(100), pytest.approx(100))
    assert (first.rank, second.rank) == (1, 2)


def test_rounds_that_were_not_played_earn_nothing():
    (only,) = places(np.ones((4, 1)), np.array([1, 1, 2, 2]), ROUNDS)
    assert only.score == pytest.approx(100 * 3 / 45)
    assert only.rank == 1


def test_equal_ones_share_a_rank():
    rng = np.random.default_rng(1)
    shares = rng.random((40, 1)).repeat(6, axis=1)
    shares[:, 5] /= 10
    found = places(shares, np.ones(40, int), ROUNDS)
    assert [one.rank for one in found] == [1, 1, 1, 1, 1, 6]


def test_a_contestant_without_a_point_has_no_rank_and_is_in_no_pair():
    rounds = np.ones(6, int)
    shares = np.tile([0.0, 0.5, 1.0, 0.0], (6, 1))
    assert [place.rank for place in places(shares, rounds, 1)] == [None, 2, 1, None]
    assert [place.rank for place in places(shares[:, ::3], rounds, 1)] == [None, None]
    assert [place.rank for place in places(shares[:, 1:2], rounds, 1)] == [1]


@pytest.mark.parametrize("contestants", [2, 3, 6, 20])
def test_no_smaller_number_of_boards_can_make_a_difference_significant(contestants):
    least = find_min_boards(contestants)
    pairs = contestants * (contestants - 1) // 2
    assert pairs * 2 / 2**least < SIGNIFICANT < pairs * 2 / 2 ** (least - 1)


def test_few_boards_tell_nobody_apart():
    points = np.array([[1.0, 0.0]] * 5)  # of 32 signs two are as extreme
    assert not find_better(points).any()
    assert find_better(np.array([[1.0, 0.0]] * 8))[0, 1]


def read_study(contestants):
    with study.TABLE.open() as file:
        return [row for row in csv.DictReader(file) if int(row["contestants"]) == contestants]


@pytest.mark.parametrize("contestants", study.LEAGUES)
def test_at_most_one_league_in_twenty_of_equal_contestants_names_a_winner(contestants):
    rows = read_study(contestants)
    assert [row["kind"] for row in rows] == [*study.KINDS]
    for row in rows:
        leagues = int(row["leagues"])
        assert leagues == study.LEAGUES[contestants]
        # The largest number that a rate of 5 % exceeds in 1 of 100 studies.
        limit = stats.binom.ppf(0.99, leagues, 0.05)
        assert int(row["winner"]) <= limit
        assert int(row["any"]) <= limit


def test_the_pages_have_the_counts_of_the_table():
    def add_up(contestants, column):
        return sum(int(row[column]) for row in read_study(contestants))

    root = STUDY.parents[2]
    page, guide = (
        " ".join((root / name).read_text(encoding="utf-8").split())
        for name in ("docs/reference/statistical-methods.md", "docs/how-to/competition.md")
    )
    counts = [int(row["any"]) for row in read_study(20)]
    winners, leagues = add_up(2, "winner"), add_up(2, "leagues")
    assert add_up(20, "winner") == 0
    assert f"none named a winner, and {min(counts)} to {max(counts)} told any two apart" in page
    assert f"Of {leagues:,} leagues of two equal contestants {winners} named a winner" in page
    share = f"{100 * winners / leagues:.1f} %"
    assert f"none of {add_up(20, 'leagues')} named a winner" in guide
    assert f"{winners} of {leagues:,} ({share}) did" in guide
    two, six, twenty = map(find_min_boards, (2, 6, 20))
    assert f"below {two} boards with 2 contestants, {six} with 6, and {twenty} with 20" in guide


@pytest.mark.parametrize("kind", ["steady", "usual", "erratic"])
def test_the_simulation_is_the_one_in_the_table(kind):
    found = [study.league(kind, number) for number in range(6)]
    assert found == [study.league(kind, number) for number in range(6)]
    assert not any(winner for winner, _, _ in found)


def better_by_all_draws(points):
    """The slow twin: every sign for every pair."""
    pairs = [*combinations(range(points.shape[1]), 2)]
    gaps = np.array([points[:, one] - points[:, other] for one, other in pairs]).T
    draws, seen = max(DRAWS, DRAWS_PER_PAIR * len(pairs)), gaps.sum(axis=0)
    signs = np.random.default_rng(0).integers(0, 2, (draws, len(points)), np.int8) * 2.0 - 1
    extreme = (np.abs(signs @ gaps) >= np.abs(seen) - 1e-9).sum(axis=0)
    found = np.zeros((points.shape[1],) * 2, np.bool_)
    for pair, gap, p in zip(pairs, seen, adjust_holm((extreme + 1) / (draws + 1)), strict=True):
        found[pair if gap > 0 else pair[::-1]] = p < SIGNIFICANT
    return found


def test_a_slow_twin_takes_the_same_decisions():
    rng = np.random.default_rng(5)
    for _ in range(20):
        power = np.exp(rng.normal(size=8) * 0.6)
        points = np.round(rng.random((40, 8)) ** power * 3) * rng.integers(1, 9, (40, 1)) / 3
        assert (find_better(points) == better_by_all_draws(points)).all()
