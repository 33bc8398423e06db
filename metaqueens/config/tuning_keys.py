"""The ``tune`` block of a file: which parameters, over which ranges, for what, on what."""

from math import exp, log
from typing import Annotated, Any, Literal, Self

import numpy as np
from pydantic import (
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    PositiveInt,
    Tag,
    model_validator,
)
from pydantic_core import PydanticCustomError

from metaqueens.metrics import goals
from metaqueens.search.parameters import Strict

SamplerName = Literal["tpe", "random", "grid", "gp"]
GRID_POINTS = 5


def _known_goal(word: Any) -> Any:
    known = [*goals()]
    if word not in known:
        said = {"expected": ", ".join(map(repr, known))}
        raise PydanticCustomError("literal_error", "expected one of {expected}", said)
    return word


def _name_goals(schema: dict[str, Any]) -> None:
    schema["enum"] = [*goals()]


# What is minimised: a word of ``metrics.goals``.
Goal = Annotated[str, BeforeValidator(_known_goal), Field(json_schema_extra=_name_goals)]


class Dimension(Strict):
    """What a parameter may be: one of int, float and choice.

    Parameters
    ----------
    int, float
        The smallest and the largest value.
    choice
        Words, numbers, or whole parts such as {use: roulette}.
    log
        Whether ratios count, not differences: for what may differ by powers of ten.
    when
        Asked only where other parameters of the space have these values; where it is not given,
        a parameter that the chosen variant does not have is not asked.
    """

    whole: list[int] | None = Field(default=None, alias="int")
    real: list[float] | None = Field(default=None, alias="float")
    choice: list[Any] | None = Field(default=None, min_length=1)
    log: bool = False
    when: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        ranges = [one for one in (self.whole, self.real) if one is not None]
        if len(ranges) + (self.choice is not None) != 1:
            raise ValueError("expected one of int: [low, high], float: [low, high], choice: [...]")
        for one in ranges:
            if len(one) != 2 or not one[0] < one[1]:
                raise ValueError(f"expected [low, high] with low below high, got {one}")
            if self.log and one[0] <= 0:
                raise ValueError(f"log: the range must be above 0, got {one}")
        if self.log and not ranges:
            raise ValueError("log goes with int and float")
        if self.choice and any(self.choice.count(one) > 1 for one in self.choice):
            raise ValueError("a choice stands there twice")
        return self

    @property
    def ends(self) -> list[Any]:
        """Low and high, or every choice."""
        return list(self.whole or self.real or self.choice or ())

    def contains(self, value: Any) -> bool:
        """Whether ``value`` can be chosen."""
        if self.choice is not None:
            return any(value == one and type(value) is type(one) for one in self.choice)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        low, high = self.ends
        return low <= value <= high and (self.whole is None or isinstance(value, int))

    def draw(self, rng: np.random.Generator) -> Any:
        """One of its values at random, all alike; alike on the scale of logarithms with ``log``."""
        if self.choice is not None:
            return self.choice[int(rng.integers(len(self.choice)))]
        low, high = self.ends
        # A whole number stands for all that rounds to it, so that both ends get their share.
        margin = 0.5 if self.whole else 0.0
        least, most = low - margin, high + margin
        share = float(rng.random())
        drawn = (
            exp(log(least) + share * log(most / least))
            if self.log
            else (least + share * (most - least))
        )
        return min(max(round(drawn) if self.whole else drawn, low), high)

    def grid(self) -> list[Any]:
        """Five values from low to high, or every choice."""
        if self.choice is not None:
            return self.choice
        low, high = self.ends
        steps = [k / (GRID_POINTS - 1) for k in range(GRID_POINTS)]
        if self.log:
            points = [exp(log(low) + k * log(high / low)) for k in steps]
        else:
            points = [low + k * (high - low) for k in steps]
        points = [low, *points[1:-1], high]
        return sorted({round(one) for one in points}) if self.whole else points


class Trials(Strict):
    """On what settings are tried: lists of values of any keys of problem and budget, and runs.

    Parameters
    ----------
    runs
        Repetitions on each combination.
    """

    model_config = ConfigDict(extra="allow")

    runs: PositiveInt = 10


def _kind_of_space(given: Any) -> str:
    return "auto" if isinstance(given, str) else "ranges"


class Tuning(Strict):
    """The parameters of one algorithm, to be set so that a cost is least.

    Parameters
    ----------
    algorithm
        Its label.
    minimise
        A metric by its name, such as ``ert``; or ``par10_evaluations`` for ``par10``,
        ``median_seconds`` for ``median_time``, ``1 - success`` for the share of unsolved runs. In
        medians and other quantiles an unsolved run counts as ten times its budget, or what it took.
    max_runs
        Single runs in all: search, ablation and test; resuming counts those that are there.
    train
        The problems that settings are compared on.
    test
        Problems that the search never sees, for the best setting against the default.
    space
        Dotted key of the algorithm to what it may be; ``auto`` for all that its fields tell.
    forbidden
        Settings for which one of these holds are not tried: comparisons, and, or, not, + - * /.
    sampler
        Who proposes: Optuna's ``tpe`` or ``gp`` (needs PyTorch), ``random``, or a ``grid`` of five
        values a range.
    batch
        Settings proposed at a time, whatever the number of processes.
    """

    algorithm: str
    minimise: Goal = "par10_evaluations"
    max_runs: PositiveInt
    train: Trials
    test: Trials
    space: Annotated[
        Annotated[Literal["auto"], Tag("auto")]
        | Annotated[dict[str, Dimension], Field(min_length=1), Tag("ranges")],
        Discriminator(_kind_of_space),
    ]
    forbidden: list[str] = Field(default_factory=list)
    sampler: SamplerName = "tpe"
    batch: int = Field(default=8, ge=1, le=1000)
