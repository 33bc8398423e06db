"""What enumeration says of a neighbourhood: local minima, plateaus, basins."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import numpy as np

from metaqueens.landscape import basins, plateaus
from metaqueens.landscape.facts import Number
from metaqueens.landscape.ground import Ground


def enumerated(ground: Ground, kind: int) -> dict[str, Number]:
    """Look at all boards: by the keys of ``table.MEASURES`` those that are now exact."""
    survey, flow, stop = plateaus.Survey.empty(ground), basins.sources(ground), Event()
    with ThreadPoolExecutor(1) as beside:  # kernels hold no lock
        flowing = beside.submit(basins.flowed, ground, kind, flow, stop)
        try:
            plateaus.look_around(ground, kind, survey)
            flowing.result()
        finally:
            stop.set()
    least, is_open = plateaus.plateaus(survey)
    closed = least[~is_open[least]]
    values = {
        "cost": ground.costs.mean(),
        "strict_minima": survey.minima[1] / ground.size,
        "other_minima": (survey.minima[0] - survey.minima[1]) / ground.size,
        "closed_unsolved": (ground.costs[closed] > 0).sum(),
        "open": least.size - closed.size,
        "correlation": _of_walks(survey.sums),
        **_of_descents(ground, flow, is_open),
    }
    return {key: Number(float(value)) for key, value in values.items()}


def _of_walks(sums: np.ndarray) -> float:
    """Of a random walk, which stands on a board in proportion to its moves."""
    moves, first, second, together = sums
    mean = first / moves
    variance = second / moves - mean**2
    return float((together / moves - mean**2) / variance) if variance > 0 else float("nan")


def _of_descents(ground: Ground, flow: np.ndarray, is_open: np.ndarray) -> dict[str, float]:
    solutions = np.flatnonzero(ground.costs == 0)
    solved, steps = (float(flow[solutions, k].sum()) for k in (0, 1))
    if ground.size - solved < 1e-9 * ground.size:  # all: what is left is rounding
        solved = float(ground.size)
    stuck, stuck_steps = ground.size - solved, float(flow[:, 1].sum()) - steps
    on_open = float(flow[:, 0].sum(where=is_open))
    return {
        "solved": solved / ground.size,
        "steps_solved": steps / solved if solved else float("nan"),
        "steps_stuck": stuck_steps / stuck if stuck else float("nan"),
        "ends_open": min(1.0, on_open / stuck) if stuck else float("nan"),
    }
