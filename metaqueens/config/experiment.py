"""What an experiment is: its file's keys, and the cells that they unfold to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

from pydantic import ConfigDict, Discriminator, Field, Tag, create_model

from metaqueens import plugins
from metaqueens.algorithms import ALGORITHMS
from metaqueens.config.tuning import Tuning
from metaqueens.errors import did_you_mean
from metaqueens.exact import EXACT
from metaqueens.problem import Queens
from metaqueens.search import Budget, Parameters, Strict

if TYPE_CHECKING:
    from metaqueens.config.task import Task

CONTESTANTS = ALGORITHMS | EXACT
KNOWN = f"{', '.join(CONTESTANTS)}, or package.module:Class"
MOST_RUNS = 1_000_000
NAME = r"^[A-Za-z0-9][\w.-]*$"


class ExperimentFile(Strict):
    """An experiment: problems x algorithms, each combination run many times.

    Parameters
    ----------
    name
        The results go to results/<name>; letters, digits, dot, dash and underscore.
    problem
        The board.
    algorithms
        The contestants, by labels of your choice.
    budget
        When a run gives up.
    runs
        Repetitions of each combination. Thirty are a usual least for statistics.
    seed
        All random numbers of the experiment follow from it.
    validate
        ``cp_sat``: every claimed solution is confirmed by an independent check and by CP-SAT.
        Null: by the independent check alone.
    keep_boards
        ``all``; the ``best`` of each combination; or ``none``. They are checked before they go.
    sweep
        A grid over any keys of problem, algorithms and budget: dotted key to list of values.
    tune
        What ``metaqueens tune`` is to find: the best parameters of one of the algorithms.
    extends
        Another file, relative to this one, that says all that this one leaves out.
    """

    # Pydantic's strict mode would refuse keys and values for a dataclass; numbers stay strict.
    model_config = ConfigDict(strict=False)

    name: str = Field(pattern=NAME, max_length=100)
    problem: Queens
    algorithms: dict[str, Any] = Field(min_length=1)
    budget: Budget
    runs: int = Field(default=30, ge=1, le=MOST_RUNS, strict=True)
    seed: int = Field(default=0, ge=0, lt=2**63, strict=True)
    validation: Literal["cp_sat"] | None = Field(default="cp_sat", alias="validate")
    keep_boards: Literal["all", "best", "none"] = "all"
    sweep: dict[str, list[Any]] | None = None
    tune: Tuning | None = None
    extends: None = None  # resolved before it gets here


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
    """

    name: str
    cells: tuple[Cell, ...]
    runs: int
    seed: int
    validation: Literal["cp_sat"] | None
    keep_boards: Literal["all", "best", "none"]
    given: Mapping[str, Any]
    skipped: tuple[str, ...] = ()
    tune: "Task | None" = None


def class_of(use: str) -> type[Parameters]:
    """The algorithm called ``use``: one of ours, or ``package.module:Class`` from outside.

    Raises ``ValueError`` where there is none.
    """
    if ":" not in use:
        if use not in CONTESTANTS:
            raise ValueError(f"{use!r} is not one of {KNOWN}{did_you_mean(use, CONTESTANTS)}")
        known: type[Parameters] = CONTESTANTS[use]
        return known
    found = plugins.load(use)
    if not (isinstance(found, type) and issubclass(found, Parameters)):
        raise ValueError(f"{use!r} is not an algorithm, a subclass of metaqueens.Parameters")
    if found.search is Parameters.search:
        raise ValueError(f"{use!r} has no search()")
    return found


def file_model(uses: Mapping[str, type[Parameters]]) -> type[ExperimentFile]:
    """The file's model where ``use`` is one of ``uses``."""
    kinds: Any = tuple(Annotated[kind, Tag(use)] for use, kind in uses.items())
    algorithm: Any = Annotated[Union[kinds], Discriminator(_use_of)]  # noqa: UP007, made at run time
    return create_model(
        "ExperimentFile",
        __base__=ExperimentFile,
        algorithms=(dict[str, algorithm], Field(min_length=1)),
    )


def _use_of(given: Any) -> str | None:
    return given.get("use") if isinstance(given, dict) else None
