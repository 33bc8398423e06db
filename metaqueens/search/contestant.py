"""The contestant: an algorithm, and what it is given that no algorithm has to know of."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from metaqueens.problem.space import Space
from metaqueens.search.looks import Looks
from metaqueens.search.parameters import Algorithm, Parameters
from metaqueens.search.restarts import Policy, restarted
from metaqueens.search.standing import Standing
from metaqueens.search.start import Start, StartedSpace
from metaqueens.text.errors import UserError
from metaqueens.text.validation import describe


@dataclass(frozen=True)
class Contestant:
    """What an experiment compares: an algorithm with its parameters, its restarts and its start.

    Parameters
    ----------
    algorithm
        What searches; restarts of its own, such as the fresh boards of a climb, are its own matter.
    restarts
        When it is begun afresh; None for never.
    start
        The board that it begins with; None for one that it makes itself.
    """

    algorithm: Algorithm
    restarts: Policy | None = None
    start: Start | None = None

    @classmethod
    def of(cls, algorithm: Algorithm) -> Self:
        """Return ``algorithm`` with what the keys beside its own parameters say."""
        restarts, start = (getattr(algorithm, key, None) for key in ("restarts", "start"))
        return cls(
            algorithm,
            restarts if isinstance(restarts, Policy) else None,
            start if isinstance(start, Start) else None,
        )

    @property
    def bytes_per_queen(self) -> int:
        """What the search and the result hold at the most, the best board of earlier tries too."""
        return self.algorithm.bytes_per_queen + (4 if self.restarts else 0)

    def search(self, space: Space, looks: Looks, rng: np.random.Generator) -> Iterator[Standing]:
        """Begin the search: see ``Algorithm.search``."""
        if self.start is None:
            return self._tries(space, looks, rng)
        return self._begun(StartedSpace(space, self.start), looks, rng)

    def _begun(
        self, space: StartedSpace, looks: Looks, rng: np.random.Generator
    ) -> Iterator[Standing]:
        """Raise ``UserError`` where the search does not begin with the board of ``space``."""
        for standing in self._tries(space, looks, rng):
            space.require_begun(type(self.algorithm).__name__)
            yield standing

    def _tries(self, space: Space, looks: Looks, rng: np.random.Generator) -> Iterator[Standing]:
        if self.restarts is None:
            return self.algorithm.search(space, looks, rng)
        return restarted(self.algorithm.search, self.restarts, space, looks, rng)


def with_start(algorithm: Algorithm, start: ArrayLike) -> Algorithm:
    """Return ``algorithm`` with the board ``start`` to begin with, (n,) whole numbers.

    Raises ``UserError`` where it takes none, or that is no board.
    """
    board = np.asarray(start)
    if board.ndim != 1 or board.dtype.kind not in "iu":
        raise UserError(
            f"start: expected the row of the queen in each column, got {describe(start)}"
        )
    kind = type(algorithm)
    if not isinstance(algorithm, Parameters):
        raise UserError(f"start: {kind.__name__} is no subclass of Parameters, which take one")
    # Through what checks a config, so that a class that takes no board says why.
    return kind(**{**dict(algorithm), "start": {"board": board.tolist()}})


def without_start(algorithm: Algorithm) -> Algorithm:
    """Return ``algorithm`` with no given board to begin with."""
    if isinstance(algorithm, Parameters) and isinstance(algorithm.start, Start):
        return algorithm.model_copy(update={"start": None})
    return algorithm
