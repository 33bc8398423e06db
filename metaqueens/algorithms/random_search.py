"""Random search [1]_: random candidate solutions, one after the other. A baseline.

.. [1] Brooks (1958). A discussion of random methods for seeking maxima. Operations Research 6(2):
       244-251.
"""

from collections.abc import Iterator

import numpy as np

from metaqueens.core.choices import Encoding
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.random import start_stream
from metaqueens.problem.base import COUNTED
from metaqueens.problem.space import Space
from metaqueens.search import Algorithm, Checkpoints, Snapshot
from metaqueens.search.walk import Walk, redraw


class RandomSearch(Algorithm):
    """Draw candidate solutions uniformly from the encoding and keep the best.

    >>> from metaqueens import solve
    >>> solve(6, RandomSearch(), seed=1).solved
    True
    """

    needs = ()
    rules = COUNTED

    def longest_step(self, space: Space) -> int:
        return 1

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        walk, stream = Walk.begin(space.random_state(rng)), start_stream(rng)
        draw = _draw[space.code]
        while True:
            yield walk.snapshot
            walk = draw(walk, checkpoints.next_report(walk.snapshot), stream)
            walk = walk._replace(steps=walk.evaluations - 1)


@specialise(Encoding)
def _draw(encoding):
    @kernel
    def draw(walk, until, stream):
        while walk.evaluations < until and walk.best_cost > 0:
            walk = redraw(encoding, walk, stream)
        return walk

    return draw
