"""Runs whose growth is known: the right model covers what it was not fitted to."""

import numpy as np
import pandas as pd
import pytest

from metaqueens.analysis.data.samples import samples
from metaqueens.analysis.estimate.intervals import estimated
from metaqueens.analysis.models import scaling as models
from metaqueens.analysis.models.scaling import in_words
from metaqueens.metrics import METRICS

GROWTH = {
    "constant": lambda n: 1000 + 0 * n,
    "n log n": lambda n: 7 * n * np.log(n),
    "power": lambda n: 3 * n**2.5,
    "root-exponential": lambda n: 40 * 4 ** np.sqrt(n),
    "exponential": lambda n: 50 * 1.2**n,
}


def scaling(frame, metric):
    found = samples(frame)
    return models.scaling(found, estimated(found, METRICS[metric]))


def runs(growth, sizes=(10, 14, 20, 28, 40, 56), each=60, seed=1, shape=4):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({"algorithm": "one", "n": np.repeat(sizes, each), "solved": True})
    frame = frame.assign(problem="n=" + frame.n.astype(str), status="", use="")
    frame["budget_evaluations"] = np.nan
    frame["evaluations"] = growth(frame.n.astype(float)) * rng.gamma(shape, 1 / shape, len(frame))
    frame["seconds"] = frame.evaluations / 1e6
    return frame


WIDE = (8, 16, 32, 64, 128, 256)


@pytest.mark.parametrize("name", GROWTH)
@pytest.mark.parametrize("metric", ["ert", "median_time"])
def test_the_right_model_is_found_again(name, metric):
    found = scaling(runs(GROWTH[name], WIDE, each=300), metric)
    fits = found.fits.set_index("model")
    assert fits.plausible[name]
    assert fits.error[name] < 1.25
    assert fits.best[name]
    left = set(fits.index[fits.plausible])
    assert left - {name} <= {"constant": {"power", "root-exponential", "exponential"},
                             "n log n": {"power"}}.get(name, set())  # fmt: skip
    if name == "power":
        assert fits.b_low[name] < 2.5 < fits.b_high[name]
    if name == "exponential":
        assert fits.b[name] == pytest.approx(1.2, rel=0.02)


def test_the_right_model_is_ruled_out_in_one_of_twenty():
    """Also with few runs and an exponential scatter."""
    kept = [
        scaling(runs(GROWTH[name], WIDE, each, seed, shape=1), "ert")
        .fits.set_index("model").plausible[name]
        for name in ("constant", "power", "exponential")
        for each in (10, 30)
        for seed in range(8)
    ]  # fmt: skip
    assert sum(kept) >= 39, "95 % of 48 is 46; below 39 has chance 0.0001"


@pytest.mark.parametrize("name", ["power", "exponential", "root-exponential"])
def test_a_few_small_sizes_cannot_tell_models_apart_and_that_is_said(name):
    """8 to 14: what they all predict there is closer than the runs scatter."""
    fits = scaling(runs(GROWTH[name], (8, 10, 12, 14), 30, shape=1), "ert").fits
    left = set(fits.model[fits.plausible])
    assert {"power", "exponential", "root-exponential"} <= left
    words = in_words(fits.to_dict("records"))
    assert "do not rule out" in words


def test_exact_growth_gives_exact_parameters():
    frame = runs(GROWTH["power"])
    frame["evaluations"] = 3 * frame.n.astype(float) ** 2.5
    fit = scaling(frame, "ert").fits.set_index("model").loc["power"]
    assert (fit.a, fit.b, fit.error) == pytest.approx((3, 2.5, 1))


def test_exact_growth_meets_its_band_but_for_rounding():
    """Where runs of a size cost the same, intervals and bands have no width."""
    frame = runs(lambda n: 100 * n, (10, 20, 30, 40, 50), each=10)
    frame["evaluations"] = 100.0 * frame.n
    fits = scaling(frame, "ert").fits
    fit = fits.set_index("model").loc["power"]
    assert fit.covered == fit.held_out
    assert in_words(fits.to_dict("records")).endswith("the other models are ruled out")


def test_a_miss_of_two_hundredths_beside_a_band_without_width_is_one():
    frame = runs(GROWTH["power"])
    frame["evaluations"] = 100 * frame.n * np.where(frame.n == 56, 1.02, 1)
    fit = scaling(frame, "ert").fits.set_index("model").loc["power"]
    assert fit.held_out - fit.covered == 1


def test_too_few_sizes_and_sizes_that_nobody_solved():
    assert scaling(runs(GROWTH["power"], (10, 20, 30)), "ert").fits.empty
    frame = runs(GROWTH["power"])
    frame.loc[frame.n == 28, "solved"] = False
    assert scaling(frame, "ert").fits.empty, "beyond the first gap only lucky sizes would be left"
    frame = runs(GROWTH["power"])
    frame.loc[frame.n == 56, "solved"] = False
    assert set(scaling(frame, "ert").bands.n) == {10, 14, 20, 28, 40}


def test_sizes_below_the_first_that_counts_are_left_out():
    """Where small boards follow another law, growth is that of the large ones."""
    frame = runs(lambda n: np.maximum(3 * n**2.5, 40_000), WIDE, each=300)
    found = samples(frame)
    values = estimated(found, METRICS["ert"])
    assert not models.scaling(found, values).fits.set_index("model").plausible["power"]
    late = models.scaling(found, values, 32)
    assert late.bands.n.min() == 32
    assert models.scaling(found, values, 64).fits.empty, "three sizes are left"


def test_in_words():
    fits = scaling(runs(GROWTH["power"], WIDE, 300), "ert").fits
    words = in_words(fits.to_dict("records"))
    assert words.startswith("one grows like 2.8")
    assert " n^2." in words
    assert words.endswith("the other models are ruled out")
    fits["plausible"] = False
    assert "no model that was tried fits" in in_words(fits.to_dict("records"))


def test_no_growth_is_called_none():
    fits = scaling(runs(GROWTH["constant"]), "ert").fits
    words = in_words(fits.to_dict("records"))
    assert "does not measurably grow with n: about 1," in words or "about 9" in words


def test_no_growth_is_said_only_where_no_model_shows_any():
    """Ten runs a size of a cost that doubles: a constant often fits, beside a rising power law."""
    held_back = 0
    for seed in range(12):
        rising = runs(lambda n: n**1.5, (12, 16, 20, 24), 10, seed, shape=2)
        fits = scaling(rising, "ert").fits
        by_model = fits.set_index("model")
        shown = any(
            by_model.plausible[name] and not by_model.b_low[name] <= at <= by_model.b_high[name]
            for name, at in {"power": 0, "root-exponential": 1, "exponential": 1}.items()
        )
        words = in_words(fits.to_dict("records"))
        assert not (shown and "measurably" in words), words
        held_back += shown and by_model.plausible["constant"]
    assert held_back > 0
