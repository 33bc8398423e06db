"""The exact side against its bars: the shortest of several runs, because a machine has other work.

python experiments/benchmarks/exact.py            about a minute
python experiments/benchmarks/exact.py --up-to 16  without Q(18)
"""

import argparse
import os
import time
from collections.abc import Callable

import numpy as np
from rich.console import Console
from rich.table import Table

from metaqueens import Queens
from metaqueens.exact import bitmask as enumeration
from metaqueens.exact.counting import count
from metaqueens.exact.effort import Effort
from metaqueens.exact.methods import first
from metaqueens.exact.symmetry import is_canonical
from metaqueens.exact.tree_size import estimate
from metaqueens.queens.check import recount

CORES = os.cpu_count() or 1
# OEIS A000170 and A002562.
SOLUTIONS = {15: 2_279_184, 16: 14_772_512, 18: 666_090_624}
FUNDAMENTAL = {12: 1787}


def shortest(runs: int, work: Callable[[], object], right: object) -> tuple[float, float]:
    """The shortest wall time of some runs, and the cores that it kept busy; each must be right."""
    best = (float("inf"), 0.0)
    for _ in range(runs):
        wall, cpu = time.perf_counter(), time.process_time()
        result = work()
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        assert result == right, f"expected {right}, got {result}"
        best = min(best, (wall, cpu / wall))
    return best


def total(n: int, workers: int) -> int:
    *_, end = count(Queens(n), workers=workers)
    return end.solutions


def guards(method: str, n: int) -> int:
    return recount(Queens(n), first(method, Queens(n), Effort()))


def near(n: int) -> bool:
    found = estimate(Queens(n), 1_000_000, np.random.default_rng(2026)).solutions.value
    return abs(found / 39_029_188_884 - 1) < 0.1


def fundamental(n: int) -> int:
    return sum(map(is_canonical, enumeration.boards(Queens(n), Effort())))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--up-to", type=int, default=18)
    up_to = parser.parse_args().up_to
    jobs = [
        *(
            (f"Q({n}), {workers} worker{'s' * (workers > 1)}", runs if workers > 1 else 1,
             bar if workers > 1 else None, lambda n=n, w=workers: total(n, w), SOLUTIONS[n])
            for n, runs, bar in ((15, 9, 0.1), (16, 7, 0.5), (18, 1, 20.0))
            for workers in sorted({1, CORES})
            if n <= up_to and (n < 18 or workers == CORES)
        ),
        ("first, CP-SAT boolean, n = 200, 1 worker", 5, 2.0, lambda: guards("cp_sat", 200), 0),
        ("first, CP-SAT boolean, n = 500, 1 worker", 1, None, lambda: guards("cp_sat", 500), 0),
        ("first, CP solver, n = 1000", 5, 0.3, lambda: guards("cp", 1000), 0),
        ("fundamental solutions, n = 12", 5, 0.5, lambda: fundamental(12), FUNDAMENTAL[12]),
        ("estimate of Q(20) within 10 %", 3, None, lambda: near(20), True),
    ]  # fmt: skip
    for warm in (lambda: total(4, 1), lambda: guards("cp_sat", 4), lambda: guards("cp", 4),
                 lambda: fundamental(4), lambda: near(4)):  # fmt: skip
        warm()
    table = Table("what", "shortest", "bar", "bar / shortest", "cores busy", "runs")
    for what, runs, bar, work, right in jobs:
        wall, busy = shortest(runs, work, right)
        margin = ("-", "-") if bar is None else (f"{bar:g} s", f"{bar / wall:.2f}x")
        table.add_row(what, f"{wall:.3f} s", *margin, f"{busy:.1f}", str(runs))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
