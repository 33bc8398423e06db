"""Whether a checkout is slower than another one: the works of ``speed.py``, in interleaved pairs.

python experiments/benchmarks/checkouts.py OLD NEW               all works in one process
python experiments/benchmarks/checkouts.py OLD NEW annealing tabu --pairs 40

Each pair starts a process in either checkout, in changing order; the best processor time of a few
repetitions counts. The table has the median of the ratios old / new (above 1: NEW is faster) with
its interval of at least 95 %, from the order of the ratios (sign test), which assumes no shape.
"""

import argparse
import subprocess
import sys
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.stats import binom

WORKS = (
    "queue_1e6", "annealing", "climbing", "min_conflicts", "tabu", "genetic_compiled",
    "genetic_deap", "q15",
)  # fmt: skip
REPETITIONS = 5
CODE = """
import sys, tempfile, time
from pathlib import Path
root, name, repetitions = sys.argv[1], sys.argv[2], int(sys.argv[3])
sys.path[:0] = [root, root + "/experiments/benchmarks"]
import speed
with tempfile.TemporaryDirectory() as folder:
    work = speed.WORKS[name].prepared(Path(folder))
    work()
    seconds = []
    for _ in range(repetitions):
        began = time.process_time()
        work()
        seconds.append(time.process_time() - began)
print(min(seconds))
"""


def measure(checkout: Path, work: str) -> float:
    """Return the least processor seconds of a work in a process of its own."""
    command = [sys.executable, "-P", "-c", CODE, str(checkout), work, str(REPETITIONS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=checkout)
    return float(done.stdout.split()[-1])


def compare(old: Path, new: Path, work: str, pairs: int) -> np.ndarray:
    """Return the ratios old / new of interleaved pairs, (pairs,), in ascending order."""
    ratios = []
    for pair in range(pairs):
        order = (old, new) if pair % 2 == 0 else (new, old)
        seconds = {checkout: measure(checkout, work) for checkout in order}
        ratios.append(seconds[old] / seconds[new])
    return np.sort(ratios)


def interval(ratios: np.ndarray) -> tuple[float, float]:
    """Return an interval of at least 95 % for the median of sorted ratios; at least 6 of them."""
    below = int(binom.ppf(0.025, ratios.size, 0.5))
    return float(ratios[below - 1]), float(ratios[ratios.size - below])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("works", nargs="*", help=f"some of {', '.join(WORKS)}")
    parser.add_argument("--pairs", type=int, default=20, help="pairs of each work, at least 6")
    given = parser.parse_args()
    table = Table("work", "pairs", "median old / new", "interval of 95 %")
    for work in given.works or WORKS:
        ratios = compare(given.old.resolve(), given.new.resolve(), work, max(given.pairs, 6))
        low, high = interval(ratios)
        table.add_row(
            work, str(ratios.size), f"{np.median(ratios):.3f}", f"{low:.3f} to {high:.3f}"
        )
    Console().print(table)


if __name__ == "__main__":
    main()
