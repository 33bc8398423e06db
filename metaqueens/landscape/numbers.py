"""A number of a landscape: exact, or with a 95 % interval from a sample."""

from collections.abc import Sequence
from math import isfinite, nan, sqrt
from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis.estimate.estimates import wilson

# Fewer are called a small sample.
SMALL = 100


class Number(NamedTuple):
    """A value, and where it comes from a sample its 95 % interval and the size of the sample."""

    value: float
    low: float | None = None
    high: float | None = None
    samples: int | None = None

    @property
    def as_json(self) -> dict[str, Any]:
        """It for ``--json``: null for what is not known."""
        value = self.value if isfinite(self.value) else None
        if self.samples is None:
            return {"value": value, "exact": True}
        ends = [end if end is not None and isfinite(end) else None for end in self[1:3]]
        return {"value": value, "exact": False, "ci95": ends, "samples": self.samples}


def share(successes: int, trials: int) -> Number:
    """A share of a sample, with Wilson's interval."""
    low, high = wilson(successes, trials)
    return Number(successes / trials if trials else nan, low, high, trials)


def mean(values: Sequence[float] | np.ndarray) -> Number:
    """The mean of a sample, with Student's interval; none of fewer than two."""
    known = np.asarray(values, float)
    if known.size < 2:
        return Number(float(known.mean()) if known.size else nan, nan, nan, known.size)
    from scipy.special import stdtrit

    half = stdtrit(known.size - 1, 0.975) * known.std(ddof=1) / sqrt(known.size)
    middle = float(known.mean())
    return Number(middle, middle - float(half), middle + float(half), known.size)


def correlation(ones: np.ndarray, others: np.ndarray) -> Number:
    """Pearson's correlation of a sample, with Fisher's interval."""
    if ones.size < 4 or ones.std() == 0 or others.std() == 0:
        return Number(nan, nan, nan, ones.size)
    value = float(np.corrcoef(ones, others)[0, 1])
    z, half = np.arctanh(value), 1.959964 / sqrt(ones.size - 3)
    return Number(value, float(np.tanh(z - half)), float(np.tanh(z + half)), ones.size)
