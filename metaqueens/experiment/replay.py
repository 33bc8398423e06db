"""Repeat one stored run, and compare."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from metaqueens.contestants.registry import class_of
from metaqueens.experiment.provenance import provenance
from metaqueens.experiment.results import boards, queries
from metaqueens.experiment.results.store import SAME, Store
from metaqueens.plugins import code as plugins
from metaqueens.problem import registry
from metaqueens.problem.base import BaseProblem
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.budget import Budget
from metaqueens.search.solve import solve
from metaqueens.text.errors import RunFailed, UserError, system_errors
from metaqueens.text.printable import printable

# Evaluations and cost of each point.
Trace = list[tuple[int, int]]
Verdict = Literal["identical", "different", "not comparable"]


@dataclass(frozen=True)
class Replay:
    """The outcome of a repetition; ``notes`` name parts that could not be compared.

    ``not comparable``: a clock ended the run, and the common part is the same. ``changed`` lists
    differences of versions, processor, system and commit since the run.
    """

    verdict: Verdict
    differences: list[str]
    notes: list[str]
    changed: list[str]
    evaluations: int
    points: int


def replay(store: Store, place: str, allow_code: bool = False) -> Replay:
    """Repeat the run at ``place``, CELL-REPETITION, in this process.

    Runs of user code need ``allow_code``. Raises ``UserError`` if there is no such run, it failed,
    or its algorithm is missing; ``KeyboardInterrupt`` after a Ctrl-C.
    """
    run = queries.run_at(store, place)
    if run["status"] == "failed":
        why = (run["error"] or "").strip().rpartition("\n")[2]
        raise UserError(f"run {place} failed ({why}): there is nothing to compare")
    changed = _list_changes(store, run["session"])
    # Of this machine, such as no folder for temporary files.
    with code_allowed(store, allow_code), system_errors(f"run {place} cannot be repeated"):
        problem, algorithm, budget = _load(run, place)
        try:
            result = solve(problem, algorithm, budget, run["seed"], encoding=run["encoding"])
        except Exception as error:  # any error of user code
            if isinstance(error, UserError | OSError) and not isinstance(error, RunFailed):
                raise
            kind = "" if isinstance(error, RunFailed) else f"{type(error).__name__}: "
            return Replay("different", [f"it fails now: {kind}{error}"], [], changed, 0, 0)
    if result.reason == "interrupted":
        raise KeyboardInterrupt
    is_timed = "seconds" in (run["reason"], result.reason)
    notes: list[str] = []
    if is_timed:
        run |= {"reason": result.reason}
        notes.append(
            f"its time was over after {run['evaluations']:,} evaluations then,"
            f" {result.evaluations:,} now; only the common part was compared"
        )
    then = [(evaluations, cost) for evaluations, cost, _ in run["trace"]]
    now = [(point.evaluations, point.cost) for point in result.trace]
    if is_timed and run["evaluations"] != result.evaluations:
        # The last point of the shorter trace was taken when the time was over.
        last = min(run["evaluations"], result.evaluations)
        common = min(sum(at < last for at, _ in points) for points in (then, now)) - 1
        found = _compare_traces(then[: max(0, common)], now[: max(0, common)])
    else:
        found = [
            f"{key}: {run[key]} then, {getattr(result, key)} now"
            for key in SAME
            if run[key] != getattr(result, key)
        ]
        found += _compare_traces(then, now)
        if run["board"] == boards.NOT_KEPT:
            notes.append("its solution was not stored, and not compared")
        else:
            values = boards.read(store.folder, run["board"], run["n"])
            if not values.size:
                found.append("board: its file is missing or damaged")
            elif differing := np.count_nonzero(values != result.values):
                found.append(f"board: it differs in {differing:,} of {run['n']:,} columns")
    verdict: Verdict = "different" if found else "not comparable" if is_timed else "identical"
    return Replay(verdict, found, notes, changed, result.evaluations, len(result.trace))


@contextmanager
def code_allowed(store: Store, allow_code: bool) -> Iterator[None]:
    """Allow imports of the user code of ``store`` only if the user does."""
    if allow_code:
        query = "SELECT DISTINCT value FROM sessions, json_each(provenance, '$.code')"
        folders = (row["value"] for row in queries.rows(store, query))
        plugins.look_in(folder for folder in folders if Path(folder).is_dir())
    with plugins.refuse(unless=allow_code):
        yield


def _load(run: dict[str, Any], place: str) -> tuple[BaseProblem, Algorithm, Budget]:
    """Return the problem, the algorithm and a budget that ends the repetition where the run ended.

    Raises ``UserError`` if one of them is unknown here, such as a missing plug-in.
    """
    try:
        algorithm = class_of(run["use"]).model_validate_json(json.dumps(run["parameters"]))
        problem = registry.problem_of_key(run["problem_key"])
        budget = Budget(**run["budget"])
    except (TypeError, ValueError) as error:
        why = " ".join(str(error).split())
        raise UserError(f"run {place} cannot be repeated: {printable(why)}") from None
    if algorithm.runs_in == "programs":  # a program receives its whole budget
        return problem, algorithm, budget
    if run["evaluations"] < 1:
        raise UserError(f"run {place}: it reports no evaluations")
    if run["reason"] == "seconds":
        return problem, algorithm, Budget(run["evaluations"], budget.seconds, budget.stagnation)
    if budget.evaluations is None and budget.stagnation is None:
        # The run ended by itself; this stops a repetition that does not.
        return problem, algorithm, Budget(run["evaluations"] + 1)
    return problem, algorithm, Budget(budget.evaluations, None, budget.stagnation)


def _compare_traces(then: Trace, now: Trace) -> list[str]:
    """Return the first difference of two traces, if any."""
    for k, ((at, cost), (at_now, cost_now)) in enumerate(zip(then, now, strict=False), 1):
        if (at, cost) != (at_now, cost_now):
            was = f"{cost} cost at evaluation {at:,} then"
            return [f"trace: point {k} is {was}, {cost_now} at {at_now:,} now"]
    is_same = len(then) == len(now)
    return [] if is_same else [f"trace: {len(then)} points then, {len(now)} now"]


def _list_changes(store: Store, session: int | None) -> list[str]:
    """Return the differences of versions and machine since the run."""
    known = queries.provenance(store, session)
    if known is None:
        return ["the provenance of the run is unknown"]
    then, now = (
        state.get("versions", {}) | {key: state.get(key) for key in ("processor", "system", "git")}
        for state in (known, provenance())
    )
    return [
        f"{key}: {then.get(key) or '(none)'} then, {now.get(key) or '(none)'} now"
        for key in then | now
        if then.get(key) != now.get(key)
    ]
