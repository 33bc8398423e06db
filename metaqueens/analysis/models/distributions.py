"""Models of the run-length distribution, fitted to censored runs, and what they say of restarts.

Each is fitted by maximum likelihood [1]_, an unsolved run counting as longer than what it spent.
Its fit is judged by the largest distance to the Kaplan-Meier estimate, against runs drawn from the
fitted model itself (parametric bootstrap [2]_) and stopped as these were.

A run that gave up counts as one that was stopped: what is fitted is how long runs would have taken
had none given up, and those that did been no worse than the rest.

.. [1] Lawless (2003). Statistical models and methods for lifetime data. Wiley.
.. [2] Stute, Gonzales Manteiga & Presedo Quindimil (1993). Bootstrap based goodness-of-fit-tests.
       Metrika 40: 243-256.
.. [3] Efron (1967). The two sample problem with censored data. Proc. Fifth Berkeley Symp. Math.
       Statist. Probab. 4: 831-853.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from metaqueens.analysis.estimate.survival import kaplan_meier
from metaqueens.analysis.models.lifetimes import MODELS, Model, Parameters

if TYPE_CHECKING:
    import pandas as pd

    from metaqueens.analysis.data.samples import Sample

LEAST_SOLVED = 10
RULED_OUT = 0.05
LOGNORMAL_GAINS = 0.9
_COLUMNS = ("model", "parameters", "p", "plausible", "aic", "of_restarts")
_DRAWS = 199
# More runs than this are thinned: the test would find any model wrong, and take its time.
_MOST_RUNS = 1000


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
    ends = _ends(spent, solved, rng.spawn(1)[0])
    rows: list[dict[str, Any]] = []
    for name, model in MODELS.items():
        parameters = model.fit(spent[None], solved[None])
        values = [float(value[0, 0]) for value in parameters]
        aic = 2 * len(values) - 2 * _log_likelihood(model, spent, solved, values)
        p = _p(model, spent, solved, parameters, ends, rng)
        rows.append(
            {
                "model": name,
                "parameters": ", ".join(
                    f"{title} {value:,.3g}"
                    for title, value in zip(model.names, values, strict=True)
                ),
                "p": p,
                "plausible": p >= RULED_OUT,
                "aic": aic,
                "of_restarts": _of_restarts(name, values),
            }
        )
    least = min(row["aic"] for row in rows)
    return [row | {"aic": row["aic"] - least} for row in rows]


def _log_likelihood(
    model: Model, spent: np.ndarray, solved: np.ndarray, values: list[float]
) -> float:
    seen = np.sum(model.density(spent[solved], *values))
    return float(seen + np.sum(model.survival(spent[~solved], *values)))


def _ends(spent: np.ndarray, solved: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Where drawn runs are stopped, ``(draws, runs)``; inf, never, where no run was.

    Drawn from Kaplan and Meier's estimate of the stops, which a run that solved censors: at the
    same cost as a stop, before it. What is left of it lies at the largest cost [3]_. One budget for
    all is thus drawn every time.
    """
    stops = kaplan_meier(np.where(solved, np.nextafter(spent, 0), spent), ~solved)
    last = np.inf if solved.all() else spent.max()
    at = np.searchsorted(stops.share, rng.random((_DRAWS, spent.size)), side="right")
    return np.append(stops.costs, last)[at]


def _p(
    model: Model,
    spent: np.ndarray,
    solved: np.ndarray,
    parameters: Parameters,
    ends: np.ndarray,
    rng: np.random.Generator,
) -> float:
    """The share of samples drawn from the fitted model that lie at least as far from their fit."""
    lengths = model.draw(rng.random((_DRAWS, spent.size)), *parameters)
    drawn, ended = np.minimum(np.maximum(np.ceil(lengths), 1), ends), lengths <= ends
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
