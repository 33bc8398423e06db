"""Power laws fitted to costs whose growth is known."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from metaqueens import compare
from metaqueens.analysis.caveats import describe_kinds
from metaqueens.analysis.estimate.estimates import fit_power_laws
from tests.analysis import made

SIZES = np.array([10, 14, 20, 28, 40, 56], float)


def table(costs, sizes=SIZES, algorithm="one"):
    return pd.DataFrame({"algorithm": algorithm, "n": sizes, "ert": costs})


def test_an_exact_law_is_found_again():
    two = pd.concat([table(3 * SIZES**2.5), table(7 * SIZES, algorithm="two")])
    found = fit_power_laws(two, "ert").set_index("algorithm")
    assert found.loc["one", ["a", "b", "b_low", "b_high"]].tolist() == pytest.approx(
        [3, 2.5, 2.5, 2.5]
    )
    assert found.loc["two", ["a", "b"]].tolist() == pytest.approx([7, 1])
    assert found.sizes.tolist() == [6, 6]


def test_the_interval_covers_what_it_says(rng):
    noise = np.exp(rng.normal(0, 0.2, (400, len(SIZES))))
    found = [fit_power_laws(table(3 * SIZES**2 * one), "ert").iloc[0] for one in noise]
    covered = sum(one.b_low < 2 < one.b_high for one in found)
    assert stats.binomtest(covered, 400, 0.95).pvalue > 1e-3


def test_what_cannot_be_fitted():
    assert fit_power_laws(table(SIZES[:3], SIZES[:3]), "ert").empty, "three sizes"
    assert fit_power_laws(table(SIZES, [8, 8, 9, 10, 11, 12]), "ert").empty, (
        "two problems of a size"
    )
    gap = SIZES.copy()
    gap[3] = np.inf
    assert fit_power_laws(table(gap), "ert").empty, "beyond the first gap only lucky sizes are left"
    gap[3:] = 28, np.inf, 56
    assert fit_power_laws(table(gap), "ert").sizes.tolist() == [4]


def test_problems_that_differ_in_more_than_n_are_named():
    """Else the exponent is that of n and of the rules together."""
    families = [f"n={n}, {n - 7} diagonals excluded" for n in range(8, 12)]
    parts = [made.frame({"a": [n**2] * 6}, problem=name, family=name, n=n)
             for n, name in zip(range(8, 12), families, strict=True)]  # fmt: skip
    note = (
        "growth with n: the problems differ in more than n (1 diagonals excluded, 2 diagonals"
        " excluded, 3 diagonals excluded and 4 diagonals excluded)"
    )
    found = compare(pd.concat(parts))
    assert len(found.growth) == 1
    assert found.caveats[-1] == note
    assert describe_kinds(["n=8", "n=9, torus"]).endswith("(no rule and torus)")
    for alike in (["n=8", "n=9"], ["Costas n=8 form=all", "Costas n=9 form=all"], ["p8", "p9"]):
        assert not describe_kinds(alike)


def test_growth_over_families_is_that_of_their_metric():
    parts = [
        made.frame({"a": [n**2] * 6}, problem=f"n={n}, torus #{k}", family=f"n={n}, torus", n=n)
        for n in range(8, 12)
        for k in (1, 2)
    ]
    (law,) = compare(pd.concat(parts)).growth.itertuples()
    assert (law.algorithm, law.sizes, law.b) == ("a", 4, pytest.approx(2))
