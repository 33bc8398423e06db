"""How cost grows with n: which models the runs rule out, and which they cannot tell apart.

In the style of Empirical Scaling Analysis [1]_: a band from bootstrapped runs around each fitted
model, and the question whether the interval of what was measured at the largest n meets it. Before
that, the residuals of each model are tested, since several models often meet all bands.

.. [1] Hoos (2009). A bootstrap approach to analysing the scaling of empirical run-time data with
       problem size. TR-2009-16, University of British Columbia. Mu & Hoos (2015). On the empirical
       time complexity of random 3-SAT at the phase transition. IJCAI.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metaqueens.analysis.data.samples import Sample
from metaqueens.analysis.estimate.intervals import Estimate
from metaqueens.analysis.models.growth_models import MODELS, ModelFit, Size
from metaqueens.text.words import count, listed, times

if TYPE_CHECKING:
    import pandas as pd

LEAST_SIZES = 4


class Scaling(NamedTuple):
    """``fits``: a row per algorithm and model; ``bands``: a row per algorithm, model and n.

    fits: algorithm, model, formula, a, b with a_low ... b_high (95 %, nan where the formula has
    none), fitted and held_out (numbers of sizes), covered (of those held out, how many meet the
    band), error (a factor: the typical miss at the held-out sizes), p (of the residuals at all
    sizes; nan without a degree of freedom), plausible (not ruled out by p), best (among those
    plausible, the one with the least error).
    bands: algorithm, model, n, fit, low, high, observed, observed_low, observed_high, held_out.
    """

    fits: "pd.DataFrame"
    bands: "pd.DataFrame"


def scaling(found: Sequence[Sample], values: Sequence[Estimate], least: float = 0) -> Scaling:
    """Fit every model to each algorithm that ran at four sizes or more, none below ``least``.

    The largest third of the sizes, at least one, is held out of the bands. A size at which the
    value is infinite is left out, and with it all that are larger: without it growth would look
    milder than it is.
    """
    import pandas as pd

    fits: list[dict[str, Any]] = []
    bands: list[pd.DataFrame] = []
    for algorithm in dict.fromkeys(sample.algorithm for sample in found):
        sizes = [one for one in _sizes(algorithm, found, values) if one.n >= least]
        if len(sizes) < LEAST_SIZES:
            continue
        tried = [ModelFit(sizes, name) for name in MODELS if MODELS[name].free < len(sizes) - 1]
        for fit in _judged(tried):
            fits.append({"algorithm": algorithm, **fit})
        bands += [pd.DataFrame({"algorithm": algorithm, **one.band()}) for one in tried]
    return Scaling(pd.DataFrame(fits), pd.concat(bands)) if fits else no_scaling()


def no_scaling() -> Scaling:
    """Return what there is where nothing can be fitted."""
    import pandas as pd

    return Scaling(pd.DataFrame(), pd.DataFrame())


def _sizes(algorithm: str, found: Sequence[Sample], values: Sequence[Estimate]) -> list[Size]:
    """Return the sizes that can be fitted, rising; none where several problems are of one size."""
    sizes: list[Size] = []
    for sample, one in zip(found, values, strict=True):
        if sample.algorithm == algorithm and sample.n > 1:
            if not np.isfinite(one.value) or one.value <= 0:
                break
            sizes.append(Size(sample.n, len(sample.solved), one))
    return sizes if len({size.n for size in sizes}) == len(sizes) else []


def _excludes_none(row: dict[str, Any]) -> bool:
    """Whether by this model, of which a constant is one case, the cost changes with n."""
    model = MODELS[row["model"]]
    return model.x is not None and not row["b_low"] <= model.b(0.0) <= row["b_high"]


def _judged(tried: list[ModelFit]) -> list[dict[str, Any]]:
    """The rows of all models, with what is plausible and best."""
    rows = [one.row() for one in tried]
    by_name = {row["model"]: row for row in rows}
    left = [one for one in tried if by_name[one.name]["plausible"]]
    if left:  # where a constant will do, and no other model rules it out, nothing else was measured
        plausible = [by_name[one.name] for one in left]
        grows = any(map(_excludes_none, plausible))
        best = min(plausible, key=lambda row: (row["model"] != "constant" or grows, row["error"]))
    else:
        best = min(rows, key=lambda row: row["error"])
    return [row | {"best": row is best} for row in rows]


def in_words(fits: Sequence[dict[str, Any]]) -> str:
    """Return what the rows of ``fits`` of one algorithm say of its growth: one sentence."""
    name = fits[0]["algorithm"]
    left = [one for one in fits if one["plausible"]]
    best = next(one for one in fits if one["best"])
    if not left:
        return (
            f"{name}: no model that was tried fits; the nearest, {_formula(best)}, misses the"
            f" largest sizes by {times(best['error'])}; not to be extrapolated"
        )
    if best["model"] == "constant":
        others = [one["formula"] for one in left if one is not best]
        also = f"; {listed(others, 9)} fit as well" if others else ""
        return f"{name} does not measurably grow with n: about {count(best['a'])}{also}"
    if len(left) == 1:
        return f"{name} grows like {_formula(best)}; the other models are ruled out{_held(best)}"
    return f"{name}: these runs cannot tell {listed([_formula(one) for one in left], 9)} apart"


def _held(one: dict[str, Any]) -> str:
    if one["covered"] == one["held_out"]:
        return ""
    missed = one["held_out"] - one["covered"]
    return (
        f", but {missed} of the {one['held_out']} largest sizes, which its band was not fitted to,"
        " miss that band: not to be extrapolated"
    )


def _formula(one: dict[str, Any]) -> str:
    """Return the fitted formula, with the interval of what decides how it grows."""
    span = f"({one['b_low']:.3g} to {one['b_high']:.3g})"
    a, b = f"{one['a']:.3g}", f"{one['b']:.4g}"
    return {
        "constant": a,
        "n log n": f"{a} n ln n",
        "power": f"{a} n^{one['b']:.3g} {span}",
        "root-exponential": f"{a} {b}^sqrt(n) {span}",
        "exponential": f"{a} {b}^n {span}",
    }[one["model"]]
