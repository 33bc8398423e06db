"""A given candidate solution as the start of a search."""

from typing import Annotated

import numpy as np
from pydantic import Field, StrictInt

from metaqueens.core.state import State, rebuild
from metaqueens.problem.space import Space
from metaqueens.text.errors import UserError
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
        if len(self.board) != space.n:
            raise ValueError(
                f"start: the board has {len(self.board):,} queens, the problem {space.n:,}"
            )
        for column, row in enumerate(self.board):
            if not 0 <= row < space.value_count:
                raise ValueError(
                    f"start: row {row} of column {column} is not on a board of {space.n} rows,"
                    " which are counted from 0"
                )
        for i, value in space.problem.fixed.items():
            if self.board[i] != value:
                raise ValueError(
                    f"start: the problem has placed the queen of column {i} on row {value}, the"
                    f" board has it on row {self.board[i]}"
                )
        if space.encoding == "permutation":
            self._require_permutation()

    def _require_permutation(self) -> None:
        seen: dict[int, int] = {}
        for column, row in enumerate(self.board):
            if seen.setdefault(row, column) != column:
                raise ValueError(
                    f"start: the queens of columns {seen[row]} and {column} are both on row {row};"
                    " on permutations each has a row of its own; give it `encoding: rows`"
                )


class SpaceWithStart(Space):
    """A space whose first random state is a given one.

    Parameters
    ----------
    space
        The space.
    start
        The start, which fits ``space``.
    """

    _start: Start | None

    def __init__(self, space: Space, start: Start) -> None:
        super().__init__(space.problem, space.encoding)
        object.__setattr__(self, "_start", start)

    def random_state(self, rng: np.random.Generator) -> State:
        """Return the given start; from the second call on draw uniformly from the encoding."""
        if self._start is None:
            return super().random_state(rng)
        state = self.problem.empty_state()
        state.values[:] = self._start.board
        rebuild(state)
        object.__setattr__(self, "_start", None)
        return state

    def require_start_used(self, name: str) -> None:
        """Raise ``UserError`` if the search called ``name`` did not request the start."""
        if self._start is not None:
            raise UserError(
                f"start: {name} does not begin with space.random_state(rng), which has the board"
            )
