"""The permutation test: scipy's, worked examples, and samples that others give up."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from metaqueens.analysis.estimate.intervals import estimate
from metaqueens.analysis.inference.pairs import compare_best
from metaqueens.analysis.inference.permutation import FEW_DRAWS, Costs, ratio_tests
from metaqueens.metrics import METRICS
from tests.analysis import made


def means(*samples):
    return [Costs(np.asarray(one, dtype=float), np.ones(len(one))) for one in samples]


def statistic(one, other, axis=-1):
    """The studentised log ratio of two means."""
    parts = []
    for sample in (one, other):
        mean = np.mean(sample, axis=axis)
        error = np.var(sample, axis=axis, ddof=1) / np.shape(sample)[axis] / mean**2
        parts.append((np.log(mean), error))
    return np.abs(parts[0][0] - parts[1][0]) / np.sqrt(parts[0][1] + parts[1][1])


@pytest.mark.parametrize(("runs", "others"), [(4, 4), (3, 7), (6, 5)])
def test_few_runs_are_permuted_in_every_way_as_by_scipy(runs, others, rng):
    one, other = rng.exponential(1, runs), rng.exponential(3, others)
    reference = stats.permutation_test(
        (one, other), statistic, n_resamples=np.inf, alternative="greater", vectorized=True
    )
    (found,) = ratio_tests([tuple(means(one, other))])
    assert found.p == pytest.approx(reference.pvalue, abs=1e-9)


def test_many_runs_are_permuted_at_random_as_by_scipy(rng):
    one, other = rng.exponential(1, 30), rng.exponential(1.8, 30)
    reference = stats.permutation_test(
        (one, other), statistic, n_resamples=9999, alternative="greater", rng=rng
    )
    (found,) = ratio_tests([tuple(means(one, other))])
    assert found.p == pytest.approx(reference.pvalue, abs=0.01)


@pytest.mark.parametrize(("runs", "others"), [(3, 3), (6, 5), (4, 7)])
def test_ert_counts_solved_runs(runs, others, rng):
    """Sum(spent) / solved in every deal, one by one."""
    together = runs + others
    spent = 20 + 80 * np.minimum(rng.exponential(1, together), 1)
    solved = (spent < 100).astype(float)

    def studentised(chosen):
        parts = []
        for rows in (list(chosen), [k for k in range(together) if k not in chosen]):
            t, s = spent[rows], solved[rows]
            if not s.any():
                return np.inf
            influence = t / t.mean() - s / s.mean()
            size = len(rows)
            parts.append((np.log(t.sum() / s.sum()), influence @ influence / size / (size - 1)))
        return abs(parts[0][0] - parts[1][0]) / np.sqrt(parts[0][1] + parts[1][1])

    deals = [studentised(chosen) for chosen in combinations(range(together), runs)]
    expected = np.mean(np.array(deals) >= studentised(range(runs)) * (1 - 1e-9))
    (found,) = ratio_tests(
        [(Costs(spent[:runs], solved[:runs]), Costs(spent[runs:], solved[runs:]))]
    )
    assert found.p == pytest.approx(expected, abs=1e-12)
    assert 0 < solved.sum() < together
    assert 0 < expected < 1


def test_pairs_in_one_call_are_as_each_alone(rng):
    pairs = [
        tuple(means(rng.exponential(1, runs), rng.exponential(2, 10))) for runs in (5, 10, 12, 12)
    ]
    assert ratio_tests(pairs) == [one for pair in pairs for one in ratio_tests([pair])]


def test_what_cannot_be_told(rng):
    same, nought = (tuple(means([cost] * 5, [cost] * 5)) for cost in (5.0, 0.0))
    alone = tuple(means([1.0], [9.0, 8.0, 7.0]))
    nobody = (Costs(np.full(4, 9.0), np.zeros(4)),) * 2
    assert ratio_tests([same, nought, alone, nobody]) == [(1, False)] * 4


def test_beyond_what_was_drawn(rng):
    far = tuple(means(rng.normal(10, 1, 30), rng.normal(100, 1, 30)))
    (found,) = ratio_tests([far], [False])
    assert found == (1 / (FEW_DRAWS + 1), True)


def test_only_a_p_that_may_matter_is_from_a_hundred_thousand_deals(rng):
    """1 / (deals + 1) is the least p; one that is not wanted has three digits."""
    places = stats.norm.ppf((np.arange(30) + 0.5) / 30)
    far, near = (tuple(means(100 + places, 100 + shift + places)) for shift in (50, 0.55))
    assert ratio_tests([far])[0] == (pytest.approx(1e-5), True)
    (fine,), (coarse,) = ratio_tests([near]), ratio_tests([near], [False])
    assert 0.01 < fine.p < 0.1
    assert 1000 * fine.p != pytest.approx(round(1000 * fine.p), abs=1e-9)
    assert 1000 * coarse.p == pytest.approx(round(1000 * coarse.p), abs=1e-9)
    assert fine.p == pytest.approx(coarse.p, abs=0.03)


@pytest.mark.parametrize(("runs", "others"), [(2, 2), (2, 5), (5, 2)])
def test_two_runs_are_enough_to_permute(runs, others):
    """Complete separation: of all deals, the one seen and, of equal sizes, its mirror."""
    (found,) = ratio_tests([tuple(means(range(1, runs + 1), range(900, 900 + others)))])
    deals = len(list(combinations(range(runs + others), runs)))
    assert found.p * deals == pytest.approx(2 if runs == others else 1)


def test_the_scale_of_costs_changes_nothing(rng):
    one, other = rng.exponential(1, 12), rng.exponential(2, 12)
    small, large = (means(scale * one, scale * other) for scale in (1e-9, 1e9))
    plain = ratio_tests([tuple(means(one, other))])
    assert ratio_tests([tuple(small)]) == ratio_tests([tuple(large)]) == plain


def test_beyond_two_thousand_runs_the_limits_decide_alone(rng):
    """On either side of the line the p is much the same."""
    one, other = rng.exponential(1, 1000), rng.exponential(1.06, 1000)
    (permuted,) = ratio_tests([tuple(means(one, other))])
    assert 0.05 < permuted.p < 0.5
    assert ratio_tests([tuple(means(one, [*other, other.mean()]))]) == [(0, True)]
    first, second = (
        made.sample(costs, name, budget=1e9) for costs, name in ((one, "a"), (other, "b"))
    )
    more = made.sample([*other, other.mean()], "b", budget=1e9)
    ert, ps = METRICS["ert"], []
    for pair in ((first, second), (first, more)):
        ps.append(compare_best(pair, estimate(pair, ert), ert).p[0])
    assert ps[0] == pytest.approx(ps[1], abs=0.03)
