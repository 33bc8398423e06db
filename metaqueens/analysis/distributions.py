"""Models of the run-length distribution, fitted to censored runs, and what they say of restarts.

Each is fitted by maximum likelihood [1]_, an unsolved run counting as longer than what it spent.
Its fit is judged by the largest distance to the Kaplan-Meier estimate, against runs drawn from the
fitted model itself (parametric bootstrap [2]_).

.. [1] Lawless (2003). Statistical models and methods for lifetime data. Wiley.
.. [2] Stute, Gonzales Manteiga & Presedo Quindimil (1993). Bootstrap based goodness-of-fit-tests.
       Metrika 40: 243-256.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

    from metaqueens.analysis.samples import Sample

LEAST_SOLVED = 10
RULED_OUT = 0.05
LOGNORMAL_GAINS = 0.9
_COLUMNS = ("model", "parameters", "p", "plausible", "aic", "of_restarts")
_DRAWS = 199
# More runs than this are thinned: the test would find any model wrong, and take its time.
_MOST_RUNS = 1000

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
        ("mean",), _fit_exponential,
        lambda t, mean: -t / mean,
        lambda t, mean: -t / mean - np.log(mean),
        lambda u, mean: -mean * np.log1p(-u),
    ),
    "shifted exponential": Model(
        ("shift", "mean beyond"), _fit_shifted,
        lambda t, shift, mean: -np.maximum(t - shift, 0) / mean,
        lambda t, shift, mean: -np.maximum(t - shift, 0) / mean - np.log(mean),
        lambda u, shift, mean: shift - mean * np.log1p(-u),
    ),
    "Weibull": Model(
        ("shape", "scale"), _fit_weibull,
        lambda t, shape, scale: -((t / scale) ** shape),
        lambda t, shape, scale: (
            np.log(shape / scale) + (shape - 1) * np.log(t / scale) - (t / scale) ** shape
        ),
        lambda u, shape, scale: scale * (-np.log1p(-u)) ** (1 / shape),
    ),
    "lognormal": Model(
        ("median", "sigma"), _fit_lognormal, _lognormal_survival,
        lambda t, median, sigma: (
            -(_normal(t, median, sigma) ** 2) / 2 - np.log(t * sigma * np.sqrt(2 * np.pi))
        ),
        _lognormal_draw,
    ),
}  # fmt: skip


def table(found: "Iterable[Sample]") -> "pd.DataFrame":
    """A row per sample of ten solved runs or more and model.

    Columns: problem, algorithm, model, parameters (in words), p (that runs of the fitted model lie
    as far from it), plausible (not ruled out by p < 0.05), aic (above the least; the smaller the
    better), of_restarts (what the model says of them).
    """
    import pandas as pd

    rows = [
        {"problem": one.problem, "algorithm": one.algorithm, **row}
        for one in found
        if one.solved.sum() >= LEAST_SOLVED and one.evaluations.min() > 0
        for row in fits(one.evaluations, one.solved)
    ]
    return pd.DataFrame(rows, columns=["problem", "algorithm", *_COLUMNS])


def fits(spent: Any, solved: Any, seed: int = 0) -> list[dict[str, Any]]:
    """Each model fitted to the runs: model, parameters, p, plausible, aic, of_restarts."""
    spent, solved = np.asarray(spent, dtype=float), np.asarray(solved, dtype=bool)
    rng = np.random.default_rng(seed)
    if spent.size > _MOST_RUNS:
        kept = rng.choice(spent.size, _MOST_RUNS, replace=False)
        spent, solved = spent[kept], solved[kept]
    rows: list[dict[str, Any]] = []
    for name, model in MODELS.items():
        parameters = model.fit(spent[None], solved[None])
        values = [float(value[0, 0]) for value in parameters]
        aic = 2 * len(values) - 2 * _log_likelihood(model, spent, solved, values)
        p = _p(model, spent, solved, parameters, rng)
        rows.append({
            "model": name,
            "parameters": ", ".join(
                f"{title} {value:,.3g}" for title, value in zip(model.names, values, strict=True)
            ),
            "p": p, "plausible": p >= RULED_OUT, "aic": aic,
            "of_restarts": _of_restarts(name, values),
        })  # fmt: skip
    least = min(row["aic"] for row in rows)
    return [row | {"aic": row["aic"] - least} for row in rows]


def _log_likelihood(
    model: Model, spent: np.ndarray, solved: np.ndarray, values: list[float]
) -> float:
    seen = np.sum(model.density(spent[solved], *values))
    return float(seen + np.sum(model.survival(spent[~solved], *values)))


def _p(
    model: Model, spent: np.ndarray, solved: np.ndarray, parameters: Parameters,
    rng: np.random.Generator,
) -> float:  # fmt: skip
    """The share of samples drawn from the fitted model that lie at least as far from their fit."""
    end = np.inf if solved.all() else spent[~solved].max()
    lengths = model.draw(rng.random((_DRAWS, spent.size)), *parameters)
    drawn, ended = np.minimum(np.maximum(np.ceil(lengths), 1), end), lengths <= end
    usable = ended.any(axis=1)
    far = _distance(model, drawn[usable], ended[usable])
    seen = _distance(model, spent[None], solved[None])
    return float((1 + np.sum(far >= seen - 1e-12)) / (1 + usable.sum()))


def _distance(model: Model, spent: np.ndarray, solved: np.ndarray) -> np.ndarray:
    """The largest distance between a refitted model and Kaplan-Meier's estimate, a row a sample."""
    parameters = model.fit(spent, solved)
    order = np.lexsort((~solved, spent), axis=1)  # at one cost, solved runs before censored ones
    times = np.take_along_axis(spent, order, axis=1)
    events = np.take_along_axis(solved, order, axis=1)
    at_risk = times.shape[1] - np.arange(times.shape[1])
    after = np.cumprod(1 - events / at_risk, axis=1)
    before = np.column_stack([np.ones(len(after)), after[:, :-1]])
    # Evaluations are whole numbers: half of one lies on either side of a cost.
    late = np.exp(model.survival(times, *parameters))
    early = np.exp(model.survival(np.maximum(times - 1, 0), *parameters))
    last = np.diff(times, axis=1, append=np.inf) > 0
    first = np.diff(times, axis=1, prepend=-np.inf) > 0
    far = np.where(events & last, np.abs(late - after), 0)
    return np.asarray(
        np.maximum(far, np.where(events & first, np.abs(early - before), 0)).max(axis=1)
    )


def _of_restarts(name: str, values: list[float]) -> str:
    """What a model of these parameters says of restarts and of independent walks."""
    if name == "exponential":
        return "restarts change nothing; k walks are k times as fast"
    if name == "shifted exponential":
        shift, beyond = values
        return f"restarts lose; walks are at most {1 + beyond / shift:,.3g} times as fast"
    if name == "Weibull":
        return "restarts gain" if values[0] < 1 else "restarts lose"
    # At the best cutoff a lognormal gains 1.02, 1.12, 2.4 and 10 times for sigma 0.8, 1, 1.5, 2.
    return "restarts gain" if values[1] > LOGNORMAL_GAINS else "restarts gain nothing"


def in_words(rows: Sequence[dict[str, Any]]) -> str:
    """What the rows of one algorithm on one problem come to."""
    left = [row for row in rows if row["plausible"]]
    if not left:
        return "no model fits: trust the runs themselves"
    if any(row["model"] == "exponential" for row in left):
        return "an exponential distribution fits: there is no evidence that restarts help"
    best = min(left, key=lambda row: row["aic"])
    others = len({row["of_restarts"].split(";")[0] for row in left}) > 1
    return str(best["of_restarts"]) + (", but models that fit as well disagree" if others else "")
