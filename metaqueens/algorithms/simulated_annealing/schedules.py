"""Cooling schedules: the temperature as a function of the evaluations made."""

from math import exp, log
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Discriminator, Field, PositiveFloat, PositiveInt, Tag

from metaqueens.core.jit import kernel
from metaqueens.search.parameters import Strict

# n queens at temperature T keep about n exp(-1/T) guards, so T must fall as 1/ln n. Measured at
# n = 8 ... 1000: below 0.5/ln n both encodings solve every board, above 1/ln n rows solve none.
HOT, COLD, LENGTH = 0.8, 0.4, 100
# What is worth trying where a temperature is tuned: below, nothing is accepted, above, all is.
TEMPERATURE: Any = Field(
    default=None, json_schema_extra={"tune": {"float": [0.03, 3.0], "log": True}}
)


class Plan(NamedTuple):
    """A schedule for one n, as kernels take it.

    linear : whether the temperature falls by the same amount, not by the same factor
    hot, cold : the first and the last temperature, in guards
    length : evaluations from hot to cold
    cycles : how many times it falls
    """

    linear: bool
    hot: float
    cold: float
    length: int
    cycles: int


class Cooling(Strict):
    """From ``hot`` to ``cold``, then at ``cold`` for as long as the budget lasts.

    Parameters
    ----------
    hot, cold
        Temperature at the start and at the end, in guards; null for 0.8 / ln n, and for 0.4 / ln n
        or hot where that is less.
    length
        Evaluations from hot to cold; null for 100 n.
    reheats
        How many times to jump back to hot and cool again.
    """

    linear: ClassVar[bool]

    hot: PositiveFloat | None = TEMPERATURE
    cold: PositiveFloat | None = TEMPERATURE
    length: PositiveInt | None = None
    reheats: int = Field(default=0, ge=0)

    def plan(self, n: int) -> Plan:
        """Fill in what scales with ``n``."""
        scale = 1 / log(max(n, 2))
        hot = self.hot or HOT * scale
        cold = self.cold or min(COLD * scale, hot)
        if hot < cold:
            raise ValueError(
                f"schedule: hot must not be below cold; at n = {n} hot is {hot:g}, cold {cold:g}"
            )
        return Plan(self.linear, hot, cold, self.length or LENGTH * n, self.reheats + 1)


class Geometric(Cooling):
    """The temperature falls by the same factor in every evaluation."""

    linear = False
    use: Literal["geometric"] = "geometric"


class Linear(Cooling):
    """The temperature falls by the same amount in every evaluation."""

    linear = True
    use: Literal["linear"] = "linear"


class Constant(Strict):
    """One temperature throughout: the Metropolis algorithm.

    Parameters
    ----------
    temperature
        In guards; null for 0.4 / ln n.
    """

    use: Literal["constant"] = "constant"
    temperature: PositiveFloat | None = TEMPERATURE

    def plan(self, n: int) -> Plan:
        """Fill in what scales with ``n``."""
        temperature = self.temperature or COLD / log(max(n, 2))
        return Plan(True, temperature, temperature, 1, 1)


def _schedule_kind(given: Any) -> Any:
    if isinstance(given, dict):
        return given.get("use", "geometric")
    return getattr(given, "use", None)


Schedule = Annotated[
    Annotated[Geometric, Tag("geometric")]
    | Annotated[Linear, Tag("linear")]
    | Annotated[Constant, Tag("constant")],
    Discriminator(_schedule_kind),
]


@kernel
def temperature_at(plan, evaluations):
    """The temperature after so many evaluations."""
    cycle, at = divmod(evaluations, plan.length)
    if cycle >= plan.cycles:
        return plan.cold
    if plan.linear:
        return plan.hot + (plan.cold - plan.hot) * (at / plan.length)
    return plan.hot * exp(log(plan.cold / plan.hot) * (at / plan.length))
