"""Estimation of distribution [1]_ with independent variables, and cross-entropy [2]_.

.. [1] Muehlenbein & Paass (1996). From recombination of genes to the estimation of distributions
       I. Binary parameters. PPSN IV, LNCS 1141: 178-187.
.. [2] Rubinstein (1999). The cross-entropy method for combinatorial and continuous optimization.
       Methodology and Computing in Applied Probability 1(2): 127-190.
.. [3] Baluja (1994). Population-based incremental learning. Technical report CMU-CS-94-163.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Self

import numpy as np
from pydantic import Field, PositiveInt

from metaqueens.algorithms.model_based.drawing import ModelProgress, ModelSearch, draw_solution
from metaqueens.core.choices import NO_LIMIT, Encoding
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.state import U, copy_values
from metaqueens.problem.space import Space
from metaqueens.search.walk import Walk, keep_best, update_best


class DistributionSettings(NamedTuple):
    """The parameters for kernels.

    selected : number of solutions from which the model learns
    least : the lowest probability of a value
    restart_after : number of generations
    """

    selected: int
    learning_rate: float
    least: float
    elitism: bool
    restart_after: int


class Model(NamedTuple):
    """The model, and the generation drawn from it.

    chances : (n, value_count) float64, the probabilities of values by variable; sums are nearly 1
    boards : (k, n) int32
    cost : (k,) int64
    best : (n,) int32, the best solution since the model started or restarted
    """

    chances: np.ndarray
    boards: np.ndarray
    cost: np.ndarray
    best: np.ndarray

    @classmethod
    def even(cls, space: Space, population: int) -> Self:
        """Make a model with the same probability for all values."""
        n, values = space.n, space.value_count
        boards, cost = np.zeros((population, n), np.int32), np.zeros(population, np.int64)
        return cls(np.full((n, values), 1 / values), boards, cost, np.zeros(n, np.int32))


class EstimationOfDistribution(ModelSearch):
    """Draw solutions from probabilities of each value; move these towards the best solutions.

    The variables are drawn in random order: on ``permutation`` without replacement, on ``rows``
    independently. Each probability then becomes (1 - rate) times the old one plus rate times the
    share of the selected solutions with this value, but at least ``variation`` / n^2.

    With a rate of 1 this is UMDA [1]_, with a small rate PBIL [3]_, and without elitism and lower
    limit the cross-entropy method, with the rate as its smoothing [2]_.

    >>> from metaqueens import solve
    >>> solve(10, EstimationOfDistribution(population=50), seed=1).solved
    True

    Parameters
    ----------
    population
        Number of solutions in a generation.
    selected
        Share of the best solutions from which the model learns; at least one solution.
    learning_rate
        The rate at which the model changes in a generation.
    variation
        About the number of variables that differ from the model after convergence; with 0 a value
        may never occur again.
    elitism
        Whether the best solution so far replaces the best of each generation.
    restart_after
        Number of generations without an improvement before a restart; null for no restarts.
    """

    refuses = {"start": "an even model"}  # noqa: RUF012
    called, counter = "estimation of distribution", "model_restarts"

    population: int = Field(default=50, ge=2)
    selected: float = Field(default=0.1, gt=0, le=1)
    learning_rate: float = Field(default=0.3, gt=0, le=1)
    variation: float = Field(default=3.0, ge=0, le=100)
    elitism: bool = True
    restart_after: PositiveInt | None = None

    def settings(self, space: Space) -> DistributionSettings:
        """Return the parameters for kernels."""
        selected = max(1, round(self.selected * self.population))
        least = self.variation / (space.n * space.value_count)
        return DistributionSettings(
            selected,
            self.learning_rate,
            least,
            self.elitism,
            self.restart_after or NO_LIMIT,
        )

    def begin(
        self, space: Space
    ) -> tuple[Any, DistributionSettings, Model, Callable[[], dict[str, float]]]:
        model = Model.even(space, self.population)

        def signals() -> dict[str, float]:
            return {"mean_highest_chance": float(np.mean(model.chances.max(axis=1)))}

        return _search[space.code], self.settings(space), model, signals


@specialise(Encoding)
def _search(encoding):
    @kernel
    def search(walk, room, model, progress, settings, until, stream):
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        drawn, lowest, idle, restarts = progress
        while evaluations < until and best_cost > 0:
            keep_best(cost, best_cost, state.values, best)
            cost = draw_solution(encoding, state, room, model.chances, None, stream)
            evaluations += 1
            best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
            model.cost[U(drawn)] = cost
            copy_values(model.boards[drawn], state.values)
            drawn += 1
            if cost < lowest:
                idle = -1
            if cost <= lowest:
                lowest = cost
                copy_values(model.best, state.values)
            if drawn == model.cost.size:
                drawn, idle = 0, idle + 1
                steps += 1
                _learn(model, settings)
                if idle == settings.restart_after:
                    model.chances[:] = 1.0 / model.chances.shape[1]
                    lowest, idle, restarts = NO_LIMIT, 0, restarts + 1
        return (
            Walk(state, cost, best, best_cost, found_at, evaluations, steps),
            ModelProgress(drawn, lowest, idle, restarts),
        )

    return search


@kernel
def _learn(model, settings):
    """Move the probabilities towards the selected solutions."""
    chances, boards, cost, best = model
    limit = np.sort(cost)[settings.selected - 1]
    ties = settings.selected
    for k in range(cost.size):
        ties -= cost[U(k)] < limit
    chances *= 1 - settings.learning_rate
    share = settings.learning_rate / settings.selected
    first = cost.argmin() if settings.elitism else -1
    for k in range(cost.size):
        if cost[U(k)] < limit or (cost[U(k)] == limit and ties > 0):
            ties -= cost[U(k)] == limit
            _add(chances, best if k == first else boards[k], share)
    _keep(chances, settings.least)


@kernel
def _add(chances, values, share):
    for i in range(values.size):
        chances[U(i), U(values[U(i)])] += share


@kernel
def _keep(chances, least):
    """Raise all probabilities to the lowest one."""
    for i in range(chances.shape[0]):
        for value in range(chances.shape[1]):
            chances[U(i), U(value)] = max(chances[U(i), U(value)], least)
