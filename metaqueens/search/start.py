"""A search that begins with a given board instead of one drawn at random."""

from typing import Annotated

import numpy as np
from pydantic import Field, StrictInt

from metaqueens.core.state import State, rebuild
from metaqueens.problem.space import Space
from metaqueens.text.errors import UserError
from metaqueens.text.validation import Strict


class Start(Strict):
    """The board that a search begins with; where it begins afresh, it draws one.

    Parameters
    ----------
    board
        The row of the queen in each column, from 0, as ``metaqueens solve --save`` writes it.
    """

    board: Annotated[tuple[StrictInt, ...], Field(min_length=1, strict=False)]

    def require_fits(self, space: Space) -> None:
        """Raise ``ValueError`` if the board is none of ``space``."""
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
    """A space whose first random board is a given one.

    Parameters
    ----------
    space
        What it is otherwise.
    start
        The board, which fits ``space``.
    """

    _start: Start | None

    def __init__(self, space: Space, start: Start) -> None:
        super().__init__(space.problem, space.encoding)
        object.__setattr__(self, "_start", start)

    def random_state(self, rng: np.random.Generator) -> State:
        """Return the given board; from the second call on one drawn uniformly from the encoding."""
        if self._start is None:
            return super().random_state(rng)
        board = self.problem.empty_state()
        board.values[:] = self._start.board
        rebuild(board)
        object.__setattr__(self, "_start", None)
        return board

    def require_start_used(self, what: str) -> None:
        """Raise ``UserError`` if nobody has asked for the given board."""
        if self._start is not None:
            raise UserError(
                f"start: {what} does not begin with space.random_state(rng), which has the board"
            )
