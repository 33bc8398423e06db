"""Parametric models of run-length distributions, fitted to censored runs [1]_.

.. [1] Lawless (2003). Statistical models and methods for lifetime data. Wiley.
.. [2] Olsen (1978). Note on the uniqueness of the maximum likelihood estimator for the Tobit model.
       Econometrica 46: 1211-1215.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

Parameters = tuple[np.ndarray, ...]
Fit = Callable[[np.ndarray, np.ndarray], Parameters]

# Of a lognormal's fit, which takes five to fifteen; more where no likelihood is the largest.
_MOST_STEPS = 40


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
    """By Newton's method in mu/sigma and 1/sigma, of which the log likelihood is concave [2]_."""
    logs = np.log(spent)
    mu = (logs * solved).sum(axis=1, keepdims=True) / _solved(solved)
    sigma = logs.std(axis=1, keepdims=True) + 1e-9
    if not solved.all():
        place, rate = _censored_normal((logs - mu) / sigma, solved)
        mu, sigma = mu + sigma * place / rate, np.maximum(sigma / rate, 1e-9)
    return np.exp(mu), sigma


def _censored_normal(values: np.ndarray, solved: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """mu/sigma and 1/sigma of each row of ``values``, which have mean 0 where ``solved``."""
    from scipy import special

    row, ends = np.nonzero(~solved)[0], values[~solved]

    def total(of_ends: np.ndarray) -> np.ndarray:
        return np.bincount(row, of_ends, len(values))

    count, squares = solved.sum(axis=1), (values**2 * solved).sum(axis=1)
    at = np.array([np.zeros(len(values)), np.ones(len(values))])
    step, best = np.zeros(at.shape), np.full(len(values), -np.inf)
    for _ in range(_MOST_STEPS):
        place, rate = at + step
        z = rate[row] * ends - place[row]
        tail = special.log_ndtr(-z)
        found = count * np.log(rate) - (count * place**2 + squares * rate**2) / 2 + total(tail)
        hazard = np.exp(-(z**2) / 2 - tail) / np.sqrt(2 * np.pi)
        weight = hazard * (hazard - z)
        across = total(weight * ends)
        by_place, by_rate = (
            total(hazard) - count * place,
            count / rate - squares * rate - total(hazard * ends),
        )
        curved_place, curved_rate = (
            count + total(weight),
            squares + count / rate**2 + total(weight * ends**2),
        )
        newton = np.array(
            [
                curved_rate * by_place + across * by_rate,
                across * by_place + curved_place * by_rate,
            ]
        ) / (curved_place * curved_rate - across**2)
        # 1/sigma stays positive; a step that led down is halved.
        newton *= np.minimum(1, 0.8 * rate / np.maximum(np.abs(newton[1]), 1e-300))
        better = found > best
        at, best = np.where(better, [place, rate], at), np.where(better, found, best)
        step = np.where(better, newton, step / 2)
        if (np.abs(step) < 1e-9 * at[1]).all():
            break
    return at[0][:, None], at[1][:, None]


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
