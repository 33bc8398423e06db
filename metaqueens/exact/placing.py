"""Place a queen in each of many states of a row, with vector instructions if there are any.

A state is four masks, a bit for each column of a row: the squares to be tried, and the columns that
queens attack, straight down and along either diagonal. The states of a row are an array of shape
(4, CAPACITY + SPARE): its lines are those masks, so that a vector holds the same mask of
neighbouring states.

It is unpredictable which states have a square left. An instruction that packs the words of a vector
moves them together: that of AVX-512 VBMI2, or on other x86 processors and on ARM the one that
shuffles bytes, with a table of the orders [1]_.

.. [1] Polychroniou, Raghavan & Ross (2015). Rethinking SIMD vectorization for in-memory databases.
       ACM SIGMOD International Conference on Management of Data, 1493-1508.
"""

from typing import Any

import numpy as np

from metaqueens.core.jit import Native, kernel

U = np.uint64
# States of a row; those of the deepest rows, the most frequent, should fit into a core's own cache.
CAPACITY = 2048
# Words behind them, which a vector may overwrite.
SPARE = 32


@kernel
def place_in_each(here, first, end, below, filled, taken, step):
    """Place a queen on the lowest free square of the states ``first`` to ``end`` of a row.

    States that have a square left stay. The states that follow, with a square in the row ``step``
    below, are appended to the first ``filled`` of ``below``. ``taken`` are the squares of that row
    on which no queen may stand, and all bits beyond the board. Returns the new numbers of states in
    both rows.
    """
    left, down = first, U(step)
    for at in range(first, end):
        free, columns = U(here[0, at]), U(here[1, at])
        falling, rising = U(here[2, at]), U(here[3, at])
        queen = free & (~free + U(1))
        rest, columns_below = free ^ queen, columns | queen
        falling_below, rising_below = (falling | queen) >> down, (rising | queen) << down
        free_below = ~(columns_below | falling_below | rising_below | U(taken))
        # Without a branch: a wrong prediction of the processor would take longer than all of this.
        here[0, left], here[1, left] = rest, columns
        here[2, left], here[3, left] = falling, rising
        left += rest != U(0)
        below[0, filled], below[1, filled] = free_below, columns_below
        below[2, filled], below[3, filled] = falling_below, rising_below
        filled += free_below != U(0)
    return left, filled


def _make_vector_kernel() -> Any:
    from numba.core.registry import cpu_target

    from metaqueens.exact import vectors

    pack = vectors.packing(*cpu_target.target_context.codegen().magic_tuple())
    return place_in_each if pack is None else vectors.place_with(pack)


# The same states in the same order, one by one without the compiler or such instructions.
place = Native(place_in_each, _make_vector_kernel)
