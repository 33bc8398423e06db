"""Selection of parents by their guards, shape (population,), and Bernoulli trials, as kernels."""

from typing import Literal

import numpy as np

from metaqueens.core.board import U
from metaqueens.core.choices import numbered
from metaqueens.core.jit import kernel, outlined
from metaqueens.core.random import below, uniform

# What a sort looks at in one round: 12 bits.
DIGIT = 4095


SelectionName = Literal["tournament", "roulette", "best"]
SelectionKind = numbered("SelectionKind", SelectionName, __name__)


@outlined
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
    wheel, total = np.empty(guards.size, np.float64), 0.0
    for k in range(guards.size):
        total += 1.0 - guards[U(k)] / max_guards
        wheel[U(k)] = total
    for k in range(winners.size):
        ball, first, last = uniform(stream) * total, 0, guards.size - 1
        while first < last:  # the first whose share ends beyond the ball; the last one, if none
            middle = (first + last) >> 1
            if ball < wheel[U(middle)]:
                last = middle
            else:
                first = middle + 1
        winners[U(k)] = first


@kernel
def truncation(guards, winners, share, stream):
    """Each winner is drawn evenly from the best ``share`` of all."""
    best = ranking(guards, np.arange(guards.size))
    kept = max(1, int(share * guards.size))
    for k in range(winners.size):
        winners[U(k)] = best[U(below(stream, kept))]


@kernel
def bernoulli(outcomes, probability, stream):
    """Fill ``outcomes``, each True with ``probability``."""
    for k in range(outcomes.size):
        outcomes[U(k)] = uniform(stream) < probability


@outlined
def ranking(guards, places):
    """``places`` (indices into ``guards``) from the fewest to the most; equals keep their order."""
    ranked, before = np.empty(places.size, np.int64), np.empty(places.size, np.int64)
    least = most = guards[places[0]]
    for k in range(places.size):
        ranked[U(k)] = places[U(k)]
        least = min(least, guards[U(places[U(k)])])
        most = max(most, guards[U(places[U(k)])])
    span = most - least
    # Guards lie close together, so that one round of counting takes the place of sorting.
    starts = np.empty(min(span, DIGIT) + 2, np.int64)
    shift = 0
    while span >> shift > 0:
        ranked, before = before, ranked
        _distribute(guards, least, shift, starts, before, ranked)
        shift += 12
    return ranked


@kernel
def _distribute(guards, least, shift, starts, before, ranked):
    """One round of a radix sort: ``before`` in the order of one digit, equals as they were."""
    starts[:] = 0
    for k in range(before.size):
        starts[U((guards[U(before[U(k)])] - least >> shift & DIGIT) + 1)] += 1
    for k in range(starts.size - 1):
        starts[U(k + 1)] += starts[U(k)]
    for k in range(before.size):
        digit = U(guards[U(before[U(k)])] - least >> shift & DIGIT)
        ranked[U(starts[digit])] = before[U(k)]
        starts[digit] += 1
