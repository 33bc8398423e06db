"""Repeat one run from what was kept of it, and compare."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import ValidationError

from metaqueens.contestants.registry import class_of
from metaqueens.experiment.provenance import provenance
from metaqueens.experiment.results import boards, queries
from metaqueens.experiment.results.folder import CODE
from metaqueens.experiment.results.store import SAME, Store
from metaqueens.files import copies
from metaqueens.plugins import code as plugins
from metaqueens.problem.registry import load_problem
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.budget import Budget
from metaqueens.search.result import Result
from metaqueens.search.solve import solve
from metaqueens.text.errors import RunFailed, UserError
from metaqueens.text.printable import printable

# Evaluations and cost of each point.
Trace = list[tuple[int, int]]


@dataclass(frozen=True)
class Replay:
    """What came of a repetition; ``notes`` say what could not be compared, and why.

    ``not comparable``: a clock ended the run, and what both have in common agrees. ``changed`` is
    what is not as it was when the run was done: versions, processor, system, git.
    """

    verdict: Literal["identical", "different", "not comparable"]
    differences: list[str]
    notes: list[str]
    changed: list[str]
    evaluations: int
    points: int


def replay(store: Store, place: str, allow_code: bool = False) -> Replay:
    """Repeat the run at ``place``, CELL-REPETITION, in this process.

    A run of code from outside only with ``allow_code``. Raises ``UserError`` if there is no such
    run, it failed, or its algorithm is not to be had; ``KeyboardInterrupt`` after a Ctrl-C.
    """
    run = queries.run_at(store, place)
    with code_allowed(store, allow_code, run["session"]):
        return _repeated(store, run, place)


@contextmanager
def code_allowed(store: Store, allow_code: bool, session: int | None = None) -> Iterator[None]:
    """Import the code that runs of ``store`` used only if the user allows it.

    If the original is gone, the copies of ``session`` are used, or the present ones.
    """
    kept = None
    if allow_code:
        plugins.look_in(folder for folder in queries.code_folders(store) if Path(folder).is_dir())
        known = queries.provenance(store, session) or {}
        kept = copies.find(store.folder / CODE, known.get("copies", {}).get(CODE))
    with plugins.use_copies(kept), plugins.refused(unless=allow_code):
        yield


def _repeated(store: Store, run: dict[str, Any], place: str) -> Replay:
    if run["status"] == "failed":
        why = (run["error"] or "").strip().rpartition("\n")[2]
        raise UserError(f"run {place} failed ({why}): it left nothing to compare with")
    algorithm = _algorithm(run, place)
    budget = _budget(run, place, to_the_end=algorithm.runs_in != "programs")
    problem = queries.problem_of(run["problem_key"])
    if problem is None and (use := queries.use_of(run["problem_key"])):
        raise UserError(f"run {place} cannot be repeated: {_why_not(use)}")
    if problem is None:
        raise UserError(
            f"run {place} cannot be repeated: the problem {printable(run['problem_key'])} has rules"
            " that are not known here"
        )
    changed = _changed_since(store, run["session"])
    try:
        result = solve(problem, algorithm, budget, run["seed"], encoding=run["encoding"])
    except Exception as error:  # whatever goes wrong in an algorithm of the user's
        if isinstance(error, UserError) and not isinstance(error, RunFailed):
            raise
        kind = "" if isinstance(error, RunFailed) else f"{type(error).__name__}: "
        return Replay("different", [f"it fails now: {kind}{error}"], [], changed, 0, 0)
    if result.reason == "interrupted":
        raise KeyboardInterrupt
    timed = "seconds" in (run["reason"], result.reason)
    notes: list[str] = []
    if timed:
        run |= {"reason": result.reason}
        notes.append(
            "a clock ended it, and how far a search gets in a time depends on the machine and on"
            f" what else it does: {run['evaluations']:,} evaluations then,"
            f" {result.evaluations:,} now; compared as far as both got"
        )
    if timed and run["evaluations"] != result.evaluations:
        found = _difference_before(run, result)
    else:
        values = boards.read(store.folder, run["board"], run["n"])
        found, missing = _differences(run, result, values)
        notes += missing
    same: Literal["identical", "not comparable"] = "not comparable" if timed else "identical"
    verdict = "different" if found else same
    return Replay(verdict, found, notes, changed, result.evaluations, len(result.trace))


def _algorithm(run: dict[str, Any], place: str) -> Algorithm:
    """Return the algorithm with the parameters that were kept."""
    try:
        return class_of(run["use"]).model_validate_json(json.dumps(run["parameters"]))
    except ValidationError as error:
        what = "; ".join(
            f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()
        )
        raise UserError(
            f"run {place}: {run['use']} no longer takes the parameters that were kept: {what}"
        ) from None
    except ValueError as error:  # such as a plug-in that is not here
        raise UserError(f"run {place} cannot be repeated: {error}") from None


def _why_not(use: str) -> str:
    """Return why the class of a problem cannot be used."""
    try:
        load_problem(use)
    except ValueError as error:
        return str(error)
    return f"{use} no longer takes the fields that were kept"


def _budget(run: dict[str, Any], place: str, to_the_end: bool) -> Budget:
    """Return what ends the repetition where the run was ended, whatever the clock says.

    Not ``to_the_end`` for a program from outside, which is told its whole budget.
    """
    try:
        budget = Budget(**run["budget"])
    except (TypeError, ValidationError):
        raise UserError(f"run {place}: no budget: {json.dumps(run['budget'])}") from None
    if not to_the_end:
        return budget
    if run["evaluations"] < 1:
        raise UserError(f"run {place}: it says that it priced no board")
    if run["reason"] == "seconds":
        return Budget(run["evaluations"], budget.seconds, budget.stagnation)
    if budget.evaluations is None and budget.stagnation is None:
        # The run found an end of its own; this only keeps one that does not from going on.
        return Budget(run["evaluations"] + 1)
    return Budget(budget.evaluations, None, budget.stagnation)


def _differences(
    run: dict[str, Any], result: Result, values: np.ndarray
) -> tuple[list[str], list[str]]:
    """Return what differs between the run and its repetition, and what could not be compared."""
    differences = [
        f"{key}: {run[key]} then, {getattr(result, key)} now"
        for key in SAME
        if run[key] != getattr(result, key)
    ]
    differences += _first_difference(*_traces(run, result))
    notes = []
    if run["board"] == boards.NOT_KEPT:
        notes.append("its board was not kept: compared without it")
    elif not values.size:
        differences.append("board: its file is missing or damaged")
    elif values.astype(np.int32).tobytes() != result.values.astype(np.int32).tobytes():
        columns = np.flatnonzero(values != result.values)
        differences.append(f"board: it differs in {len(columns):,} of {run['n']:,} columns")
    return differences, notes


def _difference_before(run: dict[str, Any], result: Result) -> list[str]:
    """Return what differs in the traces before the earlier end of two that a clock ended."""
    then, now = _traces(run, result)
    # The last point of the shorter one was taken when the clock struck.
    last = min(run["evaluations"], result.evaluations)
    common = max(0, min(sum(at < last for at, _ in points) for points in (then, now)) - 1)
    return _first_difference(then[:common], now[:common])


def _traces(run: dict[str, Any], result: Result) -> tuple[Trace, Trace]:
    """Return evaluations and cost, without the seconds, which are never the same."""
    return (
        [(at, cost) for at, cost, _ in run["trace"]],
        [(point.evaluations, point.cost) for point in result.trace],
    )


def _first_difference(then: Trace, now: Trace) -> list[str]:
    """Return where two traces part; nothing if they are the same."""
    for k, ((at, cost), (at_now, cost_now)) in enumerate(zip(then, now, strict=False), 1):
        if (at, cost) != (at_now, cost_now):
            was = f"{cost} cost at evaluation {at:,} then"
            return [f"trace: point {k} is {was}, {cost_now} at {at_now:,} now"]
    same = len(then) == len(now)
    return [] if same else [f"trace: {len(then)} points then, {len(now)} now"]


def _changed_since(store: Store, session: int | None) -> list[str]:
    """Return what is different from when the run was done."""
    known = queries.provenance(store, session)
    if known is None:
        return ["with what the run was done is not known"]
    then, now = (
        {
            **one.get("versions", {}),
            "processor": one.get("processor"),
            "system": one.get("system"),
            "git": one.get("git", {}).get("metaqueens"),
        }
        for one in (known, provenance())
    )
    return [
        f"{key}: {then.get(key) or '(none)'} then, {now.get(key) or '(none)'} now"
        for key in dict.fromkeys((*then, *now))
        if then.get(key) != now.get(key)
    ]
