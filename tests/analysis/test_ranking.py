"""Demsar's worked example (2006, tables 5 and 6, section 3.2), and statsmodels."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from metaqueens.analysis.inference.ranking import (
    average_ranks,
    friedman,
    rank,
    rank_tests,
)
from metaqueens.analysis.inference.significance import adjust_holm

# Areas under the curve of C4.5 and three ways to tune it, on fourteen data sets. His ranks tell two
# values apart that he prints as 0.975.
AUC = pd.DataFrame(
    [
        (0.763, 0.768, 0.771, 0.798), (0.599, 0.591, 0.590, 0.569), (0.954, 0.971, 0.968, 0.967),
        (0.628, 0.661, 0.654, 0.657), (0.882, 0.888, 0.886, 0.898), (0.936, 0.931, 0.916, 0.931),
        (0.661, 0.668, 0.609, 0.685), (0.583, 0.583, 0.563, 0.625), (0.775, 0.838, 0.866, 0.875),
        (1.000, 1.000, 1.000, 1.000), (0.940, 0.962, 0.965, 0.962), (0.619, 0.666, 0.614, 0.669),
        (0.972, 0.981, 0.97501, 0.975), (0.957, 0.978, 0.946, 0.970),
    ],
    columns=["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"],
)  # fmt: skip


def test_demsars_ranks_friedman_and_its_f():
    ranks = average_ranks(-AUC)
    assert ranks.to_dict() == pytest.approx(
        {"C4.5": 3.143, "C4.5+m": 2.000, "C4.5+cf": 2.893, "C4.5+m+cf": 1.964}, abs=5e-4
    )
    # He leaves ties uncorrected.
    plain = 12 * 14 / (4 * 5) * ((ranks**2).sum() - 4 * 25 / 4)
    assert plain == pytest.approx(9.28, abs=5e-3)
    ours = friedman(-AUC)
    counts = [np.unique(row, return_counts=True)[1] for row in AUC.to_numpy()]
    ties = sum((count**3 - count).sum() for count in counts)
    assert ours.chi2 * (1 - ties / (14 * 4 * 15)) == pytest.approx(plain, abs=1e-9)
    assert ours.p_f < ours.p < 0.05


def test_demsars_holm_against_c45():
    ranks = average_ranks(-AUC)
    tests = rank_tests(ranks, 14)
    others = [name for name in ranks.index if name != "C4.5"]
    ps = [tests.get(("C4.5", name), tests.get((name, "C4.5"))) for name in others]
    found = dict(zip(others, adjust_holm(ps), strict=True))
    # 0.016 < 0.05/3 and 0.019 < 0.05/2; step by step the second takes over the first's 3 x 0.016.
    assert found["C4.5+m+cf"] == pytest.approx(3 * 0.0157, abs=1e-3)
    assert found["C4.5+m"] == found["C4.5+m+cf"] < 0.05
    assert found["C4.5+cf"] == pytest.approx(0.607, abs=2e-3)


def test_holm_against_the_best_is_that_of_all_pairs(table):
    """The best was chosen by the same ranks. The others among themselves take part in the steps."""
    for values in (-AUC, table, -table):
        ranks = average_ranks(values)
        pairs = [*combinations(ranks.index, 2)]
        z = [abs(ranks[one] - ranks[other]) for one, other in pairs]
        size = len(ranks)
        ps = 2 * stats.norm.sf(np.array(z) / np.sqrt(size * (size + 1) / (6 * len(values))))
        theirs = dict(zip(pairs, multipletests(ps, method="holm")[1], strict=True))
        best = ranks.idxmin()
        for other, p in rank(values).holm.items():
            assert p == pytest.approx(theirs.get((best, other), theirs.get((other, best))))


@pytest.fixture
def table(rng):
    return pd.DataFrame(rng.normal([0, 0.5, 1, 1, 3], 1, (20, 5)), columns=list("abcde"))


def test_a_ranking_holds_together(table):
    found = rank(table)
    assert found.blocks == 20
    assert found.ranks.is_monotonic_increasing
    assert found.ranks.index[-1] == "e"
    assert found.ranks.index[0] not in found.holm
    assert found.holm["e"] < 0.001


def test_equal_columns_do_not_differ_and_in_full_agreement_the_f_is_infinite():
    equal = np.tile(np.arange(7.0)[:, None], (1, 3))
    assert friedman(equal) == (0, 1, 0, 1)
    equal[0, 0] = 9
    assert friedman(equal).chi2 > 0
    found = friedman(np.tile([1.0, 2, 3], (6, 1)))
    assert found.chi2 == pytest.approx(12), "blocks times (algorithms - 1), the most there is"
    assert (found.f, found.p_f) == (np.inf, 0)


def test_an_f_is_that_of_an_analysis_of_variance_of_the_ranks(table):
    """Iman and Davenport (1980): of ranks, algorithms against what is left of rows and columns."""
    ranks = stats.rankdata(table, axis=1)
    between = 20 * ((ranks.mean(axis=0) - 3) ** 2).sum() / 4
    residual = ((ranks - ranks.mean(axis=0)) ** 2).sum() / (4 * 19)
    found = friedman(table)
    assert found[:2] == pytest.approx(tuple(stats.friedmanchisquare(*table.to_numpy().T)))
    assert found.f == pytest.approx(between / residual)
    assert found.p_f == pytest.approx(stats.f.sf(between / residual, 4, 76))


def test_ties_of_ranks_keep_the_order_of_the_columns():
    for value in (1, np.inf):  # what nobody solved is tied, too
        found = rank(pd.DataFrame(np.full((6, 4), value), columns=list("dacb")))
        assert found.ranks.to_dict() == dict.fromkeys("dacb", 2.5)
        assert found.ranks.index.tolist() == list("dacb")
        assert found.friedman.p == 1
