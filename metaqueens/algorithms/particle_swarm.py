"""Particle swarm optimisation for permutations [1]_: a velocity is a chance to swap.

.. [1] Hu, Eberhart & Shi (2003). Swarm intelligence for permutation optimization: a case study of
       n-queens problem. IEEE Swarm Intelligence Symposium: 243-246.
"""

from collections.abc import Iterator
from typing import ClassVar, NamedTuple, Self

import numpy as np
from pydantic import Field, PositiveInt

from metaqueens.core.choices import NO_LIMIT, Encoding, Moves
from metaqueens.core.jit import kernel, per
from metaqueens.core.moves import propose
from metaqueens.core.random import stream_of, uniform
from metaqueens.core.state import (
    U,
    apply,
    compute_cost,
    copy_values,
    draw_values,
    free_count,
    free_variable,
    rebuild,
)
from metaqueens.problem.kernel_rules import COUNTED
from metaqueens.problem.space import Space
from metaqueens.search.budget import Looks
from metaqueens.search.parameters import Parameters
from metaqueens.search.standing import GENERATION, Standing
from metaqueens.search.walk import Walk, found, leave

# Queens looked at between two looks at the clock: some hundredths of a second.
WORK = 2**22


class Settings(NamedTuple):
    """The parameters as kernels take them."""

    inertia: float
    cognitive: float
    social: float
    sideways: bool
    restart_after: int


class Swarm(NamedTuple):
    """The particles.

    boards : (k, n) int32, where they are
    velocities : (k, n) float64, in rows
    best : (k, n) int32, the best board of each
    guards : (k,) int64, of that board
    columns : (n,) int32, room for the column of the queen on each row
    """

    boards: np.ndarray
    velocities: np.ndarray
    best: np.ndarray
    cost: np.ndarray
    columns: np.ndarray

    @classmethod
    def of(cls, walk: Walk, particles: int) -> Self:
        """Room for so many ``particles``, the first of which is on the board of ``walk``."""
        n = walk.state.values.size
        swarm = cls(
            np.zeros((particles, n), np.int32),
            np.zeros((particles, n)),
            np.zeros((particles, n), np.int32),
            np.zeros(particles, np.int64),
            np.zeros(n, np.int32),
        )
        swarm.boards[0] = swarm.best[0] = walk.state.values
        swarm.cost[0] = walk.cost
        return swarm


class Progress(NamedTuple):
    """How far the swarm has come.

    began : evaluations before it began, or began afresh
    guards : of its best board at the end of the last generation
    idle : generations since that got better
    restarts : times that it began afresh
    """

    began: int = 0
    cost: int = NO_LIMIT
    idle: int = 0
    restarts: int = 0


class ParticleSwarm(Parameters):
    """Each particle's queens are drawn to its best board, and take over rows of the swarm's best.

    As in the continuous case a velocity grows, at random, with the distances in rows to the best
    board of the particle and to its leader's: inertia v + cognitive u (own - x) + social u' (leader
    - x). With chance abs(v) / n a queen takes the row that it has on the leader: on ``permutation``
    the queen that stood on that row gets the old one, on ``rows`` it just moves. A particle that
    stands where its leader does then makes a random move. The leader is the best board
    of the swarm, or the particle's own where that is as good.

    >>> from metaqueens import solve
    >>> solve(10, ParticleSwarm(), seed=1).solved
    True

    Parameters
    ----------
    population
        Particles.
    inertia, cognitive, social
        Weights of the old velocity, of the particle's best board, and of its leader's.
    sideways
        Whether a board as good as the best of its particle takes its place. Without, as in the
        paper, the swarm stands still in a local minimum: a few attacking pairs are left.
    restart_after
        Generations without a better board until the swarm begins afresh; null for 200 n.
    """

    good_for: ClassVar[str] = "comparisons with published swarms; up to some hundred queens"
    begins_with: ClassVar[str] = "a swarm of random boards"

    population: int = Field(default=20, ge=2)
    inertia: float = Field(default=0.7, ge=0, le=2)
    cognitive: float = Field(default=1.5, ge=0, le=10)
    social: float = Field(default=1.5, ge=0, le=10)
    sideways: bool = True
    restart_after: PositiveInt | None = None

    rules = COUNTED

    def longest_step(self, space: Space) -> int:
        return 1

    def search(self, space: Space, looks: Looks, rng: np.random.Generator) -> Iterator[Standing]:
        walk, stream = Walk.begin(space.random_state(rng)), stream_of(rng)
        restart_after = self.restart_after or 200 * space.n
        settings = Settings(self.inertia, self.cognitive, self.social, self.sideways, restart_after)
        search, swarm = _search[space.code], Swarm.of(walk, self.population)
        progress = Progress()
        at_once = max(1, WORK // space.n)

        def signals() -> dict[str, float]:
            known = swarm.cost[: walk.evaluations]
            speed = float(np.mean(np.abs(swarm.velocities))) / space.n
            return {GENERATION: walk.steps, "mean_of_best": float(known.mean()), "speed": speed}

        while True:
            standing = walk.report({"swarm_restarts": progress.restarts}, signals)
            yield standing
            until = min(looks.until(standing), walk.evaluations + at_once)
            walk, progress = search(walk, swarm, progress, settings, until, stream)


@per(Encoding)
def _search(encoding):
    moves = int(Moves.SWAP if encoding == Encoding.PERMUTATION else Moves.REASSIGN)

    @kernel
    def search(walk, swarm, progress, settings, until, stream):
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        particles = swarm.cost.size
        while evaluations < until and best_cost > 0:
            leave(cost, best_cost, state.values, best)
            # Each evaluation is the turn of one particle; the first of each is a random board.
            turn = evaluations - progress.began
            k = turn % particles
            was_there = False
            if turn < particles:
                _draw(encoding, state, swarm, k, stream)
            else:
                was_there = _fly(encoding, state, swarm, k, settings, stream)
                copy_values(state.values, swarm.boards[k])
            rebuild(state)
            if was_there:
                i, j = propose(moves, state, stream)
                apply(moves, state, i, j)
                copy_values(swarm.boards[k], state.values)
            cost = compute_cost(state)
            if turn < particles or cost < swarm.cost[k] + settings.sideways:
                swarm.cost[k] = cost
                copy_values(swarm.best[k], state.values)
            evaluations += 1
            best_cost, found_at = found(cost, best_cost, found_at, evaluations)
            if k == particles - 1:
                steps += 1
                progress = _judge(progress, swarm.cost.min(), evaluations, settings)
        return Walk(state, cost, best, best_cost, found_at, evaluations, steps), progress

    return search


@kernel
def _draw(encoding, state, swarm, k, stream):
    """Put a particle, at rest, on a random board."""
    draw_values(encoding, state, stream)
    copy_values(swarm.boards[k], state.values)
    swarm.velocities[k] = 0.0


@kernel
def _judge(progress, cost, evaluations, settings):
    """After a generation, whether the swarm goes on or begins afresh."""
    began, least, idle, restarts = progress
    if cost < least:
        return Progress(began, cost, 0, restarts)
    if idle + 1 < settings.restart_after:
        return Progress(began, least, idle + 1, restarts)
    return Progress(evaluations, NO_LIMIT, 0, restarts + 1)


@kernel
def _fly(encoding, state, swarm, k, settings, stream):
    """Change the velocity of a particle, and its board by that; whether it stood at its leader."""
    leader = swarm.cost.argmin()
    if swarm.cost[leader] == swarm.cost[k]:
        leader = k
    board, goal = swarm.boards[k], swarm.best[leader]
    is_there = True
    for m in range(board.size):
        is_there &= board[U(m)] == goal[U(m)]
        swarm.columns[U(board[U(m)])] = m
    for m in range(free_count(state)):
        column = free_variable(state, m)
        chance = _accelerate(swarm, k, leader, column, settings, stream) / board.size
        if uniform(stream) < chance:
            _take_row(encoding, board, swarm.columns, column, goal[U(column)])
    return is_there


@kernel
def _accelerate(swarm, k, leader, column, settings, stream):
    """The new speed of one queen, at most n rows; its velocity is kept."""
    row, n = swarm.boards[k, column], swarm.columns.size
    velocity = settings.inertia * swarm.velocities[k, column]
    velocity += settings.cognitive * uniform(stream) * (swarm.best[k, column] - row)
    velocity += settings.social * uniform(stream) * (swarm.best[leader, column] - row)
    velocity = min(max(velocity, -float(n)), float(n))
    swarm.velocities[k, column] = velocity
    return abs(velocity)


@kernel
def _take_row(encoding, state, columns, column, row):
    """Set the queen of a column on a row; on permutations the queen that stood there trades."""
    if encoding == Encoding.PERMUTATION:
        old, other = state[U(column)], columns[U(row)]
        state[U(other)] = old
        columns[U(old)] = other
        columns[U(row)] = column
    state[U(column)] = row
