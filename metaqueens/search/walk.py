"""Searches that move one board: their state, and their neighbourhood."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Self

import numpy as np

from metaqueens.core.board import Board, copy_queens, count_guards
from metaqueens.core.jit import kernel, spelled_out
from metaqueens.core.moves import MoveName
from metaqueens.problem.kernel_rules import COUNTED
from metaqueens.problem.space import Space
from metaqueens.search.parameters import Parameters
from metaqueens.search.standing import NOTHING, Standing


class Walk(NamedTuple):
    """The state of a search that moves one board. Kernels take one and return the next.

    ``best`` is written only when the walk climbs away from its best board (see ``leave``): until
    then the board itself is the best, and an improvement costs no O(n) copy.
    """

    board: Board
    guards: int
    best: np.ndarray
    best_guards: int
    found_at: int
    evaluations: int
    steps: int

    @classmethod
    def begin(cls, board: Board) -> Self:
        """Price ``board`` and start from it."""
        guards = count_guards(board)
        return cls(board, guards, board.queens.copy(), guards, 1, 1, 0)

    @property
    def standing(self) -> Standing:
        """Where this walk stands."""
        return self.report()

    def report(
        self,
        counters: Mapping[str, int] = NOTHING,
        signals: Callable[[], Mapping[str, float | str]] = dict,
    ) -> Standing:
        """Where this walk stands, with what else its search counts and what steers it."""
        queens = self.board.queens if self.guards == self.best_guards else self.best
        return Standing(
            queens,
            self.best_guards,
            self.found_at,
            self.evaluations,
            self.steps,
            counters,
            self.board.queens,
            signals,
        )


class MoveSearch(Parameters):
    """Base of searches by the moves of one neighbourhood, each priced by itself.

    Parameters
    ----------
    moves
        The neighbourhood; null for the encoding's own.
    """

    rules = COUNTED

    moves: MoveName | None = None

    def check(self, space: Space) -> None:
        space.moves(self.moves)

    def longest_step(self, space: Space) -> int:
        return 1


@kernel
def leave(guards, best_guards, queens, best):
    """Copy ``queens`` where they are the best board, before the walk goes on to a worse one."""
    if guards == best_guards:
        copy_queens(best, queens)


@spelled_out
def found(guards, best_guards, found_at, evaluations):
    """The fewest guards so far, and at which evaluation they were first reached."""
    if guards < best_guards:
        return guards, evaluations
    return best_guards, found_at
