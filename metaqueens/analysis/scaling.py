"""How cost grows with n: models fitted on small n, and held against larger n they never saw.

In the style of Empirical Scaling Analysis [1]_: a band from bootstrapped runs around each fitted
model, and the question whether the interval of what was measured at the largest n meets it.

.. [1] Hoos (2009). A bootstrap approach to analysing the scaling of empirical run-time data with
       problem size. TR-2009-16, University of British Columbia. Mu & Hoos (2015). On the empirical
       time complexity of random 3-SAT at the phase transition. IJCAI.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metaqueens.analysis.samples import Sample, Scatter

if TYPE_CHECKING:
    import pandas as pd

LEAST_SIZES = 4


class Model(NamedTuple):
    """log cost = log a + b x(n) + fixed(n); without x there is no b."""

    formula: str
    x: Callable[[Any], Any] | None
    fixed: Callable[[Any], Any]
    b: Callable[[Any], Any]


MODELS = {
    "power": Model("a n^b", np.log, np.zeros_like, np.array),
    "exponential": Model("a b^n", np.array, np.zeros_like, np.exp),
    "n log n": Model("a n ln n", None, lambda n: np.log(n * np.log(n)), np.array),
}


Sizes = list[tuple[float, Scatter]]


class Scaling(NamedTuple):
    """``fits``: a row per algorithm and model; ``bands``: a row per algorithm, model and n.

    fits: algorithm, model, formula, a, b with a_low ... b_high (95 %), fitted and held_out (numbers
    of sizes), covered (of those held out, how many meet the band), error (a factor: the typical
    miss at the held-out sizes), best (the simplest to say: most covered, then least error).
    bands: algorithm, model, n, fit, low, high, observed, observed_low, observed_high, held_out.
    """

    fits: "pd.DataFrame"
    bands: "pd.DataFrame"


def scaling(found: Sequence[Sample], scattered: Sequence[Scatter]) -> Scaling:
    """Fit every model to each algorithm that ran at four sizes or more.

    The largest third of the sizes, at least one, is held out. A size at which the value is infinite
    is left out, and with it all that are larger: without it growth would look milder than it is.
    """
    import pandas as pd

    fits: list[dict[str, Any]] = []
    bands: list[pd.DataFrame] = []
    for algorithm in dict.fromkeys(sample.algorithm for sample in found):
        sizes = _sizes(algorithm, found, scattered)
        if len(sizes) < LEAST_SIZES:
            continue
        tried = [_fit(sizes, name) for name in MODELS]
        best = min(tried, key=lambda one: (-one[0]["covered"], one[0]["error"]))
        for fit, band in tried:
            fits.append({"algorithm": algorithm, **fit, "best": fit is best[0]})
            bands.append(pd.DataFrame({"algorithm": algorithm, **band}))
    return Scaling(pd.DataFrame(fits), pd.concat(bands)) if fits else no_scaling()


def no_scaling() -> Scaling:
    """What there is where nothing can be fitted."""
    import pandas as pd

    return Scaling(pd.DataFrame(), pd.DataFrame())


def _sizes(algorithm: str, found: Sequence[Sample], scattered: Sequence[Scatter]) -> Sizes:
    """The sizes that can be fitted, rising; none where several problems are of one size."""
    sizes: Sizes = []
    for sample, one in zip(found, scattered, strict=True):
        if sample.algorithm == algorithm and sample.n > 1:
            if not np.isfinite(one.value) or one.value <= 0:
                break
            sizes.append((sample.n, one))
    return sizes if len({n for n, _ in sizes}) == len(sizes) else []


def _fit(sizes: Sizes, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    model, n = MODELS[name], np.array([size for size, _ in sizes])
    values = np.array([one.value for _, one in sizes])
    all_draws = np.array([one.draws for _, one in sizes])
    lows, highs = (np.array([getattr(one, end) for _, one in sizes]) for end in ("low", "high"))
    held_out = max(1, len(n) // 3)
    fitted = len(n) - held_out
    draws = all_draws[:, np.isfinite(all_draws[:fitted]).all(axis=0)]
    if not draws.size:  # hardly ever solved: no resample has a solved run at every size
        draws = values[:, None]
    logs = np.log(np.column_stack([values, draws]))
    a, b = _least_squares(model, n[:fitted], logs[:fitted])
    curves = np.exp(a + (b * model.x(n)[:, None] if model.x else 0) + model.fixed(n)[:, None])
    low, high = np.quantile(curves[:, 1:], [0.025, 0.975], axis=1)
    met = (low <= highs) & (lows <= high)
    miss = np.abs(np.log(curves[:, 0] / values))[fitted:]
    fit = {
        "model": name, "formula": model.formula,
        **_parameter("a", np.exp(a)), **_parameter("b", model.b(b)),
        "fitted": fitted, "held_out": held_out, "covered": int(met[fitted:].sum()),
        "error": float(np.exp(np.sqrt(np.mean(miss**2)))),
    }  # fmt: skip
    band = {
        "model": name, "n": n.astype(int), "fit": curves[:, 0], "low": low, "high": high,
        "observed": values, "observed_low": lows, "observed_high": highs,
        "held_out": np.arange(len(n)) >= fitted,
    }  # fmt: skip
    return fit, band


def _least_squares(model: Model, n: np.ndarray, logs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """log a and b for every column of ``logs`` at once."""
    rest = logs - model.fixed(n)[:, None]
    if model.x is None:
        return rest.mean(axis=0), np.full(logs.shape[1], np.nan)
    columns = np.column_stack([np.ones_like(n), model.x(n)])
    a, b = np.linalg.pinv(columns) @ rest
    return a, b


def _parameter(name: str, values: np.ndarray) -> dict[str, float]:
    low, high = np.quantile(values[1:], [0.025, 0.975])
    return {name: float(values[0]), f"{name}_low": float(low), f"{name}_high": float(high)}


def in_words(fit: dict[str, Any]) -> str:
    """One sentence on the best fit of an algorithm."""
    span = f"({fit['b_low']:.3g} to {fit['b_high']:.3g})"
    formula = {
        "power": f"{fit['a']:.3g} n^{fit['b']:.3g}, the exponent 95 % {span}",
        "exponential": f"{fit['a']:.3g} {fit['b']:.4g}^n, the base 95 % {span}",
        "n log n": f"{fit['a']:.3g} n ln n",
    }[fit["model"]]
    level = {"power": 0, "exponential": 1}.get(fit["model"])
    if level is not None and fit["b_low"] <= level <= fit["b_high"]:
        return f"{fit['algorithm']} does not measurably grow with n: {formula}"
    held = (
        f"{fit['covered']} of the {fit['held_out']} largest sizes, which it was not fitted to, meet"
        " its band"
    )
    trust = "" if fit["covered"] == fit["held_out"] else "; not to be extrapolated"
    return f"{fit['algorithm']} grows like {formula}; {held}{trust}"
