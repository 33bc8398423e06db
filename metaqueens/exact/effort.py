"""The work of an exact search: its counts and its limits."""

from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import Self

from metaqueens.search.budget import Checkpoints

COUNTS = ("nodes", "attempts", "branches", "failures")
# Counts between two readings of the clock: a tenth of a millisecond in plain Python.
CLOCK_EVERY = 256


class LimitReached(Exception):
    """An exact search has counted to its limit, or its time is over."""


@dataclass
class Effort:
    """The work done so far; counts that a method does not use stay 0.

    A search calls ``check`` if its finest count reaches ``check_at``, which is infinite if there is
    no limit: a comparison, not a call, for each count.

    Parameters
    ----------
    nodes
        Partial boards without attacking pairs, the empty and the full ones among them.
    attempts
        Squares or boards tried.
    branches, failures
        Decisions of a solver and its dead ends (conflicts of CP-SAT).
    limit
        The maximum of the finest count; infinite for no limit.
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
        """Make an effort that ends with the budget: its evaluations, and its seconds from now."""
        limit, seconds = checkpoints.evaluations or inf, checkpoints.seconds or inf
        return cls(limit=limit, deadline=perf_counter() + seconds)

    @property
    def evaluations(self) -> int:
        """The largest of the counts."""
        return max(self.nodes, self.attempts, self.branches)

    @property
    def counted(self) -> dict[str, int]:
        """The counts above 0, by name."""
        return {name: count for name in COUNTS if (count := getattr(self, name))}

    @property
    def seconds_left(self) -> float | None:
        """The time to the deadline, at least 0; None if there is none."""
        return max(0.0, self.deadline - perf_counter()) if self.deadline < inf else None

    def check(self) -> None:
        """Raise ``LimitReached`` at the limit or past the deadline; else set the next check."""
        now = self.evaluations
        if now >= self.limit or perf_counter() >= self.deadline:
            raise LimitReached
        self.check_at = min(self.limit, now + CLOCK_EVERY)
