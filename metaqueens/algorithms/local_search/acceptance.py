"""Acceptance criteria of local search.

Each sets a limit: a move is made if the cost after it is at most this limit. Limits are in steps: 1
on n queens, measured on another problem (``search.measurement``). Kernels take the memory of a
criterion as an array, and its parameters, with the defaults of the problem or of a measurement, as
an ``AcceptancePlan``. ``signal`` is the name of the limit in films.
"""

from math import log
from typing import Annotated, ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import Discriminator, Field, PositiveFloat, PositiveInt, Tag

from metaqueens.core.choices import make_enum
from metaqueens.core.jit import kernel
from metaqueens.core.random import draw_uniform, is_below_exp
from metaqueens.problem.base import BaseProblem
from metaqueens.search.measurement import Measured
from metaqueens.text.validation import Strict, use_of_part

CriterionName = Literal[
    "metropolis", "threshold", "late_acceptance", "great_deluge", "record_to_record"
]
Criterion = make_enum("Criterion", CriterionName, __name__)


class AcceptancePlan(NamedTuple):
    """A criterion for one problem, for kernels.

    level : the temperature, the first threshold, the rise of the water, the deviation
    length : number of evaluations of a cycle
    size : number of costs in the memory
    patience : number of evaluations without progress after which these are raised
    """

    level: float
    length: int = 1
    size: int = 1
    patience: int = 0


class Metropolis(Strict):
    """A worsening move is made with probability exp(-change / T), at a constant temperature T [1]_.

    .. [1] Metropolis, Rosenbluth, Rosenbluth, Teller & Teller (1953). Equation of state
           calculations by fast computing machines. J. Chemical Physics 21: 1087-1092.

    Parameters
    ----------
    temperature
        In units of the cost; null for the end of annealing's schedules: 0.4 / ln n on plain
        boards, and measured on a problem other than n queens.
    """

    use: Literal["metropolis"] = "metropolis"
    signal: ClassVar[str] = "temperature"

    temperature: PositiveFloat | None = None

    def plan(self, problem: BaseProblem, measured: Measured | None = None) -> AcceptancePlan:
        law = problem.temperatures()[1] / log(max(problem.n, 2))
        usual = measured.temperature if measured else law
        return AcceptancePlan(self.temperature or usual)


class Threshold(Strict):
    """A move is made if it worsens by no more than a threshold, which falls to 0 [1]_.

    It falls by the same amount in every evaluation, and then starts again: costs are whole numbers,
    so that no worsening move is made below 1.

    .. [1] Dueck & Scheuer (1990). Threshold accepting: a general purpose optimization algorithm
           appearing superior to simulated annealing. J. Computational Physics 90: 161-175.

    Parameters
    ----------
    highest
        The first threshold, in steps.
    length
        Number of evaluations in which it falls to 0; null for 4 n^2, some for each move.
    """

    use: Literal["threshold"] = "threshold"
    signal: ClassVar[str] = "threshold"

    highest: PositiveFloat = 1.05
    length: PositiveInt | None = Field(default=None, le=2**40)

    def plan(self, problem: BaseProblem, measured: Measured | None = None) -> AcceptancePlan:
        return AcceptancePlan(self.highest * step_of(measured), self.length or 4 * problem.n**2)


class LateAcceptance(Strict):
    """A move is made if the cost is at most the present one, or the one ``length`` steps ago [1]_.

    After ``patience`` evaluations without progress, the whole memory is set to ``rise`` above the
    present cost.

    .. [1] Burke & Bykov (2017). The late acceptance hill-climbing heuristic. European J.
           Operational Research 258: 70-78.

    Parameters
    ----------
    length
        Number of evaluations between the present and the compared cost.
    rise
        In steps on n queens, in units of two steps on another problem.
    patience
        Number of evaluations; null for 4 n^2, some for each move; measured on a problem other than
        n queens: the number of moves times the number of states of a plateau.
    """

    use: Literal["late_acceptance"] = "late_acceptance"
    signal: ClassVar[str] = "limit"

    length: int = Field(default=10, ge=1, le=10_000_000)
    rise: int = Field(default=1, ge=0)
    patience: PositiveInt | None = None

    def plan(self, problem: BaseProblem, measured: Measured | None = None) -> AcceptancePlan:
        patience = self.patience or (measured.patience if measured else 4 * problem.n**2)
        return AcceptancePlan(self.rise * step_of(measured, 2.0), 1, self.length, patience)


class GreatDeluge(Strict):
    """A move is made if the cost is at most the water's level, which falls [1]_.

    It is also made if the cost is at most the present one (Burke, Bykov, Newall & Petrovic 2004).
    The level begins at the first cost, falls evenly to 0, and starts again at ``rise`` above the
    present cost.

    .. [1] Dueck (1993). New optimization heuristics: the great deluge algorithm and the
           record-to-record travel. J. Computational Physics 104: 86-92.

    Parameters
    ----------
    rise
        In steps on n queens, in units of two steps on another problem.
    length
        Number of evaluations in which it falls to 0; null for 100 n.
    """

    use: Literal["great_deluge"] = "great_deluge"
    signal: ClassVar[str] = "level"

    rise: PositiveFloat = 1.0
    length: PositiveInt | None = None

    def plan(self, problem: BaseProblem, measured: Measured | None = None) -> AcceptancePlan:
        return AcceptancePlan(self.rise * step_of(measured, 2.0), self.length or 100 * problem.n)


class RecordToRecord(Strict):
    """A move is made if the cost is at most a deviation above the best one so far [1]_.

    .. [1] Dueck (1993). New optimization heuristics: the great deluge algorithm and the
           record-to-record travel. J. Computational Physics 104: 86-92.

    Parameters
    ----------
    deviation
        In steps.
    """

    use: Literal["record_to_record"] = "record_to_record"
    signal: ClassVar[str] = "limit"

    deviation: int = Field(default=1, ge=0)

    def plan(self, problem: BaseProblem, measured: Measured | None = None) -> AcceptancePlan:
        return AcceptancePlan(self.deviation * (measured.step if measured else 1.0))


def step_of(measured: Measured | None, steps: float = 1.0) -> float:
    """Return the unit of limits that accept some worsening moves: a number of steps, at least 1."""
    return max(1.0, steps * measured.step) if measured else 1.0


Acceptance = Annotated[
    Annotated[LateAcceptance, Tag("late_acceptance")]
    | Annotated[Metropolis, Tag("metropolis")]
    | Annotated[Threshold, Tag("threshold")]
    | Annotated[GreatDeluge, Tag("great_deluge")]
    | Annotated[RecordToRecord, Tag("record_to_record")],
    Discriminator(lambda value: use_of_part(value, "late_acceptance")),
]


def memory_of(plan: AcceptancePlan, cost: int) -> np.ndarray:
    """Return the memory of a criterion that begins at ``cost``.

    It has the last costs, or the water's first level; then the lowest cost since the memory was
    raised, and the evaluation that reached it.
    """
    return np.array([cost] * plan.size + [cost, 1], float)


@kernel
def level_at(criterion, plan, memory, evaluations):
    """Return the limit, the threshold or the temperature that decides on a move."""
    if criterion == Criterion.THRESHOLD:
        return plan.level * (1 - (evaluations % plan.length) / plan.length)
    if criterion == Criterion.GREAT_DELUGE:
        return memory[0] * (1 - (evaluations % plan.length) / plan.length)
    return plan.level


@kernel
def accepts(criterion, level, remembered, cost, best_cost, change, stream):
    """Return whether a move is made; ``remembered`` is the cost of late acceptance's memory."""
    if criterion == Criterion.METROPOLIS:
        return change <= 0 or is_below_exp(draw_uniform(stream), change / level)
    if criterion == Criterion.THRESHOLD:
        return change <= level
    if criterion == Criterion.LATE_ACCEPTANCE:
        return change <= 0 or cost + change <= remembered
    if criterion == Criterion.GREAT_DELUGE:
        return change <= 0 or cost + change <= level
    return cost + change <= best_cost + level


@kernel
def raise_water(plan, memory, cost, evaluations):
    """Begin a cycle of the deluge above the present cost; call it at every 64th evaluation."""
    if evaluations >= plan.length and evaluations % plan.length < 64:
        memory[0] = cost + plan.level


@kernel
def raise_memory(plan, memory, cost, evaluations):
    """Raise the memory after a long time without progress; call it once per cycle of the memory."""
    fewest, since = plan.size, plan.size + 1
    if cost < memory[fewest]:
        memory[fewest], memory[since] = cost, evaluations
    elif evaluations - memory[since] >= plan.patience:
        memory[: plan.size] = cost + plan.level
        memory[fewest], memory[since] = cost + plan.level, evaluations
