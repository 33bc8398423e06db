"""The solutions of a population: draw them, evaluate them."""

import numpy as np

from metaqueens.core.choices import Encoding
from metaqueens.core.jit import kernel
from metaqueens.core.state import draw_all_values, evaluate, value_count


@kernel
def draw_population(count, encoding, state, stream):
    """Return solutions drawn uniformly from the encoding, (count, n) int32."""
    population = np.empty((count, state.values.size), np.int32)
    for values in population:
        draw_all_values(encoding, values, value_count(state), stream)
    return population


@kernel
def evaluate_population(population, state):
    """Return the cost of each solution of ``population``, (k, n), as (k,) int64."""
    costs = np.empty(population.shape[0], np.int64)
    for k in range(costs.size):
        costs[k] = evaluate(Encoding.ROWS, state, population[k])
    return costs
