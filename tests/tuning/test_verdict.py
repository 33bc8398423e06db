"""What is said of the best setting beside the default, of runs that are made up."""

from types import SimpleNamespace

import numpy as np
import pytest

from metaqueens.analysis.inference import significance
from metaqueens.metrics import METRICS
from metaqueens.metrics.statistics import ert
from metaqueens.text.printable import prepare_json
from metaqueens.tuning import tables, verdict
from metaqueens.tuning.costs import FinishedRun

from . import ANNEALING, task

BEST = {"schedule.use": "constant"}


def judged(goal, ours, theirs):
    """The verdict on runs of the best and of the default on one problem."""
    found = task(minimise=goal, **{"test.runs": len(ours)})
    return verdict.judge(SimpleNamespace(task=found, run=lambda *_: [ours, theirs]), BEST)


def test_the_test_says_which_is_better_not_how_often_either_is():
    """A little dearer in most runs, far cheaper in the others."""
    theirs = [FinishedRun(1000 + k, 1.0, True) for k in range(40)]
    ours = [FinishedRun(1050 + 2 * k, 1.0, True) for k in range(22)]
    ours += [FinishedRun(10 + k, 1.0, True) for k in range(18)]
    found = judged("par10", ours, theirs)
    assert found.p < 0.05
    assert found.a12 < 0.5
    assert found.verdict == "better"


@pytest.mark.parametrize("swapped", [False, True])
def test_where_success_counts_who_solves_more_is_better_however_long_it_takes(swapped):
    rng = np.random.default_rng(1)
    sure = [FinishedRun(int(cost), 1.0, True) for cost in rng.integers(800, 1000, 30)]
    quick = [FinishedRun(int(cost), 1.0, True) for cost in rng.integers(50, 150, 18)]
    quick += [FinishedRun(3_000, 1.0, False)] * 12
    found = judged("1 - success", *((quick, sure) if swapped else (sure, quick)))
    assert found.test == "Fisher"
    assert found.p < 0.001
    assert found.verdict == ("worse" if swapped else "better")
    assert found.a12 == pytest.approx(0.3 if swapped else 0.7)


BOARDS = "{n: 8, excluded: {use: random, count: 2}, instances: 3, seed: 1}"
FAMILY = ANNEALING.replace("problem: {n: 8}", f"problem: {BOARDS}")
COST = {True: 100, False: 3_000}


def judged_on_boards(ours, theirs, runs, **given):
    """The verdict on boards; ``ours`` and ``theirs`` say which of them all runs solve."""
    boards = given.pop("problem.instances", 3)
    text = FAMILY.replace("instances: 3", f"instances: {boards}")
    found = task(text, **{"minimise": "ert", "test.runs": runs, **given})
    done = [[FinishedRun(COST[did] + k, 1.0, did) for k in range(runs) for did in each]
            for each in (ours, theirs)]  # fmt: skip
    return verdict.judge(SimpleNamespace(task=found, run=lambda *_: done), BEST)


def said(found, **more):
    """What is printed of a verdict."""
    result = prepare_json(found._asdict()) | more
    tuning = {"test_result": result, "best": {"settings": BEST}, "failed": 0, "runs": 36}
    tuning["test"] = [12] * 3
    return tables.answer(tuning), [*tables.details(tuning)], tables.tabulate_test(tuning)


def test_a_family_has_one_row_and_an_interval_if_it_has_many_boards():
    many = {"problem.instances": 12, "test.runs": 2}
    found = judged_on_boards([True] * 10 + [False] * 2, [False] * 2 + [True] * 10, 2, **many)
    assert (found.ratio, found.verdict) == (1, "no better")
    answer, details, table = said(found)
    assert answer.startswith("On unseen problems (n=12, 2 diagonals excluded) the best setting is")
    assert "ERT ratio 1, 95 % interval" in details[0]
    assert "nan" not in details[0]
    assert table.columns[0].texts == ["n=12, 2 diagonals excluded"]
    assert (found.instances[0]["runs"], found.instances[0]["best_solved"]) == (24, 20)


@pytest.mark.parametrize("goal", ["ert", "par10", "median", "1 - success"])
def test_a_family_is_tested_over_its_instances(goal):
    """Not over 60 runs: of 12 instances the least p is 2 / 2^12."""
    many = {"problem.instances": 12, "minimise": goal}
    found = judged_on_boards([True] * 12, [False] * 12, 5, **many)
    assert (found.test, found.verdict) == ("Wilcoxon over 12 instances", "better")
    assert 2 / 2**12 <= found.p < 0.003
    half = judged_on_boards([True] * 7 + [False] * 5, [False] * 12, 5, **many)
    assert half.test == "Wilcoxon over 7 solved instances"
    none = judged_on_boards([False] * 12, [False] * 12, 5, **many)
    assert (none.test, none.verdict) == ("Wilcoxon over 0 solved instances", verdict.UNKNOWN)


def test_six_instances_are_needed():
    six = judged_on_boards([True] * 6, [False] * 6, 20, **{"problem.instances": 6})
    assert (six.verdict, six.most_runs, six.p) == ("mixed", 1, pytest.approx(2 / 2**6))
    answer, details, _ = said(six)
    assert answer == (
        "On unseen problems (n=12, 2 diagonals excluded), by the test over 6 instances, the best"
        " setting is significantly better than the default. Its mean cost (ERT) was not tested."
    )
    assert "as too few runs solved: the default 0 of 120" in details[0]
    two = judged_on_boards([True] * 2, [False] * 2, 20, **{"problem.instances": 2})
    assert (two.verdict, two.most_runs) == (verdict.UNKNOWN, 0)
    answer, details, _ = said(two)
    assert answer == (
        "On unseen problems (n=12, 2 diagonals excluded) the best setting cannot be judged: 2"
        " instances, a test needs 6."
    )
    assert "Wilcoxon over 2 instances p = -; A12 1.00 (large)" in details[0]


def test_families_and_single_problems_are_tested_together():
    """Of four problems the last three are a family."""
    rng = np.random.default_rng(1)
    spent, solved = rng.integers(1, 1000, (2, 5, 4)), np.full((2, 5, 4), True)
    costs = spent.mean(axis=1)
    found, favours = verdict._test(METRICS["ert"], spent, solved, costs, [1, 2, 3])
    pairs = np.hstack([spent[:, :, 0], costs[:, 1:]])
    expected = significance.wilcoxon(significance.log_ratios(*pairs), "best", "default")
    assert found == expected._replace(name="Wilcoxon over 3 instances and 5 runs")
    assert favours in (-1, 1)


def test_no_interval_is_printed_if_the_runs_say_nothing():
    """Of two families each setting solves one; or a family has few boards."""
    two = {"test.problem.n": "[12,14]", "test.runs": 6}
    crossed = judged_on_boards([True] * 3 + [False] * 3, [False] * 3 + [True] * 3, 6, **two)
    few = judged_on_boards([True] * 3, [True, True, False], 1)
    reasons = (
        "as too few runs solved: the default 0 of 18 on n=12, 2 diagonals excluded and the best"
        " setting 0 of 18 on n=14",
        "as it needs 10 instances of n=12, 2 diagonals excluded; Wilcoxon",
    )
    for found, reason in zip((crossed, few), reasons, strict=True):
        assert (found.ratio_ci95, found.mean) == ((0, np.inf), 0)
        assert f"no 95 % interval, {reason}" in said(found)[1][0]


def test_the_default_is_not_compared_with_itself():
    found = judged_on_boards([True] * 3, [True] * 3, 1)
    assert said(found, verdict=verdict.SAME)[1] == ["best: schedule.use=constant"]


@pytest.mark.parametrize(
    ("solver", "whose"), [("ours", "the default"), ("theirs", "the best setting")]
)
def test_no_ratio_is_printed_if_a_setting_solved_nothing(solver, whose):
    """0 of 20 do not show that the ERT is infinite."""
    runs = {name: [FinishedRun(9_000 + k, 1.0, name == solver) for k in range(20)]
            for name in ("ours", "theirs")}  # fmt: skip
    found = judged("par10", **runs)
    _, details, table = said(found)
    reason = f"no ERT ratio and no 95 % interval, as too few runs solved: {whose} 0 of 20 on n="
    assert details[0].startswith(reason)
    assert "Wilcoxon p = " in details[0]
    assert [column.texts[0] for column in table.columns[6:8]] == ["-", "-"]
    assert found.verdict == ("better" if solver == "ours" else "worse")


@pytest.mark.parametrize("runs", [30, 600])
def test_draws_scatter_as_the_value_does(runs):
    rng = np.random.default_rng(5)
    spent, solved = rng.exponential(1000, (200, runs)), np.full((200, runs), True)
    expected = ert(spent, solved).std(ddof=1)
    assert 0.8 < np.median(verdict.draw_erts(spent, solved).std(axis=1)) / expected < 1.15


def test_samples_with_nothing_to_draw_from():
    assert (verdict.draw_erts(np.array([[7, 7, 7]]), np.full((1, 3), True)) == 7).all()
    assert (verdict.draw_erts(np.array([[7, 8, 9]]), np.full((1, 3), False)) == np.inf).all()
    assert (verdict.draw_erts(np.array([[7]]), np.full((1, 1), True)) == 7).all()


def test_runs_are_resampled_whole_and_alike_for_one_seed():
    """One that solved and a dearer that did not: never one's cost with the other's end."""
    spent, solved = np.array([[1, 100]]), np.array([[True, False]])
    drawn, again, other = (verdict.draw_erts(spent, solved, seed) for seed in (1, 1, 2))
    assert drawn.shape == (1, verdict.RESAMPLES)
    assert set(drawn[0]) == {1, 101, np.inf}
    assert 0.45 < (drawn == 101).mean() < 0.55, "half of the draws have one of each"
    assert (drawn == again).all()
    assert (drawn != other).any()
