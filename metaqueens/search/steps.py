"""The steps of a complete search, as films show them."""

from typing import Any, NamedTuple

# The row of a column without a queen.
EMPTY = -1


class Step(NamedTuple):
    """Something that a complete search has done, and the board after it.

    said : in a sentence; columns and rows count from 0
    queens : the row of each column's queen, ``EMPTY`` where there is none
    struck : for each column without a queen the rows that are struck out, a bit each
    tried : the square that was looked at and found attacked, as column and row
    dead : the columns that make it a dead end
    forced : the columns whose queen was placed by propagation, not by a decision
    path : the decisions that lead to it from the root of the search tree
    effort : what the search had counted by then
    """

    said: str
    queens: list[int]
    struck: list[int]
    tried: tuple[int, int] | None = None
    dead: tuple[int, ...] = ()
    forced: tuple[int, ...] = ()
    path: tuple[Any, ...] = ()
    effort: dict[str, int] = {}  # noqa: RUF012  # never written to

    @property
    def counted(self) -> int:
        """What counts as its evaluations: the finest of the counts, dead ends left out."""
        return max(count for name, count in self.effort.items() if name != "dead_ends")
