"""Intervals of expected evaluations (ERT) and of their ratios, by the studentised bootstrap."""

import numpy as np
from scipy import stats

DRAWS, AT_ONCE = 200_000, 4_000
# With fewer solved runs than this the success rate decides, and its exact interval stands in.
FEW = 10


class Cell:
    """The runs of one setting: evaluations spent, and whether they solved."""

    def __init__(self, spent: np.ndarray, solved: np.ndarray, seed: int) -> None:
        self.spent, self.solved = spent.astype(float), solved.astype(bool)
        self.runs, self.successes = len(spent), int(solved.sum())
        self.log_ert, self.error = _log_ert(self.spent[None], self.solved[None])
        self._seed, self._draws = seed, None

    @property
    def few(self) -> bool:
        """Whether too few runs solved for a mean to say anything."""
        return self.successes < FEW

    def draws(self) -> tuple[np.ndarray, np.ndarray]:
        """How far resampled runs are from these, in log ERT, and their standard errors."""
        if self._draws is None:
            rng = np.random.default_rng(self._seed)
            parts = []
            for _ in range(DRAWS // AT_ONCE):
                at = rng.integers(0, self.runs, (AT_ONCE, self.runs))
                parts.append(_log_ert(self.spent[at], self.solved[at]))
            values, errors = (np.concatenate(part) for part in zip(*parts, strict=True))
            self._draws = (values - self.log_ert, errors)
        return self._draws

    def share(self, level: float) -> tuple[float, float]:
        """Clopper and Pearson's interval of the success rate."""
        found = stats.binomtest(self.successes, self.runs).proportion_ci(1 - level, "exact")
        return float(found.low), float(found.high)

    def ert(self, level: float) -> tuple[float, float]:
        """An interval of log ERT that errs in ``level`` of cases."""
        if self.few:
            low, high = self.share(level)
            with np.errstate(divide="ignore"):
                return tuple(np.log(self.spent.mean()) - np.log([high, low]))
        return _inverted(self.log_ert, self.error, *self.draws(), level)


def log_ratio(one: Cell, other: Cell, level: float) -> tuple[float, float]:
    """An interval of log ERT of ``one`` less that of ``other``."""
    if one.few or other.few:
        (low, high), (least, most) = one.ert(level / 2), other.ert(level / 2)
        return low - most, high - least
    (mine, my_errors), (theirs, their_errors) = one.draws(), other.draws()
    return _inverted(
        one.log_ert - other.log_ert, np.hypot(one.error, other.error),
        mine - theirs, np.hypot(my_errors, their_errors), level,
    )  # fmt: skip


def _inverted(value, error, deviations, errors, level: float) -> tuple[float, float]:
    """The bootstrap-t interval: the tails of the studentised deviations change sides."""
    low, high = np.quantile(deviations / errors, [level / 2, 1 - level / 2])
    return float(value - high * error), float(value - low * error)


def _log_ert(spent: np.ndarray, solved: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """log ERT of each row, and its standard error by the delta method."""
    cost, share = spent.mean(axis=1), solved.mean(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        influence = spent / cost[:, None] - solved / share[:, None]
        error = influence.std(axis=1, ddof=1) / np.sqrt(spent.shape[1])
        values = np.log(cost / share)
    return (values[0], error[0]) if len(values) == 1 else (values, error)
