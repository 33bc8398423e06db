"""Models of run lengths: scipy's estimates, and known truths that are kept or ruled out."""

import numpy as np
import pytest
from scipy import stats

from metaqueens.analysis.models.distributions import _ends, fits, in_words
from metaqueens.analysis.models.lifetimes import MODELS

TRUTHS = {
    "exponential": lambda rng, size: rng.exponential(1000, size),
    "shifted exponential": lambda rng, size: 500 + rng.exponential(500, size),
    "Weibull": lambda rng, size: 1000 * rng.weibull(0.5, size),
    "lognormal": lambda rng, size: rng.lognormal(6, 1.5, size),
}


def values(name, spent, solved):
    fitted = MODELS[name].fit(np.array([spent]), np.array([solved]))
    return [float(value[0, 0]) for value in fitted]


def test_estimates_equal_scipys(rng):
    spent = rng.gamma(2, 300, 80)
    solved = spent < 900
    cut = np.minimum(spent, 900)
    data = stats.CensoredData(uncensored=cut[solved], right=cut[~solved])
    shape, _, scale = stats.weibull_min.fit(data, floc=0)
    assert values("Weibull", cut, solved) == pytest.approx([shape, scale], rel=1e-3)
    sigma, _, median = stats.lognorm.fit(data, floc=0)
    assert values("lognormal", cut, solved) == pytest.approx([median, sigma], rel=1e-3)
    assert values("exponential", cut, solved) == pytest.approx([cut.sum() / solved.sum()])
    shift, beyond = values("shifted exponential", spent, spent > 0)
    assert (shift, beyond) == pytest.approx((spent.min(), spent.mean() - spent.min()))


@pytest.mark.parametrize("left", [60, 18, 10])
def test_a_lognormal_of_few_solved_runs_equals_scipys(left, rng):
    """The likelihood is flat there: 60 steps of expectation and maximisation ended far from it."""
    spent = np.ceil(rng.lognormal(5, 1.5, 400))
    budget = np.sort(spent)[left - 1]
    cut, solved = np.minimum(spent, budget), spent <= budget
    data = stats.CensoredData(uncensored=cut[solved], right=cut[~solved])
    sigma, _, median = stats.lognorm.fit(data, floc=0)
    assert values("lognormal", cut, solved) == pytest.approx([median, sigma], rel=1e-3)


def test_a_lognormal_without_a_largest_likelihood_is_finite():
    """Solved runs of one cost, none stopped beyond it: sigma could be as small as one likes."""
    solved = np.array([True, True, False, False])
    for stopped in (5, 9):
        assert values("lognormal", [9, 9, stopped, 5], solved) == pytest.approx([9, 1e-9])


@pytest.mark.parametrize("name", MODELS)
def test_survival_density_and_draws_are_of_one_distribution(name, rng):
    model = MODELS[name]
    given = (
        (700.0, 0.8)
        if name == "lognormal"
        else (0.8, 700.0)
        if name == "Weibull"
        else (700.0, 300.0)
    )
    given = given[: len(model.names)]
    at = np.array([750.0, 1200.0])
    between = np.exp(model.survival(at, *given))
    grid = np.linspace(*at, 20_001)
    assert np.trapezoid(np.exp(model.density(grid, *given)), grid) == pytest.approx(
        -np.diff(between)[0]
    )
    drawn = model.draw(rng.random(40_000), *given)
    assert np.mean(drawn > at[0]) == pytest.approx(between[0], abs=0.012)


@pytest.mark.parametrize("name", TRUTHS)
@pytest.mark.parametrize("budget", [np.inf, 1500])
def test_the_true_model_is_kept(name, budget, rng):
    kept = 0
    for _ in range(8):
        spent = np.ceil(TRUTHS[name](rng, 150))
        found = fits(np.minimum(spent, budget), spent <= budget)
        left = {row["model"] for row in found if row["plausible"]}
        kept += name in left
    assert kept >= 5, "95 % of 8; 4 or fewer has chance 0.0004"


@pytest.mark.parametrize(
    "stops",
    [
        lambda rng, size: np.ceil(rng.exponential(1000, size)),
        lambda rng, size: np.where(rng.random(size) < 0.5, 300, np.inf),
    ],
    ids=["anywhere", "half of them early"],
)
def test_the_true_model_is_kept_where_runs_are_stopped_at_different_costs(stops, rng):
    """Were drawn runs stopped at the last of these alone, it would fall in 45 to 90 of 100."""
    fallen = 0
    for _ in range(16):
        spent, end = np.ceil(TRUTHS["exponential"](rng, 100)), stops(rng, 100)
        found = fits(np.minimum(spent, end), spent <= end)
        fallen += not next(row["plausible"] for row in found if row["model"] == "exponential")
    assert fallen <= 3, "5 % of 16; 4 or more has chance 0.007"


def test_drawn_runs_are_stopped_at_the_one_budget(rng):
    """One that solved at the budget was not stopped; where none was, none is."""
    spent, solved = np.array([3.0, 100.0, 100.0, 100.0]), np.array([True, True, False, False])
    assert (_ends(spent, solved, rng) == 100).all()
    assert (_ends(spent[:2], solved[:2], rng) == np.inf).all()
    later = _ends(np.array([50.0, 100.0, 300.0]), np.array([False, False, True]), rng)
    share = [np.mean(later == cost) for cost in (50, 100, 300)]
    assert share == pytest.approx([1 / 3] * 3, abs=0.06)


def test_a_wrong_model_is_ruled_out(rng):
    spent = np.ceil(TRUTHS["shifted exponential"](rng, 200))
    left = [row["model"] for row in fits(spent, spent > 0) if row["plausible"]]
    assert left == ["shifted exponential"]


def test_in_words(rng):
    def said(name):
        spent = np.ceil(TRUTHS[name](rng, 300))
        return in_words(fits(spent, spent > 0))

    assert said("exponential").startswith("an exponential distribution fits")
    assert said("shifted exponential").startswith("restarts lose; walks are at most ")
    assert said("lognormal").startswith("restarts gain")
    bimodal = np.repeat([10.0, 10_000.0], 100) + np.arange(200)
    assert in_words(fits(bimodal, bimodal > 0)).startswith("no model fits")
