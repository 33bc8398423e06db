"""Parametric models of run-length distributions, fitted to censored runs [1]_.

.. [1] Lawless (2003). Statistical models and methods for lifetime data. Wiley.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

Parameters = tuple[np.ndarray, ...]
Fit = Callable[[np.ndarray, np.ndarray], Parameters]


class Model(NamedTuple):
    """A distribution of run lengths.

    Parameters
    ----------
    names
        Of its parameters, as ``fit`` returns them.
    fit
        From spent and solved ``(samples, runs)`` to parameters of shape ``(samples, 1)``.
    survival, density
        The log of the chance to need more than t, and of the density at t.
    draw
        From parameters and uniform numbers to run lengths.
    """

    names: tuple[str, ...]
    fit: Fit
    survival: Callable[..., Any]
    density: Callable[..., Any]
    draw: Callable[..., Any]


def _fit_exponential(spent: np.ndarray, solved: np.ndarray) -> Parameters:
    return (spent.sum(axis=1, keepdims=True) / _solved(solved),)


def _fit_shifted(spent: np.ndarray, solved: np.ndarray) -> Parameters:
    shift = np.where(solved, spent, np.inf).min(axis=1, keepdims=True)
    mean = np.maximum(spent - shift, 0).sum(axis=1, keepdims=True) / _solved(solved)
    return shift, np.maximum(mean, 1e-9 * shift)


def _fit_weibull(spent: np.ndarray, solved: np.ndarray) -> Parameters:
    """The shape by bisection of its likelihood equation; the scale follows."""
    logs = np.log(spent)
    count = _solved(solved)
    mean = (logs * solved).sum(axis=1, keepdims=True) / count
    centred = logs - logs.max(axis=1, keepdims=True)
    low, high = np.full(mean.shape, np.log(0.02)), np.full(mean.shape, np.log(50))
    for _ in range(40):
        shape = np.exp((low + high) / 2)
        power = np.exp(shape * centred)
        slope = (power * logs).sum(axis=1, keepdims=True) / power.sum(axis=1, keepdims=True)
        too_large = slope - 1 / shape - mean > 0
        low, high = (
            np.where(too_large, low, np.log(shape)),
            np.where(too_large, np.log(shape), high),
        )
    power = np.exp(shape * centred).sum(axis=1, keepdims=True)
    return shape, np.exp(logs.max(axis=1, keepdims=True)) * (power / count) ** (1 / shape)


def _fit_lognormal(spent: np.ndarray, solved: np.ndarray) -> Parameters:
    """By expectation and maximisation: a censored log is replaced by its mean beyond its end."""
    from scipy import special

    logs = np.log(spent)
    mu, sigma = logs.mean(axis=1, keepdims=True), logs.std(axis=1, keepdims=True) + 1e-9
    for _ in range(60 if not solved.all() else 0):
        z = (logs - mu) / sigma
        hazard = np.exp(-(z**2) / 2 - special.log_ndtr(-z)) / np.sqrt(2 * np.pi)
        first = np.where(solved, logs, mu + sigma * hazard)
        spread = np.where(solved, 0, sigma**2 * (1 + hazard * (z - hazard)))
        mu = first.mean(axis=1, keepdims=True)
        sigma = np.sqrt(((first - mu) ** 2 + spread).mean(axis=1, keepdims=True)) + 1e-9
    return np.exp(mu), sigma


def _solved(solved: np.ndarray) -> np.ndarray:
    return np.asarray(np.maximum(solved.sum(axis=1, keepdims=True), 1))


def _normal(t: Any, median: Any, sigma: Any) -> Any:
    return np.log(np.maximum(t, 1e-300) / median) / sigma


def _lognormal_survival(t: Any, median: Any, sigma: Any) -> Any:
    from scipy import special

    return special.log_ndtr(-_normal(t, median, sigma))


def _lognormal_draw(u: Any, median: Any, sigma: Any) -> Any:
    from scipy import special

    return median * np.exp(sigma * special.ndtri(u))


MODELS = {
    "exponential": Model(
        ("mean",),
        _fit_exponential,
        lambda t, mean: -t / mean,
        lambda t, mean: -t / mean - np.log(mean),
        lambda u, mean: -mean * np.log1p(-u),
    ),
    "shifted exponential": Model(
        ("shift", "mean beyond"),
        _fit_shifted,
        lambda t, shift, mean: -np.maximum(t - shift, 0) / mean,
        lambda t, shift, mean: -np.maximum(t - shift, 0) / mean - np.log(mean),
        lambda u, shift, mean: shift - mean * np.log1p(-u),
    ),
    "Weibull": Model(
        ("shape", "scale"),
        _fit_weibull,
        lambda t, shape, scale: -((t / scale) ** shape),
        lambda t, shape, scale: (
            np.log(shape / scale) + (shape - 1) * np.log(t / scale) - (t / scale) ** shape
        ),
        lambda u, shape, scale: scale * (-np.log1p(-u)) ** (1 / shape),
    ),
    "lognormal": Model(
        ("median", "sigma"),
        _fit_lognormal,
        _lognormal_survival,
        lambda t, median, sigma: (
            -(_normal(t, median, sigma) ** 2) / 2 - np.log(t * sigma * np.sqrt(2 * np.pi))
        ),
        _lognormal_draw,
    ),
}
