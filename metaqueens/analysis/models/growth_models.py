"""Models of how cost grows with n, each fitted to log cost by weighted least squares."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

# What a fit gives back: parameters a, b, c (each ``(draws,)``), and log cost at any sizes.
Prediction = Callable[[np.ndarray], np.ndarray]


class Fitted(NamedTuple):
    """A model fitted to every column of log costs at once.

    Parameters
    ----------
    parameters
        ``a``, ``b`` and ``c`` where the formula has them, each of shape ``(draws,)``.
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


# Of an offset only exponents in these steps are tried: beside the offset they are hardly known.
_EXPONENTS = np.arange(0.25, 8.01, 0.05)


def _with_offset(n: np.ndarray, logs: np.ndarray, errors: np.ndarray) -> Fitted:
    """cost = c + a n^b with c and a not negative: linear in both for each exponent tried."""
    scale = np.exp(logs[-1])
    costs = np.exp(logs - logs[-1])
    weights = (1 / (errors[:, None] * costs)) ** 2
    powers = (n / n[-1]) ** _EXPONENTS[:, None]  # (exponents, sizes)
    one, sy = weights.sum(axis=0), (weights * costs).sum(axis=0)
    syy = (weights * costs**2).sum(axis=0)
    sx, sxx, sxy = powers @ weights, powers**2 @ weights, powers @ (weights * costs)
    slope = (one * sxy - sx * sy) / (one * sxx - sx**2)
    offset = (sy - slope * sx) / one
    slope = np.where(offset < 0, sxy / sxx, slope)
    offset = np.maximum(offset, 0)
    miss = (
        syy
        + offset**2 * one
        + slope**2 * sxx
        - 2 * (offset * sy + slope * sxy - offset * slope * sx)
    )
    miss[slope <= 0] = np.inf
    best = (np.argmin(miss, axis=0), np.arange(logs.shape[1]))
    # Falling costs: a constant is the nearest that this model has.
    flat = ~np.isfinite(miss[best])
    mean = np.exp(np.average(logs - logs[-1], axis=0, weights=errors**-2.0))
    b = _EXPONENTS[best[0]]
    a = np.where(flat, 0, slope[best]) * scale / n[-1] ** b
    c = np.where(flat, mean, offset[best]) * scale
    return Fitted({"a": a, "b": b, "c": c}, lambda at: np.log(c + a * at[:, None] ** b))


MODELS = {
    "constant": Model("a", 1, _log_linear(None)),
    "n log n": Model("a n ln n", 1, _log_linear(None, lambda n: np.log(n * np.log(n)))),
    "power": Model("a n^b", 2, _log_linear(np.log)),
    "root-exponential": Model("a b^sqrt(n)", 2, _log_linear(np.sqrt, b=np.exp)),
    "exponential": Model("a b^n", 2, _log_linear(np.array, b=np.exp)),
    "power and offset": Model("c + a n^b", 3, _with_offset),
}
# The b with which a model is a constant.
NO_GROWTH = {"power": 0, "root-exponential": 1, "exponential": 1}
