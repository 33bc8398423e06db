"""The problem: how boards are drawn, changed and scored."""

from enum import IntEnum
from typing import Literal

import numpy as np
from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

from metaqueens.core.board import BYTES_PER_QUEEN, Board, count_lines, empty_board
from metaqueens.core.jit import kernel
from metaqueens.core.moves import Moves
from metaqueens.core.random import below, shuffle, stream_of
from metaqueens.errors import UserError
from metaqueens.validation import ExplainedValue

EncodingName = Literal["permutation", "rows"]
MoveName = Literal["swap", "reassign", "step"]

# What is legal where; the first is the default.
MOVES: dict[EncodingName, tuple[MoveName, ...]] = {
    "permutation": ("swap",),
    "rows": ("reassign", "step", "swap"),
}
MOST_QUEENS = 2**31 - 1


class Encoding(IntEnum):
    """What kernels call the encodings."""

    PERMUTATION = 0
    ROWS = 1


class TooLarge(UserError):
    """A board that this machine or this program cannot hold."""


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Queens(metaclass=ExplainedValue):
    """Place ``n`` queens on an n x n board so that no two attack each other.

    Parameters
    ----------
    n
        Queens, and rows, and columns; at least 1. No search can solve 2 or 3.
    encoding
        ``permutation``: one queen per column and per row. ``rows``: one queen per column, any row.
    """

    n: int = Field(ge=1, strict=True)
    encoding: EncodingName = "permutation"

    @property
    def max_guards(self) -> int:
        """Guards when every pair of queens attacks each other."""
        return self.n * (self.n - 1) // 2

    def fitness(self, guards: int) -> float:
        """1 for a solution, 0 when every pair of queens attacks each other."""
        return 1 - guards / self.max_guards if self.n > 1 else 1.0

    def moves(self, name: MoveName | None = None) -> Moves:
        """The neighbourhood called ``name``, or this encoding's own.

        Raises ``ValueError`` where it would leave the encoding.
        """
        legal = MOVES[self.encoding]
        if name is not None and name not in legal:
            raise ValueError(
                f"moves: {name!r} would leave the {self.encoding} encoding, where the moves are"
                f" {', '.join(legal)}"
            )
        return Moves[(name or legal[0]).upper()]

    def random_board(self, rng: np.random.Generator) -> Board:
        """A board drawn uniformly from the encoding."""
        board = empty_board(self.n)
        randomise(Encoding[self.encoding.upper()].value, board, stream_of(rng))
        return board

    def require_memory(self, bytes_per_queen: int = BYTES_PER_QUEEN + 8) -> None:
        """Raise ``TooLarge`` when the board would not fit, before anything is allocated."""
        needed = self.n * bytes_per_queen
        if needed < 2**28:
            return
        import psutil

        available = psutil.virtual_memory().available
        if needed > available:
            raise TooLarge(
                f"{self.n:,} queens need {_gigabytes(needed)} of memory;"
                f" {_gigabytes(available)} are available"
            )
        if self.n > MOST_QUEENS:
            raise TooLarge(
                f"rows are 32-bit numbers: at most {MOST_QUEENS:,} queens, got {self.n:,}"
            )


@kernel
def randomise(encoding, board, stream):
    """Draw new queens, uniformly from the encoding, and count their lines."""
    n = board.queens.size
    for column in range(n):
        board.queens[column] = column if encoding == Encoding.PERMUTATION else below(stream, n)
    if encoding == Encoding.PERMUTATION:
        shuffle(board.queens, stream)
    count_lines(board)


def _gigabytes(count: int) -> str:
    return f"{count / 1e9:,.1f} GB"
