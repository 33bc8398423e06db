"""The Bayesian signed rank test beside baycomp, which samples the same posterior."""

import numpy as np
import pytest
from baycomp import SignedRankTest

from metaqueens.analysis.inference.bayes import signed_rank


@pytest.mark.parametrize("shift", [-0.3, 0.0, 0.2, 2.0])
@pytest.mark.parametrize("rope", [0.1, 0.5])
def test_it_is_baycomps_but_for_chance(shift, rope, rng):
    differences = np.round(rng.normal(shift, 0.6, 12), 1)
    theirs = SignedRankTest.probs(np.zeros(12), differences, rope, nsamples=20_000, random_state=1)
    assert signed_rank(differences, rope, samples=20_000) == pytest.approx(theirs, abs=0.02)


def test_plain_cases():
    assert signed_rank([0.0] * 10, rope=0.1).equal == 1
    assert signed_rank([5.0] * 10, rope=0.1).above > 0.99
    assert signed_rank([-5.0] * 10, rope=0.1).below > 0.99
    assert signed_rank([1.0, -1.0] * 5, 0.1, seed=3) == signed_rank([1.0, -1.0] * 5, 0.1, seed=3)


def test_sums_on_the_edge_of_the_region_count_half():
    """All pairs of equal differences lie on it: less than half of the weight is beyond."""
    assert signed_rank([0.25] * 10, rope=0.25).equal == 1
    assert signed_rank([-0.25] * 10, rope=0.25).equal == 1
    assert signed_rank([0.26] * 10, rope=0.25).above > 0.99


def test_the_imagined_difference_weighs_half_a_run():
    """Of a difference of weight w, that is the pair of it and itself: w squared of all pairs.

    It is beta(1, 1/2) of the weight, and so above the root of a half in sqrt(1 - 0.7071) of draws.
    """
    found = signed_rank([1.0], rope=0.6)
    assert found.above == pytest.approx(np.sqrt(1 - np.sqrt(0.5)), abs=0.01)
    assert sum(found) == pytest.approx(1)
    whole = signed_rank([1.0], rope=0.6, prior=1.0)
    assert whole.above == pytest.approx(1 - np.sqrt(0.5), abs=0.01)


def test_chances_are_as_many_draws_as_are_asked_for(rng):
    """Also where they do not fit in one piece of two million weights."""
    found = signed_rank(rng.normal(0, 1, 3000), rope=0.01, samples=700)
    assert sum(found) == pytest.approx(1)
    assert [700 * chance for chance in found] == pytest.approx(np.round(np.multiply(found, 700)))
