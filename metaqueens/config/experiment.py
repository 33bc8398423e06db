"""An experiment: the cells that its file expands to, and the number of runs of each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from metaqueens.config.file import Executor, Limits, Tuning
from metaqueens.config.sources import Listed
from metaqueens.config.strict_yaml import Path
from metaqueens.problem.queens import Queens
from metaqueens.search.budget import Budget
from metaqueens.search.parameters import Parameters


@dataclass(frozen=True)
class Cell:
    """A combination of a problem, an algorithm with its parameters, and a budget.

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
        return " ".join([self.label, *(f"{key}={plain(value)}" for key, value in self.settings)])


def plain(value: Any) -> str:
    """Return a setting as a person would write it."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Experiment:
    """A whole experiment, checked and unfolded.

    Parameters
    ----------
    given, where
        The file as resolved, overrides applied and sweeps kept; the place of each of its values.
    skipped
        The combinations of a sweep that are beyond an algorithm's reach.
    tune
        What is to be tuned, as the file has it.
    listed
        The instances of its families.
    size
        How many cells there are. Of an experiment that was only checked, ``cells`` has one
        instance of each family, and ``size`` counts all.
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
    tune: Tuning | None = None
    listed: tuple[Listed, ...] = ()
    size: int = 0
    where: Mapping[Path, str] = field(default_factory=dict, repr=False, compare=False)

    @property
    def left_out(self) -> list[str]:
        """What the file names and no run will be of, a line each."""
        repeated = [one.repeated for one in self.listed if one.repeated]
        return [
            *(f"skipped: {one}" for one in self.skipped),
            *(f"instances: {one}" for one in repeated),
        ]
