"""Families in comparisons: what counts, what is left out, intervals and tests over instances."""

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.multitest import multipletests

from metaqueens.analysis import families
from metaqueens.analysis.comparison import compare, replace_instances
from metaqueens.analysis.data.anytime import cut_at_target
from metaqueens.analysis.data.runs import load_runs as load
from metaqueens.analysis.data.samples import Sample, samples
from metaqueens.analysis.estimate.estimates import wilson
from metaqueens.analysis.families import _count_testable
from metaqueens.analysis.inference.significance import verdict
from tests.analysis.made import frame


def runs(costs, problem, algorithm, budget=100, existence=None, family="hard"):
    """Runs that cost so much; None is one that did not solve."""
    known = {"problem": problem, "family": family, "n": 9, "existence": existence}
    return frame({algorithm: costs}, budget, **known)


def boards(budget=100, family="hard", **costs):
    """Runs on the boards of a family: by algorithm, the costs on each."""
    return pd.concat(
        runs(each, f"{family} #{k}", name, budget, family=family)
        for name, all_costs in costs.items()
        for k, each in enumerate(all_costs, 1)
    )


NOT = [None, None]


@pytest.fixture
def mixed():
    """Four instances: solved by both, by one, by none though it can be, by none as none can."""
    hard = boards(a=[[10, 30], [50, None], NOT, NOT], b=[[20, 20], NOT, NOT, NOT])
    known = {"hard #1": None, "hard #2": None, "hard #3": "solvable", "hard #4": "proven none"}
    lone = frame({"a": [5, 5], "b": [7, 9]}, 100, problem="alone", family="lone", n=9)
    return pd.concat([hard.assign(existence=hard.problem.map(known)), lone])


def test_under_a_target_boards_count_that_nobody_brought_to_it(mixed):
    """A proof is of 0 attacking pairs; and to leave them out would be to choose by outcome."""
    known = load(mixed.assign(encoding="permutation"))
    points = known.assign(cost=2, evaluations=10)
    points.loc[points.problem == "hard #2", "cost"] = 1
    cut = cut_at_target(known, points, 1)
    rows = pd.DataFrame(families.make_table(samples(cut), "ert")).set_index(["family", "algorithm"])
    one = rows.loc[("hard", "a")]
    assert (one.instances, one.counted, one.instances_solved) == (4, 4, 1)
    assert (one["target not known"], one["proven none"], one.solvable) == (2, 0, 1)
    assert (
        families.describe_unsolved(one) == "1 with a solution, 2 that may not allow so low a cost"
    )
    assert not (cut.existence == "proven none").any(), "nothing is proven of this target"
    zero = cut_at_target(known, points.assign(cost=0), 0)
    at_zero = pd.DataFrame(families.make_table(samples(zero), "ert"))
    assert not at_zero["target not known"].any()


def test_boards_that_were_solved_beyond_the_least_budget_have_a_solution(mixed):
    quick = mixed.assign(algorithm="c", evaluations=12, budget_evaluations=12, solved=False)
    quick["existence"] = None
    rows = compare(pd.concat([mixed, quick])).families.set_index(["family", "algorithm"])
    row = rows.loc[("hard", "a")]
    assert (row.counted, row.instances_solved, row["proven none"], row.unknown) == (3, 1, 1, 0)


def test_a_row_a_family_of_the_instances_that_have_a_solution(mixed):
    found = compare(mixed).families.set_index(["family", "algorithm"])
    one, other = found.loc[("hard", "a")], found.loc[("hard", "b")]
    assert (one.instances, one.counted, one.instances_solved) == (4, 3, 2)
    assert (one.runs, one.solved) == (6, 3)
    assert one.ert == pytest.approx((10 + 30 + 50 + 100 + 200) / 3)
    assert (other.instances_solved, other.solved, other.ert) == (1, 2, 440 / 2)
    assert (one.solvable, one["proven none"], one.unknown) == (1, 1, 0)
    assert np.isnan(one.low)  # of three instances nobody can tell
    assert families.describe_unsolved(one) == "1 with a solution, 1 without a solution (proven)"
    # Wilson's, three trials and not six.
    assert one.success_low == pytest.approx(wilson(1.5, 3)[0])
    assert list(found.loc["alone"].ert) == [5, 8]


def test_families_stand_in_place_of_their_instances(mixed):
    found = replace_instances(compare(mixed))
    assert list(found.table.problem) == ["hard", "hard", "alone", "alone"]
    sample = {(one.problem, one.algorithm): one for one in found.samples}["hard", "a"]
    assert sorted(sample.evaluations) == [10, 30, 50, 100, 100, 100]  # none of the proven board
    alone = compare(mixed[mixed.problem == "alone"])
    assert replace_instances(alone) is alone


def test_what_nobody_knows_is_left_out_and_counted():
    row = compare(boards(a=[[None], [4]])).families.iloc[0]
    assert (row.counted, row.unknown, row.solved, row.ert) == (1, 1, 1, 4)
    found = compare(boards(a=[NOT, NOT], b=[NOT, NOT]))
    assert (len(found.families), len(found.family_tests)) == (2, 0)


def test_a_heavy_tail_on_an_instance_is_no_doubt_about_a_clear_verdict_of_the_family():
    many = {"a": [range(10, 40)] * 9 + [[*range(10, 39), 999]], "b": [range(9000, 9030)] * 10}
    found = compare(boards(1e6, **many))
    assert found.family_tests.verdict.tolist() == ["clear"]
    (note,) = (one for one in found.caveats if one.startswith("heavy tail: a on hard #10"))
    assert "verdict" not in note


def test_equal_costs_of_solutions_have_no_interval():
    solved = boards(a=[[9] * 3] * 10).assign(cost=0)
    assert compare(solved, metric="mean_cost").families[["low", "high"]].isna().all(axis=None)


def test_where_every_problem_stands_alone_there_are_no_families():
    alone = pd.concat(runs([1], name, "a", family=name) for name in "xy")
    assert compare(alone).families.empty
    assert compare(alone.drop(columns="family")).families.empty


def test_tests_and_intervals_are_over_instances(rng):
    parts = []
    for k in range(20):
        hardness = rng.lognormal(3, 1)
        for name, factor in (("slow", 2.0), ("quick", 1.0)):
            costs = 1 + hardness * factor * rng.lognormal(0, 0.1, 3)
            parts.append(runs(list(costs), f"hard #{k}", name, budget=100_000))
    found = compare(pd.concat(parts))
    (test,) = found.family_tests.to_dict("records")
    assert (test["better"], test["other"]) == ("quick", "slow")
    assert (test["ahead"], test["behind"]) == (20, 0)
    assert (test["favours"], test["verdict"]) == ("quick", "clear")
    assert "no clear difference" not in found.answer
    assert not any("runs an algorithm" in caveat for caveat in found.caveats)
    assert test["p_holm"] < 1e-4
    quick = found.families.set_index("algorithm").loc["quick"]
    assert quick.low < quick.ert < quick.high
    # Instances scatter, runs on one do not: copies of the runs make no interval narrower.
    copied = compare(pd.concat([*parts, *(p.assign(seed=p.seed + 10) for p in parts)]))
    again = copied.families.set_index("algorithm").loc["quick"]
    assert again.high - again.low == pytest.approx(quick.high - quick.low, rel=1e-9)


def test_ps_of_families_are_adjusted_for_all_pairs(rng):
    """Two families of three algorithms, a third too small to test: 4 of 6 pairs are shown."""
    parts = [
        boards(10**6, family, **{name: 1000 * factor * rng.lognormal(0, 0.5, (instances, 1))})
        for family, instances in (("one", 20), ("two", 8), ("small", 5))
        for name, factor in (("a", 1), ("b", 1.2), ("c", 1.6))
    ]
    found = compare(pd.concat(parts)).family_tests.set_index("family")
    assert found.p_holm["small"].isna().all()
    tested = found.loc[["one", "two"]]
    theirs = multipletests([*tested.p, 1, 1], method="holm")[1][:4]
    assert tested.p_holm.tolist() == pytest.approx(theirs.tolist())


def test_instances_are_counted_on_which_the_best_is_ahead_level_and_behind():
    """Of the ninth only one run is solved, by the best; nobody solved the tenth."""
    a = [[10, 10]] * 4 + [[20, 20]] * 2 + [[31, 31]] * 2 + [[5, None], NOT]
    b = [[15, 15]] * 4 + [[20, 20]] * 2 + [[30, 30]] * 2 + [NOT, NOT]
    (row,) = compare(boards(a=a, b=b)).family_tests.to_dict("records")
    assert (row["better"], row["ahead"], row["level"], row["behind"]) == ("a", 5, 2, 2)


@pytest.mark.parametrize(
    ("a", "b", "favours"),
    [
        ([20, 10, 20, 10, 20, 10], [10, 20, 10, 20, 10, 20], None),
        ([40, 10, 20, 10, 20, 10], [10, 20, 10, 20, 10, 20], "b"),
        ([20, 10, 20, 10, 20, 10], [10, 40, 10, 20, 10, 20], "a"),
    ],
)
def test_whom_the_signed_ranks_favour_and_nobody_where_they_are_even(a, b, favours):
    found = compare(boards(a=[[cost] * 2 for cost in a], b=[[cost] * 2 for cost in b]))
    assert found.family_tests.favours.tolist() == [favours]


def test_pairs_are_counted_that_share_instances_enough():
    costs = pd.DataFrame(1.0, index=range(8), columns=list("abc"))
    assert _count_testable(costs) == 3
    costs.loc[6:, "b"] = np.nan
    assert _count_testable(costs) == 3, "six are left"
    costs.loc[0, "a"] = np.nan
    assert _count_testable(costs) == 2, "a and b share five"


def test_without_budgets_all_are_charged_by_the_same_one():
    """Both solve four of five; quick gives up after 200, slow after 1000: that is the budget."""
    quick = boards(200, quick=[[50] * 4 + [None]] * 12)
    both = pd.concat([quick, boards(1000, slow=[[60] * 4 + [None]] * 12)])
    found = compare(both.drop(columns="budget_evaluations"), metric="par10")
    rows = found.families.set_index("algorithm")
    assert rows.par10.to_dict() == {"quick": 2040, "slow": 2048} == dict(_means(found, "par10"))
    assert rows.par2.to_dict() == {"quick": 440, "slow": 448}
    assert ((rows.low == rows.par10) & (rows.high == rows.par10)).all()


def test_each_run_is_charged_by_the_budget_of_its_own_instance():
    """a fails once on each small board, b once on the large one: a's mean is the lower."""
    parts = []
    for k in range(12):
        budget = 100 if k < 11 else 10**6
        for name, fails in (("a", k < 11), ("b", k == 11)):
            costs = [None if fails else budget // 10, *[budget // 10] * 3]
            parts.append(runs(costs, f"hard #{k}", name, budget=budget))
    found = compare(pd.concat(parts), metric="par10")
    rows = found.families.set_index("algorithm")
    assert rows.par10.to_dict() == pytest.approx(dict(_means(found, "par10")))
    assert rows.par10["a"] == pytest.approx((11 * (30 + 1000) / 4 + 10**5) / 12)
    assert rows.low["a"] < rows.par10["a"] < rows.high["a"]
    assert found.family_tests.better.tolist() == ["a"]


def _means(found, metric):
    """By algorithm the mean over instances."""
    return found.table.groupby("algorithm", sort=False)[metric].mean()


def test_verdicts_of_families():
    said = [verdict(p, False) for p in (0.004, 0.04, 0.05, np.nan, 1.0)]
    assert said == ["clear", "likely", "open", "open", "open"]
    assert [verdict(p, True) for p in (0.04, 0.05)] == ["mixed", "open"]


def test_each_instance_counts_the_same_however_many_runs_it_has():
    """Ten dear boards with twenty runs each, thirteen cheap ones with one: most are cheap."""
    costs = [*([10_000 + k] * 20 for k in range(10)), *([1_000 + k] for k in range(10, 23))]
    made = boards(10**6, a=costs)
    for metric in ("ert", "par10"):
        row = compare(made, metric=metric).families.iloc[0]
        assert row[metric] == pytest.approx((10 * 10_004.5 + 13 * 1_016) / 23)
        assert row.low < row[metric] < row.high
    row = compare(made, metric="median").families.iloc[0]
    assert row.low < row["median"] <= 1_022
    assert row.runs == 213


def test_metrics_of_a_family_are_of_runs_drawn_from_boards_drawn():
    """One board is solved in all four runs, the other in one of two."""
    spent = [np.array([10.0, 20, 30, 40]), np.array([100.0, 300])]
    solved = [np.array([True] * 4), np.array([True, False])]
    metrics = families.METRICS
    assert families.compute_value(metrics["ert"], spent, solved) == pytest.approx((25 + 200) / 1.5)
    assert families.compute_value(metrics["success"], spent, solved) == 0.75
    assert families.compute_value(metrics["par10"], spent, solved) == pytest.approx((25 + 200) / 2)
    half_of_the_one = families.compute_value(metrics["median"], spent, solved)
    assert half_of_the_one == 40, "and none of the other"
    assert families.compute_value(metrics["q90"], spent, solved) == np.inf
    assert np.isnan(families.compute_value(metrics["ert"], [], []))
    assert np.isnan(
        families.compute_value(metrics["ert"], [np.array([np.nan])], [np.array([True])])
    )


@pytest.mark.parametrize("runs_each", [1, 3])
def test_with_as_many_runs_on_each_board_a_family_is_all_runs(rng, runs_each):
    spent = list(rng.exponential(1, (7, runs_each)))
    solved = [rng.random(runs_each) < 0.8 for _ in spent]
    together = np.concatenate(spent), np.concatenate(solved)
    for metric in families.METRICS.values():
        if not metric.penalty:
            assert families.compute_value(metric, spent, solved) == pytest.approx(
                metric.value(*together)
            )


@pytest.mark.parametrize("repetitions", [1, 3])
@pytest.mark.parametrize("share", [1.0, 0.8])
def test_the_interval_covers_the_ert_of_all_instances(repetitions, share):
    """Of 200 families of 40 instances, 85 to 99.5 % of the intervals hold the true ERT."""
    rng, held = np.random.default_rng(4), 0
    metric = families.METRICS["ert"]
    for _ in range(200):
        hardness = rng.lognormal(0, 0.8, 40)
        spent = [one * rng.exponential(1, repetitions) for one in hardness]
        found = [
            Sample("p", 9, "a", costs, costs, rng.random(repetitions) < share, 0, np.nan, costs)
            for costs in spent
        ]
        low, high = families._find_interval(metric, found)
        held += low <= np.exp(0.8**2 / 2) / share <= high
    assert 170 <= held <= 199
