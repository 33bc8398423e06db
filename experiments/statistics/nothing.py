"""An algorithm whose parameters do nothing, to see what a tuner says of them.

A run takes an exponentially distributed number of evaluations, with a mean of 200 times ``slow``.
``salt``, ``pepper`` and ``herb`` decide which, as a seed does, and change nothing in the long run.
"""

from collections.abc import Iterator
from typing import ClassVar, Literal
from zlib import crc32

import numpy as np
from pydantic import Field

from metaqueens.core.choices import EncodingName
from metaqueens.problem.space import Space
from metaqueens.queens.construction import construct
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.budget import Budget
from metaqueens.search.snapshot import Snapshot

MEAN = 200


class Nothing(Algorithm):
    """Solves the board in as many evaluations as luck says.

    Parameters
    ----------
    salt, pepper, herb
        Of no effect.
    slow
        How many times longer it takes.
    """

    encodings: ClassVar[tuple[EncodingName, ...]] = ("permutation",)

    salt: float = Field(default=0.5, ge=0, le=1)
    pepper: int = Field(default=50, ge=1, le=1_000)
    herb: Literal["basil", "mint", "sage"] = "basil"
    slow: float = Field(default=1.0, ge=1, le=10)

    def search(self, space: Space, budget: Budget, rng: np.random.Generator) -> Iterator[Snapshot]:
        """See ``Parameters.search``."""
        luck = crc32(f"{self.salt!r} {self.pepper} {self.herb}".encode())
        own = np.random.default_rng([int(rng.integers(2**62)), luck])
        length = 2 + int(own.exponential(MEAN * self.slow))
        first = np.arange(space.n, dtype=np.int32)
        yield Snapshot(first, space.problem.max_cost, 1, 1, 0)
        yield Snapshot(construct(space.n), 0, length, length, 1)
