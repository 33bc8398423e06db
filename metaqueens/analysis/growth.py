"""How cost grows with n: a power law for each algorithm."""

import numpy as np
import pandas as pd

LEAST_SIZES = 4


def fit_power_laws(table: pd.DataFrame, name: str) -> pd.DataFrame:
    """Return a row per algorithm of the ``table`` with a cost at four sizes or more: a n^b.

    A line is fitted to log cost over log n by least squares. ``b_low`` and ``b_high`` are the 95 %
    interval of its slope, which holds if growth is a power of n. A size at which no run solved
    is left out, and with it all that are larger: without it growth would look milder than it is.
    None of an algorithm with several problems of one size. Columns: algorithm, sizes, a, b, b_low,
    b_high.
    """
    rows = []
    for algorithm, cells in table[table.n > 1].groupby("algorithm", sort=False):
        known = cells[((cells[name] > 0) & np.isfinite(cells[name])).cummin()]
        if len(known) < LEAST_SIZES or known.n.duplicated().any():
            continue
        from scipy import stats  # half a second of a command that needs no growth

        line = stats.linregress(np.log(known.n), np.log(known[name]))
        reach = stats.t.ppf(0.975, len(known) - 2) * line.stderr
        b = float(line.slope)
        law = float(np.exp(line.intercept)), b, b - reach, b + reach
        rows.append((str(algorithm), len(known), *law))
    return pd.DataFrame(rows, columns=["algorithm", "sizes", "a", "b", "b_low", "b_high"])
