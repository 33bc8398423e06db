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
from typing import Any, NamedTuple, Self

import numpy as np
from pydantic import NonNegativeInt, PositiveInt

from metaqueens.core.board import U
from metaqueens.core.jit import kernel
from metaqueens.core.prefetch import prefetch
from metaqueens.core.random import below, draw, shuffle, stream_of
from metaqueens.problem.space import Space
from metaqueens.search.looks import Looks
from metaqueens.search.parameters import Parameters
from metaqueens.search.standing import Standing

# Rows to a hand: it is shuffled within the first level of the cache.
HAND = 4096
# Rows dealt between two looks: a tenth of a second at most.
DEALT = 2**23
# Trials between asking for a word and needing it, and columns filled meanwhile.
AHEAD, ADVANCE = U(32), U(10)
# Shorter queues are shuffled again before each pass, which costs nothing there.
SHORT = 4096


class Layout(NamedTuple):
    """Queens, and which diagonals hold one of those placed: 4.5 bytes a queen.

    queens : (n + 32,) int32, the row of the queen in each column; where none is placed yet, the
        queue of rows. The last 32 are there for the prefetch to look at.
    falling, rising : one bit for each diagonal ``row + column`` and ``column - row + n``
    spread : (2, k) uint32, what deals the rows in an order that looks random
    """

    queens: np.ndarray
    falling: np.ndarray
    rising: np.ndarray
    spread: np.ndarray

    @classmethod
    def room(cls, n: int) -> Self:
        """Room for ``n`` queens, none placed."""
        # Filled, not zeros(): NumPy asks for huge pages then, and a bit costs no page walk.
        words = np.full((2 * n >> 6) + 2, 0, np.uint64)
        spread = np.empty((2, -(-n // _hands(n))), np.uint32)
        queens = np.empty(n + int(AHEAD), np.int32)
        queens[n:] = 0
        return cls(queens, words, words.copy(), spread)


class Start(Standing):
    """The first board, all queens on one diagonal: laid out only where somebody looks at it.

    Kept beside the layout it would cost 4 bytes a queen and, at 10^8, a tenth of the time.
    """

    __slots__ = ()

    @property
    def queens(self) -> np.ndarray:
        return np.arange(len(self[0]), dtype=np.int32)


class Progress(NamedTuple):
    """How far a search has come.

    hand : the next hand of rows to deal
    column : the first column without a queen
    at : the next place of the queue to try; while dealing, to fill
    lap : ``column`` when this pass began
    idle : partners tried in vain for the queen of ``column``
    placed, trials, passes, swap_tests, restarts : counts since the search began
    """

    hand: int = 0
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

    def standing(self, best: np.ndarray, guards: int, found_at: int) -> Standing:
        """The best board, with what was counted so far."""
        kind = Start if found_at == 1 else Standing
        counters = {
            "trials": self.trials,
            "passes": self.passes,
            "swap_tests": self.swap_tests,
            "restarts": self.restarts,
        }
        return kind(best, guards, found_at, self.evaluations, self.placed, counters)

    def afresh(self) -> Self:
        """The start of another attempt."""
        return self._replace(hand=0, column=0, at=0, lap=0, idle=0, restarts=self.restarts + 1)


class QueueSearch(Parameters):
    """Fill the columns in turn from a queue of shuffled rows, and the last few by trading rows.

    A row tried on a column is an evaluation, and so is a partner tried for a trade; a queen placed
    is a step. A board half filled has no guards to tell, so the best board stays the first one, all
    queens on one diagonal, until the search is done, starts afresh or has spent its evaluations:
    then the rows still in the queue count as queens where they lie.

    Parameters
    ----------
    leave
        Queens left to be placed by trades; null for 30 below a thousand queens, 50 below ten
        thousand, 80 below a hundred thousand, and 100 from there.
    patience
        Partners tried in vain for one queen after which all starts afresh; never more than 8 n.
    """

    encodings = ("permutation",)
    leave: NonNegativeInt | None = None
    patience: PositiveInt = 10_000

    @property
    def bytes_per_queen(self) -> int:
        # 4.5 of the layout; where a clock ends the run, the first board and the result's copy.
        return 13

    def search(self, space: Space, looks: Looks, rng: np.random.Generator) -> Iterator[Standing]:
        n, stream = space.n, stream_of(rng)
        patience = min(self.patience, 8 * n)
        stop = max(n - (_leave(n) if self.leave is None else self.leave), 1)
        layout, progress = Layout.room(n), Progress()
        # All on one diagonal: a board whose guards are known without counting.
        best, guards, found_at = layout.queens[:n], space.max_guards, 1
        while guards > 0:
            standing = progress.standing(best, guards, found_at)
            yield standing
            progress = _advance(layout, progress, stop, patience, looks.until(standing), stream)
            if progress.column == n:
                best, guards, found_at = layout.queens[:n], 0, progress.evaluations
            elif progress.idle == patience or _is_over(looks, progress.evaluations, found_at):
                now = _guards(layout.queens[:n], np.zeros(2 * n, np.uint16))
                if now < guards:
                    best, guards = layout.queens[:n].copy(), now
                    found_at = progress.evaluations
                if progress.idle == patience:
                    progress = progress.afresh()
        yield progress.standing(best, guards, found_at)


def _leave(n: int) -> int:
    return 30 if n < 1_000 else 50 if n < 10_000 else 80 if n < 100_000 else 100


def _hands(n: int) -> int:
    """How many hands the rows are dealt in: a power of two."""
    return 1 << max(n // HAND, 1).bit_length() - 1


def _is_over(looks: Looks, evaluations: int, found_at: int) -> bool:
    limit, patience = looks.evaluations, looks.stagnation
    return evaluations > found_at and (
        (limit is not None and evaluations >= limit)
        or (patience is not None and evaluations - found_at >= patience)
    )


def _advance(
    layout: Layout, progress: Progress, stop: int, patience: int, until: int, stream: np.ndarray
) -> Progress:
    """Deal; then place, until ``stop`` queens stand or no more will fit; then trade."""
    n = layout.queens.size - int(AHEAD)
    hands = _hands(n)
    if progress.hand < hands:
        if progress.hand == 0:
            layout.falling.fill(0)
            layout.rising.fill(0)
            _draw_spread(layout.spread, stream)
        dealt = min(hands, progress.hand + max(DEALT * hands // n, 1))
        at = _deal(layout, hands, progress.hand, dealt, progress.at, stream)
        return progress._replace(hand=dealt, at=at if dealt < hands else 0)
    # At the end of the queue only when a whole pass has placed nothing.
    if progress.column < stop and progress.at < n:
        progress = _place(layout, progress, stop, until, stream)
    else:
        progress = _trade(layout, progress, patience, until, stream)
    return progress


@kernel
def _draw_spread(spread, stream):
    for block in range(spread.shape[1]):
        bits = draw(stream)
        spread[0, block] = (bits >> U(32)) | U(1)
        spread[1, block] = bits & U(0xFFFFFFFF)


@kernel
def _deal(layout, hands, first, end, at, stream):
    """Append some hands of rows to the queue, each hand shuffled.

    Rows come in blocks of as many as there are hands, and every hand holds one row of each block:
    which one, a permutation of the block says that is multiplication by an odd number. So a hand
    is computed where it is needed, and no row is ever sent across the memory. Not every order of
    the rows can come up; the search needs only that neighbours have nothing to do with each other.
    """
    queens, spread, n = layout.queens, layout.spread, layout.queens.size - np.int64(AHEAD)
    last = spread.shape[1] - 1
    for hand in range(first, end):
        begin = at
        for block in range(last):
            queens[at] = block * hands + _dealt(spread, block, hand, hands)
            at += 1
        row = last * hands + _dealt(spread, last, hand, hands)
        if row < n:
            queens[at] = row
            at += 1
        shuffle(queens[begin:at], stream)
    return at


@kernel
def _dealt(spread, block, hand, hands):
    return np.int64((U(spread[0, block]) * U(hand) + U(spread[1, block])) & U(hands - 1))


@kernel
def _place(layout, progress, stop, until, stream):
    """Try the rows of the queue, pass after pass, each on the first column without a queen."""
    queens, falling, rising, _ = layout
    hand, column, at, lap, idle, placed, trials, passes, swap_tests, restarts = progress
    n = queens.size - np.int64(AHEAD)
    size, free, goal = U(n), U(column), U(stop)
    placed -= column
    while free < goal and at < n and 1 + trials + swap_tests < until:
        begin = U(at)
        place, end = begin, U(min(n, at + until - trials - swap_tests - 1))
        while place < end and free < goal:
            soon, then = U(queens[place + AHEAD]), free + ADVANCE
            prefetch(falling, (then + soon) >> U(6))
            prefetch(rising, (then + size - soon) >> U(6))
            row = U(queens[place])
            f, r = free + row, free + size - row
            if (falling[f >> U(6)] >> (f & U(63)) | rising[r >> U(6)] >> (r & U(63))) & U(1) == 0:
                falling[f >> U(6)] |= U(1) << (f & U(63))
                rising[r >> U(6)] |= U(1) << (r & U(63))
                queens[place] = queens[free]
                queens[free] = row
                free += U(1)
            place += U(1)
        trials += np.int64(place - begin)
        at = np.int64(place)
        if at == n and free < goal:
            passes += 1
            if free > U(lap):
                at = lap = np.int64(free)
                if n - at < SHORT:
                    shuffle(queens[at:n], stream)
    passes += free == goal
    filled: Any = np.int64(free)
    placed += filled
    return Progress(hand, filled, at, lap, idle, placed, trials, passes, swap_tests, restarts)


@kernel
def _trade(layout, progress, patience, until, stream):
    """Place the queens that are left, each by trading rows with an earlier one where it must."""
    queens, falling, rising, _ = layout
    hand, column, at, lap, idle, placed, trials, passes, swap_tests, restarts = progress
    n = queens.size - np.int64(AHEAD)
    while column < n and idle < patience and 1 + trials + swap_tests < until:
        row = np.int64(queens[column])
        if idle == 0:
            trials += 1
            if _free(falling, column + row) and _free(rising, column - row + n):
                _flip(falling, column + row)
                _flip(rising, column - row + n)
                column += 1
                placed += 1
                continue
        other = below(stream, column)
        theirs = np.int64(queens[other])
        swap_tests += 1
        idle += 1
        if (
            abs(column - other) != abs(row - theirs)
            and _free(falling, column + theirs)
            and _free(rising, column - theirs + n)
            and _free(falling, other + row)
            and _free(rising, other - row + n)
        ):
            _flip(falling, other + theirs)
            _flip(rising, other - theirs + n)
            for x, y in ((column, theirs), (other, row)):
                queens[x] = y
                _flip(falling, x + y)
                _flip(rising, x - y + n)
            column += 1
            placed += 1
            idle = 0
    return Progress(hand, column, at, lap, idle, placed, trials, passes, swap_tests, restarts)


@kernel
def _free(bits, line):
    return (bits[U(line) >> U(6)] >> (U(line) & U(63))) & U(1) == 0


@kernel
def _flip(bits, line):
    bits[U(line) >> U(6)] ^= U(1) << (U(line) & U(63))


@kernel
def _guards(queens, loads):
    """Guards of a permutation; ``loads``, shape (2n,), is room to count in."""
    guards, n = np.int64(0), queens.size
    for direction in (-1, 1):
        loads[:] = 0
        for column in range(n):
            line = U(column + n - 1 - queens[column] if direction < 0 else column + queens[column])
            guards += np.int64(loads[line])
            loads[line] += 1
    return guards
