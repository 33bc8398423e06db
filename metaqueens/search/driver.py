"""The loop that advances a search and decides when it ends; its start, restarts and warm-up."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from time import perf_counter
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from metaqueens.problem.space import Space
from metaqueens.search.algorithm import Algorithm, Start
from metaqueens.search.budget import NO_LIMIT, Budget, Checkpoints
from metaqueens.search.restarts import Restarts, restart_search
from metaqueens.search.snapshot import Snapshot
from metaqueens.text.errors import UserError
from metaqueens.text.validation import describe

Reason = Literal["solved", "evaluations", "seconds", "stagnation", "interrupted"]
# Returns the reason to end a search at a snapshot after a number of seconds, or None.
Rule = Callable[[Snapshot, float], Reason | None]

# Limits of a warm-up: a population may need many evaluations for its first generation, before
# any crossover.
EVALUATIONS, REPORTS, MOST_REPORTS = 2_000, 4, 10_000
# A solver counts no evaluations: with this limit it is imported and ends.
SECONDS = 1e-3
# A start may be a solution, from which a search does nothing: the maximum number of starts.
STARTS = 20
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
        The search, its space and its random draws.
    checkpoints
        The limits of the run, and the times at which the search must report.
    rule
        The rule that ends the search. Default: ``make_rule(checkpoints)``.

    Raises
    ------
    RuntimeError
        If the search returns without any snapshot, or its report is no snapshot.
    UserError
        If the search does not use the start of the algorithm.
    """
    rule = rule or make_rule(checkpoints)
    name, policy = type(algorithm).__name__, algorithm.restarts
    if isinstance(algorithm.start, Start):
        space = Space(space.problem, space.encoding)
        space._starts.append(algorithm.start.board)  # noqa: SLF001
    search = partial(_search, algorithm)
    reports = (
        restart_search(search, policy, space, checkpoints, rng)
        if isinstance(policy, Restarts)
        else search(space, checkpoints, rng)
    )
    began, snapshot = perf_counter(), None
    for snapshot in reports:
        if space._starts:  # noqa: SLF001
            raise UserError(
                f"start: {name} does not begin with space.random_state(rng), which has the board"
            )
        seconds = _seconds(snapshot, began)
        reason = rule(snapshot, seconds)
        yield Moment(snapshot, seconds, reason)
        if reason:
            return
    if snapshot is None:
        raise RuntimeError(
            f"{name}.search() ended without any snapshot: `yield` each, the last one too"
        )
    yield Moment(snapshot, _seconds(snapshot, began), "stagnation")


def _search(
    algorithm: Algorithm, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
) -> Iterator[Snapshot]:
    """Yield the reports of ``algorithm``. Raises ``RuntimeError`` if one is no snapshot."""
    reports: Any = algorithm.search(space, checkpoints, rng)
    for report in reports if isinstance(reports, Iterable) else [reports]:
        if fault := _find_fault(report, space.n):
            raise RuntimeError(f"{type(algorithm).__name__}.search(){fault}")
        yield report


def add_start(algorithm: Algorithm, start: ArrayLike) -> Algorithm:
    """Return ``algorithm`` with ``start``, (n,) whole numbers, as its first candidate solution.

    Raises ``UserError`` if it takes none, or ``start`` has another shape or type.
    """
    board = np.asarray(start)
    if board.ndim != 1 or board.dtype.kind not in "iu":
        raise UserError(
            f"start: expected the row of the queen in each column, got {describe(start)}"
        )
    # Through the validation of a config, so that a class that takes no start says why.
    return type(algorithm)(**{**dict(algorithm), "start": {"board": board.tolist()}})


def _find_fault(snapshot: Any, n: int) -> str:
    """Return the fault of a report of a user's algorithm; "" if it has none."""
    if not isinstance(snapshot, Snapshot):
        got = type(snapshot).__name__
        return f" gave {got}; expected to `yield` a Snapshot, again and again"
    # The field itself: a search may build `.values`, O(n), only on request.
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
    """Return the seconds from the start to a snapshot: now, or as another process says."""
    return snapshot.elsewhere.seconds if snapshot.elsewhere else perf_counter() - began


def make_rule(checkpoints: Checkpoints, interrupted: Callable[[], bool] = lambda: False) -> Rule:
    """Return the rule that ends a search if it is solved, interrupted or at a limit.

    The clock comes last: a run that a limit on evaluations ends can be repeated.
    """

    def rule(snapshot: Snapshot, seconds: float) -> Reason | None:
        if snapshot.cost <= 0:  # below 0 after a wrong change of the cost; a recount refuses it
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


def warm_up(algorithm: Algorithm, space: Space, evaluations: int = EVALUATIONS) -> None:
    """Compile the kernels of ``algorithm`` in ``space``, or read them from the cache.

    It searches a tiny space, for about this number of evaluations at most; a solver, for a moment.
    """
    # Any start compiles the same, and a given one is too large for the tiny space below.
    if isinstance(algorithm.start, Start):
        algorithm = algorithm.model_copy(update={"start": None})
    # Kernels depend on which rules are set, not on their values.
    key = f"{algorithm!r} {space.encoding} {type(space.problem)} {space.problem.rules}"
    if key in _WARM or algorithm.runs_in == "programs":
        return
    _WARM.add(key)
    space = Space(space.problem.tiny(), space.encoding)
    limit = min(evaluations, EVALUATIONS)
    # An operator for a certain n may fail here and work in the run.
    with suppress(Exception, SystemExit, GeneratorExit):
        is_solver = algorithm.longest_step(space) == NO_LIMIT
        budget = Budget(limit, SECONDS if is_solver else None)
        for rng in map(np.random.default_rng, range(STARTS)):
            reports = drive(algorithm, space, budget, rng, lambda snapshot, seconds: None)
            for number, (snapshot, *_) in enumerate(reports, start=1):
                over = snapshot.evaluations >= limit or number > MOST_REPORTS
                if number >= REPORTS and over:
                    break
            if snapshot.cost > 0 or snapshot.steps > 0:
                break
