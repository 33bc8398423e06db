"""The promises of every algorithm, as tests."""

from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import Any, ClassVar

import numpy as np

from metaqueens.conformance.checking import Promise, global_random_states
from metaqueens.conformance.programs import BOARDS
from metaqueens.core.jit import interpret_kernels
from metaqueens.problem.space import Space
from metaqueens.queens.problem import Queens
from metaqueens.search.algorithm import Algorithm, space_for
from metaqueens.search.budget import Budget, ReportEvery
from metaqueens.search.driver import drive
from metaqueens.search.result import Result
from metaqueens.search.snapshot import PLACED, Snapshot
from metaqueens.search.solve import solve

_WRONG_COST = (
    "the best values have another cost than reported: the cost is wrong, or a values.copy() is"
    " missing and they changed later"
)
_FOUND_AT = "found_at must grow if the best cost falls, and only then"


class Conformance:
    """The promises of every algorithm, a test each.

    Parameters
    ----------
    algorithms
        Instances of subclasses of ``Algorithm``, each tested in all its encodings.
    """

    algorithms: ClassVar[Sequence[Any]] = ()

    def pytest_generate_tests(self, metafunc: Any) -> None:
        cases = [(search, encoding) for search in self.algorithms for encoding in search.encodings]
        if not cases:
            import pytest

            pytest.fail(
                f"{type(self).__name__} tests nothing: name your algorithms in it, such as"
                " algorithms = [MySearch()]",
                pytrace=False,
            )
        if "encoding" in metafunc.fixturenames:
            names = [f"{type(algorithm).__name__}-{encoding}" for algorithm, encoding in cases]
            metafunc.parametrize(("algorithm", "encoding"), cases, ids=names)

    def test_parameters_are_frozen_values(self, algorithm: Any, encoding: Any) -> None:
        assert isinstance(algorithm, Algorithm), "expected an instance, such as MySearch()"
        copy = type(algorithm).model_validate(algorithm.model_dump())
        assert copy == algorithm, "an algorithm with the same parameters is not equal to it"

    def test_it_supports_the_encodings_that_it_names(self, algorithm: Any, encoding: Any) -> None:
        space_for(algorithm, Queens(12), encoding)
        if len(algorithm.encodings) == 1:
            other: Any = "rows" if encoding == "permutation" else "permutation"
            unset = algorithm.model_copy(update={"encoding": None})
            refusal = unset.supports(Queens(12), other) or ""
            assert "encoding" in refusal, (
                f"supports() allows {other}, which encodings does not name"
            )

    def test_same_seed_same_run(self, algorithm: Any, encoding: Any) -> None:
        first, second = (
            solve(Queens(12), algorithm, Budget(2000), seed=7, encoding=encoding) for _ in range(2)
        )
        assert _list_facts(first) == _list_facts(second), (
            "two runs with one seed differ: draw all random numbers from rng"
        )

    def test_looking_more_often_changes_nothing(self, algorithm: Any, encoding: Any) -> None:
        problem, budget = Queens(30), Budget(5003)
        checkpoints = budget, ReportEvery(7, budget)
        rare, often = (
            solve(problem, algorithm, limits, seed=2, encoding=encoding) for limits in checkpoints
        )
        assert _list_facts(rare) == _list_facts(often), (
            "more frequent reports change the run: use next_report() only to decide when to yield"
        )

    def test_the_claim_is_true(self, algorithm: Any, encoding: Any) -> None:
        for seed, evaluations in enumerate((1, 10, 500)):
            result = solve(Queens(12), algorithm, Budget(evaluations), seed, encoding=encoding)
            assert result.problem.recount(result.values) == result.cost, _WRONG_COST
            if encoding == "permutation":
                is_permutation = sorted(result.values) == list(range(12))
                assert is_permutation, f"its best values are no permutation: {result.values}"
        # Each rule has machine code of its own, whose compilation takes seconds.
        with interpret_kernels(), np.errstate(over="ignore"):
            for rule, problem in BOARDS.items():
                if not algorithm.supports(problem, encoding):
                    space = space_for(algorithm, problem, encoding)
                    rng = np.random.default_rng(1)
                    for snapshot, *_ in drive(algorithm, space, Budget(100), rng):
                        cost, count = snapshot.cost, problem.recount(snapshot.values)
                        assert cost == count, (
                            f"`rules` has {rule}, but it claims cost {cost:,} for a board of cost"
                            f" {count:,}: take costs from the state or from recount, and move no"
                            " variable in space.problem.fixed"
                        )

    def test_the_best_never_gets_worse_and_the_counts_only_grow(
        self, algorithm: Any, encoding: Any
    ) -> None:
        states: list[Any] = []

        class Recorded(Space):
            def random_state(self, rng: np.random.Generator) -> Any:
                states[:] = [super().random_state(rng)]
                return states[0]

        space = Recorded(Queens(20), encoding)
        moments = drive(algorithm, space, Budget(3000), np.random.default_rng(5))
        past: Snapshot | None = None
        lowest = Queens(20).max_cost
        for snapshot, *_ in islice(moments, 200):
            assert space.problem.recount(snapshot.values) == snapshot.cost, _WRONG_COST
            assert 1 <= snapshot.found_at <= snapshot.evaluations, "its found_at is no evaluation"
            if past is not None:
                for name, sign in (("evaluations", 1), ("steps", 1), ("cost", -1)):
                    before, now = getattr(past, name), getattr(snapshot, name)
                    assert sign * now >= sign * before, f"its {name} went from {before} to {now}"
                assert (snapshot.found_at > past.found_at) == (snapshot.cost < past.cost), _FOUND_AT
            past = snapshot
            assert snapshot.cost <= lowest, (
                "a state had a lower cost than the best: its values were changed without its"
                " counts; change a copy of them, and evaluate it by space.problem.recount()"
            )
            if PLACED not in snapshot.signals():  # or else the state is a part of one
                lowest = min([lowest, *(space.problem.recount(state.values) for state in states)])

    def test_the_budget_is_kept_to_within_one_step(self, algorithm: Any, encoding: Any) -> None:
        problem = Queens(40)
        step = algorithm.longest_step(space_for(algorithm, problem))
        for evaluations in (1, 100, 777):
            result = solve(problem, algorithm, Budget(evaluations), seed=0, encoding=encoding)
            assert result.evaluations < evaluations + step, (
                f"a step took {result.evaluations - evaluations + 1:,} evaluations or more, and"
                f" longest_step() allows {step:,}: yield more often, or define"
                " longest_step(self, space)"
            )
            assert result.reason in ("solved", "evaluations", "stagnation")

    def test_global_random_states_are_left_alone(self, algorithm: Any, encoding: Any) -> None:
        before = global_random_states()
        solve(Queens(8), algorithm, Budget(300), seed=1, encoding=encoding)
        assert global_random_states() == before, "it draws from random or numpy.random, not rng"

    def test_the_smallest_boards(self, algorithm: Any, encoding: Any) -> None:
        only = solve(Queens(1), algorithm, Budget(10), seed=0, encoding=encoding)
        found = only.solved, only.fitness, only.values.tolist()
        assert found == (True, 1.0, [0]), "it does not solve the board of 1 queen"
        for n in (2, 3):
            result = solve(Queens(n), algorithm, Budget(500), seed=0, encoding=encoding)
            assert result.cost >= 1, f"it reports a solution for {n} queens, which have none"
            assert result.problem.recount(result.values) == result.cost, _WRONG_COST


def promises(algorithm: Algorithm) -> list[Promise]:
    """Return the promises of ``algorithm``, in each encoding, to be tested without pytest."""
    suite = Conformance()
    names = [name for name in vars(Conformance) if name.startswith("test_")]
    encodings = [algorithm.encoding] if algorithm.encoding else algorithm.encodings
    return [
        Promise(
            f"{name.removeprefix('test_').replace('_', ' ')}, {encoding}",
            partial(getattr(suite, name), algorithm, encoding),
        )
        for encoding in encodings
        for name in names
    ]


def _list_facts(result: Result) -> tuple[Any, ...]:
    """Return everything about a run but its times."""
    trace = [point[:2] for point in result.trace]
    counts = result.found_at, result.evaluations, result.steps
    return bytes(result.values), result.cost, *counts, result.reason, trace
