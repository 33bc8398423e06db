"""Where a search stands: what every algorithm reports."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np


class Standing(NamedTuple):
    """Where a search stands.

    queens : (n,) the best board so far; valid until the search goes on
    guards : its guards
    found_at : the evaluation that found it
    evaluations : boards priced so far, in full or by difference
    steps : moves made so far; generations of a population
    counters : what else this search counts, by name
    current : (n,) the board that a search of one board stands on; None for a population
    """

    queens: np.ndarray
    guards: int
    found_at: int
    evaluations: int
    steps: int
    counters: Mapping[str, int] = MappingProxyType({})
    current: np.ndarray | None = None
