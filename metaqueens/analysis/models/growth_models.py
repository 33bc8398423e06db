"""Models of how cost grows with n, each fitted to log cost by weighted least squares."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis.estimate.intervals import Estimate

# What a fit gives back: parameters a and b (each ``(draws,)``), and log cost at any sizes.
Prediction = Callable[[np.ndarray], np.ndarray]


class Fitted(NamedTuple):
    """A model fitted to every column of log costs at once.

    Parameters
    ----------
    parameters
        ``a``, and ``b`` where the formula has it, each of shape ``(draws,)``.
    predict
        From sizes ``(sizes,)`` to log costs ``(sizes, draws)``.
    """

    parameters: dict[str, np.ndarray]
    predict: Prediction


class Model(NamedTuple):
    """A model of growth.

    Parameters
    ----------
    formula
        As people write it.
    free
        How many parameters are fitted.
    fit
        From sizes ``(sizes,)``, log costs ``(sizes, draws)`` and standard errors ``(sizes,)``.
    """

    formula: str
    free: int
    fit: Callable[[np.ndarray, np.ndarray, np.ndarray], Fitted]


def _log_linear(
    x: Callable[[np.ndarray], np.ndarray] | None,
    fixed: Callable[[np.ndarray], np.ndarray] = np.zeros_like,
    b: Callable[[np.ndarray], np.ndarray] = np.array,
) -> Callable[[np.ndarray, np.ndarray, np.ndarray], Fitted]:
    """log cost = log a + slope x(n) + fixed(n), of which ``b`` makes the parameter b."""

    def columns(n: np.ndarray) -> np.ndarray:
        return np.column_stack([np.ones_like(n)] + ([x(n)] if x else []))

    def fit(n: np.ndarray, logs: np.ndarray, errors: np.ndarray) -> Fitted:
        weights = 1 / errors[:, None]
        found = np.linalg.pinv(columns(n) * weights) @ ((logs - fixed(n)[:, None]) * weights)
        parameters = {"a": np.exp(found[0])} | ({"b": b(found[1])} if x else {})
        return Fitted(parameters, lambda at: columns(at) @ found + fixed(at)[:, None])

    return fit


MODELS = {
    "constant": Model("a", 1, _log_linear(None)),
    "n log n": Model("a n ln n", 1, _log_linear(None, lambda n: np.log(n * np.log(n)))),
    "power": Model("a n^b", 2, _log_linear(np.log)),
    "root-exponential": Model("a b^sqrt(n)", 2, _log_linear(np.sqrt, b=np.exp)),
    "exponential": Model("a b^n", 2, _log_linear(np.array, b=np.exp)),
}
# The b with which a model is a constant.
NO_GROWTH = {"power": 0, "root-exponential": 1, "exponential": 1}


RULED_OUT = 0.05
# A model that misses by less than a hundredth is not held to be wrong, however many runs there are:
# neither by its residuals nor by its band, which has no width where runs of a size cost the same.
LEAST_ERROR = 0.01


class Size(NamedTuple):
    """What was measured at one size, and how many runs that took."""

    n: float
    runs: int
    measured: Estimate


class ModelFit:
    """One model on one algorithm: fitted to the smaller sizes for its band, to all for its test."""

    def __init__(self, sizes: list[Size], name: str) -> None:
        self.name, self.sizes = name, sizes
        self.n = np.array([size.n for size in sizes])
        self.logs = _logs(sizes)
        self.errors = _errors(sizes, self.logs)
        self.fitted = len(sizes) - max(1, len(sizes) // 3)
        early = slice(self.fitted)
        fit = MODELS[name].fit
        self.early = fit(self.n[early], self.logs[early], self.errors[early])
        self.whole: Fitted = fit(self.n, self.logs, self.errors)
        self.p = _p_of_residuals(self)

    def row(self) -> dict[str, Any]:
        """Return its row of ``fits``, but for what depends on the other models."""
        band = self.band()
        low, high = band["low"] / (1 + LEAST_ERROR), band["high"] * (1 + LEAST_ERROR)
        met = (low <= band["observed_high"]) & (band["observed_low"] <= high)
        miss = np.log(band["fit"] / band["observed"])[self.fitted :]
        return {
            "model": self.name,
            "formula": MODELS[self.name].formula,
            **{key: value for name in "ab" for key, value in self._parameter(name).items()},
            "fitted": self.fitted,
            "held_out": len(self.n) - self.fitted,
            "covered": int(met[self.fitted :].sum()),
            "error": float(np.exp(np.sqrt(np.mean(miss**2)))),
            "p": self.p,
            "plausible": not self.p < RULED_OUT,
        }

    def _parameter(self, name: str) -> dict[str, float]:
        values = self.whole.parameters.get(name, np.full(2, np.nan))
        low, high = np.quantile(values[1:], [0.025, 0.975])
        return {name: float(values[0]), f"{name}_low": float(low), f"{name}_high": float(high)}

    def band(self) -> dict[str, Any]:
        """Return its rows of ``bands``, column by column."""
        curves = np.exp(self.early.predict(self.n))
        low, high = np.quantile(curves[:, 1:], [0.025, 0.975], axis=1)
        value, observed_low, observed_high = (
            np.array([getattr(size.measured, name) for size in self.sizes])
            for name in ("value", "low", "high")
        )
        return {
            "model": self.name,
            "n": self.n.astype(int),
            "fit": curves[:, 0],
            "low": low,
            "high": high,
            "observed": value,
            "observed_low": observed_low,
            "observed_high": observed_high,
            "held_out": np.arange(len(self.n)) >= self.fitted,
        }


def _logs(sizes: list[Size]) -> np.ndarray:
    """log cost: the measured one in the first column, then the bootstrap's draws."""
    values = np.array([size.measured.value for size in sizes])
    draws = np.array([size.measured.draws for size in sizes])
    draws = draws[:, np.isfinite(draws).all(axis=0) & (draws > 0).all(axis=0)]
    if not draws.size:  # hardly ever solved: no resample has a solved run at every size
        draws = values[:, None]
    return np.asarray(np.log(np.column_stack([values, draws])))


def _errors(sizes: list[Size], logs: np.ndarray) -> np.ndarray:
    """Return the standard error of each log cost.

    Wider for few runs, so that the sum of squared residuals in these units has the mean it has
    with known errors: the square of a t has mean (m - 1)/(m - 3) times that of a normal.
    """
    runs = np.array([max(size.runs, 4) for size in sizes], dtype=float)
    errors = logs[:, 1:].std(axis=1) * np.sqrt((runs - 1) / (runs - 3))
    return np.asarray(np.maximum(errors, LEAST_ERROR))


def _p_of_residuals(fits: ModelFit) -> float:
    """The chance of residuals this large at all sizes if the model were true: chi-squared."""
    from scipy import special

    freedom = len(fits.n) - MODELS[fits.name].free
    if freedom < 1:
        return float("nan")
    residuals = (fits.logs[:, 0] - fits.whole.predict(fits.n)[:, 0]) / fits.errors
    return float(special.chdtrc(freedom, np.sum(residuals**2)))
