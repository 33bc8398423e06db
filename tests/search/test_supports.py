"""What an algorithm says of a problem before it is asked to search it."""

import pytest

from metaqueens import (
    Budget,
    HillClimbing,
    MinConflicts,
    Queens,
    SimulatedAnnealing,
    solve as public_solve,
)
from metaqueens.exact.contestants import Backtracking
from metaqueens.exact.methods import METHODS
from metaqueens.problem.space import Space
from metaqueens.search import Algorithm
from metaqueens.search.algorithm import space_for
from metaqueens.search.solve import solve


class Old(Algorithm):
    """A user's algorithm that knows nothing of ``supports`` and ``longest_step``."""

    encodings = ("rows",)
    population: int = 30

    def check(self, space):
        if space.n == 13:
            raise ValueError("n: 13 brings bad luck")


@pytest.mark.parametrize(
    ("algorithm", "problem", "reason"),
    [
        (SimulatedAnnealing(), Queens(8), None),
        (MinConflicts(), Queens(8), None),
        (
            MinConflicts(encoding="permutation"),
            Queens(8),
            "encoding: MinConflicts works on rows, not on permutation",
        ),
        (MinConflicts(encoding="rows"), Queens(8), None),
        (HillClimbing(moves="step"), Queens(8), "moves: 'step' would leave the permutation"),
        (HillClimbing(moves="step", encoding="rows"), Queens(8), None),
        (Backtracking(), Queens(63), None),
        (Backtracking(), Queens(64), "n: the bit masks hold 1 to 63 queens, got 64"),
        (Backtracking(form="matrix"), Queens(64), None),
        (Old(encoding="permutation"), Queens(8), "encoding: Old works on rows"),
        (Old(encoding="rows"), Queens(13), "n: 13 brings bad luck"),
        (Old(encoding="rows"), Queens(12), None),
    ],
)
def test_the_reason_is_what_solve_raises(algorithm, problem, reason):
    said = algorithm.supports(problem)
    if reason is None:
        assert said is None
        assert space_for(algorithm, problem).problem.n == problem.n
    else:
        assert said.startswith(reason)
        with pytest.raises(ValueError, match=reason.replace("(", r"\(")):
            solve(problem, algorithm, Budget(10), 0)


@pytest.mark.parametrize("name", METHODS)
def test_every_exact_method_says_which_problems_it_cannot_search(name):
    assert METHODS[name].supports(Queens(20)) is None
    assert (METHODS[name].supports(Queens(1000)) is None) == (
        name not in ("bitmask", "forward_checking")
    )


def test_a_users_algorithm_keeps_the_step_that_it_had():
    assert Old().longest_step(Space(Queens(8), "rows")) == 30
    assert Old().longest_step(Space(Queens(40), "rows")) == 40


def test_the_public_call_chooses_an_encoding_that_the_search_works_on():
    assert public_solve(Queens(8), MinConflicts(), seed=1).encoding == "rows"
