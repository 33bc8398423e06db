"""Rules that a config asks to be drawn at random: ``{use: random, ...}`` in the place of a rule."""

from collections.abc import Callable, Iterator
from typing import Literal

import numpy as np
from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

from metaqueens.problem import generators
from metaqueens.problem.rules import Diagonal, Square

CLOSED = ConfigDict(extra="forbid")
# Yields the solutions of a puzzle of regions.
Answers = Callable[[tuple[str, ...]], Iterator[np.ndarray]]


@dataclass(frozen=True, config=CLOSED)
class RandomDiagonals:
    """Diagonals in random order, each but those that leave a row or column less than 4 squares.

    Parameters
    ----------
    use
        ``random``.
    count
        How many; fewer are the first of more.
    """

    use: Literal["random"]
    count: int = Field(ge=1, strict=True)

    def draw(self, n: int, rng: np.random.Generator, answers: Answers) -> list[Diagonal]:
        """The rule, for ``n`` queens."""
        return generators.excluded_diagonals(n, self.count, rng)


@dataclass(frozen=True, config=CLOSED)
class RandomQueens:
    """Queens that do not attack each other, each on a random square of those left.

    Parameters
    ----------
    use
        ``random``.
    count
        How many.
    """

    use: Literal["random"]
    count: int = Field(ge=1, strict=True)

    def draw(self, n: int, rng: np.random.Generator, answers: Answers) -> list[Square]:
        """The rule, for ``n`` queens."""
        return generators.placed_queens(n, self.count, rng)


@dataclass(frozen=True, config=CLOSED)
class RandomSquares:
    """Squares in random order, each but those that leave a row or column too few.

    Parameters
    ----------
    use
        ``random``.
    free
        Squares that each row and column keeps, at least.
    count
        How many; null for all that ``free`` allows.
    """

    use: Literal["random"]
    free: int = Field(default=1, ge=1, strict=True)
    count: int | None = Field(default=None, ge=1, strict=True)

    def draw(self, n: int, rng: np.random.Generator, answers: Answers) -> list[Square]:
        """The rule, for ``n`` queens."""
        return generators.blocked_squares(n, self.count, self.free, rng)


@dataclass(frozen=True, config=CLOSED)
class RandomRegions:
    """Regions grown around a random solution until it is the only one.

    Parameters
    ----------
    use
        ``random``.
    """

    use: Literal["random"]

    def draw(self, n: int, rng: np.random.Generator, answers: Answers) -> tuple[str, ...]:
        """The rule, for ``n`` queens."""
        return generators.region_puzzle(n, rng, answers)
