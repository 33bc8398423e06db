"""The work of an exact search: counted while it runs, up to a limit where it has one."""

from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import Self

from metaqueens.search.budget import Checkpoints

COUNTS = ("nodes", "attempts", "branches", "failures")
# Counts between two looks at the clock: a tenth of a millisecond in plain Python.
CLOCK_EVERY = 256


class LimitReached(Exception):
    """An exact search has counted to its limit, or its time is over."""


@dataclass
class Effort:
    """The work done so far; what a method does not count stays 0.

    A search that counts in steps of its own calls ``check`` once its finest count reaches
    ``check_at``, which is infinite if there is no limit: a comparison, and no call, for each.

    Parameters
    ----------
    nodes
        Partial boards without attacking pairs, the empty and the full ones among them.
    attempts
        Squares or boards tried.
    branches, failures
        Decisions of a solver and its dead ends (conflicts of CP-SAT).
    limit
        The most of the finest count; infinite for no limit.
    deadline
        The end, by ``time.perf_counter``; infinite for no limit.
    """

    nodes: int = 0
    attempts: int = 0
    branches: int = 0
    failures: int = 0
    limit: float = field(default=inf, repr=False)
    deadline: float = field(default=inf, repr=False)
    check_at: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.check_at = 0 if self.deadline < inf else self.limit

    @classmethod
    def from_budget(cls, checkpoints: Checkpoints) -> Self:
        """An effort that ends with the budget: its evaluations, and its seconds from now on."""
        limit, seconds = checkpoints.evaluations or inf, checkpoints.seconds or inf
        return cls(limit=limit, deadline=perf_counter() + seconds)

    @property
    def evaluations(self) -> int:
        """The largest of the counts: what this kind of search counts most finely."""
        return max(self.nodes, self.attempts, self.branches)

    @property
    def counted(self) -> dict[str, int]:
        """What was counted, by name."""
        return {name: count for name in COUNTS if (count := getattr(self, name))}

    @property
    def seconds_left(self) -> float | None:
        """The time to the deadline, at least 0; None if there is none."""
        return max(0.0, self.deadline - perf_counter()) if self.deadline < inf else None

    def check(self) -> None:
        """Raise ``LimitReached`` at the limit or past the deadline; else say when to check next."""
        now = self.evaluations
        if now >= self.limit or perf_counter() >= self.deadline:
            raise LimitReached
        self.check_at = min(self.limit, now + CLOCK_EVERY)
