"""Known answers, scikit-posthocs as a second opinion, and censored runs."""

from math import inf

import numpy as np
import pytest
import scikit_posthocs
from scipy import stats
from statsmodels.stats.multitest import multipletests

from metaqueens.analysis.data.samples import mark_unsolved
from metaqueens.analysis.inference.significance import (
    a12,
    adjust_holm,
    effect,
    fisher,
    least_mann_whitney,
    log_ratios,
    mann_whitney,
    mood_test,
    sign_test,
    wilcoxon,
)


def test_mann_whitney_as_in_scipys_example():
    males, females = [19, 22, 16, 29, 24], [20, 11, 17, 12]
    assert mann_whitney(males, females)[1:3] == pytest.approx((17, 1 / 9), abs=1e-9)
    least = mann_whitney([1, 2, 3], [4, 5, 6]).p
    assert least_mann_whitney(3, 3) == pytest.approx(least) == 0.1, "what few runs can tell"


def test_unsolved_runs_are_tied_and_worst():
    one = mark_unsolved([10, 20, 500, 90], [True, True, False, False])
    assert one.tolist() == [10, 20, inf, inf]
    other = mark_unsolved([30, 40, 7, 500], [True, True, False, False])
    as_ranks = mann_whitney([1, 2, 9, 9], [3, 4, 9, 9])
    assert mann_whitney(one, other) == as_ranks
    assert a12(other, one) == 10 / 16
    assert mann_whitney([inf, inf], [inf, inf]).p == 1
    assert mann_whitney([7] * 30, [7] * 30)[1:3] == (450, 1)


@pytest.mark.parametrize("largest", [5, 40, 10**6])
@pytest.mark.parametrize(("runs", "others"), [(12, 12), (12, 30), (40, 9)])
def test_mann_whitney_and_a12_are_scipys(largest, runs, others, rng):
    one, other = rng.integers(0, largest, runs), rng.integers(0, largest * 1.2, others)
    reference = stats.mannwhitneyu(one, other)
    assert mann_whitney(one, other)[1:3] == pytest.approx(tuple(reference), abs=1e-9)
    assert a12(one, other) == pytest.approx(reference.statistic / runs / others, abs=1e-12)


@pytest.mark.parametrize("largest", [3, 8, 10**6])
def test_mann_whitney_of_few_runs_is_exact(largest, rng):
    for runs, others in ((5, 6), (3, 9), (4, 4)):
        one, other = rng.integers(0, largest, runs), rng.integers(0, largest * 1.2, others)
        reference = stats.permutation_test(
            (one, other), lambda x, y: abs(a12(x, y) - 0.5), vectorized=False,
            alternative="greater", n_resamples=np.inf,
        )  # fmt: skip
        assert mann_whitney(one, other).p == pytest.approx(reference.pvalue, abs=1e-9)


@pytest.mark.parametrize(
    ("runs", "others", "method"),
    [
        # Up to twenty runs together.
        (9, 9, "exact"), (10, 10, "exact"), (1, 1, "exact"), (1, 3, "exact"),
        (8, 20, "asymptotic"), (3, 40, "asymptotic"), (9, 20, "asymptotic"),
        (9, 30, "asymptotic"), (3, 7000, "asymptotic"),
        (8, 7000, "asymptotic"),
    ],
)  # fmt: skip
def test_mann_whitney_of_untied_runs_is_scipys(runs, others, method, rng):
    one, other = rng.random(runs), rng.random(others)
    reference = stats.mannwhitneyu(one, other, method=method)
    assert mann_whitney(one, other)[1:3] == pytest.approx(tuple(reference), abs=1e-9)


def test_mood_is_scipys(rng):
    one, other = rng.exponential(1, 15), rng.exponential(2, 20)
    table = stats.median_test(one, other, ties="below").table
    assert mood_test(one, other).p == pytest.approx(stats.fisher_exact(table)[1], abs=1e-9)
    assert mood_test([inf] * 5, [inf] * 6).p == 1


@pytest.mark.parametrize(
    ("one", "other", "chance"),
    [([1, 2, 3], [2, 3, 4], 2 / 9), ([2, 3, 4], [1, 2, 3], 7 / 9), ([1], [1], 0.5)],
)
def test_a12(one, other, chance):
    assert a12(one, other) == pytest.approx(chance, abs=1e-12)


@pytest.mark.parametrize(
    ("chance", "word"),
    [
        (0.5, "negligible"), (0.55, "negligible"), (0.56, "small"), (0.44, "small"),
        (0.64, "medium"), (0.71, "large"), (0.29, "large"), (1.0, "large"),
    ],
)  # fmt: skip
def test_the_words_of_vargha_and_delaney(chance, word):
    assert effect(chance) == word


def test_wilcoxon_as_demsar_works_it_out():
    c45 = [763, 599, 954, 628, 882, 936, 661, 583, 775, 1000, 940, 619, 972, 957]
    c45_m = [768, 591, 971, 661, 888, 931, 668, 583, 838, 1000, 962, 666, 981, 978]
    found = wilcoxon(np.subtract(c45_m, c45))
    assert found.statistic == 12, "R- = 3.5 + 7 and half of the two zeros' ranks"
    assert found.p < 0.05


def test_wilcoxon_is_what_posthocs_has(rng):
    one, other = rng.normal(0, 1, 15), rng.normal(0.5, 1, 15)
    other[3] = one[3]
    theirs = scikit_posthocs.posthoc_wilcoxon([one, other], zero_method="zsplit")
    assert wilcoxon(one - other).p == pytest.approx(theirs.iloc[0, 1], abs=1e-9)
    assert wilcoxon([0, 0, 0])[1:3] == (3, 1), "of equals a quarter of 3 x 4"


def test_signed_ranks_favour_a_sign_that_a_count_need_not_also_of_censored_costs():
    assert wilcoxon([-1, -1, -1, 5, 6], "-", "+").favours == "+"
    found = wilcoxon([-1, -2, -3, 0, 6], "-", "+")
    assert found.favours == "-", "9 against 5: the zero is on neither side"
    assert wilcoxon([-1, -2, 3], "-", "+").favours is wilcoxon([0, 0], "-", "+").favours is None
    censored = log_ratios([8, inf, inf, 1], [2, inf, 1, inf])
    assert censored.tolist() == [2, 0, 1000, -1000]


def test_fisher_tasting_tea():
    assert fisher(3, 4, 1, 4)[1:3] == pytest.approx((9, 34 / 70))
    assert fisher(8, 10, 1, 6).statistic == pytest.approx(stats.fisher_exact([[8, 2], [1, 5]])[0])


def test_sign_is_the_binomial_test():
    costs = [1.0, 2, 3, 4, 5, 6, 7, 8, np.inf, np.inf]
    assert sign_test(costs, 1.5).p == pytest.approx(stats.binomtest(1, 10).pvalue)
    assert sign_test(costs, 9)[:3] == ("sign", 8, pytest.approx(stats.binomtest(8, 10).pvalue))
    assert sign_test(costs, 0).p == pytest.approx(2 / 2**10)
    assert sign_test(costs, 9.5, 0.8).p == 1
    assert sign_test([5.0] * 9, 5).p == 1, "ties speak for no difference"


def test_holm(rng):
    assert adjust_holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert adjust_holm([0.7, 0.6]).tolist() == [1, 1]
    assert adjust_holm([0.03], family=1).tolist() == adjust_holm([0.03]).tolist() == [0.03]
    assert adjust_holm([]).tolist() == []
    ps = rng.random(20) ** 3
    theirs = multipletests(ps, method="holm")[1]
    assert adjust_holm(ps) == pytest.approx(theirs, abs=1e-9)
    others = multipletests([*ps, *[1.0] * 30], method="holm")[1]
    assert adjust_holm(ps, family=50) == pytest.approx(others[:20], abs=1e-9)


def test_mann_whitney_is_exact_with_ties_up_to_twenty_runs(rng):
    """Two runs among twenty: all 190 ways to deal them are tried here."""
    one, other = [3, 3], [1, 2, 3, 3, 4, *range(5, 18)]
    values = np.array([*one, *other], dtype=float)
    ranks = stats.rankdata(values)
    sums = np.array([ranks[i] + ranks[j] for i in range(20) for j in range(i)])
    expected = np.mean(np.abs(sums - 21) >= abs(ranks[:2].sum() - 21) - 1e-9)
    assert mann_whitney(one, other).p == pytest.approx(expected, abs=1e-12)
    reference = stats.mannwhitneyu(one, [*other, 18], method="asymptotic")
    assert mann_whitney(one, [*other, 18])[1:3] == pytest.approx(tuple(reference), abs=1e-9)


def test_moods_test_of_another_quantile_by_hand():
    """The ninth of ten is 8: all of one are at most that, of the other three of four."""
    found = mood_test([0, 1, 2, 3, 4, 5], [6, 7, 8, 9], 0.9)
    assert (found.name, found.p) == ("Mood's quantile", stats.fisher_exact([[6, 0], [3, 1]])[1])
    assert mood_test([1, 2], [3, 4]).p == pytest.approx(1 / 3), "two of four are at most the second"
    assert mood_test([1, 2], [3, 4]).name == "Mood's median"
