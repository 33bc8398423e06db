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
