"""Samples of runs that never were."""

import numpy as np

from metaqueens.analysis.data.samples import Sample


def sample(spent, algorithm="a", problem="p", budget=1000.0):
    """Runs that would need ``spent`` evaluations, of which the ``budget`` stops the dearer ones."""
    spent = np.asarray(spent, dtype=float)
    return Sample(
        problem, 8, algorithm, np.minimum(spent, budget), spent / 1e6, spent <= budget, 0, budget
    )
