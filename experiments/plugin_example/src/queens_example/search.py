"""A search in plain Python: two queens trade rows where that adds no attacking pair."""

from collections.abc import Iterator

import numpy as np
from pydantic import Field

from metaqueens import Algorithm, Space
from metaqueens.search import Checkpoints, Snapshot


class RandomSwaps(Algorithm):
    """Trade the rows of two queens where that adds no attacking pair.

    Parameters
    ----------
    noise
        Chance that a trade is made whatever it adds.
    """

    encodings = ("permutation",)
    needs = ()  # it takes any problem
    # recount takes account of all rules, and placed queens are not moved.
    rules = ("torus", "excluded", "blocked", "placed", "regions")

    noise: float = Field(default=0.02, ge=0, le=1)

    def longest_step(self, space: Space) -> int:
        return 1

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        values = np.array(space.random_state(rng).values)
        cost = space.problem.recount(values)
        free = [i for i in range(space.n) if i not in space.problem.fixed]
        best = Snapshot(values.copy(), cost, 1, 1, 0, current=values)
        yield best
        while len(free) > 1:
            one, other = rng.choice(free, 2, replace=False)
            values[[one, other]] = values[[other, one]]
            now = space.problem.recount(values)
            best = best._replace(evaluations=best.evaluations + 1)
            if now <= cost or rng.random() < self.noise:
                cost = now
                best = best._replace(steps=best.steps + 1)
            else:
                values[[one, other]] = values[[other, one]]
            if now < best.cost:
                best = best._replace(values=values.copy(), cost=now, found_at=best.evaluations)
            yield best
