import os
import signal
import threading
from itertools import pairwise
from threading import Thread
from time import thread_time

import numpy as np
import pytest

from metaqueens import Budget, HillClimbing, Queens, SimulatedAnnealing, solve
from metaqueens.exact.contestants import Exact
from metaqueens.search import ReportEvery
from metaqueens.search.budget import MARKS

EASY = SimulatedAnnealing()


def test_budgets_in_evaluations_are_kept_exactly():
    result = solve(Queens(200), EASY, Budget(777), 0)
    assert (result.evaluations, result.reason) == (777, "evaluations")
    result = solve(Queens(3), EASY, Budget(stagnation=500), 0)
    assert result.evaluations == result.found_at + 500


def test_the_trace_has_every_improvement_thinned_to_the_marks_and_the_last_exactly():
    result = solve(Queens(1000), EASY, Budget(10**7), 3)
    evaluations = [point.evaluations for point in result.trace]
    guards = [point.cost for point in result.trace]
    assert evaluations[0] == 1
    assert (evaluations[-1], guards[-1]) == (result.found_at, result.cost)
    assert (result.evaluations, 0) == (result.found_at, result.cost)
    assert all(a < b for a, b in pairwise(evaluations))
    assert all(a > b for a, b in pairwise(guards))
    assert all(a.seconds <= b.seconds for a, b in pairwise(result.trace))
    assert len(result.trace) <= sum(mark <= result.evaluations for mark in MARKS) + 1


def test_a_seed_that_is_drawn_is_told():
    drawn = solve(Queens(20), EASY, Budget(10**6))
    again = solve(Queens(20), EASY, Budget(10**6), drawn.seed)
    assert drawn.seed < 2**53
    assert bytes(drawn.values) == bytes(again.values)


def test_the_result_owns_its_board():
    one = solve(Queens(20), EASY, Budget(500), 1)
    before = one.values.copy()
    solve(Queens(20), EASY, Budget(500), 2)
    assert (one.values == before).all()
    assert one.values.dtype == np.int32


def test_results_are_compared_as_objects():
    one, other = (solve(Queens(8), EASY, Budget(500), 1) for _ in range(2))
    assert one == one
    assert one != other
    assert len({one, other, one}) == 2


def test_only_a_run_that_a_clock_or_a_person_ends_is_not_repeatable():
    assert solve(Queens(3), EASY, Budget(100), 0).repeatable
    assert not solve(Queens(3), EASY, Budget(seconds=0.01), 0).repeatable


@pytest.mark.parametrize("stop", [None, lambda: False])
def test_ctrl_c_ends_the_run_with_its_best_board(stop):
    class Pressed(ReportEvery):
        """Somebody presses Ctrl-C when it is first looked at, while the kernels go on."""

        def next_report(self, snapshot):
            if not pressed:
                pressed.append(threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT)))
                pressed[0].start()
            return super().next_report(snapshot)

    pressed: list[threading.Thread] = []
    result = solve(Queens(3), EASY, Pressed(2**20, Budget(evaluations=10**18)), 0, stop=stop)
    assert result.reason == "interrupted"
    assert result.cost == 1
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("uncompiled")
def test_a_run_ends_where_stop_says_so():
    checkpoints = iter([False, False, True])
    algorithm = SimulatedAnnealing(schedule={"use": "constant", "temperature": 2.0})
    result = solve(
        Queens(8, torus=True), algorithm, Budget(10**9), 1, stop=lambda: next(checkpoints)
    )
    assert result.reason == "interrupted"
    assert result.explain_end() == "interrupted"


class Elsewhere(Exact):
    """A solver that searches in a thread of its own, for a tenth of a second of the processor."""

    runs_in = "programs"

    def find(self, problem, effort):
        def burn():
            began = thread_time()
            while thread_time() < began + 0.1:
                pass

        searching = Thread(target=burn)
        searching.start()
        searching.join()


class Counted(Elsewhere):
    runs_in = "threads"


def test_the_processor_time_of_threads_is_that_of_a_search_that_starts_them():
    assert solve(Queens(6), Counted(), Budget(9), 0).cpu_seconds >= 0.1
    assert solve(Queens(6), Elsewhere(), Budget(9), 0).cpu_seconds < 0.1


def test_time_is_measured_without_compilation():
    result = solve(Queens(8), HillClimbing(sideways=7), Budget(10**5), 0)
    assert 0 < result.cpu_seconds < 1  # compiling takes several
