"""An experiment: the cells that its file expands to, and the number of runs of each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from metaqueens.config.families import Listed
from metaqueens.config.file import Executor, Limits
from metaqueens.problem.queens import Queens
from metaqueens.search.budget import Budget
from metaqueens.search.parameters import Parameters

if TYPE_CHECKING:
    from metaqueens.config.tuning.task import Task


@dataclass(frozen=True)
class Cell:
    """One combination: a problem, an algorithm with its parameters, and a budget.

    ``label`` is the algorithm's name in the experiment, and ``settings`` what the sweep set it to.
    """

    problem: Queens
    label: str
    settings: tuple[tuple[str, Any], ...]
    use: str
    algorithm: Parameters
    budget: Budget

    @property
    def name(self) -> str:
        """The label with its settings, as tables show it."""
        if not self.settings:
            return self.label
        return f"{self.label} {' '.join(f'{key}={plain(value)}' for key, value in self.settings)}"


def plain(value: Any) -> str:
    """A setting as a person would write it."""
    return (
        "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    )


@dataclass(frozen=True)
class Experiment:
    """A whole experiment, checked and unfolded.

    ``given`` is the file as resolved: overrides applied, sweeps kept. ``skipped`` names the
    combinations of a sweep that are beyond an algorithm's reach; ``tune`` is what is to be tuned.
    ``listed`` has the instances of its families. Of one that was only checked, ``cells`` has one
    instance of each, and ``size`` counts all.
    """

    name: str
    cells: tuple[Cell, ...]
    runs: int
    seed: int
    validation: Literal["cp_sat"] | None
    keep_boards: Literal["all", "best", "none"]
    given: Mapping[str, Any]
    executor: Executor = field(default_factory=Executor)
    limits: Limits | None = None
    skipped: tuple[str, ...] = ()
    tune: "Task | None" = None
    listed: tuple[Listed, ...] = ()
    size: int = 0

    @property
    def left_out(self) -> list[str]:
        """What the file names and no run will be of, a line each."""
        repeated = [one.repeated for one in self.listed if one.repeated]
        return [
            *(f"skipped: {one}" for one in self.skipped),
            *(f"instances: {one}" for one in repeated),
        ]
