"""Selection of parents by their guards, shape (population,), and Bernoulli trials, as kernels."""

from typing import Literal

import numpy as np

from metaqueens.core.board import U
from metaqueens.core.choices import numbered
from metaqueens.core.jit import kernel
from metaqueens.core.random import below, uniform

# What a sort looks at in one round: 12 bits.
DIGIT = 4095


SelectionName = Literal["tournament", "roulette", "best"]
SelectionKind = numbered("SelectionKind", SelectionName, __name__)


@kernel
def select(kind, guards, winners, size, share, max_guards, stream):
    """Fill ``winners`` with indices into ``guards``."""
    if kind == SelectionKind.TOURNAMENT:
        tournament(guards, winners, size, stream)
    elif kind == SelectionKind.BEST:
        truncation(guards, winners, share, stream)
    else:
        roulette(guards, winners, max_guards, stream)


@kernel
def tournament(guards, winners, size, stream):
    """Each winner is the best of ``size`` drawn with replacement."""
    for k in range(winners.size):
        best = below(stream, guards.size)
        for _ in range(size - 1):
            other = below(stream, guards.size)
            if guards[U(other)] < guards[U(best)]:
                best = other
        winners[U(k)] = best


@kernel
def roulette(guards, winners, max_guards, stream):
    """Each winner is drawn in proportion to its fitness."""
    wheel = np.cumsum(1.0 - guards / max_guards)
    for k in range(winners.size):
        at = np.searchsorted(wheel, uniform(stream) * wheel[-1], "right")
        winners[U(k)] = min(at, guards.size - 1)


@kernel
def truncation(guards, winners, share, stream):
    """Each winner is drawn evenly from the best ``share`` of all."""
    best = ranking(guards)
    kept = max(1, int(share * guards.size))
    for k in range(winners.size):
        winners[U(k)] = best[U(below(stream, kept))]


@kernel
def bernoulli(outcomes, probability, stream):
    """Fill ``outcomes``, each True with ``probability``."""
    for k in range(outcomes.size):
        outcomes[U(k)] = uniform(stream) < probability


@kernel
def ranking(guards):
    """Indices of ``guards`` from the fewest to the most; equals keep their order."""
    ranked, before = np.arange(guards.size), np.empty(guards.size, np.int64)
    least = guards.min()
    span = guards.max() - least
    # Guards lie close together, so that one round of counting takes the place of sorting.
    places = np.empty(min(span, DIGIT) + 2, np.int64)
    shift = 0
    while span >> shift > 0:
        ranked, before = before, ranked
        _distribute(guards, least, shift, places, before, ranked)
        shift += 12
    return ranked


@kernel
def _distribute(guards, least, shift, places, before, ranked):
    """One round of a radix sort: ``before`` in the order of one digit, equals as they were."""
    places[:] = 0
    for k in range(guards.size):
        places[U((guards[U(k)] - least >> shift & DIGIT) + 1)] += 1
    for k in range(places.size - 1):
        places[U(k + 1)] += places[U(k)]
    for k in range(guards.size):
        digit = U(guards[U(before[U(k)])] - least >> shift & DIGIT)
        ranked[U(places[digit])] = before[U(k)]
        places[digit] += 1
