"""Restarts of any search: it is begun afresh where a try has spent so many evaluations.

A policy says how many each try may spend. The search is the algorithm's own, begun again with the
draws that follow; where it returns because it is stuck, the next try begins at once. All that the
tries count is counted together, and the best board of all of them is the run's.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import count, repeat
from typing import Annotated, Literal

import numpy as np
from pydantic import Field, PositiveInt

from metaqueens.problem.space import Space
from metaqueens.search.budget import NO_LIMIT, Checkpoints, NestedCheckpoints
from metaqueens.search.snapshot import Snapshot
from metaqueens.text.validation import Strict

Search = Callable[[Space, Checkpoints, np.random.Generator], Iterator[Snapshot]]


class Policy(Strict):
    """How long each try is.

    Parameters
    ----------
    use
        ``fixed``: every try the same. ``geometric``: each ``factor`` times as long as the one
        before. ``luby``: 1 1 2 1 1 2 4 ... units, at most a logarithm worse than the best cutoff.
    unit
        Evaluations of the first try.
    """

    use: Literal["fixed", "geometric", "luby"]
    unit: PositiveInt

    def cutoffs(self) -> Iterator[int]:
        """Return the evaluations of each try, without end."""
        raise NotImplementedError


class FixedRestarts(Policy):
    """A new try after every ``unit`` evaluations."""

    use: Literal["fixed"]

    def cutoffs(self) -> Iterator[int]:
        return repeat(self.unit)


class GeometricRestarts(Policy):
    """Tries that grow by a factor [1]_.

    Parameters
    ----------
    factor
        How many times as long as the one before each try is; above 1.

    References
    ----------
    .. [1] Walsh (1999). Search in a small world. IJCAI 1999: 1172-1177.
    """

    use: Literal["geometric"]
    factor: float = Field(default=1.5, gt=1)

    def cutoffs(self) -> Iterator[int]:
        length = float(self.unit)
        while True:
            yield int(min(length, NO_LIMIT))
            length = min(length * self.factor, float(NO_LIMIT))


class LubyRestarts(Policy):
    """The universal strategy [1]_: a try of 2^k units after two of 2^(k - 1), and so on.

    References
    ----------
    .. [1] Luby, Sinclair & Zuckerman (1993). Optimal speedup of Las Vegas algorithms. Information
       Processing Letters 47: 173-180.
    """

    use: Literal["luby"]

    def cutoffs(self) -> Iterator[int]:
        return (self.unit * luby_term(k) for k in count(1))


Restarts = Annotated[FixedRestarts | GeometricRestarts | LubyRestarts, Field(discriminator="use")]


def luby_term(k: int) -> int:
    """Return the k-th term, from 1, of 1 1 2 1 1 2 4 ..."""
    while (k + 1) & k:  # not the last one of its 2^j - 1 terms: the same as in the first half
        k -= (1 << (k.bit_length() - 1)) - 1
    return (k + 1) >> 1


def combine_tries(past: Snapshot | None, now: Snapshot) -> Snapshot:
    """Return where the run stands with its present try at ``now``; ``past`` is where it was before.

    Of all tries it has the best board, the counts together, and how many they are.
    """
    if past is None:
        return now._replace(counters={**now.counters, "tries": 1})
    best = past
    if now.cost < past.cost:
        best = now._replace(found_at=past.evaluations + now.found_at)
    counters = {name: number for name, number in past.counters.items() if name != "tries"}
    return best._replace(
        evaluations=past.evaluations + now.evaluations,
        steps=past.steps + now.steps,
        counters={**_sum(counters, now.counters), "tries": past.counters["tries"] + 1},
        current=now.current,
        signals=now.signals,
        population=now.population,
    )


def _sum(first: Mapping[str, int], second: Mapping[str, int]) -> dict[str, int]:
    return {name: first.get(name, 0) + second.get(name, 0) for name in {**first, **second}}


class TryCheckpoints(NestedCheckpoints):
    """The limits of a try.

    Parameters
    ----------
    run
        The limits of the whole run.
    past
        Where the run stood before; None for its first try.
    cutoff
        Where the try ends, in evaluations of its own.
    """

    def __init__(self, run: Checkpoints, past: Snapshot | None, cutoff: int) -> None:
        super().__init__(run)
        self.past, self.cutoff = past, cutoff
        self.spent = past.evaluations if past is not None else 0
        whole = run.evaluations
        self.evaluations = cutoff if whole is None else min(cutoff, whole - self.spent)

    def next_report(self, snapshot: Snapshot) -> int:
        """Where the run must be looked at, or the try ends, in its own evaluations."""
        whole = self.run.next_report(combine_tries(self.past, snapshot))
        return min(whole - self.spent, self.cutoff)


def restart_search(
    search: Search, policy: Policy, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
) -> Iterator[Snapshot]:
    """``search`` under a ``policy`` of restarts: all tries as one search."""
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
