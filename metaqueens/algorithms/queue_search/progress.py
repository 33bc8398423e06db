"""The state of a queue search, and what it reports."""

from typing import NamedTuple, Self

import numpy as np

from metaqueens.search.standing import PLACED, Standing


class Start(Standing):
    """The first board, all queens on one diagonal: laid out only where somebody looks at it.

    Kept beside the layout it would cost 4 bytes a queen and, at 10^8, a tenth of the time.
    """

    __slots__ = ()

    @property
    def queens(self) -> np.ndarray:
        return np.arange(len(self[0]), dtype=np.int32)


class Progress(NamedTuple):
    """How far a search has come.

    batch : the next batch of rows to append to the queue
    column : the first column without a queen
    at : the next place of the queue to try; while it is filled, to fill
    lap : ``column`` when this pass began
    idle : partners tried in vain for the queen of ``column``
    placed, trials, passes, swap_tests, restarts : counts since the search began
    """

    batch: int = 0
    column: int = 0
    at: int = 0
    lap: int = 0
    idle: int = 0
    placed: int = 0
    trials: int = 0
    passes: int = 0
    swap_tests: int = 0
    restarts: int = 0

    @property
    def evaluations(self) -> int:
        """The first board, and all squares and trades priced."""
        return 1 + self.trials + self.swap_tests

    def standing(self, best: np.ndarray, guards: int, found_at: int, rows: np.ndarray) -> Standing:
        """The best board, with what was counted so far; ``rows`` are queens, then the queue."""
        kind = Start if found_at == 1 else Standing
        counters = {
            "trials": self.trials,
            "passes": self.passes,
            "swap_tests": self.swap_tests,
            "restarts": self.restarts,
        }
        counts = self.evaluations, self.placed, counters
        return kind(
            best, guards, found_at, *counts, current=rows, signals=lambda: {PLACED: self.column}
        )

    def restarted(self) -> Self:
        """The start of another attempt."""
        return self._replace(batch=0, column=0, at=0, lap=0, idle=0, restarts=self.restarts + 1)
