"""Restarts of any search after a number of evaluations.

A policy gives the number of evaluations of each try. A try is the algorithm's own search with the
next random draws; if it is stuck and returns, the next try begins at once. The counts of all tries
are added, and the result of the run is the best of all tries.
"""

from collections.abc import Callable, Iterator
from itertools import count, repeat
from typing import Literal

import numpy as np
from pydantic import PositiveInt

from metaqueens.problem.space import Space
from metaqueens.search.budget import Checkpoints, NestedCheckpoints
from metaqueens.search.snapshot import Snapshot
from metaqueens.text.validation import Strict


class Restarts(Strict):
    """The length of each try.

    Parameters
    ----------
    use
        ``fixed``: all tries are equally long. ``luby``: 1 1 2 1 1 2 4 ... units [1]_, at most a
        logarithmic factor worse than the best cutoff.
    unit
        Number of evaluations of the first try.

    References
    ----------
    .. [1] Luby, Sinclair & Zuckerman (1993). Optimal speedup of Las Vegas algorithms. Information
       Processing Letters 47: 173-180.
    """

    use: Literal["fixed", "luby"]
    unit: PositiveInt

    def cutoffs(self) -> Iterator[int]:
        """Yield the number of evaluations of each try, without end."""
        terms = repeat(1) if self.use == "fixed" else map(luby_term, count(1))
        return (self.unit * term for term in terms)


def luby_term(k: int) -> int:
    """Return the k-th term, from 1, of 1 1 2 1 1 2 4 ..."""
    while (k + 1) & k:  # not the last of its 2^j - 1 terms: equal to one in the first half
        k -= (1 << (k.bit_length() - 1)) - 1
    return (k + 1) >> 1


def combine_tries(past: Snapshot | None, now: Snapshot) -> Snapshot:
    """Return the snapshot of the run, from those of all tries before and of the present one.

    It has the best solution of all tries, the sums of their counts, and their number.
    """
    if past is None:
        return now._replace(counters={**now.counters, "tries": 1})
    best = past
    if now.cost < past.cost:
        best = now._replace(found_at=past.evaluations + now.found_at)
    first, second = past.counters, now.counters
    counters = {name: first.get(name, 0) + second.get(name, 0) for name in {**first, **second}}
    return best._replace(
        evaluations=past.evaluations + now.evaluations,
        steps=past.steps + now.steps,
        counters={**counters, "tries": first["tries"] + 1},
        current=now.current,
        signals=now.signals,
        population=now.population,
    )


class TryCheckpoints(NestedCheckpoints):
    """The limits of a try of ``cutoff`` evaluations after the ``past`` ones, if there are any."""

    def __init__(self, run: Checkpoints, past: Snapshot | None, cutoff: int) -> None:
        super().__init__(run)
        self.past, self.cutoff = past, cutoff
        self.spent = past.evaluations if past is not None else 0
        whole = run.evaluations
        self.evaluations = cutoff if whole is None else min(cutoff, whole - self.spent)

    def next_report(self, snapshot: Snapshot) -> int:
        """Return the next report of the run, or the end of the try, in evaluations of the try."""
        whole = self.run.next_report(combine_tries(self.past, snapshot))
        return min(whole - self.spent, self.cutoff)


def restart_search(
    search: Callable[[Space, Checkpoints, np.random.Generator], Iterator[Snapshot]],
    policy: Restarts,
    space: Space,
    checkpoints: Checkpoints,
    rng: np.random.Generator,
) -> Iterator[Snapshot]:
    """Yield the snapshots of ``search`` under a ``policy`` of restarts, as those of one search."""
    past = None
    for cutoff in policy.cutoffs():
        now = None
        for now in search(space, TryCheckpoints(checkpoints, past, cutoff), rng):
            yield combine_tries(past, now)
            if now.evaluations >= cutoff:
                break
        if now is None:
            return
        whole = combine_tries(past, now)
        if past is None or now.cost < past.cost:
            # The next try may write to the arrays of this one.
            whole = whole._replace(values=whole.values.copy())
        past = whole
