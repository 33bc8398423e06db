"""Selection of parents by their costs, ranking, and Bernoulli trials, as kernels."""

from typing import Literal

import numpy as np

from metaqueens.core.choices import make_enum
from metaqueens.core.jit import kernel, outline
from metaqueens.core.random import draw_below, draw_uniform, find_first_above
from metaqueens.core.state import U

# The digit of one round of a sort: 12 bits.
DIGIT = 4095

SelectionName = Literal["tournament", "roulette", "best"]
SelectionKind = make_enum("SelectionKind", SelectionName, __name__)


# Each selection fills ``winners`` with indices into ``costs``.


@kernel
def tournament(costs, winners, settings, stream):
    """Select the best of ``tournament_size`` drawn with replacement, for each winner."""
    for k in range(winners.size):
        best = draw_below(stream, costs.size)
        for _ in range(settings.tournament_size - 1):
            other = draw_below(stream, costs.size)
            if costs[U(other)] < costs[U(best)]:
                best = other
        winners[U(k)] = best


@kernel
def roulette(costs, winners, settings, stream):
    """Draw each winner in proportion to its fitness."""
    wheel, total = np.empty(costs.size, np.float64), 0.0
    for k in range(costs.size):
        total += 1.0 - costs[U(k)] / settings.max_cost
        wheel[U(k)] = total
    for k in range(winners.size):
        winners[U(k)] = find_first_above(wheel, draw_uniform(stream) * total)


@kernel
def truncation(costs, winners, settings, stream):
    """Draw each winner uniformly from the best ``share`` of all."""
    best = ranking(costs, np.arange(costs.size))
    count = max(1, int(settings.share * costs.size))
    for k in range(winners.size):
        winners[U(k)] = best[U(draw_below(stream, count))]


SELECTIONS = dict(zip(SelectionKind, (tournament, roulette, truncation), strict=True))


@kernel
def draw_outcomes(outcomes, probability, stream):
    """Fill ``outcomes``, each True with ``probability``."""
    for k in range(outcomes.size):
        outcomes[U(k)] = draw_uniform(stream) < probability


@outline
def ranking(costs, places):
    """Sort ``places`` (indices into ``costs``) by cost; equals keep their order."""
    ranked, before = np.empty(places.size, np.int64), np.empty(places.size, np.int64)
    least = greatest = costs[places[0]]
    for k in range(places.size):
        ranked[U(k)] = places[U(k)]
        least = min(least, costs[U(places[U(k)])])
        greatest = max(greatest, costs[U(places[U(k)])])
    span = greatest - least
    # Costs are close together, so that one round of counting sorts them.
    starts = np.empty(min(span, DIGIT) + 2, np.int64)
    shift = np.int64(0)
    while span >> shift > 0:
        ranked, before = before, ranked
        _distribute(costs, least, shift, starts, before, ranked)
        shift += 12
    return ranked


@kernel
def _distribute(costs, least, shift, starts, before, ranked):
    """Sort ``before`` by one digit, a round of a radix sort; equals keep their order."""
    starts[:] = 0
    for k in range(before.size):
        starts[U((costs[U(before[U(k)])] - least >> shift & DIGIT) + 1)] += 1
    for k in range(starts.size - 1):
        starts[U(k + 1)] += starts[U(k)]
    for k in range(before.size):
        digit = U(costs[U(before[U(k)])] - least >> shift & DIGIT)
        ranked[U(starts[digit])] = before[U(k)]
        starts[digit] += 1
