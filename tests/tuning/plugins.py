"""Algorithms from outside that fail, now and then or always, and one that is particular."""

from collections.abc import Iterator

import numpy as np
from pydantic import Field

from metaqueens.queens.construction import construct
from metaqueens.queens.problem import Queens
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.budget import Budget
from metaqueens.search.snapshot import Snapshot


class Failing(Algorithm):
    """Fails where ``salt`` is at least ``fails_from``, or the board is larger than ``reach``."""

    salt: float = Field(default=0.5, ge=0, le=1)
    fails_from: float = 0.0
    fails_above: int = 1_000

    def search(
        self, problem: Queens, budget: Budget, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        if self.salt >= self.fails_from or problem.n > self.fails_above:
            raise RuntimeError("this one fails")
        length = 2 + int(rng.exponential(100))
        yield Snapshot(np.arange(problem.n, dtype=np.int32), 28, 1, 1, 0)
        yield Snapshot(construct(problem.n), 0, length, length, 1)


class Particular(Failing):
    """Refuses most settings with an error that is none of its trade."""

    fails_from: float = 2.0

    def check(self, problem: Queens) -> None:
        if self.salt > 0.75:
            raise KeyError("salt")
