"""The numbers of a population that a film shows, beside the best solution of each generation."""

import numpy as np

from metaqueens.search.snapshot import Population

# The titles of the numbers.
TITLES = {
    "mean": "mean",
    "worst": "most",
    "distinct": "distinct boards",
    "distance": "mean distance",
}
# The charts of the diversity; those of the cost are in one chart with the best.
CURVES = {
    "distinct boards": {"current": "distinct"},
    "columns in which two boards differ, on average": {"current": "distance"},
}


def describe_population(population: Population) -> dict[str, float]:
    """Return the mean and highest cost of a population, and two measures of its diversity."""
    boards, costs = population.boards, population.costs
    return {
        "mean": round(float(costs.mean()), 2),
        "worst": int(costs.max()),
        "distinct": len(np.unique(boards, axis=0)),
        "distance": round(mean_distance(boards), 2),
    }


def mean_distance(boards: np.ndarray) -> float:
    """Return the mean number of columns in which two of ``boards``, (k, n), differ."""
    size, n = boards.shape
    alike = sum(
        int((count * (count - 1)).sum()) for count in (np.bincount(rows) for rows in boards.T)
    )
    return float(n - alike / (size * (size - 1)))
