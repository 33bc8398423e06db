"""How many runs a comparison needs, by simulation from pilot runs."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from math import log, nan
from typing import TYPE_CHECKING

import numpy as np

from metaqueens.analysis.estimate import limits
from metaqueens.analysis.inference.ranking import LEAST_BLOCKS
from metaqueens.analysis.inference.significance import wilcoxon

if TYPE_CHECKING:
    import pandas as pd

    from metaqueens.analysis.data.samples import Sample

POWER, LEVEL = 0.8, 0.05
RUNS = (5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000)
_DATA_SETS = 200


def plan(
    found: "Sequence[Sample]", factors: Sequence[float] = (1.2, 1.5, 2.0), compared: int = 1
) -> "pd.DataFrame":
    """Return the runs per algorithm at which a true ratio of ERTs would be seen four times in five.

    For each sample of pilot runs and each factor: two algorithms are drawn from those runs with
    replacement, one's costs multiplied by the factor (its budget too), and compared by the limits
    that verdicts rest on (``limits``), at a level of 5 % divided by ``compared`` pairs. Columns:
    problem, algorithm, pilot (runs), factor, runs (nan: more than a thousand).
    """
    import pandas as pd

    rows = [
        (
            one.problem,
            one.algorithm,
            len(one.solved),
            factor,
            _runs_needed(one, factor, LEVEL / compared),
        )
        for one in found
        if one.solved.sum() >= 2
        for factor in factors
    ]
    return pd.DataFrame(rows, columns=["problem", "algorithm", "pilot", "factor", "runs"])


def _runs_needed(pilot: "Sample", factor: float, level: float) -> float:
    """By bisection of ``RUNS``: with more runs more is seen."""
    tried = range(len(RUNS))
    place = bisect_left(tried, True, key=lambda k: _seen(pilot, factor, level, RUNS[k]))
    return RUNS[place] if place < len(RUNS) else nan


def _seen(pilot: "Sample", factor: float, level: float, runs: int) -> bool:
    """Whether enough of the simulated comparisons find the better one better."""
    rng = np.random.default_rng(runs)
    seen = 0
    for one, other in rng.integers(0, len(pilot.solved), (_DATA_SETS, 2, runs)):
        mine, theirs = (_limits(pilot, at) for at in (one, other))
        dearer = theirs._replace(
            value=theirs.value + log(factor),
            lower=theirs.lower + log(factor),
            upper=theirs.upper + log(factor),
        )
        seen += limits.p_of_difference(mine, dearer) <= level
    return seen >= POWER * _DATA_SETS


def plan_boards(
    pairs: "Iterable[tuple[str, str, str, np.ndarray]]", compared: int = 1
) -> "pd.DataFrame":
    """Return on how many boards of a family a difference like the one so far would be seen.

    ``pairs`` are those of ``families.differences``. So many boards are drawn from those so far with
    replacement, and tested by Wilcoxon's signed rank test at 5 % divided by ``compared`` pairs.
    Columns: family, better, other, pilot (boards so far), boards: at which the test sees it four
    times in five; nan where a thousand are too few, or fewer than six boards are known.
    """
    import pandas as pd

    rows = [
        (family, better, other, len(gaps), _boards_needed(gaps, LEVEL / compared))
        for family, better, other, gaps in pairs
    ]
    return pd.DataFrame(rows, columns=["family", "better", "other", "pilot", "boards"])


def _boards_needed(gaps: np.ndarray, level: float) -> float:
    if len(gaps) < LEAST_BLOCKS:
        return nan

    def is_seen(boards: int) -> bool:
        rng = np.random.default_rng(boards)
        drawn = rng.integers(0, len(gaps), (_DATA_SETS, boards))
        return bool(np.mean([wilcoxon(gaps[at]).p <= level for at in drawn]) >= POWER)

    tried = [boards for boards in RUNS if boards >= LEAST_BLOCKS]
    place = bisect_left(range(len(tried)), True, key=lambda k: is_seen(tried[k]))
    return tried[place] if place < len(tried) else nan


def _limits(pilot: "Sample", drawn: np.ndarray) -> limits.Limits:
    spent, solved = pilot.evaluations[drawn], pilot.solved[drawn]
    most = (pilot.limit, pilot.limit)
    return limits.of_mean(spent[solved], spent[~solved], per_solved=True, dearest=most)
