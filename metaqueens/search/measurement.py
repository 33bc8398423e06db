"""The temperature and the step of a problem without a law, measured at local optima.

A descent makes random moves that do not worsen. It ends if as many evaluations in a row as there
are moves, M, brought no improvement; these are the sample. At temperature T a search accepts
W = M mean(exp(-d/T)) worsening moves of the neighbourhood there, d > 0, beside Z moves that change
nothing. T is chosen so that W is ``WORSENING``, or more if Z is small, so that W + Z is
``ACCEPTED``: without plateaus a search would stay in each local optimum. ``experiments/defaults``
chose both numbers and judges them.
"""

from collections.abc import Generator
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from metaqueens.core.choices import Encoding, Moves
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.moves import count_moves, propose
from metaqueens.core.state import apply, compute_cost, copy_values, delta, rebuild
from metaqueens.problem.space import Space, randomise
from metaqueens.search.budget import Checkpoints
from metaqueens.search.snapshot import Snapshot
from metaqueens.search.walk import Walk, keep_best, update_best

# Number of descents, the maximum size of a sample, and a step in temperatures.
DESCENTS, LARGEST_SAMPLE, STEP = 3, 2**16, 4.5
WORSENING, ACCEPTED = 0.7, 3.0


class Measured(NamedTuple):
    """Quantities of a problem.

    temperature : in units of the cost
    patience : evaluations that try every move from each state of a plateau, M (1 + Z)
    """

    temperature: float
    patience: int

    @property
    def step(self) -> float:
        """The unit of limits on the cost."""
        return STEP * self.temperature


def measure(
    walk: Walk, space: Space, moves: IntEnum, checkpoints: Checkpoints, stream: np.ndarray
) -> Generator[Snapshot, None, tuple[Walk, Measured]]:
    """Descend some times from random states; return the walk and the measured quantities.

    The descents yield reports and end if one solves. The walk continues from the best of them.
    """
    neighbours = max(int(count_moves(int(moves), walk.state)), 1)
    changes = np.zeros((DESCENTS, min(neighbours, LARGEST_SAMPLE)), np.int64)
    descend, descents, seen = _descend[moves, space.code], 0, 0
    while descents < DESCENTS and walk.best_cost > 0:
        yield walk.report()
        until = checkpoints.next_report(walk.snapshot)
        walk, descents, seen = descend(walk, changes, descents, seen, until, stream)
    return walk, quantities_of(changes, neighbours)


def quantities_of(changes: np.ndarray, neighbours: int) -> Measured:
    """Compute the quantities from a sample of ``changes`` among ``neighbours`` moves."""
    rate = neighbours / changes.size
    sideways = rate * int((changes == 0).sum())
    patience = round(neighbours * (1 + sideways))
    wanted = max(WORSENING, ACCEPTED - sideways) / rate
    worse, counts = np.unique(changes[changes > 0], return_counts=True)
    if not worse.size:
        return Measured(1.0, patience)
    low, high = worse[0] / 50, float(worse[-1])
    for _ in range(50):
        middle = (low * high) ** 0.5
        too_cold = counts @ np.exp(-worse / middle) < wanted
        low, high = (middle, high) if too_cold else (low, middle)
    # The last digits of a power differ between processors.
    return Measured(float(f"{high:.4g}"), patience)


@specialise(Moves, Encoding)
def _descend(moves, encoding):
    code = np.int64(encoding)  # the type that Python calls ``randomise`` with

    @kernel
    def descend(walk, changes, descents, seen, until, stream):
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        while evaluations < until and best_cost > 0 and descents < changes.shape[0]:
            evaluations += 1
            if seen == changes.shape[1]:
                keep_best(cost, best_cost, state.values, best)
                randomise(code, state, stream)
                cost, seen = compute_cost(state), 0
            else:
                i, j = propose(moves, state, stream)
                change = delta(moves, state, i, j)
                changes[descents, seen] = change
                seen = 0 if change < 0 else seen + 1
                if change <= 0:
                    apply(moves, state, i, j)
                    cost += change
                    steps += 1
                descents += seen == changes.shape[1]
            if descents == changes.shape[0] and cost > best_cost:
                copy_values(state.values, best)
                rebuild(state)
                cost = best_cost
            best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
        walk = Walk(state, cost, best, best_cost, found_at, evaluations, steps)
        return walk, descents, seen

    return descend
