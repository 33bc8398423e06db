"""What enumeration says of a neighbourhood: positions, plateaus, basins, distances."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import numpy as np

from metaqueens.landscape import autocorrelation, basins, plateaus
from metaqueens.landscape.facts import Number
from metaqueens.landscape.ground import Ground


def enumerated(
    ground: Ground, kind: int, tell: Callable[[float], None] = lambda done: None
) -> dict[str, Any]:
    """Look at all boards; ``tell`` is given the share of the work that is done.

    The fields of ``Neighbourhood`` that are now exact, and of its ``measures`` those that are.
    """
    survey, flow, stop = plateaus.Survey.empty(ground), basins.sources(ground), Event()
    with ThreadPoolExecutor(1) as beside:  # kernels hold no lock
        flowing = beside.submit(basins.flowed, ground, kind, flow, stop)
        try:
            for done in plateaus.surveyed(ground, kind, survey):
                tell(0.8 * done / ground.size)
            priced = flowing.result()
        finally:
            stop.set()
    least, is_open = plateaus.plateaus(survey)
    measures = _descents(ground, flow, is_open) | _walks(survey.sums)
    del flow
    tell(0.9)
    far = basins.distances(ground, kind)
    values = {
        "cost": ground.costs.mean(),
        "priced": priced / ground.size,
        "distance": far.mean(),
        "fdc": _correlation(ground.costs, far),
    }
    closed = least[~is_open[least]]
    unsolved = int((ground.costs[closed] > 0).sum())
    return {
        "measures": measures | {key: Number(float(value)) for key, value in values.items()},
        "moves": float(survey.sums[0] / ground.size),
        "positions": {
            name: Number(float(survey.positions[kinds] / ground.size))
            for kinds, name in plateaus.POSITIONS.items()
        },
        "optima": {
            "closed": closed.size,
            "unsolved": unsolved,
            "solved": closed.size - unsolved,
            "is_open": least.size - closed.size,
        },
    }


def _walks(sums: np.ndarray) -> dict[str, Number]:
    """Of a random walk, which stands on a board in proportion to its moves."""
    moves, first, second, together = sums
    mean = first / moves
    variance = second / moves - mean**2
    value = float((together / moves - mean**2) / variance) if variance > 0 else float("nan")
    return {"correlation": Number(value), "length": Number(autocorrelation.length(value))}


def _descents(ground: Ground, flow: np.ndarray, is_open: np.ndarray) -> dict[str, Number]:
    solutions = np.flatnonzero(ground.costs == 0)
    solved, steps = (float(flow[solutions, k].sum()) for k in (0, 1))
    if ground.size - solved < 1e-9 * ground.size:  # all: what is left is rounding
        solved = float(ground.size)
    stuck, stuck_steps = ground.size - solved, float(flow[:, 1].sum()) - steps
    on_open = float(flow[:, 0].sum(where=is_open))
    return {
        "solved": Number(solved / ground.size),
        "steps_solved": Number(steps / solved if solved else float("nan")),
        "steps_stuck": Number(stuck_steps / stuck if stuck else float("nan")),
        "ends_open": Number(min(1.0, on_open / stuck) if stuck else float("nan")),
    }


def _correlation(costs: np.ndarray, far: np.ndarray) -> float:
    """Pearson's, from how many boards have each cost and distance."""
    width = int(far.max()) + 1
    counts = np.bincount(costs.astype(np.int32) * width + far)
    x, y = np.divmod(np.arange(counts.size), width)
    covariances = np.cov(x, y, fweights=counts, ddof=0)
    spread = float(np.sqrt(covariances[0, 0] * covariances[1, 1]))
    return covariances[0, 1] / spread if spread else float("nan")
