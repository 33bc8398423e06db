import numpy as np
import pytest

from metaqueens.exact.tree_size import estimate
from metaqueens.queens.problem import Queens

from . import oracle


def covers(mean, truth):
    """Within four standard errors: once in 16,000 seeds it is not, and these seeds are fixed."""
    return abs(mean.value - truth) <= 4 * mean.error


def exact_moments(n):
    """Mean and variance of one descent's nodes and solutions, over all descents there are."""
    moments = np.zeros(4)

    def descend(board, chance, product, tree):
        free = [row for row in range(n) if oracle.guards((*board, row)) == 0]
        if len(board) == n or not free:
            leaves = product if len(board) == n else 0
            moments[:] += chance * np.array([tree, tree**2, leaves, leaves**2])
            return
        product *= len(free)
        for row in free:
            descend((*board, row), chance / len(free), product, tree + product)

    descend((), 1.0, 1, 1)
    nodes, nodes2, solutions, solutions2 = moments
    return nodes, nodes2 - nodes**2, solutions, solutions2 - solutions**2


@pytest.mark.compiled("a hundred thousand descents")
@pytest.mark.parametrize("n", range(1, 7))
def test_means_and_errors_are_those_of_all_descents(n, rng):
    nodes, node_variance, solutions, solution_variance = exact_moments(n)
    assert nodes == pytest.approx(sum(oracle.levels(n)))
    assert solutions == pytest.approx(oracle.SOLUTIONS[n])
    samples = 100_000
    found = estimate(Queens(n), samples, rng)
    assert covers(found.nodes, nodes)
    assert covers(found.solutions, solutions)
    assert found.nodes.error == pytest.approx((node_variance / samples) ** 0.5, rel=0.05, abs=1e-9)
    error = (solution_variance / samples) ** 0.5
    assert found.solutions.error == pytest.approx(error, rel=0.05, abs=1e-9)


@pytest.mark.compiled("a million descents")
def test_the_intervals_cover_the_truth_as_often_as_they_say(rng):
    intervals = [estimate(Queens(8), 2000, rng).nodes.ci95 for _ in range(400)]
    covered = sum(low <= 2057 <= high for low, high in intervals)
    assert 360 <= covered <= 395


def test_no_interval_reaches_below_nothing(rng):
    assert estimate(Queens(30), 10, rng).solutions.ci95[0] >= 0
