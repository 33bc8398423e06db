"""Performance profiles and data profiles over many problems, and quality at a fixed budget."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

FACTORS = (1.0, 1.5, 2.0, 5.0, 10.0, 100.0)


def performance(
    table: "pd.DataFrame", metric: str = "ert", factors: Sequence[float] = FACTORS
) -> "pd.DataFrame":
    """The share of problems on which each algorithm is within a factor of the best [1]_.

    ``table`` is that of a comparison by a metric of which less is better. A row per algorithm, a
    column per factor; ``problems`` counts those that the algorithm ran on. Where it did not run, or
    its value is infinite, it is within no factor of the best. A problem that nobody solved is left
    out.

    .. [1] Dolan & More (2002). Benchmarking optimization software with performance profiles. Math.
           Programming 91: 201-213.
    """
    import pandas as pd

    values = table.pivot_table(
        index="problem",
        columns="algorithm",
        values=metric,
        aggfunc="min",
        sort=False,
        observed=True,
    )
    values = values[np.isfinite(values.min(axis=1))]
    ratios = values.div(values.min(axis=1), axis=0)
    # A relative millionth: a tie is a tie whatever the rounding.
    shares = {factor: (ratios <= factor * (1 + 1e-6)).mean() for factor in factors}
    found = pd.DataFrame(shares)
    found.insert(0, "problems", values.notna().sum())
    return found


def data(runs: "pd.DataFrame", budgets: Sequence[float] = ()) -> "pd.DataFrame":
    """The share of runs on all problems together that had solved by each budget [1]_.

    ``budgets`` are evaluations; without them, powers of ten from the first that solved anything. A
    problem weighs the same whatever its number of runs. From the first evaluation count at which an
    unsolved run ended, a share is a lower bound. Only problems that all algorithms ran on count.

    .. [1] More & Wild (2009). Benchmarking derivative-free optimization algorithms. SIAM J.
           Optimization 20: 172-191.
    """
    import pandas as pd

    finished = runs[runs.status != "failed"]
    shared = finished.groupby("problem", observed=True).algorithm.nunique()
    shared = shared.index[shared == finished.algorithm.nunique()]
    finished = finished[finished.problem.isin(shared)]
    if not budgets:
        spent = finished.evaluations[finished.solved]
        ends = np.log10([max(1, spent.min()), max(1, spent.max())]) if len(spent) else (0, 0)
        budgets = [10.0**k for k in range(int(np.floor(ends[0])), int(np.ceil(ends[1])) + 1)]
    rows = {}
    for name, group in finished.groupby("algorithm", observed=True, sort=False):
        by_problem = [
            [np.mean(one.solved & (one.evaluations <= budget)) for budget in budgets]
            for _, one in group.groupby("problem", observed=True)
        ]
        rows[str(name)] = np.mean(by_problem, axis=0)
    found = pd.DataFrame.from_dict(rows, orient="index", columns=list(budgets))
    found.insert(0, "problems", len(shared))
    return found


def left(runs: "pd.DataFrame") -> "pd.DataFrame":
    """The attacking pairs that are left: a row per problem and algorithm.

    Columns: problem, algorithm, runs, solved, best, q25, median, q75, worst. ``runs`` are such as
    ``anytime.at_budget`` gives, or any as they ended. What is left in a run that the exact check
    rejected is not known: its claim is in none of the numbers, which are nan where no other ran.
    """
    import pandas as pd

    finished = runs[runs.status != "failed"]
    believed = finished.guards.where(finished.verdict != "rejected")
    quantiles = {"best": 0.0, "q25": 0.25, "median": 0.5, "q75": 0.75, "worst": 1.0}
    rows = [
        {
            "problem": problem,
            "algorithm": algorithm,
            "runs": len(group),
            "solved": int(group.solved.sum()),
            **{name: float(group.believed.quantile(q)) for name, q in quantiles.items()},
        }
        for (problem, algorithm), group in finished.assign(believed=believed).groupby(
            ["problem", "algorithm"], observed=True, sort=False
        )
    ]
    return pd.DataFrame(rows)
