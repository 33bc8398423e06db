"""The state of a queue search: the board with the queue of rows in it, and its counts.

The rows are divided into blocks, with as many rows as there are batches. Every batch holds one row
of each block, by a permutation of the block: multiplication by an odd number, plus another number,
modulo a power of two. So a batch is computed when it is needed, then shuffled within the cache, and
no row moves across the memory. Not every order of the rows is possible; the search only needs that
neighbours are unrelated.

With very many queens the diagonals fill the memory, and most of the work is to read them. Then a
batch is each sixteenth row of a window, so that its diagonals are close to each other, and the
windows come in steps of the golden section, which spreads them over the board: as many trials in
less time.
"""

from math import gcd
from typing import NamedTuple, Self

import numpy as np

from metaqueens.core.jit import kernel
from metaqueens.core.random import draw, shuffle
from metaqueens.core.state import U
from metaqueens.search.snapshot import PLACED, Snapshot

# Rows in a batch: it is shuffled within the first level of the cache.
BATCH = 4096
# Queens from which on a batch is of one window: placing takes half of the time at 10^9.
WINDOWS_FROM = 10**8
# Batches of a window. With 4 there are a thirtieth more trials, with 1 a sixth more.
SHARES = 16
# Trials between the prefetch of a word and its use.
AHEAD = U(32)


class Layout(NamedTuple):
    """Queens, and a bit for each diagonal that holds one: 4.5 bytes per queen.

    queens : (n + 32,) int32, the row of the queen in each column; beyond the last queen placed, the
        queue of rows. The last 32 are for the prefetch.
    falling, rising : one bit for each diagonal, by its index in ``queens.kernels.rules``
    permutations : (2, k) uint32, the odd factor and the summand that permute each block of rows;
        k is 0 if there are windows
    """

    queens: np.ndarray
    falling: np.ndarray
    rising: np.ndarray
    permutations: np.ndarray

    @classmethod
    def empty(cls, n: int) -> Self:
        """Make memory for ``n`` queens, none placed."""
        # Filled, not zeros(): then NumPy requests huge pages, and a bit needs no page walk.
        words = np.full((2 * n >> 6) + 2, 0, np.uint64)
        blocks = 0 if n >= WINDOWS_FROM else -(-n // batches_of(n))
        permutations = np.empty((2, blocks), np.uint32)
        queens = np.empty(n + int(AHEAD), np.int32)
        queens[n:] = 0
        return cls(queens, words, words.copy(), permutations)


class FirstSnapshot(Snapshot):
    """The first board, all queens on one diagonal, which is built only on request.

    Beside the layout it would take 4 bytes per queen and, at 10^8, a tenth of the time.
    """

    __slots__ = ()

    @property
    def values(self) -> np.ndarray:
        return np.arange(len(self[0]), dtype=np.int32)


class QueueProgress(NamedTuple):
    """The progress of a search.

    batch : the next batch of rows to append to the queue
    column : the first column without a queen
    at : the next place of the queue to try, or to fill at first
    lap : ``column`` at the start of this pass
    idle : number of partners tried for the queen of ``column``
    placed, trials, passes, swap_tests, restarts : counts since the search began
    """

    batch: int = 0
    column: int = 0
    at: int = 0
    lap: int = 0
    idle: int = 0
    placed: int = 0
    trials: int = 0
    passes: int = 0
    swap_tests: int = 0
    restarts: int = 0

    @property
    def evaluations(self) -> int:
        """The number of evaluations: the first board, all squares and all trades."""
        return 1 + self.trials + self.swap_tests

    def snapshot(self, best: np.ndarray, guards: int, found_at: int, rows: np.ndarray) -> Snapshot:
        """Return the snapshot with the best board; ``rows`` are queens, then the queue."""
        kind = FirstSnapshot if found_at == 1 else Snapshot
        counters = {
            "trials": self.trials,
            "passes": self.passes,
            "swap_tests": self.swap_tests,
            "restarts": self.restarts,
        }
        counts = self.evaluations, self.placed, counters
        return kind(
            best, guards, found_at, *counts, current=rows, signals=lambda: {PLACED: self.column}
        )

    def begin_again(self) -> Self:
        """Return the start of another attempt."""
        return self._replace(batch=0, column=0, at=0, lap=0, idle=0, restarts=self.restarts + 1)


def batches_of(n: int) -> int:
    """Return the number of batches of the queue: a power of two, or by windows."""
    if n >= WINDOWS_FROM:
        return -(-n // (SHARES * BATCH)) * SHARES
    return 1 << max(n // BATCH, 1).bit_length() - 1


@kernel
def draw_permutations(permutations, stream):
    """Draw a permutation for each block of rows."""
    for block in range(permutations.shape[1]):
        bits = draw(stream)
        permutations[0, block] = (bits >> U(32)) | U(1)
        permutations[1, block] = bits & U(0xFFFFFFFF)


@kernel
def append_batches(layout, batches, first, end, at, stream):
    """Append some of the ``batches`` to the queue, which ends at ``at``; return its new end."""
    queens, permutations = layout.queens, layout.permutations
    windows, step = batches // SHARES, _golden(batches // SHARES)
    for batch in range(first, end):
        begin = at
        if permutations.shape[1] == 0:
            at = _append_of_window(queens, batch * step % windows, batch // windows, at)
        else:
            at = _append_of_blocks(queens, permutations, batch, batches, at)
        shuffle(queens[begin:at], stream)
    return at


@kernel
def _append_of_window(queens, window, share, at):
    """Append each sixteenth row of a window, from row ``share`` on; return the end of the queue."""
    first, n = window * SHARES * BATCH, queens.size - np.int64(AHEAD)
    for row in range(first + share, min(first + SHARES * BATCH, n), SHARES):
        queens[at] = row
        at += 1
    return at


@kernel
def _append_of_blocks(queens, permutations, batch, batches, at):
    """Append a row of each block; return the end of the queue."""
    last = permutations.shape[1] - 1
    for block in range(last):
        queens[at] = block * batches + _row_of(permutations, block, batch, batches)
        at += 1
    row = last * batches + _row_of(permutations, last, batch, batches)
    if row < queens.size - np.int64(AHEAD):
        queens[at] = row
        at += 1
    return at


@kernel
def _golden(windows):
    """Return a step near the golden section of the windows that visits all of them."""
    step = windows * 618_034 // 1_000_000
    while gcd(step, windows) > 1:
        step += 1
    return step


@kernel
def _row_of(permutations, block, batch, batches):
    """Return the row of a block that is in a batch."""
    image = U(permutations[0, block]) * U(batch) + U(permutations[1, block])
    return np.int64(image & U(batches - 1))
