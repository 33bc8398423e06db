"""How many runs it takes: textbook sample sizes, and a comparison that is then tried."""

import numpy as np
import pytest

from metaqueens.analysis.data.samples import Sample
from metaqueens.analysis.models.planning import plan


def pilot(spent, solved=None):
    solved = spent > 0 if solved is None else solved
    return Sample("p", 8.0, "a", spent, spent, solved, 0, 1e9)


@pytest.mark.parametrize(("shape", "factor"), [(1, 1.5), (1, 2.0), (4, 1.5)])
def test_close_to_the_formula(shape, factor, rng):
    """2 (1.96 + 0.84)^2 cv^2 / log(factor)^2, and more for a tail that may not have been seen."""
    found = plan([pilot(rng.gamma(shape, 1000, 5000))], (factor,)).iloc[0]
    formula = 2 * 2.8**2 / shape / np.log(factor) ** 2
    assert formula / 1.2 <= found.runs <= 4 * formula


def test_unsolved_runs_cost_runs(rng):
    spent = rng.exponential(1000, 5000)
    all_solved = plan([pilot(spent)], (1.5,)).iloc[0]
    half = plan([pilot(np.minimum(spent, 700), spent <= 700)], (1.5,)).iloc[0]
    assert half.runs > all_solved.runs


def test_many_pairs_cost_runs_and_heavy_tails_more_than_a_thousand(rng):
    spent = rng.exponential(1000, 5000)
    assert plan([pilot(spent)], (1.5,), compared=45).runs[0] > plan([pilot(spent)], (1.5,)).runs[0]
    assert np.isnan(plan([pilot(rng.lognormal(6, 2.5, 5000))], (1.2,)).runs[0])
    assert plan([pilot(spent[:3], spent[:3] < 0)]).empty, "nothing is known without solved runs"
