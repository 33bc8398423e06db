"""The speed of compiled kernels beside a loop of the same process, so that machines compare.

A figure in nanoseconds is one of a processor; a ratio to a plain loop that was compiled and run
just then is, nearly, one of the code.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from metaqueens.core.board import board_of, count_lines
from metaqueens.core.jit import kernel

ROUNDS = 7
QUEENS, LOOPS, REPEATS = 1000, 1_000_000, 500
# Steps of the loop that counting a queen takes; outside, something is wrong with compiled code.
USUAL = (0.3, 2.0)


class Speed(NamedTuple):
    """What a kernel's unit of work takes.

    nanoseconds : of it
    reference : nanoseconds of a step of the reference loop, measured in turns with it
    """

    nanoseconds: float
    reference: float

    @property
    def ratio(self) -> float:
        """How many steps of the reference loop it takes."""
        return self.nanoseconds / self.reference


@kernel
def reference_loop(steps):
    """The last of ``steps`` numbers of xorshift64: each waits for the one before."""
    state = np.uint64(88172645463325252)
    for _ in range(steps):
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
    return state


@kernel
def _count_often(board, times):
    for _ in range(times):
        count_lines(board)


def of_counting() -> Speed:
    """Of counting a queen on the lines of a board: the least kernel there is to compile."""
    board = board_of(np.random.default_rng(0).permutation(QUEENS))
    return beside_the_loop(lambda: _count_often(board, REPEATS), QUEENS * REPEATS)


def beside_the_loop(work: Callable[[], object], units: int, rounds: int = ROUNDS) -> Speed:
    """``work``, which does so many ``units``, and the reference loop in turns; the best of each.

    What else runs on a machine makes both slower, and nothing makes them faster.
    """
    with np.errstate(over="ignore"):  # where nothing is compiled
        work(), reference_loop(LOOPS)  # compiles them
        taken = [(_seconds(work), _seconds(lambda: reference_loop(LOOPS))) for _ in range(rounds)]
    ours, loops = (min(times) for times in zip(*taken, strict=True))
    return Speed(1e9 * ours / units, 1e9 * loops / LOOPS)


def _seconds(work: Callable[[], object]) -> float:
    """Of the processor's time: what else runs meanwhile does not count."""
    began = time.process_time()
    work()
    return time.process_time() - began
