"""The referee of a program: each of its boards is counted again, its counts are its own word."""

from collections.abc import Mapping

import numpy as np

from metaqueens.problem.check import recount
from metaqueens.problem.queens import Queens
from metaqueens.programs.lines import Told, told
from metaqueens.search.standing import Standing
from metaqueens.text.errors import RunFailed


class FalseClaim(Exception):
    """A board has not as few attacking pairs as was said: where the run stands by that claim."""

    def __init__(self, standing: Standing) -> None:
        super().__init__()
        self.standing = standing


class Referee:
    """Where a program stands by what it wrote and we counted.

    Parameters
    ----------
    problem
        What is asked.
    counts
        Whether every board comes with the program's own count of evaluations.

    Attributes
    ----------
    now
        The best board so far; all queens on one diagonal before the first one.
    boards
        How many it wrote.
    """

    def __init__(self, problem: Queens, counts: bool) -> None:
        self.problem, self.counts, self.boards = problem, counts, 0
        self._lines = self._evaluations = 0
        diagonal = np.arange(problem.n, dtype=np.int32)
        self.now = Standing(diagonal, recount(problem, diagonal), 0, 0, 0)

    @property
    def is_under_way(self) -> bool:
        """Whether ``now`` says what is known: that our diagonal solves one queen is no news."""
        return bool(self.boards or self.now.guards)

    def take(self, line: bytes) -> bool:
        """Take account of a line; whether its board is the best so far.

        Raises ``RunFailed`` where it is no line of the protocol, ``FalseClaim`` where its board has
        another number of attacking pairs than it says.
        """
        self._lines += 1
        try:
            said = told(line, self.problem.n)
            self._count(said)
        except ValueError as error:
            raise RunFailed(f"line {self._lines} of its output: {error}") from None
        return self._judged(said) if said.queens is not None else False

    def _count(self, said: Told) -> None:
        steps = self.now.steps if said.steps is None else said.steps
        self.boards += said.queens is not None
        if self.counts:
            self._evaluations = self._told(said)
        else:
            self._evaluations = self.boards
        # A board was priced at least once, and the best one not after all others.
        least = max(bool(self.boards), self.now.found_at)
        self.now = self.now._replace(
            evaluations=max(least, self._evaluations), steps=steps, counters=self._counters(said)
        )

    def _told(self, said: Told) -> int:
        """Its own count of evaluations, which must be there with a board, and never falls."""
        if said.evaluations is None:
            if said.queens is None:
                return self._evaluations
            raise ValueError("evaluations are missing, which counts: true promises")
        if said.evaluations < self._evaluations:
            raise ValueError(
                f"its evaluations fell from {self._evaluations:,} to {said.evaluations:,}"
            )
        return said.evaluations

    def _counters(self, said: Told) -> Mapping[str, int]:
        counters = {**self.now.counters, "boards": self.boards}
        if said.evaluations is not None:
            counters["evaluations_told"] = said.evaluations
        return counters

    def _judged(self, said: Told) -> bool:
        assert said.queens is not None
        guards = recount(self.problem, said.queens)
        # Two boards of one evaluation are told apart by one more.
        found_at = max(self.now.evaluations, self.now.found_at + 1)
        better = self.now._replace(
            queens=said.queens,
            guards=guards,
            found_at=found_at,
            evaluations=max(found_at, self.now.evaluations),
        )
        if said.guards is not None and said.guards != guards:
            raise FalseClaim(better._replace(guards=said.guards))
        if self.boards > 1 and guards >= self.now.guards:
            return False
        self.now = better
        return True
