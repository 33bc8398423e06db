"""How near queue search is to what the memory of this machine can do.

    python experiments/large_n/memory.py 100_000_000 [N...]    # 9 bytes a queen, and memory.csv

In one process: what copying reaches, what the words that a search looks up cost where nothing is
decided and nothing written, and the whole search with the check of its board: processor seconds,
best without other work on the machine. The bare reading is the same queue in the same order, with
the same prefetch: no search that tries these rows on these columns can be faster.
"""

import csv
import sys
import time
from pathlib import Path

import numpy as np

from metaqueens import Budget, Queens, QueueSearch, solve
from metaqueens.core.jit import kernel
from metaqueens.core.random import start_stream
from metaqueens.core.state import U
from metaqueens.queens.queue_search.placing import ADVANCE, prefetch
from metaqueens.queens.queue_search.queue import (
    AHEAD,
    Layout,
    append_batches,
    batches_of,
    draw_permutations,
)

TABLE = Path(__file__).with_name("memory.csv")
COLUMNS = ("n", "copied_gb_per_s", "dealing_s", "reading_s", "search_s", "trials")
TRIALS = 3  # for each queen, in the first pass and those after it


@kernel
def read_words(layout, repeats):
    """Look up both words of each row on the column that a search has then come to."""
    queens, falling, rising, _ = layout
    n, seen = queens.size - np.int64(AHEAD), U(0)
    for again in range(repeats):
        for at in range(n):
            column = U(again * n + at) // U(repeats)
            soon, then = U(queens[at + np.int64(AHEAD)]), column + ADVANCE
            prefetch(falling, (then + soon) >> U(6))
            prefetch(rising, (soon + U(n - 1) - then) >> U(6))
            row = U(queens[at])
            seen ^= falling[(column + row) >> U(6)] ^ rising[(row + U(n - 1) - column) >> U(6)]
    return seen


def seconds(do, *given) -> float:
    """How much processor time a call takes."""
    began = time.process_time()
    do(*given)
    return time.process_time() - began


def row(n: int) -> tuple:
    """Measure one size."""
    layout, stream = Layout.empty(n), start_stream(np.random.default_rng(1))
    draw_permutations(layout.permutations, stream)
    batches = batches_of(n)
    dealing = seconds(append_batches, layout, batches, 0, batches, 0, stream)
    reading = seconds(read_words, layout, TRIALS)
    source, target = layout.queens[: n // 2], layout.queens[n // 2 : n // 2 * 2]
    copied = 2 * source.nbytes / seconds(np.copyto, target, source) / 1e9
    del layout, source, target
    began = time.process_time()
    found = solve(Queens(n), QueueSearch(), Budget(seconds=900), seed=1)
    search = time.process_time() - began
    assert found.solved
    trials = found.evaluations / n
    return n, *(f"{one:.4g}" for one in (copied, dealing, reading, search, trials))


def main() -> None:
    row(100_000)  # compiles
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        for n in sys.argv[1:]:
            rows.writerow(row(int(n)))
            file.flush()


if __name__ == "__main__":
    main()
