"""Selection of parents, survival and migration by costs, and Bernoulli trials, as kernels."""

from typing import Literal, NamedTuple, Self

import numpy as np

from metaqueens.core.choices import make_enum
from metaqueens.core.jit import kernel, outline, specialise
from metaqueens.core.random import draw_below, draw_uniform, find_first_above
from metaqueens.core.state import U, copy_values

# What a sort looks at in one round: 12 bits.
DIGIT = 4095

SelectionName = Literal["tournament", "roulette", "best"]
SelectionKind = make_enum("SelectionKind", SelectionName, __name__)
SchemeName = Literal["generational", "mu_plus_lambda", "mu_comma_lambda"]
Scheme = make_enum("Scheme", SchemeName, __name__)


# Each selection fills ``winners`` with indices into ``costs``.


@kernel
def tournament(costs, winners, settings, stream):
    """Each winner is the best of ``tournament_size`` drawn with replacement."""
    for k in range(winners.size):
        best = draw_below(stream, costs.size)
        for _ in range(settings.tournament_size - 1):
            other = draw_below(stream, costs.size)
            if costs[U(other)] < costs[U(best)]:
                best = other
        winners[U(k)] = best


@kernel
def roulette(costs, winners, settings, stream):
    """Each winner is drawn in proportion to its fitness."""
    wheel, total = np.empty(costs.size, np.float64), 0.0
    for k in range(costs.size):
        total += 1.0 - costs[U(k)] / settings.max_cost
        wheel[U(k)] = total
    for k in range(winners.size):
        winners[U(k)] = find_first_above(wheel, draw_uniform(stream) * total)


@kernel
def truncation(costs, winners, settings, stream):
    """Each winner is drawn evenly from the best ``share`` of all."""
    best = ranking(costs, np.arange(costs.size))
    count = max(1, int(settings.share * costs.size))
    for k in range(winners.size):
        winners[U(k)] = best[U(draw_below(stream, count))]


SELECTIONS = dict(zip(SelectionKind, (tournament, roulette, truncation), strict=True))


@kernel
def bernoulli(outcomes, probability, stream):
    """Fill ``outcomes``, each True with ``probability``."""
    for k in range(outcomes.size):
        outcomes[U(k)] = draw_uniform(stream) < probability


@outline
def ranking(costs, places):
    """``places`` (indices into ``costs``) from the fewest to the most; equals keep their order."""
    ranked, before = np.empty(places.size, np.int64), np.empty(places.size, np.int64)
    least = greatest = costs[places[0]]
    for k in range(places.size):
        ranked[U(k)] = places[U(k)]
        least = min(least, costs[U(places[U(k)])])
        greatest = max(greatest, costs[U(places[U(k)])])
    span = greatest - least
    # Guards lie close together, so that one round of counting takes the place of sorting.
    starts = np.empty(min(span, DIGIT) + 2, np.int64)
    shift = np.int64(0)
    while span >> shift > 0:
        ranked, before = before, ranked
        _distribute(costs, least, shift, starts, before, ranked)
        shift += 12
    return ranked


@kernel
def _distribute(costs, least, shift, starts, before, ranked):
    """One round of a radix sort: ``before`` in the order of one digit, equals as they were."""
    starts[:] = 0
    for k in range(before.size):
        starts[U((costs[U(before[U(k)])] - least >> shift & DIGIT) + 1)] += 1
    for k in range(starts.size - 1):
        starts[U(k + 1)] += starts[U(k)]
    for k in range(before.size):
        digit = U(costs[U(before[U(k)])] - least >> shift & DIGIT)
        ranked[U(starts[digit])] = before[U(k)]
        starts[digit] += 1


class Island(NamedTuple):
    """Places for parents and children, none of whom moves to another while it lives.

    boards : (population + children, n) int32
    costs : (population + children,) int64
    population : the places of the present generation, in the order that selection numbers them
    spare : (children,) the other places
    """

    boards: np.ndarray
    costs: np.ndarray
    population: np.ndarray
    spare: np.ndarray

    @classmethod
    def empty(cls, count: int, population: int, children: int, n: int) -> Self:
        """``count`` islands, stacked: each array has one dimension more."""
        places = np.tile(np.arange(population + children), (count, 1))
        return cls(
            np.empty((count, population + children, n), np.int32),
            np.zeros((count, population + children), np.int64),
            places[:, :population].copy(),
            places[:, population:].copy(),
        )


@kernel
def island_of(islands, k):
    """The island with number ``k``."""
    return Island(islands.boards[k], islands.costs[k], islands.population[k], islands.spare[k])


@specialise(Scheme)
def survive(scheme):
    plus, comma = scheme == Scheme.MU_PLUS_LAMBDA, scheme == Scheme.MU_COMMA_LAMBDA

    @outline
    def survive(elites, island):
        """Choose the next population; all other places become spare."""
        _, costs, population, spare = island
        first = np.int64(0)
        if plus:
            # Children first: of equals the younger survives, which lets a population drift.
            everyone = np.empty(costs.size, np.int64)
            _copy(everyone, first, spare)
            _copy(everyone, spare.size, population)
            _copy(population, first, ranking(costs, everyone))
        else:
            children = spare
            if comma:
                children = ranking(costs, spare)
            if elites > 0:
                _copy(population[:elites], first, ranking(costs, population))
            _copy(population, elites, children)
        _find_spare(population, spare)

    return survive


@kernel
def _find_spare(population, spare):
    alive = np.zeros(population.size + spare.size, np.bool_)
    for place in population:
        alive[U(place)] = True
    found = 0
    for place in range(alive.size):
        if not alive[U(place)]:
            spare[U(found)] = place
            found += 1


@kernel
def _copy(places, at, others):
    """Write as many of ``others`` as there is room for, from ``places[at]`` on."""
    # An assignment to a slice costs two seconds of compilation, for its error message.
    for k in range(min(others.size, places.size - at)):
        places[U(at + k)] = others[U(k)]


@outline
def migrate(islands, count):
    """The best ``count`` of each island, copied, replace the worst of the next one, in a ring.

    ``count`` is None where nobody migrates: then none of this is compiled.
    """
    if count is not None:
        last = islands.population.shape[0] - 1
        size = islands.population.shape[1]
        ranks = np.empty((last + 1, size), np.int64)
        for k in range(last + 1):
            _copy(ranks[k], np.int64(0), ranking(islands.costs[k], islands.population[k]))
        for k in range(last + 1):
            following = k + 1 if k < last else 0
            for m in range(count):
                # Nobody is both among the best and the worst, so that the order does not matter.
                best, worst = ranks[k, m], ranks[following, size - 1 - m]
                copy_values(islands.boards[following, worst], islands.boards[k, best])
                islands.costs[following, worst] = islands.costs[k, best]
