"""A search with its restarts and its start, which no algorithm needs to know."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from metaqueens.problem.space import Space
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.budget import Checkpoints
from metaqueens.search.restarts import Policy, restart_search
from metaqueens.search.snapshot import Snapshot
from metaqueens.search.start import SpaceWithStart, Start
from metaqueens.text.errors import UserError
from metaqueens.text.validation import describe


def begin_search(
    algorithm: Algorithm, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
) -> Iterator[Snapshot]:
    """Begin the search of ``algorithm`` with its restarts and its start.

    Raises ``UserError`` if the search does not use the start.
    """
    if isinstance(algorithm.start, Start):
        space = SpaceWithStart(space, algorithm.start)
    policy = algorithm.restarts
    tries = (
        restart_search(algorithm.search, policy, space, checkpoints, rng)
        if isinstance(policy, Policy)
        else algorithm.search(space, checkpoints, rng)
    )
    return (
        _require_start_used(algorithm, space, tries) if isinstance(space, SpaceWithStart) else tries
    )


def _require_start_used(
    algorithm: Algorithm, space: SpaceWithStart, tries: Iterator[Snapshot]
) -> Iterator[Snapshot]:
    for snapshot in tries:
        space.require_start_used(type(algorithm).__name__)
        yield snapshot


def add_start(algorithm: Algorithm, start: ArrayLike) -> Algorithm:
    """Return ``algorithm`` with ``start``, (n,) whole numbers, as its first candidate solution.

    Raises ``UserError`` if it takes none, or ``start`` has another shape or type.
    """
    board = np.asarray(start)
    if board.ndim != 1 or board.dtype.kind not in "iu":
        raise UserError(
            f"start: expected the row of the queen in each column, got {describe(start)}"
        )
    # Through the validation of a config, so that a class that takes no start says why.
    return type(algorithm)(**{**dict(algorithm), "start": {"board": board.tolist()}})


def remove_start(algorithm: Algorithm) -> Algorithm:
    """Return ``algorithm`` without a given start."""
    if isinstance(algorithm.start, Start):
        return algorithm.model_copy(update={"start": None})
    return algorithm
