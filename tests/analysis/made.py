"""Runs that never were, as tables and as samples."""

from math import inf

import numpy as np
import pandas as pd

from metaqueens.analysis.data.samples import Sample


def sample(spent, algorithm="a", problem="p", budget=1000.0):
    """Runs that would need ``spent`` evaluations, of which the ``budget`` stops the dearer ones."""
    spent = np.asarray(spent, dtype=float)
    return Sample(
        problem,
        8,
        algorithm,
        np.minimum(spent, budget),
        spent / 1e6,
        spent <= budget,
        0,
        budget,
        np.where(spent <= budget, 0.0, 1.0),
    )


def frame(costs, budget=1000, **columns):
    """Runs by algorithm, one for each cost; None, or more than the ``budget``, did not solve."""
    parts = []
    for algorithm, each in costs.items():
        spent = np.array([inf if cost is None else cost for cost in each], dtype=float)
        known = {
            "algorithm": algorithm, "problem": "p", "seed": range(len(spent)),
            "evaluations": np.minimum(spent, budget), "solved": spent <= budget,
            "seconds": np.minimum(spent, budget) / 1e6, "budget_evaluations": budget,
        }  # fmt: skip
        parts.append(pd.DataFrame(known | columns))
    return pd.concat(parts, ignore_index=True)


def data(**columns):
    """Four runs of one algorithm, or what ``columns`` make of them."""
    known = {"algorithm": "a", "problem": "p", "seed": range(4), "evaluations": [1, 2, 3, 4],
             "solved": True, "budget_evaluations": 10}  # fmt: skip
    return pd.DataFrame(known | columns)
