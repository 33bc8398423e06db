"""Queue search: one solution for very many queens, in about three trials a queen.

Sosic & Gu's search [1]_ draws a random row for every trial. Here the rows are shuffled once and
then read in order: columns are filled from left to right, a row whose diagonals are taken there is
left behind, and what was left behind is the next pass's queue. It needs the same three trials a
queen, but the only memory it looks up out of order is one bit for each diagonal, and that can be
asked for some trials ahead.

The queue lives in the board itself: a row that fits trades places with the first one left behind,
as in quicksort's partition. So the board is a permutation at any moment, and 4.5 bytes a queen are
all that the search touches. The last queens fit nowhere; each trades rows with a random earlier
one, so that both stand free: about 5,000 tests whatever n is.

.. [1] Sosic & Gu (1991). Fast search algorithms for the N-queens problem. IEEE Transactions on
       Systems, Man, and Cybernetics 21(6): 1572-1576.
"""

from collections.abc import Iterator

import numpy as np
from pydantic import NonNegativeInt, PositiveInt

from metaqueens.core.random import start_stream
from metaqueens.problem.space import Space
from metaqueens.queens.queue_search.placing import guards_of, place, trade
from metaqueens.queens.queue_search.queue import (
    AHEAD,
    Layout,
    QueueProgress,
    append_batches,
    batches_of,
    draw_permutations,
)
from metaqueens.search import Algorithm, Checkpoints, Snapshot
from metaqueens.search.driver import make_rule

# Rows appended to the queue between two reports: at most a tenth of a second.
FILLED = 2**23


class QueueSearch(Algorithm):
    """Fill the columns in turn from a queue of shuffled rows, and the last few by trading rows.

    A row tried on a column is an evaluation, and so is a partner tried for a trade; a queen placed
    is a step. A partial board has no cost, so that the best board is the first one, all queens on
    one diagonal, until the search ends, restarts or has spent its evaluations: then the rows left
    in the queue count as queens in the next columns.

    >>> from metaqueens import solve
    >>> solve(100_000, QueueSearch(), seed=1).solved
    True

    Parameters
    ----------
    leave
        Number of queens to be placed by trades; null for 30 below a thousand queens, 50 below ten
        thousand, 80 below a hundred thousand, and 100 from there.
    patience
        Number of partners tried for one queen before a restart; at most 8 n.
    """

    encodings = ("permutation",)
    refuses = {"start": "all queens on one diagonal"}  # noqa: RUF012

    leave: NonNegativeInt | None = None
    patience: PositiveInt = 10_000

    @property
    def memory_per_variable(self) -> int:
        # 4.5 of the layout; if a clock ends the run, the first board and the copy of the result.
        return 13

    def longest_step(self, space: Space) -> int:
        return 2  # a square and a trade

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        n, stream = space.n, start_stream(rng)
        patience = min(self.patience, 8 * n)
        stop = max(n - (_default_leave(n) if self.leave is None else self.leave), 1)
        layout, progress = Layout.empty(n), QueueProgress()
        # All on one diagonal: the guards of this board are known.
        best, guards, found_at = layout.queens[:n], space.problem.max_cost or 0, 1
        snapshot, is_over = progress.snapshot(best, guards, found_at, best), make_rule(checkpoints)
        while guards > 0:
            yield snapshot
            progress = _advance(
                layout, progress, stop, patience, checkpoints.next_report(snapshot), stream
            )
            if progress.column == n:
                best, guards, found_at = layout.queens[:n], 0, progress.evaluations
            elif progress.idle == patience or (
                progress.evaluations > found_at
                and is_over(progress.snapshot(best, guards, found_at, best), 0.0)
            ):
                now = guards_of(layout.queens[:n], np.zeros(2 * n, np.uint16))
                if now < guards:
                    best, guards = layout.queens[:n].copy(), now
                    found_at = progress.evaluations
                if progress.idle == patience:
                    progress = progress.begin_again()
            snapshot = progress.snapshot(best, guards, found_at, layout.queens[:n])
        yield snapshot


def _default_leave(n: int) -> int:
    return 30 if n < 1_000 else 50 if n < 10_000 else 80 if n < 100_000 else 100


def _advance(
    layout: Layout,
    progress: QueueProgress,
    stop: int,
    patience: int,
    until: int,
    stream: np.ndarray,
) -> QueueProgress:
    """Fill the queue; then place up to ``stop`` queens, as far as they fit; then trade."""
    n = layout.queens.size - int(AHEAD)
    batches = batches_of(n)
    if progress.batch < batches:
        if progress.batch == 0:
            layout.falling.fill(0)
            layout.rising.fill(0)
            draw_permutations(layout.permutations, stream)
        end = min(batches, progress.batch + max(FILLED * batches // n, 1))
        at = append_batches(layout, batches, progress.batch, end, progress.at, stream)
        return progress._replace(batch=end, at=at if end < batches else 0)
    # At the end of the queue only if a whole pass has placed nothing.
    if progress.column < stop and progress.at < n:
        progress = place(layout, progress, stop, until, stream)
    else:
        progress = trade(layout, progress, patience, until, stream)
    return progress
