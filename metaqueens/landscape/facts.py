"""What is known of a landscape: numbers with 95 % intervals, of neighbourhoods and problems."""

from collections.abc import Mapping, Sequence
from math import inf, log, log10, nan, sqrt
from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis.estimate.estimates import wilson
from metaqueens.problem.base import BaseProblem
from metaqueens.text.printable import prepare_json

# Fewer are called a small sample.
SMALL = 100


class Number(NamedTuple):
    """A value from a sample, its 95 % interval and the size of the sample."""

    value: float
    low: float
    high: float
    samples: int

    @property
    def as_json(self) -> dict[str, Any]:
        """It for ``--json``: null for what is not known."""
        interval = [prepare_json(self.low), prepare_json(self.high)]
        return {"value": prepare_json(self.value), "ci95": interval, "samples": self.samples}


def share(successes: int, trials: int) -> Number:
    """Return a share of a sample, with Wilson's interval."""
    low, high = wilson(successes, trials)
    return Number(successes / trials if trials else nan, low, high, trials)


def mean(values: Sequence[float] | np.ndarray) -> Number:
    """Return the mean of a sample, with Student's interval; none of fewer than two."""
    known = np.asarray(values, float)
    if known.size < 2:
        return Number(float(known.mean()) if known.size else nan, nan, nan, known.size)
    from scipy.special import stdtrit

    half = stdtrit(known.size - 1, 0.975) * known.std(ddof=1) / sqrt(known.size)
    middle = float(known.mean())
    return Number(middle, middle - float(half), middle + float(half), known.size)


def length(correlation: Number) -> Number:
    """Return the autocorrelation length, -1 / ln of the correlation of neighbours."""

    def of(value: float) -> float:
        if not value > 0:
            return nan
        return -1 / log(value) if value < 1 else inf

    value, low, high, samples = correlation
    return Number(of(value), of(low), of(high), samples)


# Beyond, a float, which is what most readers make of a number, is not exact.
_MOST_IN_JSON = 2**53


class Escape(NamedTuple):
    """The chance that a Metropolis walk from a local optimum finds a lower cost.

    It makes as many proposals as the board has moves.
    """

    temperature: float
    found: Number


class Neighbourhood(NamedTuple):
    """What was found of one neighbourhood.

    boards, moves : how many boards there are, and moves from a board on average
    measures : by the keys of ``table.MEASURES``
    """

    name: str
    encoding: str
    boards: int
    moves: float
    measures: Mapping[str, Number]
    escapes: Sequence[Escape]

    @property
    def as_json(self) -> dict[str, Any]:
        """It for ``--json``: the measures beside the rest; too many boards for a float are null."""
        return {
            "name": self.name,
            "encoding": self.encoding,
            "boards": self.boards if self.boards < _MOST_IN_JSON else None,
            "boards_log10": log10(self.boards),
            "moves": self.moves,
            **{key: one.as_json for key, one in self.measures.items()},
            "escapes": [{"temperature": t, "found": one.as_json} for t, one in self.escapes],
        }


class Landscape(NamedTuple):
    """A problem in several neighbourhoods.

    samples : descents in each of them, from random boards
    """

    problem: BaseProblem
    seed: int
    samples: int
    neighbourhoods: Sequence[Neighbourhood]

    @property
    def as_json(self) -> dict[str, Any]:
        """It for ``--json``."""
        return {
            "problem": self.problem.asked,
            "seed": self.seed,
            "descents": self.samples,
            "neighbourhoods": [one.as_json for one in self.neighbourhoods],
        }
