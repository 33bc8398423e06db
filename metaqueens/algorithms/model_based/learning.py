"""What searches that learn a model of good boards have in common: draw, learn, begin afresh."""

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

from metaqueens.algorithms.model_based.drawing import Progress, Room, boards_at_once, require_small
from metaqueens.core.random import stream_of
from metaqueens.problem.kernel_rules import COUNTED
from metaqueens.problem.space import Space
from metaqueens.search.budget import Looks
from metaqueens.search.parameters import Parameters
from metaqueens.search.standing import GENERATION, Standing
from metaqueens.search.walk import Walk


class ModelSearch(Parameters):
    """Base of searches that draw boards from a model and learn it from the good ones.

    Attributes
    ----------
    called
        Its name in messages.
    counter
        Its name for how often the model began afresh.
    """

    called: ClassVar[str]
    counter: ClassVar[str]

    rules = COUNTED

    def check(self, space: Space) -> None:
        require_small(space, self.called)

    def longest_step(self, space: Space) -> int:
        return 1

    def settings(self, space: Space) -> Any:
        """As kernels take them."""
        raise NotImplementedError

    def model(self, space: Space) -> Any:
        """Return the model to begin with."""
        raise NotImplementedError

    def kernel(self, space: Space) -> Any:
        """Return what draws boards and learns from them."""
        raise NotImplementedError

    def told(self, model: Any, settings: Any) -> dict[str, float]:
        """Return the state of the model, as films show it."""
        raise NotImplementedError

    def search(self, space: Space, looks: Looks, rng: np.random.Generator) -> Iterator[Standing]:
        walk, stream = Walk.begin(space.random_board(rng)), stream_of(rng)
        search, settings, model = self.kernel(space), self.settings(space), self.model(space)
        room, progress, at_once = Room.of(space, walk.board), Progress(), boards_at_once(space.n)

        def signals() -> dict[str, float]:
            return {GENERATION: walk.steps, **self.told(model, settings)}

        while True:
            standing = walk.report({self.counter: progress.restarts}, signals)
            yield standing
            until = min(looks.until(standing), walk.evaluations + at_once)
            walk, progress = search(walk, room, model, progress, settings, until, stream)
