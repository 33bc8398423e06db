"""How cost grows with n: models fitted on small n, and held against larger n they never saw.

In the style of Empirical Scaling Analysis [1]_: a band from bootstrapped runs around each fitted
model, and the question whether the interval of what was measured at the largest n meets it.

.. [1] Hoos (2009). A bootstrap approach to analysing the scaling of empirical run-time data with
       problem size. TR-2009-16, University of British Columbia. Mu & Hoos (2015). On the empirical
       time complexity of random 3-SAT at the phase transition. IJCAI.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metaqueens.analysis.bootstrap import Bootstrapped, Statistic

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


class Sizes(NamedTuple):
    """The statistic at each n: its value and its bootstrap draws, ``(sizes, resamples)``."""

    n: np.ndarray
    values: np.ndarray
    draws: np.ndarray
    low: np.ndarray
    high: np.ndarray


class Scaling(NamedTuple):
    """``fits``: a row per algorithm and model; ``bands``: a row per algorithm, model and n.

    fits: algorithm, model, formula, a, b with a_low ... b_high (95 %), fitted and held_out (numbers
    of sizes), covered (of those held out, how many meet the band), error (a factor: the typical
    miss at the held-out sizes), best (the simplest to say: most covered, then least error).
    bands: algorithm, model, n, fit, low, high, observed, observed_low, observed_high, held_out.
    """

    fits: "pd.DataFrame"
    bands: "pd.DataFrame"


def scaling(runs: "pd.DataFrame", statistic: Statistic, cost: str = "evaluations") -> Scaling:
    """Fit every model to ``statistic`` of each algorithm that ran at four sizes or more.

    The largest third of the sizes, at least one, is held out. Sizes at which the statistic is
    infinite are left out, and with them all that are larger: fitted without them it would look
    cheaper than it is.
    """
    import pandas as pd

    fits: list[dict[str, Any]] = []
    bands: list[pd.DataFrame] = []
    for algorithm, group in runs[runs.n > 1].groupby("algorithm", observed=True, sort=False):
        sizes = _sizes(group, statistic, cost)
        if len(sizes.n) < LEAST_SIZES:
            continue
        found = [_fit(sizes, name) for name in MODELS]
        best = min(found, key=lambda one: (-one[0]["covered"], one[0]["error"]))
        for fit, band in found:
            fits.append({"algorithm": algorithm, **fit, "best": fit is best[0]})
            bands.append(pd.DataFrame({"algorithm": algorithm, **band}))
    return Scaling(pd.DataFrame(fits), pd.concat(bands) if bands else pd.DataFrame())


def _sizes(runs: "pd.DataFrame", statistic: Statistic, cost: str) -> Sizes:
    rows = []
    for n, group in runs.groupby("n"):
        found = Bootstrapped(statistic, group[cost], group.solved, seed=int(n))
        if not np.isfinite(found.values[0]) or found.values[0] <= 0:
            break
        rows.append((n, found.values[0], found.draws[0], found.low[0], found.high[0]))
    return Sizes(*map(np.array, zip(*rows, strict=True))) if rows else Sizes(*[np.array([])] * 5)


def _fit(sizes: Sizes, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    model, n = MODELS[name], sizes.n.astype(float)
    held_out = max(1, len(n) // 3)
    fitted = len(n) - held_out
    draws = sizes.draws[:, np.isfinite(sizes.draws[:fitted]).all(axis=0)]
    if not draws.size:  # hardly ever solved: no resample has a solved run at every size
        draws = sizes.values[:, None]
    logs = np.log(np.column_stack([sizes.values, draws]))
    a, b = _least_squares(model, n[:fitted], logs[:fitted])
    curves = np.exp(a + (b * model.x(n)[:, None] if model.x else 0) + model.fixed(n)[:, None])
    low, high = np.quantile(curves[:, 1:], [0.025, 0.975], axis=1)
    inside = (low <= sizes.high) & (sizes.low <= high)
    miss = np.abs(np.log(curves[:, 0] / sizes.values))[fitted:]
    fit = {
        "model": name, "formula": model.formula,
        **_parameter("a", np.exp(a)), **_parameter("b", model.b(b)),
        "fitted": fitted, "held_out": held_out, "covered": int(inside[fitted:].sum()),
        "error": float(np.exp(np.sqrt(np.mean(miss**2)))),
    }  # fmt: skip
    band = {
        "model": name, "n": sizes.n, "fit": curves[:, 0], "low": low, "high": high,
        "observed": sizes.values, "observed_low": sizes.low, "observed_high": sizes.high,
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
    formula = fit["formula"].replace("a ", f"{fit['a']:.3g} ", 1)
    if fit["model"] != "n log n":
        bounds = f"b = {fit['b']:.3g} ({fit['b_low']:.3g} to {fit['b_high']:.3g})"
        formula = f"{formula}, {bounds}"
    held = (
        f"{fit['covered']} of the {fit['held_out']} largest sizes, which it was not fitted to, meet"
        " its band"
    )
    trust = "" if fit["covered"] == fit["held_out"] else "; not to be extrapolated"
    return f"{fit['algorithm']} grows like {formula}; {held}{trust}"
