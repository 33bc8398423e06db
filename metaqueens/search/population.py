"""What a search with many boards tells of them: for films."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np


class Brood(NamedTuple):
    """The children of one generation. Number k and k + 1, k even, are of the same two parents.

    parents : (m, n) int32, the board that each child is a copy of at first
    mated : (m,) bool, whether it was crossed with the parent of its neighbour
    crossed : (m, n) int32, the child after that
    children : (m, n) int32, the child after mutation, and local search where there is one
    guards : (m,) attacking pairs of each child
    """

    parents: np.ndarray
    mated: np.ndarray
    crossed: np.ndarray
    children: np.ndarray
    guards: np.ndarray


class Population(NamedTuple):
    """The boards of a generation.

    boards : (k, n) int32
    guards : (k,) attacking pairs of each
    breed : called, the children of the next generation, made ahead on copies: the run goes on as if
        nobody had asked
    """

    boards: np.ndarray
    guards: np.ndarray
    breed: Callable[[], Brood]
