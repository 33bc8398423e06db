"""Ant colony optimisation: the MAX-MIN ant system [1]_, its pheromone on columns by rows.

.. [1] Stuetzle & Hoos (2000). MAX-MIN ant system. Future Generation Computer Systems 16(8):
       889-914.
.. [2] Blum & Dorigo (2004). The hyper-cube framework for ant colony optimization. IEEE
       Transactions on Systems, Man, and Cybernetics B 34(2): 1161-1172.
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

import numpy as np
from pydantic import Field, PositiveInt

from metaqueens.core.choices import NO_LIMIT, Encoding
from metaqueens.core.jit import kernel, outline, specialise
from metaqueens.core.random import draw_below, draw_uniform, find_first_above, shuffle, start_stream
from metaqueens.core.state import (
    U,
    clear_counts,
    compute_cost,
    copy_values,
    count_variable,
    put,
    rebuild,
    value_cost,
)
from metaqueens.problem.base import COUNTED
from metaqueens.problem.space import Space
from metaqueens.search import Algorithm, Checkpoints
from metaqueens.search.budget import WORK
from metaqueens.search.snapshot import GENERATION, Snapshot
from metaqueens.search.walk import Walk, keep_best, update_best

# There is pheromone for each variable and value, and a draw reads half of it or all.
MOST_VARIABLES = 5_000


class Colony(NamedTuple):
    """The memory of a colony.

    pheromone, weights : (n, value_count) float64 by variable and value; the weights are its powers
    best : (n,) int32, the best solution since the colony started or restarted
    order : (m,) int32, the variables that may change, in the order of the last draw
    free : (m,) int32 on permutations, the values that fixed variables leave; (n,) on rows, all
    left : as ``free``, the values that are left during a draw
    sums : as ``free``, float64, the cumulative sums of their weights
    """

    pheromone: np.ndarray
    weights: np.ndarray
    best: np.ndarray
    order: np.ndarray
    free: np.ndarray
    left: np.ndarray
    sums: np.ndarray

    @classmethod
    def make(cls, space: Space) -> Self:
        """Make a colony in ``space``, with even pheromone."""
        shape, fixed = (space.n, space.value_count), space.problem.fixed
        order = np.setdiff1d(np.arange(space.n, dtype=np.int32), [*fixed])
        free = np.arange(space.value_count, dtype=np.int32)
        if space.encoding == "permutation":
            free = np.setdiff1d(free, [*fixed.values()])
        best, sums = np.zeros(space.n, np.int32), np.zeros(free.size)
        return cls(np.ones(shape), np.ones(shape), best, order, free, free.copy(), sums)


class ColonyProgress(NamedTuple):
    """The progress of a search.

    ant : number of solutions of this iteration
    cost : of the best solution since the colony started or restarted
    idle : number of iterations since it improved
    restarts : number of restarts
    """

    ant: int = 0
    cost: int = NO_LIMIT
    idle: int = 0
    restarts: int = 0


class AntColony(Algorithm):
    """Each ant draws all variables in random order; the best solution leaves pheromone.

    An ant draws a value in proportion to pheromone^alpha / (1 + attacks)^beta, with the attacks by
    queens placed before, on ``permutation`` among the values not taken. After an iteration of all
    ants the pheromone evaporates, the best solution so far adds to its values, and limits keep
    every value possible. The unit of pheromone is its upper limit [2]_. After a number of
    iterations without an improvement, all pheromone is set to the upper limit and the best solution
    is forgotten.

    >>> from metaqueens import solve
    >>> solve(10, AntColony(ants=20), seed=1).solved
    True

    Parameters
    ----------
    ants
        Number of solutions in an iteration.
    alpha, beta
        Exponents of the pheromone, and of the heuristic information.
    evaporation
        Share of the pheromone that is lost in an iteration: 1 - rho of the authors, rho of other
        papers.
    p_best
        Probability that, after convergence and without heuristic information, an ant draws the best
        solution again: it determines the lower limit.
    restart_after
        Number of iterations without an improvement before a restart; null for no restarts.
    """

    refuses = {"start": "even pheromone"}  # noqa: RUF012

    needs = ()
    rules = COUNTED

    ants: PositiveInt = 10
    alpha: float = Field(default=1.0, ge=0, le=20)
    beta: float = Field(default=10.0, ge=0, le=50)
    evaporation: float = Field(default=0.2, gt=0, le=1)
    p_best: float = Field(default=0.05, gt=0, lt=1)
    restart_after: PositiveInt | None = 500

    def lower_limit(self, space: Space) -> float:
        """Return the lower limit of the pheromone, by the authors' formula."""
        chance = self.p_best ** (1 / space.n)
        values = space.n / 2 if space.encoding == "permutation" else space.value_count
        return float(min((1 - chance) / (max(values - 1, 1) * chance), 1.0))

    def check(self, space: Space) -> None:
        if max(space.n, space.value_count) > MOST_VARIABLES:
            raise ValueError(
                f"ant colony has a weight for each variable and value: at most {MOST_VARIABLES:,}"
                f" of each, not {space.n:,} and {space.value_count:,}"
            )

    def longest_step(self, space: Space) -> int:
        return 1

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        walk, stream = Walk.begin(space.random_state(rng)), start_stream(rng)
        search, colony, progress = _search[space.code], Colony.make(space), ColonyProgress()
        least, restart_after = self.lower_limit(space), self.restart_after or NO_LIMIT
        # The weight of a square by its attacks: on three lines, and a few more with rules.
        attacks = np.arange(4.0 * space.n + 16)
        visibility = (1 + attacks) ** -self.beta if space.problem.has("queens") else None
        parameters = self.ants, self.alpha, self.evaporation, least, restart_after, visibility
        at_once = max(1, WORK // space.n**2)

        def signals() -> dict[str, float]:
            share = float(np.mean(colony.pheromone <= least))
            return {GENERATION: walk.steps, "share_at_lower_limit": share}

        while True:
            snapshot = walk.report({"colony_restarts": progress.restarts}, signals)
            yield snapshot
            until = min(checkpoints.next_report(snapshot), walk.evaluations + at_once)
            walk, progress = search(walk, colony, progress, parameters, until, stream)


@specialise(Encoding)
def _search(encoding):
    @kernel
    def search(walk, colony, progress, parameters, until, stream):
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        ant, lowest, idle, restarts = progress
        ants, alpha, evaporation, least, restart_after, visibility = parameters
        while evaluations < until and best_cost > 0:
            keep_best(cost, best_cost, state.values, best)
            cost = _draw_solution(encoding, state, colony, visibility, stream)
            evaluations += 1
            ant += 1
            best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
            if cost < lowest:
                lowest, idle = cost, -1
                copy_values(colony.best, state.values)
            if ant >= ants:
                ant, idle = 0, idle + 1
                steps += 1
                _learn(colony, alpha, evaporation, least)
                if idle == restart_after:
                    colony.pheromone.fill(1.0)
                    colony.weights.fill(1.0)
                    lowest, idle, restarts = NO_LIMIT, 0, restarts + 1
        return (
            Walk(state, cost, best, best_cost, found_at, evaluations, steps),
            ColonyProgress(ant, lowest, idle, restarts),
        )

    return search


@kernel
def _draw_solution(encoding, state, colony, visibility, stream):
    """Draw the variables that may change, in random order; return the cost.

    The probability of a value is in proportion to its weight, times the entry of ``visibility`` for
    its conflicts with the variables drawn before, unless that is None. On permutations a value is
    drawn only once.
    """
    weights, order, left, sums = colony.weights, colony.order, colony.left, colony.sums
    count = left.size
    copy_values(left, colony.free)
    shuffle(order, stream)
    if visibility is not None:
        _lift_all(state, order)
    for i in order:
        total = 0.0
        for k in range(count):
            weight = weights[U(i), U(left[U(k)])]
            if visibility is not None:
                weight *= visibility[U(value_cost(state, i, left[U(k)]))]
            total += weight
            sums[U(k)] = total
        if total == 0:
            place = draw_below(stream, count)
        else:
            place = np.int64(find_first_above(sums[:count], draw_uniform(stream) * total))
        if visibility is None:
            state.values[U(i)] = left[U(place)]
        else:
            put(state, i, left[U(place)])
        if encoding == Encoding.PERMUTATION:
            count -= 1
            left[U(place)] = left[U(count)]
    if visibility is None:
        rebuild(state)
    return compute_cost(state)


@kernel
def _lift_all(state, order):
    """Remove all queens that may move from the counts."""
    clear_counts(state)
    n = state.values.size
    for i in order:
        # So far away that no queen on the board touches it, also on a torus.
        state.values[U(i)] = -3 * n
    for i in range(n):
        if state.values[U(i)] >= 0:
            count_variable(state, i, state.values[U(i)], 1)


@outline
def _learn(colony, alpha, evaporation, least):
    """Evaporate, add the pheromone of the best solution, keep the limits."""
    pheromone, weights, best = colony.pheromone, colony.weights, colony.best
    n, count, share_left = best.size, pheromone.shape[1], 1 - evaporation
    for i in range(n):
        for value in range(count):
            pheromone[U(i), U(value)] = max(share_left * pheromone[U(i), U(value)], least)
        added = pheromone[U(i), U(best[U(i)])] + evaporation
        pheromone[U(i), U(best[U(i)])] = min(added, 1.0)
        for value in range(count):  # whole arrays would take four times as long to compile
            weights[U(i), U(value)] = pheromone[U(i), U(value)]
            if alpha != 1:
                weights[U(i), U(value)] **= alpha
