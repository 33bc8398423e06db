"""Where steepest descent ends from every board.

Each step goes to one of the best neighbours, each of those equally likely, while one is better. So
a board belongs to several ends, to each with a chance: basins are sums of chances, not sets.
"""

from threading import Event

import numpy as np

from metaqueens.core.choices import Moves
from metaqueens.core.jit import kernel, per
from metaqueens.core.state import U
from metaqueens.landscape.ground import Ground, neighbours, room


def sources(ground: Ground) -> np.ndarray:
    """(boards, 2) float64: one descent from every board, no step made."""
    flow = np.zeros((ground.size, 2))
    flow[:, 0] = 1
    return flow


def flowed(ground: Ground, kind: int, flow: np.ndarray, stop: Event) -> None:
    """Let ``sources`` flow down, a cost at a time, until ``stop``.

    In the end ``flow`` is, at boards without a better neighbour, how many descents end there, as a
    sum of chances, and their steps; at others 0.
    """
    space = room(ground)
    for cost in range(int(ground.costs.max()), -1, -1):
        if not stop.is_set():
            _flow[kind](ground, cost, flow, space)


@per(Moves)
def _flow(kind):
    @kernel
    def flow(ground, cost, flow, space):
        costs, near, prices = ground.costs, space.near, space.prices
        for index in range(costs.size):
            if costs[U(index)] == cost:
                count = neighbours(kind, ground, index, space)
                best = np.int64(cost)
                for k in range(count):
                    prices[U(k)] = costs[U(near[U(k)])]
                    best = min(best, prices[U(k)])
                if best < cost:
                    _share_out(flow, index, near, prices, count, best)

    return flow


@kernel
def _share_out(flow, index, near, prices, count, best):
    """Pass what came to a board on to its best neighbours, one step later."""
    ties = 0
    for k in range(count):
        ties += prices[U(k)] == best
    descents = flow[U(index), 0] / ties
    steps = flow[U(index), 1] / ties + descents
    for k in range(count):
        if prices[U(k)] == best:
            flow[U(near[U(k)]), 0] += descents
            flow[U(near[U(k)]), 1] += steps
    flow[U(index), 0] = 0
    flow[U(index), 1] = 0
