"""Local search by acceptance, iterated local search, random baselines: as slow twins do it."""

from math import factorial

import numpy as np
import pytest

from metaqueens import (
    Budget,
    IteratedLocalSearch,
    LocalSearch,
    Queens,
    RandomSearch,
    solve,
)
from metaqueens.algorithms.local_search import (
    GreatDeluge,
    LateAcceptance,
    Metropolis,
    RecordToRecord,
    Threshold,
)
from metaqueens.text.errors import UserError
from tests import oracle

from . import twins
from .test_trajectories import agree, start

MOVES = pytest.mark.parametrize(
    ("encoding", "name"), [("permutation", "swap"), ("rows", "reassign")]
)


def drawn(name, queens, draws):
    i = draws.below(len(queens))
    after = oracle.moved(
        name, queens, i, draws.other(len(queens), i if name == "swap" else queens[i])
    )
    return after, oracle.guards(after) - oracle.guards(queens)


def local_search(name, queens, draws, passes, remember=lambda best, guards: None):
    """Moves are made where ``passes`` lets them."""
    best = twins.Best(queens)
    yield best.state(queens)
    while best.cost > 0:
        guards = oracle.guards(queens)
        after, change = drawn(name, queens, draws)
        best.evaluations += 1
        if passes(best, guards, change, draws):
            queens, best.steps = after, best.steps + 1
        state = best.state(queens)
        remember(best, oracle.guards(queens))
        yield state


class Late:
    """Burke & Bykov's list, raised where nothing got better for long."""

    def __init__(self, length, rise, patience, guards):
        self.length, self.rise, self.patience = length, rise, patience
        self.list, self.fewest, self.since = [guards] * length, guards, 1

    def passes(self, best, guards, change, draws):
        return change <= 0 or guards + change <= self.list[(best.evaluations - 1) % self.length]

    def remember(self, best, guards):
        place = (best.evaluations - 1) % self.length
        self.list[place] = min(self.list[place], guards)
        if best.evaluations % self.length:
            return
        if guards < self.fewest:
            self.fewest, self.since = guards, best.evaluations
        elif best.evaluations - self.since >= self.patience:
            self.list = [guards + self.rise] * self.length
            self.fewest, self.since = guards + self.rise, best.evaluations


class Water:
    """The level of a deluge, set anew for 64 evaluations at a time."""

    def __init__(self, rise, length, guards):
        self.rise, self.length, self.top = rise, length, guards

    def passes(self, best, guards, change, draws):
        before = best.evaluations - 1
        if before % 64 == 0 and before >= self.length and before % self.length < 64:
            self.top = guards + self.rise
        level = self.top * (1 - (before - before % 64) % self.length / self.length)
        return change <= 0 or guards + change <= level


def threshold(highest, length):
    def passes(best, guards, change, draws):
        before = best.evaluations - 1
        return change <= highest * (1 - (before - before % 64) % length / length)

    return passes


@MOVES
@pytest.mark.parametrize("n", [6, 12])
def test_every_criterion_passes_what_its_twin_passes(encoding, name, n):
    made = []
    for seed in range(4):
        queens, draws = start(encoding, n, seed)
        guards = oracle.guards(queens)
        late, water = Late(7, 2, 60, guards), Water(2.0, 150, guards)
        cases = [
            (LateAcceptance(length=7, rise=2, patience=60), late.passes, late.remember),
            (GreatDeluge(rise=2.0, length=150), water.passes, None),
            (Threshold(highest=2.5, length=130), threshold(2.5, 130), None),
            (
                RecordToRecord(deviation=2),
                lambda best, guards, change, _: guards + change <= best.cost + 2,
                None,
            ),
            (
                Metropolis(temperature=0.7),
                lambda _, guards, change, draws: (
                    change <= 0 or draws.uniform() < np.exp(-change / 0.7)
                ),
                None,
            ),
        ]
        for acceptance, passes, remember in cases:
            queens, draws = start(encoding, n, seed)
            twin = local_search(name, queens, draws, passes, *([remember] if remember else []))
            made.append(agree(LocalSearch(acceptance=acceptance), encoding, n, seed, twin))
    assert all(sum(one[what] for one in made) > 20 for what in ("made", "refused"))


def iterated(name, queens, draws, strength, keep, patience):
    best, home = twins.Best(queens), list(queens)
    lowest, since, kicks = oracle.guards(queens), 0, 0
    yield best.state(queens)
    while best.cost > 0:
        after, change = drawn(name, queens, draws)
        best.evaluations, since = best.evaluations + 1, since + 1
        if kicks or change <= 0:
            queens, best.steps = after, best.steps + 1
        state = best.state(queens)
        guards = oracle.guards(queens)
        if kicks:
            kicks, lowest, since = kicks - 1, guards, 0
        elif guards < lowest:
            lowest, since = guards, 0
        elif since >= patience:
            if keep == "always" or guards <= oracle.guards(home):
                home = list(queens)
            queens, kicks = list(home), strength
            # Back home: the walk stands there, no board was priced.
            state = state._replace(current=list(queens))
            if oracle.guards(queens) == best.cost:
                best.values = list(queens)
                state = state._replace(best=best.values)
        yield state


@MOVES
@pytest.mark.parametrize("keep", ["better", "always"])
def test_iterated_local_search_does_what_its_twin_does(encoding, name, keep):
    for seed in range(5):
        queens, draws = start(encoding, 8, seed)
        algorithm = IteratedLocalSearch(strength=3, keep=keep, patience=15)
        agree(algorithm, encoding, 8, seed, iterated(name, queens, draws, 3, keep, 15))


@pytest.mark.parametrize(
    ("n", "encoding", "solutions", "runs"),
    [
        (8, "permutation", 92, 1000),
        (10, "permutation", 724, 400),
        (12, "permutation", 14_200, 200),
        (6, "rows", 4, 200),
    ],
)
def test_random_search_takes_as_many_boards_as_there_are_for_each_solution(
    n, encoding, solutions, runs
):
    """Its run lengths are geometric: their mean is n! (or n^n) over Q(n), their spread the same."""
    boards = n**n if encoding == "rows" else factorial(n)
    spent = [
        solve(Queens(n), RandomSearch(), Budget(10**9), seed, encoding=encoding).evaluations
        for seed in range(runs)
    ]
    expected = boards / solutions
    assert abs(np.mean(spent) / expected - 1) < 4 / runs**0.5
    assert abs(np.std(spent) / expected - 1) < 8 / runs**0.5


@pytest.mark.parametrize("encoding", ["permutation", "rows"])
@pytest.mark.parametrize("n", [8, 20])
def test_defaults_solve(encoding, n):
    for kind in (Metropolis, Threshold, LateAcceptance, GreatDeluge, RecordToRecord):
        result = solve(
            Queens(n), LocalSearch(acceptance=kind()), Budget(10**7), 1, encoding=encoding
        )
        assert result.solved, kind
    assert solve(Queens(n), IteratedLocalSearch(), Budget(10**7), 1, encoding=encoding).solved


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"acceptance": {"use": "late"}}, "'late' is not one of "),
        ({"acceptance": {"use": "threshold", "higest": 2}}, "did you mean highest?"),
        ({"acceptance": {"use": "late_acceptance", "length": 0}}, "must be at least 1, got 0"),
        ({"acceptance": {"use": "metropolis", "temperature": 0}}, "must be more than 0, got 0"),
    ],
)
def test_a_wrong_criterion_is_explained(given, said):
    with pytest.raises(UserError) as error:
        LocalSearch(**given)
    assert said in str(error.value)


def test_what_criteria_take_where_nothing_is_given_grows_with_n():
    """As their parameters say: of ten queens 0.4 / ln n, 4 n^2 three times, and 100 n."""
    assert Metropolis().plan(Queens(10)).level == pytest.approx(0.4 / np.log(10))
    assert Threshold().plan(Queens(10)).length == 400
    assert LateAcceptance().plan(Queens(10)).patience == 400
    assert GreatDeluge().plan(Queens(10)).length == 1000
    assert Metropolis(temperature=2).plan(Queens(10)).level == 2
    assert [kind(length=7).plan(Queens(10)).length for kind in (Threshold, GreatDeluge)] == [7, 7]
    late = LateAcceptance(length=7, patience=9).plan(Queens(10))
    assert (late.size, late.patience) == (7, 9)
