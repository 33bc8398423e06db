"""The keys of an experiment's file, as the models that check them."""

import re
import signal
from typing import Any, Literal, Self

from pydantic import ConfigDict, Field, PositiveInt, model_validator

from metaqueens.metrics import goals
from metaqueens.search.algorithm import Strict
from metaqueens.text.validation import describe, wrong_argument

MOST_RUNS = 1_000_000
NAME = r"^[A-Za-z0-9][\w.-]*$"


class Executor(Strict):
    """The processes of the runs.

    Parameters
    ----------
    use
        ``processes`` of this machine; ``serial``: this process alone; ``dask``: a cluster.
    workers
        Number of workers; null for the number of cores.
    address
        Address of the Dask scheduler, such as tcp://head:8786.
    """

    use: Literal["processes", "serial", "dask"] = "processes"
    workers: int | None = Field(default=None, ge=1)
    address: str | None = None

    @model_validator(mode="after")
    def _check_address(self) -> Self:
        if self.address and self.use != "dask":
            raise ValueError(f"only dask has an address, {self.use} has none")
        if self.use == "dask" and not re.fullmatch(r"[a-z]+://\S+", self.address or ""):
            expected = f"expected one such as tcp://head:8786, got {describe(self.address)}"
            raise wrong_argument("address", expected)
        return self


class Limits(Strict):
    """The limits of a run; a run that exceeds them fails, and the others go on.

    Parameters
    ----------
    seconds
        Wall time in seconds; unlike a budget it leaves no result.
    """

    # Timers of the system end somewhere; this is thirty years.
    seconds: float | None = Field(default=None, gt=0, le=1e9)


# The metric that a tuner minimises.
GOALS = tuple(goals())
Goal = Literal[GOALS]  # type: ignore[valid-type]


class Dimension(Strict):
    """The range of a parameter: one of int, float and choice.

    A parameter that the chosen variant of a part does not have is left out.

    Parameters
    ----------
    int, float
        The smallest and the largest value.
    choice
        Words, numbers, or whole parts such as {use: roulette}.
    log
        Whether ratios count instead of differences: for ranges over powers of ten.
    """

    whole: list[int] | None = Field(default=None, alias="int")
    real: list[float] | None = Field(default=None, alias="float")
    choice: list[Any] | None = Field(default=None, min_length=1)
    log: bool = False

    @model_validator(mode="after")
    def _check_kind(self) -> Self:
        ranges = [ends for ends in (self.whole, self.real) if ends is not None]
        if len(ranges) + (self.choice is not None) != 1:
            raise ValueError("expected one of int: [low, high], float: [low, high], choice: [...]")
        for ends in ranges:
            if len(ends) != 2 or not ends[0] < ends[1]:
                raise ValueError(f"expected [low, high] with low below high, got {ends}")
            if self.log and ends[0] <= 0:
                raise ValueError(f"log: the range must be above 0, got {ends}")
        if self.log and not ranges:
            raise ValueError("log goes with int and float")
        if self.choice and any(self.choice.count(value) > 1 for value in self.choice):
            raise ValueError("a choice stands there twice")
        return self

    @property
    def kind(self) -> Literal["choice", "int", "float"]:
        """Which of its keys is given."""
        return "choice" if self.choice else "int" if self.whole else "float"

    @property
    def ends(self) -> list[Any]:
        """Low and high, or every choice."""
        return list(self.whole or self.real or self.choice or ())


class Trials(Strict):
    """The problems of a tuning: lists of values of any keys of problem and budget, and runs.

    Parameters
    ----------
    runs
        Repetitions on each combination.
    """

    model_config = ConfigDict(extra="allow")

    runs: PositiveInt = 10


class Tuning(Strict):
    """The parameters of one algorithm that are chosen so that a cost is minimal.

    Parameters
    ----------
    algorithm
        Its label.
    minimise
        A metric by its name, such as ``ert``; or ``1 - success``, the share of unsolved runs. In
        medians and other quantiles an unsolved run counts as ten times its budget or its cost.
    max_runs
        Total number of runs: search and test; resuming counts existing runs.
    train
        The problems on which settings are compared.
    test
        Other problems, for the best setting against the default.
    space
        The range of each parameter, by its dotted key.
    batch
        Number of settings proposed together, independent of the number of processes.
    """

    algorithm: str
    minimise: Goal = "par10"
    max_runs: PositiveInt
    train: Trials
    test: Trials
    space: dict[str, Dimension] = Field(min_length=1)
    batch: int = Field(default=8, ge=1, le=1000)


class ExperimentFile(Strict):
    """An experiment: problems x algorithms, each combination run many times.

    Parameters
    ----------
    name
        The name of the folder in results/; letters, digits, dot, dash and underscore.
    problem
        The board; or a family of boards, or a file of them.
    algorithms
        The contestants, by labels of your choice.
    budget
        The limits at which a run stops.
    runs
        Repetitions of each combination. Thirty are a common minimum for statistics.
    seed
        All random numbers of the experiment follow from it.
    validate
        ``cp_sat``: an independent count confirms each claimed solution, and so does CP-SAT up to
        20,000 queens (200 with rules). Null: the independent count alone.
    keep_boards
        ``all``; the ``best`` of each combination; or ``none``. All are checked first.
    executor
        The processes of the runs; it changes no result.
    limits
        Limits at which a run is stopped by force.
    sweep
        A grid over any keys of problem, algorithms and budget: dotted key to list of values. Keys
        with commas between them change together; each of their values is a list.
    tune
        The task of ``metaqueens tune``: the best parameters of one of the algorithms.
    extends
        Another file, relative to this one, with the keys that this one leaves out.
    """

    name: str = Field(pattern=NAME, max_length=100)
    # Problem, algorithms and budget have checks of their own.
    problem: Any
    algorithms: dict[str, Any] = Field(min_length=1)
    budget: Any
    runs: int = Field(default=30, ge=1, le=MOST_RUNS)
    seed: int = Field(default=0, ge=0, lt=2**63)
    validation: Literal["cp_sat"] | None = Field(default="cp_sat", alias="validate")
    keep_boards: Literal["all", "best", "none"] = "all"
    executor: Executor = Executor()
    limits: Limits | None = None
    sweep: dict[str, list[Any]] | None = None
    tune: Tuning | None = None
    extends: None = None  # resolved before it gets here

    @model_validator(mode="after")
    def _check_limits(self) -> Self:
        if self.limits and self.executor.use == "dask":
            raise ValueError("limits hold for processes; Dask's workers are given their own")
        if self.limits and not hasattr(signal, "setitimer"):
            raise ValueError("limits need timers that this system lacks; leave limits out")
        return self
