"""The limits of a run, and the times at which a search must report."""

from bisect import bisect_right
from typing import Any, Protocol, Self, runtime_checkable

from pydantic import ConfigDict, Field, field_validator, model_validator
from pydantic.dataclasses import dataclass

from metaqueens.core.choices import NO_LIMIT as NO_LIMIT
from metaqueens.search.snapshot import Snapshot
from metaqueens.text.validation import ExplainedValue

# Twenty per decade, from 1 to 10^18 evaluations: every run reports at these.
MARKS = sorted({-int(-(10 ** (k / 20)) // 1) for k in range(361)})
# The most evaluations between two reports, so that a clock can end a search.
LONGEST_GAP = 2**20
# The most variables or values read between two reports: some hundredths of a second.
WORK = 2**24


@runtime_checkable
class Checkpoints(Protocol):
    """The limits of a run, and the times at which its search must report; ``Budget`` is one.

    More frequent reports do not change a run.
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

    def next_report(self, snapshot: Snapshot) -> int:
        """Return the number of evaluations at which a search at ``snapshot`` must report next."""


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Budget(metaclass=ExplainedValue):
    """The limits of a run: the first one reached ends it. At least one must be set.

    >>> Budget(evaluations=1_000_000, seconds=10.0).evaluations
    1000000

    Parameters
    ----------
    evaluations
        Number of evaluations, in full or by difference, at least 1: the fair and repeatable limit.
    seconds
        Wall time of the search, above 0; a run that it ends is not repeatable.
    stagnation
        Number of evaluations without an improvement, at least 1.

    Raises
    ------
    UserError
        If no limit is set, or one is out of its range; it is a ``ValueError``.
    """

    evaluations: int | None = Field(default=None, ge=1, strict=True)
    seconds: float | None = Field(default=None, gt=0, strict=True, allow_inf_nan=False)
    stagnation: int | None = Field(default=None, ge=1, strict=True)

    @field_validator("evaluations", "stagnation", mode="before")
    @classmethod
    def _read_whole(cls, limit: Any) -> Any:
        return int(limit) if isinstance(limit, float) and limit.is_integer() else limit  # 1e6

    @model_validator(mode="after")
    def _require_limit(self) -> Self:
        if self.evaluations is self.seconds is self.stagnation is None:
            raise ValueError("a budget needs evaluations, seconds or stagnation")
        return self

    def next_report(self, snapshot: Snapshot) -> int:
        """Return the number of evaluations at which a search at ``snapshot`` must report next."""
        now = snapshot.evaluations
        limits = [MARKS[bisect_right(MARKS, now)], now + LONGEST_GAP]
        if self.evaluations is not None:
            limits.append(self.evaluations)
        if self.stagnation is not None:
            limits.append(snapshot.found_at + self.stagnation)
        return min(limits)


class NestedCheckpoints:
    """Base of checkpoints within the limits of a ``run``."""

    def __init__(self, run: Checkpoints) -> None:
        self.run = run
        self.evaluations, self.seconds = run.evaluations, run.seconds
        self.stagnation = run.stagnation


class ReportEvery(NestedCheckpoints):
    """Reports at least every ``gap`` evaluations, within the limits of a budget.

    Parameters
    ----------
    gap
        The most evaluations between two reports, at least 1.
    budget
        The limits of the run.
    """

    def __init__(self, gap: int, budget: Checkpoints) -> None:
        super().__init__(budget)
        self.gap = gap

    def next_report(self, snapshot: Snapshot) -> int:
        """Return the end of the next ``gap`` evaluations, or the budget's next report if sooner."""
        return min(self.run.next_report(snapshot), snapshot.evaluations + self.gap)
