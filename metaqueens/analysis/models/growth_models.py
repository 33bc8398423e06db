"""Models of how cost grows with n, each fitted to log cost by weighted least squares."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis.estimate.intervals import Estimate

Function = Callable[[Any], Any]


class Model(NamedTuple):
    """log cost = log a + slope x(n) + fixed(n).

    Parameters
    ----------
    formula
        As people write it.
    x
        None where there is no slope.
    fixed
        What nothing is fitted of.
    b
        Makes the parameter b of the slope.
    """

    formula: str
    x: Function | None = None
    fixed: Function = np.zeros_like
    b: Function = np.array

    @property
    def free(self) -> int:
        """How many parameters are fitted."""
        return 2 if self.x else 1

    def fit(self, n: np.ndarray, logs: np.ndarray, errors: np.ndarray) -> np.ndarray:
        """Return the coefficients, ``(free, draws)``, of log costs ``(sizes, draws)``."""
        weights = 1 / errors[:, None]
        target = (logs - self.fixed(n)[:, None]) * weights
        return np.asarray(np.linalg.pinv(self._columns(n) * weights) @ target)

    def predict(self, found: np.ndarray, n: np.ndarray) -> np.ndarray:
        """Return log costs, ``(sizes, draws)``, by coefficients that ``fit`` found."""
        return np.asarray(self._columns(n) @ found + self.fixed(n)[:, None])

    def _columns(self, n: np.ndarray) -> np.ndarray:
        return np.column_stack([np.ones_like(n)] + ([self.x(n)] if self.x else []))


MODELS = {
    "constant": Model("a"),
    "n log n": Model("a n ln n", fixed=lambda n: np.log(n * np.log(n))),
    "power": Model("a n^b", np.log),
    "root-exponential": Model("a b^sqrt(n)", np.sqrt, b=np.exp),
    "exponential": Model("a b^n", np.array, b=np.exp),
}

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
        self.name, self.model, self.sizes = name, MODELS[name], sizes
        self.n = np.array([size.n for size in sizes])
        self.logs = _logs(sizes)
        self.errors = _errors(sizes, self.logs)
        self.fitted = len(sizes) - max(1, len(sizes) // 3)
        early = slice(self.fitted)
        self.early = self.model.fit(self.n[early], self.logs[early], self.errors[early])
        self.whole = self.model.fit(self.n, self.logs, self.errors)
        self.p = _p_of_residuals(self)

    def row(self) -> dict[str, Any]:
        """Return its row of ``fits``, but for what depends on the other models."""
        band = self.band()
        low, high = band["low"] / (1 + LEAST_ERROR), band["high"] * (1 + LEAST_ERROR)
        met = (low <= band["observed_high"]) & (band["observed_low"] <= high)
        miss = np.log(band["fit"] / band["observed"])[self.fitted :]
        return {
            "model": self.name,
            "formula": self.model.formula,
            **self._parameters(),
            "fitted": self.fitted,
            "held_out": len(self.n) - self.fitted,
            "covered": int(met[self.fitted :].sum()),
            "error": float(np.exp(np.sqrt(np.mean(miss**2)))),
            "p": self.p,
            "plausible": not self.p < RULED_OUT,
        }

    def _parameters(self) -> dict[str, float]:
        """Return a and b with their intervals; nan where the formula has none."""
        none = np.full(2, np.nan)
        b = self.model.b(self.whole[1]) if self.model.x else none
        found: dict[str, float] = {}
        for name, values in (("a", np.exp(self.whole[0])), ("b", b)):
            low, high = np.quantile(values[1:], [0.025, 0.975])
            ends = {name: values[0], f"{name}_low": low, f"{name}_high": high}
            found |= {key: float(value) for key, value in ends.items()}
        return found

    def band(self) -> dict[str, Any]:
        """Return its rows of ``bands``, column by column."""
        curves = np.exp(self.model.predict(self.early, self.n))
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

    freedom = len(fits.n) - fits.model.free
    if freedom < 1:
        return float("nan")
    residuals = (fits.logs[:, 0] - fits.model.predict(fits.whole, fits.n)[:, 0]) / fits.errors
    return float(special.chdtrc(freedom, np.sum(residuals**2)))
