"""The passes over the queue, and the trades that place the last queens."""

import warnings
from typing import Any

import numpy as np

from metaqueens.core.jit import Native, kernel
from metaqueens.core.random import draw_below, shuffle
from metaqueens.core.state import U
from metaqueens.queens.kernels.rules import falling_of, rising_of
from metaqueens.queens.queue_search.queue import AHEAD, QueueProgress

# Without the compiler NumPy warns of overflows of a prefetch index.
warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning, module=__name__)

# Columns filled between the prefetch of a word and its use.
ADVANCE = U(10)
# Shorter queues are shuffled again before each pass, which takes little time.
SHORT = 4096


def _prefetching() -> Any:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        bytes_, int32 = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [bytes_, int32, int32, int32])
        hint = builder.module.declare_intrinsic("llvm.prefetch", (bytes_,), kind)
        address = builder.bitcast(builder.gep(data, [arguments[1]]), bytes_)
        # To be read, to stay in every level of the cache, and data.
        builder.call(hint, [address, int32(0), int32(3), int32(1)])
        return context.get_dummy_value()

    @intrinsic
    def prefetch(typing_context: Any, array: Any, index: Any) -> Any:
        return types.void(array, index), codegen

    return prefetch


# Prefetch ``array[index]`` into the cache. It is a hint: any index is allowed.
prefetch = Native(lambda _array, _index: None, _prefetching)


@kernel
def place(layout, progress, stop, until, stream):
    """Try the rows of the queue, pass after pass, each on the first column without a queen."""
    queens, falling, rising, _ = layout
    batch, column, at, lap, idle, placed, trials, passes, swap_tests, restarts = progress
    n = queens.size - np.int64(AHEAD)
    # All unsigned, so that the index of a rising diagonal is written here, ``row - column`` last.
    top, free, goal = U(rising_of(n, 0, 0)), U(column), U(stop)
    placed -= column
    while free < goal and at < n and 1 + trials + swap_tests < until:
        begin = U(at)
        here, end = begin, U(min(n, at + until - trials - swap_tests - 1))
        while here < end and free < goal:
            soon, then = U(queens[here + AHEAD]), free + ADVANCE
            prefetch(falling, (then + soon) >> U(6))
            prefetch(rising, (soon + top - then) >> U(6))
            row = U(queens[here])
            f, r = free + row, row + top - free
            if (falling[f >> U(6)] >> (f & U(63)) | rising[r >> U(6)] >> (r & U(63))) & U(1) == 0:
                falling[f >> U(6)] |= U(1) << (f & U(63))
                rising[r >> U(6)] |= U(1) << (r & U(63))
                queens[here] = queens[free]
                queens[free] = row
                free += U(1)
            here += U(1)
        trials += np.int64(here - begin)
        at = np.int64(here)
        if at == n and free < goal:
            passes += 1
            if free > U(lap):
                at = lap = np.int64(free)
                if n - at < SHORT:
                    shuffle(queens[at:n], stream)
    passes += free == goal
    filled: Any = np.int64(free)
    placed += filled
    return QueueProgress(batch, filled, at, lap, idle, placed, trials, passes, swap_tests, restarts)


@kernel
def trade(layout, progress, patience, until, stream):
    """Place the queens that are left, if necessary by trading rows with an earlier one."""
    queens, falling, rising, _ = layout
    batch, column, at, lap, idle, placed, trials, passes, swap_tests, restarts = progress
    n = queens.size - np.int64(AHEAD)
    while column < n and idle < patience and 1 + trials + swap_tests < until:
        row = np.int64(queens[column])
        if idle == 0:
            trials += 1
            if _is_free(falling, rising, n, column, row):
                _flip(falling, rising, n, column, row)
                column += 1
                placed += 1
                continue
        other = draw_below(stream, column)
        other_row = np.int64(queens[other])
        swap_tests += 1
        idle += 1
        if (
            abs(column - other) != abs(row - other_row)
            and _is_free(falling, rising, n, column, other_row)
            and _is_free(falling, rising, n, other, row)
        ):
            _flip(falling, rising, n, other, other_row)
            queens[column], queens[other] = other_row, row
            _flip(falling, rising, n, column, other_row)
            _flip(falling, rising, n, other, row)
            column += 1
            placed += 1
            idle = 0
    return QueueProgress(batch, column, at, lap, idle, placed, trials, passes, swap_tests, restarts)


@kernel
def _is_free(falling, rising, n, column, row):
    """Return whether neither diagonal through a square is marked."""
    f, r = U(falling_of(column, row)), U(rising_of(n, column, row))
    taken = (falling[f >> U(6)] >> (f & U(63))) | (rising[r >> U(6)] >> (r & U(63)))
    return taken & U(1) == 0


@kernel
def _flip(falling, rising, n, column, row):
    """Mark both diagonals through a square, or remove the marks."""
    f, r = U(falling_of(column, row)), U(rising_of(n, column, row))
    falling[f >> U(6)] ^= U(1) << (f & U(63))
    rising[r >> U(6)] ^= U(1) << (r & U(63))


@kernel
def guards_of(queens, counts):
    """Count the guards of a permutation; ``counts``, (2n,), is memory for the counts."""
    guards, n = np.int64(0), queens.size
    for rising in (True, False):
        counts[:] = 0
        for column in range(n):
            row = queens[column]
            line = U(rising_of(n, column, row) if rising else falling_of(column, row))
            guards += np.int64(counts[line])
            counts[line] += 1
    return guards
