"""The headlines of the page on fresh blocks of seeds, up to 10^6 queens.

python -m experiments.large_n.headlines    # three minutes of one core; writes headlines.csv
"""

from collections.abc import Iterator
from pathlib import Path
from statistics import median

import numpy as np

from experiments.headlines import write
from experiments.large_n.measure import QS4
from metaqueens import Budget, Queens, solve
from metaqueens.config.contestant import contestant
from metaqueens.queens.check import recount

BLOCKS, RUNS, STRIDE, BOARDS = 3, 3, 10**6, 100
BUDGET = Budget(seconds=60.0)
AMONG, ANY = "conflicted", "any"
SEARCHES = {
    ("annealing", ANY): {"use": "simulated_annealing"},
    ("annealing", AMONG): {"use": "simulated_annealing", "focus": "conflicted"},
    ("climbing", ANY): {"use": "hill_climbing", "variant": "stochastic"},
    ("climbing", AMONG): {"use": "hill_climbing", "variant": "conflicted"},
}
SCANS = {"use": "min_conflicts", "encoding": "rows"}


def spent(given: dict, n: int, first: int) -> tuple[float, float]:
    """Median evaluations and seconds of runs that all solve."""
    parameters = dict(given)
    encoding = parameters.pop("encoding", "permutation")
    algorithm = contestant(**parameters)
    results = [
        solve(Queens(n), algorithm, BUDGET, seed, encoding=encoding)
        for seed in range(first, first + RUNS)
    ]
    assert all(result.solved for result in results), (given, n)
    return (
        float(median(result.evaluations for result in results)),
        median(result.cpu_seconds for result in results),
    )


def blocks() -> Iterator[tuple[str, int, float]]:
    """What the page says of each block; the seeds are none of the table's."""
    solve(Queens(100), contestant(use=QS4), BUDGET, 0)  # compiles
    for block in range(1, 1 + BLOCKS):
        first = STRIDE * block
        rng = np.random.default_rng(first)
        pairs = [recount(Queens(1_000), rng.permutation(1_000)) for _ in range(BOARDS)]
        yield "random", block, float(np.mean(pairs)) / 1_000
        each = {
            (*key, n): spent(given, n, first)[0] / n
            for key, given in SEARCHES.items()
            for n in (100, 1_000, 10_000, 100_000)
        }
        looked = [each[name, ANY, n] / each[name, AMONG, n]
                  for name in ("annealing", "climbing") for n in (1_000, 100_000)]  # fmt: skip
        yield "looked", block, min(looked)
        accepted = [each["annealing", where, n] / each["climbing", where, n]
                    for where in (ANY, AMONG) for n in (1_000, 100_000)]  # fmt: skip
        yield "accepted", block, max(max(one, 1 / one) for one in accepted)
        among = [value for key, value in each.items() if key[1] == AMONG]
        yield "among_least", block, min(among)
        yield "among_most", block, max(among)
        scans = [(spent(SCANS, n, first)[0] - n * n) / (n - 1) for n in (1_000, 10_000)]
        yield "scans", block, max(scans)
        trials, times = zip(
            *(spent({"use": use}, 10**6, first) for use in (QS4, "queue_search")),
            strict=True,
        )
        yield "trials", block, trials[0] / trials[1]
        yield "memory", block, times[0] / times[1]


if __name__ == "__main__":
    write(Path(__file__).parent, blocks())
