"""The limits of a run as a search sees them, and when it must report next."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from metaqueens.search.standing import Standing


@runtime_checkable
class Looks(Protocol):
    """When a search must report, and the limits of its run: ``Budget`` is one.

    Reporting more often than a ``Budget`` asks for changes nothing of a run.
    """

    @property
    def evaluations(self) -> int | None:
        """The most evaluations; None for no limit."""

    @property
    def seconds(self) -> float | None:
        """The longest time; None for no limit."""

    @property
    def stagnation(self) -> int | None:
        """The most evaluations without an improvement; None for no limit."""

    def until(self, standing: Standing) -> int:
        """Return the evaluation count at which a search that stands here must report next."""


@dataclass(frozen=True)
class Every:
    """Reports at least every ``gap`` evaluations, within the limits of a budget.

    Parameters
    ----------
    gap
        The most evaluations between two reports, at least 1.
    budget
        The limits of the run.
    """

    gap: int
    budget: Looks

    @property
    def evaluations(self) -> int | None:
        """The budget's."""
        return self.budget.evaluations

    @property
    def seconds(self) -> float | None:
        """The budget's."""
        return self.budget.seconds

    @property
    def stagnation(self) -> int | None:
        """The budget's."""
        return self.budget.stagnation

    def until(self, standing: Standing) -> int:
        """After ``gap`` evaluations, or where the budget says, if that is sooner."""
        return min(self.budget.until(standing), standing.evaluations + self.gap)
