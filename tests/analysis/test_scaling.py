"""Runs whose growth is known: the right model covers what it was not fitted to."""

import numpy as np
import pandas as pd
import pytest

from metaqueens.analysis import scaling as models
from metaqueens.analysis.metrics import METRICS
from metaqueens.analysis.samples import samples, scatter
from metaqueens.analysis.scaling import in_words

GROWTH = {
    "power": lambda n: 3 * n**2.5,
    "exponential": lambda n: 50 * 1.2**n,
    "n log n": lambda n: 7 * n * np.log(n),
}


def scaling(frame, metric):
    found = samples(frame)
    return models.scaling(found, scatter(found, METRICS[metric]))


def runs(growth, sizes=(10, 14, 20, 28, 40, 56), each=60, seed=1):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({"algorithm": "one", "n": np.repeat(sizes, each), "solved": True})
    frame = frame.assign(problem="n=" + frame.n.astype(str), status="", budget_evaluations=np.nan)
    frame["evaluations"] = growth(frame.n.astype(float)) * rng.gamma(4, 0.25, len(frame))
    frame["seconds"] = frame.evaluations / 1e6
    return frame


@pytest.mark.parametrize("name", GROWTH)
@pytest.mark.parametrize("metric", ["ert", "median_time"])
def test_the_right_model_is_found_again(name, metric):
    found = scaling(runs(GROWTH[name]), metric)
    fits = found.fits.set_index("model")
    assert fits.covered[name] == fits.held_out[name] == 2
    assert fits.error[name] < 1.25
    wrong = "power" if name == "exponential" else "exponential"
    assert fits.covered[wrong] == 0
    assert not fits.best[wrong]
    if name == "power":
        assert fits.b_low[name] < 2.5 < fits.b_high[name]
        assert fits.covered["n log n"] == 0
    if name == "exponential":
        assert fits.b[name] == pytest.approx(1.2, rel=0.02)


def test_exact_growth_gives_exact_parameters():
    frame = runs(GROWTH["power"])
    frame["evaluations"] = 3 * frame.n.astype(float) ** 2.5
    fit = scaling(frame, "ert").fits.set_index("model").loc["power"]
    assert (fit.a, fit.b, fit.error) == pytest.approx((3, 2.5, 1))


def test_too_few_sizes_and_sizes_that_nobody_solved():
    assert scaling(runs(GROWTH["power"], (10, 20, 30)), "ert").fits.empty
    frame = runs(GROWTH["power"])
    frame.loc[frame.n == 28, "solved"] = False
    assert scaling(frame, "ert").fits.empty, "beyond the first gap only lucky sizes would be left"
    frame = runs(GROWTH["power"])
    frame.loc[frame.n == 56, "solved"] = False
    assert set(scaling(frame, "ert").bands.n) == {10, 14, 20, 28, 40}


def test_in_words():
    fits = scaling(runs(GROWTH["power"]), "ert").fits
    words = in_words(fits[fits.best].iloc[0].to_dict())
    assert words.startswith("one grows like")
    assert " n^2." in words
    assert words.endswith("2 of the 2 largest sizes, which it was not fitted to, meet its band")


def test_no_growth_is_called_none():
    fits = scaling(runs(lambda n: 1000 + 0 * n), "ert").fits
    words = in_words(fits[fits.best].iloc[0].to_dict())
    assert "does not measurably grow with n" in words
