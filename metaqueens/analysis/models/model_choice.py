"""The sizes at which further runs would separate competing models of growth."""

from collections.abc import Sequence

import numpy as np

from metaqueens.analysis.models.growth_models import MODELS
from metaqueens.analysis.models.model_fit import RULED_OUT, ModelFit

# Sizes that would tell models apart are looked for up to so many times the largest; they should
# do so four times in five.
FURTHEST, POWER = 1000, 0.8


def decided_at(left: Sequence[ModelFit]) -> float:
    """Up to about which n sizes must be added until, whichever model is true, another falls."""
    if len(left) < 2:
        return float("nan")
    added = left[0].n[-1] * np.sqrt(2) ** np.arange(1, 2 * np.log2(FURTHEST) + 1)
    for k in range(1, len(added) + 1):
        if all(
            max(_power(true, other, added[:k]) for other in left if other is not true) >= POWER
            for true in left
        ):
            return float(f"{added[k - 1]:.2g}")
    return float("nan")


def _power(true: ModelFit, other: ModelFit, added: np.ndarray) -> float:
    """The chance that residuals rule out ``other`` if ``true`` holds, with sizes ``added``.

    Their errors are taken to be that of the largest size measured.
    """
    from scipy import special

    n = np.append(true.n, added)
    errors = np.append(true.errors, np.full(len(added), true.errors[-1]))
    logs = true.whole.predict(n)[:, :1]
    misses = (logs - MODELS[other.name].fit(n, logs, errors).predict(n))[:, 0] / errors
    freedom = len(n) - MODELS[other.name].free
    critical = special.chdtri(freedom, RULED_OUT)
    # Beyond some hundreds the chance is 1, and the function fails.
    return float(1 - special.chndtr(critical, freedom, min(300.0, np.sum(misses**2))))
