"""The hypotheses of HYPOTHESES.md as ratios of ERTs, each held against the runs."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

import numpy as np

from metaqueens.analysis.estimate.limits import LEVELS, ConfidenceLimits

FOCUSED = ("queue_search", "climbing_conflicted", "annealing_conflicted", "min_conflicts_sampled")
CLASSIC = ("climbing", "climbing_stochastic", "annealing", "min_conflicts", "genetic")
SIZES = (8, 20, 50, 100, 200, 500, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
CELL = tuple[str, int]


class Hypothesis(NamedTuple):
    """Each of ``ratios``, the second cell's ERT over the first's, lies within ``bounds``."""

    name: str
    ratios: Sequence[tuple[CELL, CELL]]
    bounds: tuple[float, float]


def _at(sizes: Sequence[int], mine: str, other: str) -> list[tuple[CELL, CELL]]:
    return [((mine, n), (other, n)) for n in sizes]


def _against_queue_search() -> Iterator[tuple[CELL, CELL]]:
    for n in (size for size in SIZES if size >= 1_000):
        for other in FOCUSED[1:] + (CLASSIC if n <= 3_000 else ()):
            yield ("queue_search", n), (other, n)


HYPOTHESES = (
    Hypothesis("H1", list(_against_queue_search()), (1, inf)),
    Hypothesis("H2", _at([50], "annealing_conflicted", "queue_search"), (50, inf)),
    Hypothesis("H3", _at([1_000], "annealing_conflicted", "annealing"), (10, inf)),
    Hypothesis("H4", _at([1_000], "climbing_conflicted", "climbing_stochastic"), (10, inf)),
    Hypothesis(
        "H5", _at(SIZES[3:], "annealing_conflicted", "climbing_conflicted"), (1 / 1.15, 1.15)
    ),
    Hypothesis("H6", _at(SIZES[3:8], "annealing", "genetic"), (2, inf)),
    Hypothesis("H7", _at([8], "annealing", "climbing"), (1 / 1.5, 1.5)),
    Hypothesis("H8", [(("climbing", 100), ("climbing", 1_000))], (300, inf)),
)


class Found(NamedTuple):
    """A ratio and its interval; those of all hypotheses hold together in 95 of 100 studies."""

    hypothesis: str
    mine: str
    n: int
    other: str
    other_n: int
    ratio: float
    low: float
    high: float


def found(limits: dict[CELL, ConfidenceLimits]) -> list[Found]:
    """Every ratio of every hypothesis."""
    together = sum(len(one.ratios) for one in HYPOTHESES)
    level = int(np.argmax(0.025 / together >= LEVELS))
    return [
        Found(one.name, *mine, *other, *_ratio(limits[mine], limits[other], level))
        for one in HYPOTHESES
        for mine, other in one.ratios
    ]


def _ratio(
    mine: ConfidenceLimits, other: ConfidenceLimits, level: int
) -> tuple[float, float, float]:
    """``other`` over ``mine`` at a level, as ``limits.ratio`` has it at 95 %."""
    if not np.isfinite(other.value):  # nobody solved: a lower limit is all there is
        return inf, float(np.exp(other.lower[level] - mine.upper[level])), inf
    gap = other.value - mine.value
    low = gap - np.hypot(mine.upper[level] - mine.value, other.value - other.lower[level])
    high = gap + np.hypot(mine.value - mine.lower[level], other.upper[level] - other.value)
    return float(np.exp(gap)), float(np.exp(low)), float(np.exp(high))


def verdict(one: Hypothesis, ratios: Sequence[Found]) -> str:
    """``supported`` if each interval lies within the bounds, ``refuted`` if one lies outside."""
    least, most = one.bounds
    if all(least <= each.low and each.high <= most for each in ratios):
        return "supported"
    if any(each.high < least or each.low > most for each in ratios):
        return "refuted"
    return "not decided"
