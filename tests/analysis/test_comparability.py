"""What makes runs hard to compare is said where it is so, and only there."""

import numpy as np
import pandas as pd
import pytest

from metaqueens.analysis.caveats import describe_sources
from metaqueens.analysis.data.runs import load_runs as load
from metaqueens.analysis.data.samples import samples
from metaqueens.analysis.estimate.estimates import ecdf
from metaqueens.metrics import METRICS
from tests.analysis import made


def data(**columns):
    return made.data(**{"use": "tabu_search", "encoding": "rows"} | columns)


@pytest.mark.parametrize(
    ("use", "seconds", "spent", "said"),
    [
        ("tabu_search", 1.2, 1.0, ""),
        ("tabu_search", 1.25, 1.0, "1.2"),
        ("tabu_search", 1.3, 1.0, "1.3"),
        ("tabu_search", 1, 0.25, "4.0"),  # four runs: a second in all
        ("tabu_search", 1, 0.24, ""),
        ("tabu_search", 1.0, None, ""),
        ("cp_sat", 9.0, 1.0, ""),  # may have threads of its own
    ],
)
def test_a_quarter_more_than_the_processor_time_is_a_busy_machine(use, seconds, spent, said):
    runs = load(data(use=use, seconds=seconds, cpu_seconds=spent))
    told = next(describe_sources(runs, METRICS["median_time"]), "")
    assert told[: len("the machine was busy: searches took x.x")] == (
        f"the machine was busy: searches took {said}" if said else ""
    )


def test_time_limits_are_spoken_of_where_they_differ_on_one_problem():
    one, other = data(budget_seconds=1), data(algorithm="b", budget_seconds=2)
    ert = METRICS["ert"]
    assert not list(describe_sources(load(pd.concat([one, other.assign(problem="q")])), ert))
    (said,) = describe_sources(load(pd.concat([one, other])), ert)
    assert said.startswith("time limits differ on p: success rates and ERTs depend on them")


def test_runs_that_solved_beyond_their_budget_are_told():
    ert, spent = METRICS["ert"], [10, 11, 900, 11]
    (told,) = describe_sources(load(data(evaluations=spent, found_at=[10, 11, 900, 9])), ert)
    assert told.startswith("2 runs of data solved after more evaluations than their")
    assert not [*describe_sources(load(data(evaluations=spent, solved=False)), ert)]


@pytest.mark.parametrize(
    ("change", "is_named"),
    [({}, True), ({"seed": range(4)}, False), ({"parameters": "{}"}, False)],
)
def test_two_results_of_equal_settings_with_other_seeds_could_be_joined(change, is_named):
    runs = load(data(seed=range(4)), data(**{"seed": range(4, 8)} | change))
    notes = " ".join(describe_sources(runs, METRICS["ert"]))
    assert ("equal settings with different seeds" in notes) == is_named
    assert ("`metaqueens run CONFIG seed=SEED -o FOLDER`" in notes) == is_named
    assert ("runs with equal settings and seeds, compared as if" in notes) == ("seed" in change)


def test_failed_runs_of_a_sample_are_counted_and_left_out():
    status = ["failed", "solved", "failed", "solved"]
    (found,) = samples(load(data(status=status)))
    assert (found.failed, found.evaluations.tolist()) == (2, [2, 4])


@pytest.mark.parametrize(
    ("given", "who"),
    [
        ({"evaluations": [3, 9, 10, 4], "solved": [True, False, False, True]}, [0, 1, 0, 0]),
        ({"solved": False, "reason": ["stagnation", "evaluations", None, None]}, [1, 0, 1, 1]),
        ({"solved": True, "reason": "stagnation"}, [0] * 4),
    ],
)
def test_who_gave_up(given, who):
    """Who says so; where nothing is said, an unsolved run with budget left."""
    (found,) = samples(load(data(**given)))
    assert found.gave_up.tolist() == [*map(bool, who)]
    unsaid = load(data(**given)).assign(reason=None)
    if "reason" not in given:
        assert samples(unsaid)[0].gave_up.tolist() == found.gave_up.tolist()


@pytest.mark.parametrize("solved", [45, 6])
@pytest.mark.parametrize("said", [True, False])
def test_a_run_that_evaluations_ended_stays_unsolved_by_seconds(solved, said):
    """Its seconds are those of a slow machine or a quick one: no censoring at random."""
    rng, done = np.random.default_rng(1), np.arange(50) < solved
    evaluations = np.where(done, rng.integers(1, 1_000, 50), 1_000)
    given = {"seed": range(50), "evaluations": evaluations, "solved": done}
    given["seconds"] = evaluations * rng.uniform(1, 30, 50)
    given["reason"] = np.where(done, "solved", "evaluations")
    runs = load(data(**given, budget_evaluations=1_000))
    (sample,) = samples(runs if said else runs.assign(reason=None))
    for cost in ("evaluations", "seconds"):
        assert ecdf(sample.costs_to_stop(cost), sample.solved).share.iloc[-1] == pytest.approx(
            solved / 50
        )
    given["reason"] = np.where(done, "solved", "seconds")
    (stopped,) = samples(load(data(**given, budget_evaluations=None)))
    assert np.isfinite(stopped.costs_to_stop("seconds")).all()


def test_three_runs_alike_are_one_and_two_may_be_chance():
    alike = [made.sample([7.0] * runs).deterministic for runs in (2, 3)]
    assert alike == [False, True]
