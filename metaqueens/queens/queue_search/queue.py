"""The state of a queue search: the board with the queue of rows in it, and what was counted.

Rows come in blocks of as many as there are batches, and every batch holds one row of each block:
which one, a permutation of the block says that is multiplication by an odd number, plus another,
modulo a power of two. So a batch is computed where it is needed, then shuffled within the cache,
and no row is ever sent across the memory. Not every order of the rows can come up; the search needs
only that neighbours have nothing to do with each other.

With very many queens the diagonals fill the memory, and to look up theirs is most of the work.
There a batch is each sixteenth row of a window, so that its diagonals lie near each other, and the
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
# Trials between asking for a word and needing it.
AHEAD = U(32)


class Layout(NamedTuple):
    """Queens, and which diagonals hold one of those placed: 4.5 bytes a queen.

    queens : (n + 32,) int32, the row of the queen in each column; where none is placed yet, the
        queue of rows. The last 32 are there for the prefetch to look at.
    falling, rising : one bit for each diagonal, by its index in ``queens.kernels.rules``
    permutations : (2, k) uint32, the odd factor and the summand that permute each block of rows;
        k is 0 where there are windows
    """

    queens: np.ndarray
    falling: np.ndarray
    rising: np.ndarray
    permutations: np.ndarray

    @classmethod
    def empty(cls, n: int) -> Self:
        """Room for ``n`` queens, none placed."""
        # Filled, not zeros(): NumPy asks for huge pages then, and a bit costs no page walk.
        words = np.full((2 * n >> 6) + 2, 0, np.uint64)
        blocks = 0 if n >= WINDOWS_FROM else -(-n // batches_of(n))
        permutations = np.empty((2, blocks), np.uint32)
        queens = np.empty(n + int(AHEAD), np.int32)
        queens[n:] = 0
        return cls(queens, words, words.copy(), permutations)


class FirstSnapshot(Snapshot):
    """The first board, all queens on one diagonal: laid out only if somebody looks at it.

    Kept beside the layout it would cost 4 bytes a queen and, at 10^8, a tenth of the time.
    """

    __slots__ = ()

    @property
    def values(self) -> np.ndarray:
        return np.arange(len(self[0]), dtype=np.int32)


class QueueProgress(NamedTuple):
    """How far a search has come.

    batch : the next batch of rows to append to the queue
    column : the first column without a queen
    at : the next place of the queue to try; while it is filled, to fill
    lap : ``column`` when this pass began
    idle : partners tried in vain for the queen of ``column``
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
        """The first board, and all squares and trades priced."""
        return 1 + self.trials + self.swap_tests

    def snapshot(self, best: np.ndarray, guards: int, found_at: int, rows: np.ndarray) -> Snapshot:
        """The best board, with what was counted so far; ``rows`` are queens, then the queue."""
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
    """Return how many batches the rows of the queue come in: a power of two, or by windows."""
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
    """Append some of the ``batches`` to the queue, which ends at ``at``; where it ends then."""
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
    """Append each sixteenth row of a window, from row ``share`` of it on; where the queue ends."""
    first, n = window * SHARES * BATCH, queens.size - np.int64(AHEAD)
    for row in range(first + share, min(first + SHARES * BATCH, n), SHARES):
        queens[at] = row
        at += 1
    return at


@kernel
def _append_of_blocks(queens, permutations, batch, batches, at):
    """Append a row of each block; where the queue ends."""
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
    """The first step from the golden section of the windows on that comes to all of them."""
    step = windows * 618_034 // 1_000_000
    while gcd(step, windows) > 1:
        step += 1
    return step


@kernel
def _row_of(permutations, block, batch, batches):
    """Which row of a block is in a batch."""
    image = U(permutations[0, block]) * U(batch) + U(permutations[1, block])
    return np.int64(image & U(batches - 1))
