"""A moment of a search of one board."""

from typing import Any, NamedTuple

import numpy as np


class Frame(NamedTuple):
    """A moment of a search; only the first ``placed`` columns of its board hold a queen.

    ``guards`` are those of the board, ``best`` the fewest so far; ``steered`` are the signals at
    the report before, from which the last move was made. ``of_many``: the search has many
    boards, and this is the last that it priced.
    """

    queens: np.ndarray
    placed: int
    guards: int
    best: int
    evaluations: int
    steps: int
    signals: dict[str, Any]
    steered: dict[str, Any]
    of_many: bool = False
