"""Acceptance criteria from outside: functions and classes of the user's, called for every move."""

import numpy as np
import pytest

from metaqueens import Budget, LocalSearch, Queens, solve
from metaqueens.algorithms.local_search import Metropolis
from metaqueens.conformance import Conformance
from metaqueens.queens.check import recount
from metaqueens.text.errors import UserError

from . import criteria

HERE = "tests.algorithms.criteria"


def of_mine(name, **keys):
    return LocalSearch(acceptance={"use": f"{HERE}:{name}", **keys})


class TestAcceptanceFromOutside(Conformance):
    algorithms = [of_mine("boltzmann"), of_mine("Late", length=8)]


@pytest.mark.parametrize("encoding", ["permutation", "rows"])
def test_what_it_is_told_is_so(encoding):
    """Each call goes on where the move before, made or not, has led; the best is the fewest."""
    boards = []
    result = solve(
        Queens(12, encoding, torus=True), of_mine("Asked"), Budget(4000), 3,
        observer=lambda now: boards.append((now.evaluations, now.current.copy())),
    )  # fmt: skip
    calls = criteria.Asked.calls
    assert len(calls) == result.evaluations - 1
    assert result.steps == sum(made for *_, made in calls)
    stands = recount(result.problem, boards[0][1])
    fewest = stands
    for best, current, candidate, made in calls:
        assert (best, current) == (fewest, stands)
        stands = candidate if made else current
        fewest = min(fewest, stands)
    assert fewest == result.cost
    for evaluations, board in boards[:-1]:
        assert calls[evaluations - 1][1] == recount(result.problem, board)


def test_its_keys_reach_it():
    cold, hot = (
        solve(Queens(40), of_mine("boltzmann", temperature=t), Budget(3000), 1) for t in (0.01, 50)
    )
    assert cold.steps < 1000 < 2500 < hot.steps


def test_moves_are_drawn_as_for_criteria_of_ours():
    """The evaluations that the same criterion takes, ours compiled: medians of 100 runs."""
    ours, mine = (
        [solve(Queens(16), one, Budget(10**6), seed).evaluations for seed in range(100)]
        for one in (
            LocalSearch(acceptance=Metropolis(temperature=0.3)),
            of_mine("boltzmann", temperature=0.3),
        )
    )
    assert 0.6 < np.median(mine) / np.median(ours) < 1.6


@pytest.mark.parametrize(
    ("name", "keys", "said"),
    [
        ("gone", {}, f"acceptance.use: '{HERE}:gone': {HERE} has no 'gone'"),
        ("THREE", {}, f"'{HERE}:THREE' is not a function"),
        ("few", {}, "few takes 2 arguments by place; it is called with 4: rng, best, current,"
                    " candidate"),
        ("boltzmann", {"temprature": 1.0}, "takes no such argument; did you mean temperature?"),
        ("Late", {"lenght": 1}, "Late takes no such argument; did you mean length?"),
        ("Silent", {}, "objects of Silent cannot be called: it has no __call__"),
    ],
)  # fmt: skip
def test_what_cannot_be_called_is_refused(name, keys, said):
    with pytest.raises(UserError) as error:
        of_mine(name, **keys)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("number", TypeError, "number returned 0.3; expected True or False"),
        ("nothing", TypeError, "nothing returned nothing; expected True or False"),
        ("raises", KeyError, "boom"),
    ],
)
def test_what_is_no_answer_ends_the_run(name, error, said):
    with pytest.raises(error, match=said):
        solve(Queens(8), of_mine(name), Budget(100), 1)
