"""How a problem is searched: in which encoding, and by which moves."""

from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np

from metaqueens.core.board import BYTES_PER_QUEEN, Board, count_lines, empty_board
from metaqueens.core.choices import numbered
from metaqueens.core.jit import entry, kernel
from metaqueens.core.moves import MoveName, Moves
from metaqueens.core.random import below, shuffle, stream_of
from metaqueens.problem.kernel_rules import kernel_rules
from metaqueens.problem.queens import EncodingName, Queens
from metaqueens.text.errors import UserError

# What kernels call the encodings.
Encoding = numbered("Encoding", EncodingName, __name__)
# What is legal where; the first is the default.
MOVES: dict[EncodingName, tuple[MoveName, ...]] = {
    "permutation": ("swap",),
    "rows": ("reassign", "step", "swap"),
}
MOST_QUEENS = 2**31 - 1


class TooLarge(UserError):
    """A board that this machine or this program cannot hold."""


@dataclass(frozen=True)
class Space:
    """The boards of a problem in one encoding: what a search is given.

    >>> import numpy as np
    >>> from metaqueens import Queens
    >>> Space(Queens(6), "permutation").random_board(np.random.default_rng(1)).queens.size
    6

    Parameters
    ----------
    problem
        What is asked. Here its own ``encoding`` is always that of the space.
    encoding
        ``permutation``: one queen per column and per row. ``rows``: one queen per column, any row.
    """

    problem: Queens
    encoding: EncodingName

    def __post_init__(self) -> None:
        if self.problem.encoding != self.encoding:
            # So that spaces are equal, and results alike, whatever encoding the problem came with.
            object.__setattr__(self, "problem", replace(self.problem, encoding=self.encoding))

    @property
    def n(self) -> int:
        """Queens, and rows, and columns."""
        return self.problem.n

    @property
    def code(self) -> IntEnum:
        """What kernels call the encoding."""
        code: IntEnum = Encoding[self.encoding.upper()]
        return code

    @property
    def label(self) -> str:
        """What people are shown: the problem, and its encoding."""
        return f"{self.problem.label} {self.encoding}"

    @property
    def max_guards(self) -> int:
        """Guards when every pair of queens attacks each other."""
        return self.problem.max_guards

    def fitness(self, guards: int) -> float:
        """1 for a solution, 0 when every pair of queens attacks each other."""
        return self.problem.fitness(guards)

    def moves(self, name: MoveName | None = None) -> IntEnum:
        """Return the neighbourhood called ``name``, or this encoding's own.

        Raises ``ValueError`` where it would leave the encoding.
        """
        legal = MOVES[self.encoding]
        if name is not None and name not in legal:
            raise ValueError(
                f"moves: {name!r} would leave the {self.encoding} encoding, where the moves are"
                f" {', '.join(legal)}"
            )
        kind: IntEnum = Moves[(name or legal[0]).upper()]
        return kind

    def random_board(self, rng: np.random.Generator) -> Board:
        """Return a board drawn uniformly from the encoding."""
        board = empty_board(self.n, kernel_rules(self.problem))
        for row, column in self.problem.placed:
            board.queens[column] = row
        randomise(self.code.value, board, stream_of(rng))
        return board

    def require_memory(self, bytes_per_queen: int = BYTES_PER_QUEEN + 16) -> None:
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


@entry
def randomise(encoding, board, stream):
    """Draw new queens, uniformly from the encoding, and count their lines; placed ones stay."""
    draw_queens(encoding, board, board.rules.movable, stream)
    count_lines(board)


@kernel
def draw_queens(encoding, board, movable, stream):
    """Draw the queens anew, or those of the columns ``movable`` on rows that are left to them."""
    n = board.queens.size
    if movable is None:
        for column in range(n):
            board.queens[column] = column if encoding == Encoding.PERMUTATION else below(stream, n)
        if encoding == Encoding.PERMUTATION:
            shuffle(board.queens, stream)
    elif encoding == Encoding.PERMUTATION:
        rows = rows_left(board.queens, movable)
        shuffle(rows, stream)
        for k in range(movable.size):
            board.queens[movable[k]] = rows[k]
    else:
        for column in movable:
            board.queens[column] = below(stream, n)


@kernel
def rows_left(queens, movable):
    """The rows, ascending, that the queens of the other columns leave to those ``movable``."""
    taken, rows = np.zeros(queens.size, np.int64), np.empty(movable.size, np.int32)
    for column in range(queens.size):
        taken[queens[column]] += 1
    for column in movable:
        taken[queens[column]] -= 1
    size = 0
    for row in range(queens.size):
        if taken[row] == 0:
            rows[size] = row
            size += 1
    return rows


def _gigabytes(count: int) -> str:
    return f"{count / 1e9:,.1f} GB"
