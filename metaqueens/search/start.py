"""A given candidate solution as the start of a search."""

from typing import Annotated

import numpy as np
from pydantic import Field, StrictInt

from metaqueens.problem.space import Space
from metaqueens.text.validation import Strict


class Start(Strict):
    """The board with which a search starts. A restart draws a random one.

    Parameters
    ----------
    board
        The row of the queen in each column, from 0, as ``metaqueens solve --save`` writes it.
    """

    board: Annotated[tuple[StrictInt, ...], Field(min_length=1, strict=False)]

    def require_fits(self, space: Space) -> None:
        """Raise ``ValueError`` if the board does not belong to ``space``."""
        values = np.array(self.board)
        if values.size != space.n:
            raise ValueError(f"start: it has {values.size:,} values, the problem {space.n:,}")
        if values.min() < 0 or values.max() >= space.value_count:
            raise ValueError(f"start: a value is outside 0 to {space.value_count - 1}")
        for i, value in space.problem.fixed.items():
            if values[i] != value:
                variable = f"{space.problem.variable} {i}"
                raise ValueError(f"start: the problem has {variable} at {value}, not {values[i]}")
        if space.encoding == "permutation" and np.unique(values).size < space.n:
            raise ValueError(
                "start: a value occurs twice in a permutation; give it `encoding: rows`"
            )
