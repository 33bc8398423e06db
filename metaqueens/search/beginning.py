"""How a search is begun: from a given board, with restarts, as its parameters ask."""

from collections.abc import Iterator

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


def begun_with(algorithm: Algorithm, start: ArrayLike) -> Algorithm:
    """``algorithm`` with the board ``start`` to begin with, (n,) whole numbers.

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
    # Through what checks a config, so that whoever takes no board says why.
    return kind(**{**dict(algorithm), "start": {"board": board.tolist()}})


def search_of(
    algorithm: Algorithm, space: Space, looks: Looks, rng: np.random.Generator
) -> Iterator[Standing]:
    """The search of ``algorithm``, with the restarts and the first board that it asks for."""
    start = getattr(algorithm, "start", None)
    if isinstance(start, Start):
        return _begun(algorithm, StartedSpace(space, start), looks, rng)
    return _restarted(algorithm, space, looks, rng)


def _begun(
    algorithm: Algorithm, space: StartedSpace, looks: Looks, rng: np.random.Generator
) -> Iterator[Standing]:
    """Raise ``UserError`` where the search does not begin with the board of ``space``."""
    for standing in _restarted(algorithm, space, looks, rng):
        space.require_begun(type(algorithm).__name__)
        yield standing


def _restarted(
    algorithm: Algorithm, space: Space, looks: Looks, rng: np.random.Generator
) -> Iterator[Standing]:
    policy = getattr(algorithm, "restarts", None)
    if isinstance(policy, Policy):
        return restarted(algorithm.search, policy, space, looks, rng)
    return algorithm.search(space, looks, rng)
