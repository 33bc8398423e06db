"""``solve``: one run, from a problem and a seed to a result."""

from collections.abc import Callable
from inspect import signature
from operator import index
from secrets import randbits
from time import process_time, thread_time
from types import FunctionType as Function

import numpy as np
from numpy.typing import ArrayLike

from metaqueens.core.choices import EncodingName
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.registry import PROBLEMS
from metaqueens.search.algorithm import Algorithm, space_for
from metaqueens.search.budget import MARKS, Budget, Checkpoints
from metaqueens.search.driver import add_start, drive, make_rule, warm_up
from metaqueens.search.result import Point, Result
from metaqueens.search.snapshot import Elsewhere, Snapshot, read_only
from metaqueens.system import interrupts
from metaqueens.text.errors import UserError
from metaqueens.text.validation import describe


def solve(
    problem: BaseProblem,
    algorithm: Algorithm,
    budget: Checkpoints,
    seed: int | None = None,
    *,
    encoding: EncodingName | None = None,
    stop: Callable[[], bool] | None = None,
    start: ArrayLike | None = None,
    observer: Callable[[Snapshot], object] | None = None,
) -> Result:
    """Run ``algorithm`` on ``problem``; ``metaqueens.solve`` calls it and documents it.

    Here a problem, an algorithm and a budget are values, not names, and have no defaults.
    """
    _require_sound(problem, algorithm, budget, seed)
    for name, function in (("stop", stop), ("observer", observer)):
        if function is not None and not callable(function):
            raise UserError(f"{name}: expected a function, got {describe(function)}")
    if start is not None:
        algorithm = add_start(algorithm, start)
    space = space_for(algorithm, problem, encoding)
    if reason := algorithm.missing_limit(budget):
        raise ValueError(reason)
    space.require_memory(algorithm.memory_per_variable)
    warm_up(algorithm, space)
    seed = randbits(53) if seed is None else seed  # any language reads it
    # Ctrl-C in the middle of a step would leave values that differ from the report.
    with interrupts.catch_ctrl_c() as interrupted:
        ended = (lambda: interrupted() or stop()) if stop else interrupted
        # Other runs may share the process: the whole is measured only if a search has threads.
        clock = process_time if algorithm.runs_in == "threads" else thread_time
        cpu = clock()
        trace: list[Point] = []
        mark, rng = 0, np.random.default_rng(seed)
        for moment in drive(algorithm, space, budget, rng, make_rule(budget, ended)):
            if observer:
                observer(read_only(moment.snapshot))
            evaluations = moment.snapshot.evaluations
            if moment.reason or evaluations >= MARKS[mark]:
                # As whole numbers of Python, which the store needs; others are refused.
                found_at, cost = index(moment.snapshot.found_at), index(moment.snapshot.cost)
                if not trace or trace[-1].evaluations < found_at:
                    trace.append(Point(found_at, cost, moment.seconds))
                while MARKS[mark] <= evaluations:
                    mark += 1
        cpu = clock() - cpu
    snapshot, seconds, reason = moment
    assert reason is not None
    elsewhere = snapshot.elsewhere or Elsewhere(seconds)
    return Result(
        problem=problem,
        encoding=space.encoding,
        algorithm=algorithm,
        seed=seed,
        values=snapshot.values.copy(),
        cost=index(snapshot.cost),
        found_at=index(snapshot.found_at),
        evaluations=index(snapshot.evaluations),
        steps=index(snapshot.steps),
        seconds=seconds,
        cpu_seconds=cpu + elsewhere.cpu_seconds,
        reason=reason,
        trace=tuple(trace),
        counters=dict(snapshot.counters),
        said=elsewhere.said,
    )


def require_seed(seed: object, name: str = "seed") -> None:
    """Raise ``UserError`` unless ``seed`` is a whole number from 0 on."""
    if not (hasattr(seed, "__index__") and index(seed) >= 0):
        raise UserError(f"{name}: expected a whole number from 0 on, got {describe(seed)}")


def _require_sound(problem: object, algorithm: object, budget: object, seed: object) -> None:
    """Raise ``UserError`` if an argument has a wrong type or value."""
    if not isinstance(problem, BaseProblem):
        kind = PROBLEMS.get(problem) if isinstance(problem, str) else problem
        hint = ""
        if isinstance(kind, type) and issubclass(kind, BaseProblem):
            fields = signature(kind).parameters.items()
            needed = ", ".join(f"{name}=..." for name, one in fields if one.default is one.empty)
            hint = f"; write {kind.__name__}({needed})"
        raise UserError(f"problem: expected one such as Queens(8), got {describe(problem)}{hint}")
    if not isinstance(algorithm, Algorithm):
        got = describe(algorithm)
        hint = "; a search is a subclass of Algorithm" if isinstance(algorithm, Function) else ""
        raise UserError(f"algorithm: expected one such as SimulatedAnnealing(), got {got}{hint}")
    # First Budget: the attributes of a protocol are tested one by one, longer than a short run.
    if isinstance(budget, type) or not isinstance(budget, Budget | Checkpoints):
        got = describe(budget)
        raise UserError(f"budget: expected one such as Budget(evaluations=1_000_000), got {got}")
    if seed is not None:
        require_seed(seed)
