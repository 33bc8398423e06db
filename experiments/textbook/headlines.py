"""The headlines of the page on fresh blocks of seeds, fewer runs than the table has.

python -m experiments.textbook.headlines    # two minutes of one core; writes headlines.csv
"""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

import metaqueens as mq
from experiments.headlines import write
from experiments.textbook.sosic_gu import SosicGu

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # where measure.py finds adaptive.py
from adaptive import COSTS, swaps  # noqa: E402
from measure import ENDLESS, half_of, in_conflict, satisfiable_up_to  # noqa: E402

BLOCKS, STRIDE = 3, 10**6


def values(first: int) -> Iterator[tuple[str, float]]:
    """What the page says, of seeds from this one on."""

    def runs(
        algorithm: mq.Algorithm, n: int, wanted: int, encoding: str = "rows"
    ) -> list[mq.Result]:
        solve = partial(mq.solve, mq.Queens(n), algorithm, ENDLESS, encoding=encoding)
        return [solve(first + k) for k in range(wanted)]

    climbs = {
        sideways: runs(mq.HillClimbing(sideways=sideways, restarts=0), 8, 5_000)
        for sideways in (0, 100)
    }
    for sideways, name in ((0, "climbing"), (100, "sideways")):
        yield name, 100 * float(np.mean([one.solved for one in climbs[sideways]]))
    yield "steps", float(np.mean([one.steps for one in climbs[100] if one.solved]))
    greedy = mq.MinConflicts(restart_after=None)
    for n, wanted, name in ((10, 5_000, "ten"), (1_000, 300, "greedy")):
        start = mq.Budget(evaluations=1 + n * (n - 1))
        problem = mq.Queens(n)
        left = [
            in_conflict(mq.solve(problem, greedy, start, first + k).values) for k in range(wanted)
        ]
        yield name, float(np.mean(left))
    n = 1_000
    repairs = [(one.evaluations - 1) // (n - 1) - n for one in runs(greedy, n, 300)]
    yield "repairs", float(np.mean(repairs))
    n = 10**6
    found = [one.counters for one in runs(SosicGu(), n, 10, "permutation")]
    yield "trials", float(np.mean([one["trials"] / n for one in found if one["restarts"] == 0]))
    seeds = range(first, first + 500)
    drawn = [satisfiable_up_to(12, 13, np.random.default_rng(seed)) for seed in seeds]
    yield "transition", half_of(drawn)
    mean = {cost: np.mean([swaps(1_000, cost, first + k) for k in range(100)]) for cost in COSTS}
    yield "cost", float(mean["queens"] / mean["pairs"])


if __name__ == "__main__":
    write(
        HERE,
        (
            (name, block, value)
            for block in range(1, 1 + BLOCKS)
            for name, value in values(STRIDE * block)
        ),
    )
