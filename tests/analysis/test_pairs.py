"""The best against each other on a problem: known answers, and verdicts that say what is known."""

from math import inf, isnan

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from metaqueens.analysis.estimate.intervals import estimate
from metaqueens.analysis.estimate.limits import p_of_difference
from metaqueens.analysis.inference import pairs
from metaqueens.analysis.inference.pairs import FAR, Pair, compare_best, metric_tests
from metaqueens.analysis.inference.permutation import Costs, ratio_tests
from metaqueens.analysis.inference.significance import is_against, verdict
from metaqueens.metrics import METRICS
from tests.analysis.made import sample

NEVER = 5000


def compared(*found, metric="ert"):
    values = estimate(found, METRICS[metric])
    return compare_best(found, values, METRICS[metric])


def test_by_how_much():
    found = compared(
        sample([20, 30, 40] * 2, "b"), sample([10, 20, 30] * 2, "a"), sample([80, 90, 100] * 2, "c")
    )
    assert found[["better", "other"]].to_numpy().tolist() == [["a", "b"], ["a", "c"]]
    assert found.ratio.tolist() == pytest.approx([1.5, 4.5])
    assert ((found.ratio_low < found.ratio) & (found.ratio < found.ratio_high)).all()
    assert found.a12.tolist() == pytest.approx([7 / 9, 1])
    assert found.effect.tolist() == ["large", "large"]


def test_of_equals_the_best_is_the_one_that_leads_on_the_most_problems():
    scales = {"p": {"a": 9, "b": 9, "c": 8}, "q": {"a": 9, "b": 9, "c": 9}, "r": {"b": 8, "a": 9}}
    found = compared(
        *(sample([k] * 6, name, problem) for problem, costs in scales.items()
          for name, k in costs.items())
    )  # fmt: skip
    best = found.drop_duplicates("problem").set_index("problem").better
    assert best.to_dict() == {"p": "c", "q": "b", "r": "b"}


def test_all_pairs_of_all_problems_are_one_family(rng):
    """Three pairs on p and one on q; on r nobody solved."""
    scales = (("p", "a", 5), ("p", "b", 9), ("p", "c", 40), ("q", "a", 5), ("q", "b", 8))
    found = compared(
        *(sample(rng.gamma(9, scale, 12), name, problem) for problem, name, scale in scales),
        *(sample([NEVER] * 12, name, "r") for name in "ab"),
        sample([], "c", "q"),
    )
    assert found[["problem", "better", "other"]].to_numpy().tolist() == [
        ["p", "a", "b"], ["p", "a", "c"], ["q", "a", "b"],
    ]  # fmt: skip
    assert (found.p_holm < 1).all()
    theirs = multipletests([*found.p, 1], method="holm")[1][:3]
    assert found.p_holm.tolist() == pytest.approx(theirs)


def test_typical_runs_have_mann_whitneys_test(rng):
    one, other, last = rng.exponential(50, 12), rng.exponential(150, 12), rng.exponential(9000, 12)
    found = compared(sample(one), sample(other, "b"), sample(last, "c"))
    last = np.where(last <= 1000, last, np.inf)
    ps = [stats.mannwhitneyu(one, costs).pvalue for costs in (other, last)]
    assert found.p_typical.tolist() == pytest.approx(multipletests([*ps, 1], method="holm")[1][:2])


def test_shares_have_fishers_test():
    few, many = sample([10] * 3 + [NEVER] * 7), sample([10] * 9 + [NEVER], "b")
    found = compared(few, many, metric="success").iloc[0]
    p = stats.fisher_exact([[9, 1], [3, 7]]).pvalue
    assert (found.better, found.other, found.test) == ("b", "a", "Fisher")
    assert (found.p, found.p_typical, found.a12) == pytest.approx((p, p, 0.8))


def test_quantiles_have_moods_test():
    one = sample([1, 2, 3, 4, 5, 6, 7, 8, 9, NEVER])
    other = sample([5.5, 9.5, *range(10, 16), NEVER, NEVER], "b")
    found = compared(one, other, metric="median").iloc[0]
    assert found.test == "Mood's median"
    # Ten of the twenty cost at most 9: nine of one, one of the other.
    assert found.p == pytest.approx(stats.fisher_exact([[9, 1], [1, 9]]).pvalue)


@pytest.mark.parametrize(("metric", "share"), [("median", 0.5), ("q90", 0.9), ("q10", 0.1)])
def test_one_known_cost_has_the_sign_test(metric, share):
    """Thirty copies of 22 among 1 to 30 are no thirty runs at the median of all."""
    known, other = sample([22] * 30), sample(np.arange(1, 31), "b")
    found = compared(known, other, metric=metric).iloc[0]
    p = min(stats.binom.cdf(22, 30, share), stats.binom.sf(20, 30, share))
    assert found.test == "sign"
    assert found.p == pytest.approx(2 * p)
    assert found.p_typical == pytest.approx(2 * stats.binom.sf(20, 30, 0.5))
    swapped = compared(other, known, metric=metric).iloc[0]
    assert (swapped.p, swapped.p_typical) == (found.p, found.p_typical)


def test_seconds_of_one_run_repeated_are_measured_anew():
    """The copies cost the same evaluations, not the same time."""
    times = np.arange(1.0, 13)
    one = sample([22] * 12)._replace(seconds=times)
    other = sample([22] * 12, "b")._replace(seconds=times + 20)
    found = compared(one, other, metric="median_time").iloc[0]
    assert found.test == "Mood's median"
    theirs = stats.mannwhitneyu(times, times + 20, method="asymptotic").pvalue
    assert found.p_typical == pytest.approx(theirs)


@pytest.mark.parametrize("name", ["ert", "par10"])
@pytest.mark.parametrize("dearer", [1.3, 2, 8])
def test_a_p_is_that_of_the_permutations_and_no_less_than_the_limits_allow(name, dearer, rng):
    metric = METRICS[name]
    found = [sample(rng.exponential(400, 30)), sample(dearer * rng.exponential(400, 30), "b")]
    values = estimate(found, metric)
    order = [0, 1] if values[0].value < values[1].value else [1, 0]
    pair = Pair(*(found[k] for k in order), *(values[k] for k in order))
    (test,) = metric_tests([pair], 1, metric)
    best, other = pair.best, pair.other
    counted = [one.solved if name == "ert" else np.ones(30) for one in (best, other)]
    charged = (Costs(best.costs(metric), counted[0]), Costs(other.costs(metric), counted[1]))
    (chance,) = ratio_tests([charged])
    limit = p_of_difference(*pair.limits)
    assert test.p == max(limit, min(chance.p, FAR * limit) if chance.beyond else chance.p)
    assert test.statistic == pytest.approx(pair.other_value.value / pair.best_value.value)


def test_a_p_beyond_all_permutations_is_at_most_a_thousand_times_that_of_the_limits(rng):
    found = [sample(rng.normal(10, 1, 30)), sample(rng.normal(500, 1, 30), "b")]
    values = estimate(found, METRICS["ert"])
    limit = p_of_difference(values[0].limits, values[1].limits)
    assert compared(*found).p[0] == pytest.approx(1000 * limit)
    assert compared(*found).test[0] == "confidence limit"
    charged = tuple(Costs(one.evaluations, np.ones(30)) for one in found)
    assert 1000 * limit < 1e-6 < ratio_tests([charged])[0].p


def test_the_test_is_named_after_the_p_that_it_gives(rng):
    """Permutations if one was as extreme, the limits if there were none or too many runs."""
    near = compared(sample(rng.normal(100, 30, 30)), sample(rng.normal(115, 30, 30), "b"))
    assert near.test.tolist() == ["permutation"]
    many = compared(sample(rng.normal(100, 9, 1001)), sample(rng.normal(101, 9, 1001), "b"))
    assert many.test.tolist() == ["confidence limit"]
    assert near.p[0] > 1e-5


@pytest.mark.parametrize(("family", "fine"), [(1, True), (3, True), (4, False)])
def test_only_a_p_that_may_become_small_is_from_many_permutations(family, fine, monkeypatch):
    """The limits say 0.014: as one of three tests it may be below 0.05, as one of four not."""
    places = stats.norm.ppf((np.arange(30) + 0.5) / 30)
    found = [sample(100 + 30 * places), sample(121 + 30 * places, "b")]
    values = estimate(found, METRICS["ert"])
    assert 0.05 / 4 < p_of_difference(values[0].limits, values[1].limits) < 0.05 / 3
    asked = []

    def noted(charged, wanted):
        asked.extend(wanted)
        return ratio_tests(charged, wanted)

    monkeypatch.setattr(pairs, "ratio_tests", noted)
    metric_tests([Pair(*found, *values)], family, METRICS["ert"])
    assert asked == [fine]


def test_costs_of_nought_have_no_ratio():
    one, other = sample([0] * 6), sample([0, 0, 0, 9, 9, 9], "b")
    found = compared(one, other).iloc[0]
    assert (found.better, found.ratio, found.ratio_high) == ("a", inf, inf)
    assert found.verdict == "open"
    values = estimate([one, other], METRICS["ert"])
    (test,) = metric_tests([Pair(one, other, *values)], 1, METRICS["ert"])
    assert isnan(test.statistic)


@pytest.mark.parametrize(
    ("p", "chance", "p_typical", "word"),
    [
        (0.05, 0.9, 0.001, "open"),
        (0.0499, 0.9, 0.001, "likely"),
        (0.01, 0.9, 0.001, "likely"),
        (0.0099, 0.9, 0.001, "clear"),
        (0.0099, 0.4, 0.0499, "mixed"),
        (0.0099, 0.4, 0.05, "clear"),
        (0.0099, 0.5, 0.001, "clear"),
        (0.5, 0.4, 0.001, "open"),
    ],
)
def test_verdicts(p, chance, p_typical, word):
    assert verdict(p, is_against(chance, p_typical)) == word
