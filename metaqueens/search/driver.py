"""The one loop that advances a search and decides when it ends; and what compiles it before."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from time import perf_counter
from typing import Any, Literal, NamedTuple

import numpy as np

from metaqueens.problem.queens import Queens
from metaqueens.problem.space import Space
from metaqueens.search.budget import Budget, Looks
from metaqueens.search.contestant import begun, without_start
from metaqueens.search.parameters import Parameters
from metaqueens.search.standing import Standing

Reason = Literal["solved", "evaluations", "seconds", "stagnation", "interrupted"]
# Whether a search that stands so, after so many seconds, ends, and why.
Rule = Callable[[Standing, float], Reason | None]


# Of a warm-up: a population may price so many boards in its first generation, and has mated nothing
# by then.
EVALUATIONS, REPORTS, MOST_REPORTS = 2_000, 4, 10_000
_WARM: set[str] = set()


class Moment(NamedTuple):
    """A report of a search.

    standing : where it stands; its arrays are valid until the next moment
    seconds : since the search began
    reason : what ends the search here; None where it goes on
    """

    standing: Standing
    seconds: float
    reason: Reason | None


def drive(
    algorithm: Parameters,
    space: Space,
    looks: Looks,
    rng: np.random.Generator,
    rule: Rule | None = None,
) -> Iterator[Moment]:
    """Advance a search until ``rule`` gives a reason to end it; yield each of its reports.

    The last moment has the reason. A search that returns by itself is stuck: its last standing
    comes once more then, with the reason ``stagnation``.

    Parameters
    ----------
    algorithm, space, rng
        What searches, where, with which random draws.
    looks
        The limits of the run, and when the search must report.
    rule
        What ends the search; ``within(looks)`` when not given.

    Raises
    ------
    RuntimeError
        Where the search returns without any standing, or reports what is none.
    """
    rule = rule or within(looks)
    began, standing = perf_counter(), None
    for standing in begun(algorithm, space, looks, rng):
        if wrong := _wrong_with(standing, space.n):
            raise RuntimeError(f"{type(algorithm).__name__}.search(){wrong}")
        seconds = _seconds(standing, began)
        reason = rule(standing, seconds)
        yield Moment(standing, seconds, reason)
        if reason:
            return
    if standing is None:
        raise RuntimeError(
            f"{type(algorithm).__name__}.search() ended without any standing: `yield` each, the"
            " last one too"
        )
    yield Moment(standing, _seconds(standing, began), "stagnation")


def _wrong_with(standing: Any, n: int) -> str:
    """Return why a report, of an algorithm from outside, could not be kept; "" where it can."""
    if not isinstance(standing, Standing):
        got = type(standing).__name__
        return f" gave {got}; expected to `yield` a Standing, again and again"
    # The field itself: a search may build `.queens`, O(n), only when it is asked for.
    queens: Any = standing[0]
    if not isinstance(queens, np.ndarray):
        got = type(queens).__name__
        return f": queens: expected an array of whole numbers, got {got}"
    if queens.shape != (n,) or queens.dtype.kind != "i":
        return (
            f": queens: expected {n:,} whole numbers, such as int32, got an array of shape"
            f" {queens.shape} of {queens.dtype}"
        )
    return ""


def _seconds(standing: Standing, began: float) -> float:
    """When the search stood so: now, but where another process says when."""
    return standing.elsewhere.seconds if standing.elsewhere else perf_counter() - began


def within(looks: Looks, interrupted: Callable[[], bool] = lambda: False) -> Rule:
    """End a search that is solved, interrupted, or at a limit; of several limits, name the first.

    The clock comes last: a run that a limit on evaluations ends can be repeated.
    """

    def rule(standing: Standing, seconds: float) -> Reason | None:
        if standing.guards <= 0:  # below 0 by a wrong change of the cost, which a recount refuses
            return "solved"
        if interrupted():
            return "interrupted"
        if looks.evaluations is not None and standing.evaluations >= looks.evaluations:
            return "evaluations"
        idle = standing.evaluations - standing.found_at
        if looks.stagnation is not None and idle >= looks.stagnation:
            return "stagnation"
        if looks.seconds is not None and seconds >= looks.seconds:
            return "seconds"
        return None

    return rule


def warm_up(algorithm: Parameters, space: Space) -> None:
    """Compile what ``algorithm`` needs in ``space``, or read it from the cache."""
    # Any board compiles the same, and a given one is too large for the tiny space below.
    algorithm = without_start(algorithm)
    # Kernels are compiled for the rules that are set, not for what they say.
    key = f"{algorithm!r} {space.encoding} {type(space.problem)} {space.problem.rules}"
    if key in _WARM or not algorithm.compiles:
        return
    _WARM.add(key)
    if space.problem.is_plain:
        # Three queens have no solution, so that the search gets to use every part it has.
        space = Space(Queens(3), space.encoding)
    budget, rng = Budget(EVALUATIONS), np.random.default_rng(0)
    # An operator made for one n alone may fail here, and work there.
    with suppress(Exception, SystemExit, GeneratorExit):
        reports = drive(algorithm, space, budget, rng, lambda standing, seconds: None)
        for number, (standing, *_) in enumerate(reports, start=1):
            over = standing.evaluations >= EVALUATIONS or number > MOST_REPORTS
            if number >= REPORTS and over:
                break
