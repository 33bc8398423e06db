"""The rate at which Wilson's 95 % interval misses the true success rate, computed exactly.

python experiments/statistics/wilson.py     a row for each number of runs from 10 to 30
"""

from collections.abc import Iterator
from typing import NamedTuple

from scipy.stats import binom

from metaqueens.analysis.estimate.estimates import wilson

# Rates this far from 0 and 1 are called inner rates.
MARGIN = 0.05


class Worst(NamedTuple):
    """The largest share of samples whose interval misses, and the success rate at which it does."""

    share: float
    rate: float


def find_worst(runs: int, low: float = 0.0, high: float = 1.0) -> Worst:
    """Return the supremum over true success rates between ``low`` and ``high``.

    Between two limits of intervals the samples that miss stay the same: those with few and those
    with many solved runs. Their probability falls, then rises with the rate, so that the supremum
    is at a limit, seen from one of its sides.
    """
    return max(Worst(_miss(runs, rate, side), rate) for rate, side in _sides(runs, low, high))


def _sides(runs: int, low: float, high: float) -> Iterator[tuple[float, int]]:
    """Yield each limit between ``low`` and ``high``, below (-1) and above (1); and these two."""
    intervals = [wilson(solved, runs) for solved in range(runs + 1)]
    for rate in {limit for interval in intervals for limit in interval if low < limit < high}:
        yield from ((rate, -1), (rate, 1))
    yield from ((low, 1), (high, -1))


def _miss(runs: int, rate: float, side: int) -> float:
    """Return the probability of the samples whose interval lacks the rate just beside ``rate``."""
    missed = 0.0
    for solved in range(runs + 1):
        low, high = wilson(solved, runs)
        below = rate < low or (rate == low and side < 0)
        above = rate > high or (rate == high and side > 0)
        if below or above:
            missed += float(binom.pmf(solved, runs, rate))
    return missed


def find_least_runs(rate: float) -> int:
    """Return the least number of runs, all solved, whose interval begins at ``rate`` or above."""
    runs = 1
    while wilson(runs, runs)[0] < rate:
        runs += 1
    return runs


def main() -> None:
    for runs in range(10, 31):
        worst, inner = find_worst(runs), find_worst(runs, MARGIN, 1 - MARGIN)
        print(
            f"{runs} runs: {worst.share:.1%} at {worst.rate:.3f}; "
            f"from {MARGIN} to {1 - MARGIN}: {inner.share:.1%} at {inner.rate:.3f}"
        )
    print(f"at least 99 %: {find_least_runs(0.99)} runs, all solved")


if __name__ == "__main__":
    main()
