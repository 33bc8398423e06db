"""The one loop that advances a search and decides when it ends; and what compiles it before."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from time import perf_counter
from typing import Any, Literal, NamedTuple

import numpy as np

from metaqueens.problem.space import Space
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.budget import Budget, Checkpoints
from metaqueens.search.contestant import begin_search, remove_start
from metaqueens.search.snapshot import Snapshot

Reason = Literal["solved", "evaluations", "seconds", "stagnation", "interrupted"]
# Whether a search that stands so, after so many seconds, ends, and why.
Rule = Callable[[Snapshot, float], Reason | None]


# Of a warm-up: a population may price so many boards in its first generation, and has mated nothing
# by then.
EVALUATIONS, REPORTS, MOST_REPORTS = 2_000, 4, 10_000
_WARM: set[str] = set()


class Moment(NamedTuple):
    """A report of a search.

    snapshot : the state of the search; its arrays are valid until the next moment
    seconds : since the search began
    reason : what ends the search here; None if it goes on
    """

    snapshot: Snapshot
    seconds: float
    reason: Reason | None


def drive(
    algorithm: Algorithm,
    space: Space,
    checkpoints: Checkpoints,
    rng: np.random.Generator,
    rule: Rule | None = None,
) -> Iterator[Moment]:
    """Advance a search until ``rule`` gives a reason to end it; yield each of its reports.

    The last moment has the reason. A search that returns by itself is stuck: its last snapshot
    comes once more then, with the reason ``stagnation``.

    Parameters
    ----------
    algorithm, space, rng
        What searches, where, with which random draws.
    checkpoints
        The limits of the run, and when the search must report.
    rule
        What ends the search; ``within(checkpoints)`` when not given.

    Raises
    ------
    RuntimeError
        Where the search returns without any snapshot, or reports what is none.
    """
    rule = rule or make_rule(checkpoints)
    began, snapshot = perf_counter(), None
    for snapshot in begin_search(algorithm, space, checkpoints, rng):
        if wrong := _find_fault(snapshot, space.n):
            raise RuntimeError(f"{type(algorithm).__name__}.search(){wrong}")
        seconds = _seconds(snapshot, began)
        reason = rule(snapshot, seconds)
        yield Moment(snapshot, seconds, reason)
        if reason:
            return
    if snapshot is None:
        raise RuntimeError(
            f"{type(algorithm).__name__}.search() ended without any snapshot: `yield` each, the"
            " last one too"
        )
    yield Moment(snapshot, _seconds(snapshot, began), "stagnation")


def _find_fault(snapshot: Any, n: int) -> str:
    """Return why a report, of an algorithm from outside, could not be kept; "" if it can."""
    if not isinstance(snapshot, Snapshot):
        got = type(snapshot).__name__
        return f" gave {got}; expected to `yield` a Snapshot, again and again"
    # The field itself: a search may build `.values`, O(n), only when it is asked for.
    values: Any = snapshot[0]
    if not isinstance(values, np.ndarray):
        got = type(values).__name__
        return f": values: expected an array of whole numbers, got {got}"
    if values.shape != (n,) or values.dtype.kind != "i":
        return (
            f": values: expected {n:,} whole numbers, such as int32, got an array of shape"
            f" {values.shape} of {values.dtype}"
        )
    return ""


def _seconds(snapshot: Snapshot, began: float) -> float:
    """When the search stood so: now, but where another process says when."""
    return snapshot.elsewhere.seconds if snapshot.elsewhere else perf_counter() - began


def make_rule(checkpoints: Checkpoints, interrupted: Callable[[], bool] = lambda: False) -> Rule:
    """End a search that is solved, interrupted, or at a limit; of several limits, name the first.

    The clock comes last: a run that a limit on evaluations ends can be repeated.
    """

    def rule(snapshot: Snapshot, seconds: float) -> Reason | None:
        if snapshot.cost <= 0:  # below 0 by a wrong change of the cost, which a recount refuses
            return "solved"
        if interrupted():
            return "interrupted"
        if checkpoints.evaluations is not None and snapshot.evaluations >= checkpoints.evaluations:
            return "evaluations"
        idle = snapshot.evaluations - snapshot.found_at
        if checkpoints.stagnation is not None and idle >= checkpoints.stagnation:
            return "stagnation"
        if checkpoints.seconds is not None and seconds >= checkpoints.seconds:
            return "seconds"
        return None

    return rule


def warm_up(algorithm: Algorithm, space: Space) -> None:
    """Compile what ``algorithm`` needs in ``space``, or read it from the cache."""
    # Any board compiles the same, and a given one is too large for the tiny space below.
    algorithm = remove_start(algorithm)
    # Kernels are compiled for the rules that are set, not for what they say.
    key = f"{algorithm!r} {space.encoding} {type(space.problem)} {space.problem.rules}"
    if key in _WARM or algorithm.runs_in == "programs":
        return
    _WARM.add(key)
    space = Space(space.problem.tiny(), space.encoding)
    budget, rng = Budget(EVALUATIONS), np.random.default_rng(0)
    # An operator made for one n alone may fail here, and work there.
    with suppress(Exception, SystemExit, GeneratorExit):
        reports = drive(algorithm, space, budget, rng, lambda snapshot, seconds: None)
        for number, (snapshot, *_) in enumerate(reports, start=1):
            over = snapshot.evaluations >= EVALUATIONS or number > MOST_REPORTS
            if number >= REPORTS and over:
                break
