"""Settings that are allowed: drawn at random from the whole space, or the points of a grid."""

import json
from itertools import product
from math import prod
from typing import Any

import numpy as np

from metaqueens.config.tuning.space import Space
from metaqueens.config.tuning.task import Task
from metaqueens.text.errors import UserError

# When none of so many settings drawn at random is allowed, none is looked for any more.
MOST_DRAWS = 10_000
# So many allowed ones tell which share of the space is.
ENOUGH = 20
MOST_GRID = 100_000


class Draws:
    """Settings drawn uniformly from what is allowed of a task's space.

    ``share`` is how much of the space that is, more or less. Raises ``UserError`` where
    ``MOST_DRAWS`` settings are all forbidden.
    """

    share: float | None

    def __init__(self, task: Task, seed: int) -> None:
        self._task, self._rng = task, np.random.default_rng([seed, MOST_DRAWS])
        self._objection: str | None = None
        drawn = found = 0
        while drawn < MOST_DRAWS and found < ENOUGH:
            drawn += 1
            found += self._draw() is not None
        if not found:
            raise UserError(
                f"tune.space: none of {drawn:,} settings drawn at random is allowed, the last"
                f" because of: {self._objection}"
            )
        self.share = found / drawn

    def next(self) -> dict[str, Any] | None:
        """One more; None where ``MOST_DRAWS`` find none."""
        drawn = (self._draw() for _ in range(MOST_DRAWS))
        return next((settings for settings in drawn if settings is not None), None)

    def _draw(self) -> dict[str, Any] | None:
        settings = self._task.space.draw(self._rng)
        objection = self._task.objection(settings)
        if objection is None:
            return settings
        self._objection = objection
        return None


class Grid:
    """The allowed points of a task's grid, each once, in an order of its own.

    Raises ``UserError`` where none is allowed, and for a grid beyond all patience.
    """

    share = None

    def __init__(self, task: Task, seed: int) -> None:
        self._task = task
        points = _points(task.space)
        order = np.random.default_rng(seed).permutation(len(points))
        self._left = [points[k] for k in order]
        self._objection: str | None = None
        self._ahead = self._find()
        if self._ahead is None:
            raise UserError(
                f"tune.space: none of the grid's {len(points):,} settings is allowed, the last"
                f" because of: {self._objection}"
            )

    def next(self) -> dict[str, Any] | None:
        """One more; None at the end."""
        found = self._ahead
        self._ahead = self._find()
        return found

    def _find(self) -> dict[str, Any] | None:
        while self._left:
            settings: dict[str, Any] = self._left.pop()
            objection = self._task.objection(settings)
            if objection is None:
                return settings
            self._objection = objection
        return None


def _points(space: Space) -> list[dict[str, Any]]:
    """Each combination of grid points that differs in what is asked."""
    values = [dimension.grid() for dimension in space.dimensions.values()]
    size = prod(len(one) for one in values)
    if size > MOST_GRID:
        raise UserError(f"tune.sampler: a grid of {size:,} settings; at most {MOST_GRID:,}")
    found: dict[str, dict[str, Any]] = {}
    for combination in product(*values):
        settings: dict[str, Any] = {}
        for key, value in zip(space.dimensions, combination, strict=True):
            if space.is_active(key, settings):
                settings[key] = value
        found.setdefault(json.dumps(settings), settings)
    return list(found.values())
