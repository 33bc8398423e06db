"""Repeat one run from what was kept of it, and compare."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from metaqueens.contestants.registry import class_of
from metaqueens.experiment import differences
from metaqueens.experiment.results import boards, queries
from metaqueens.experiment.results.store import Store
from metaqueens.plugins import code as plugins
from metaqueens.search.budget import Budget
from metaqueens.search.parameters import Parameters
from metaqueens.search.solve import solve
from metaqueens.text.errors import RunFailed, UserError
from metaqueens.text.printable import printable


@dataclass(frozen=True)
class Replay:
    """What came of it.

    Parameters
    ----------
    verdict
        ``not comparable``: a clock ended the run, and what both have in common agrees.
    differences
        What is not as it was: name, then, now.
    notes
        What could not be compared, and why.
    changed
        What is not as it was when the run was done: versions, processor, system, git.
    """

    verdict: Literal["identical", "different", "not comparable"]
    differences: list[str]
    notes: list[str]
    changed: list[str]
    evaluations: int
    points: int


def replay(store: Store, place: str, allow_code: bool = False) -> Replay:
    """Repeat the run at ``place``, CELL-REPETITION, in this process.

    A run of code from outside only with ``allow_code``. Raises ``UserError`` where there is no such
    run, it failed, or its algorithm is not to be had; ``KeyboardInterrupt`` after a Ctrl-C.
    """
    run = queries.run_at(store, place)
    if allow_code:
        plugins.look_in(_folders_of_code(store, run["session"]))
    with plugins.refused(unless=allow_code):
        return _repeated(store, run, place)


def _folders_of_code(store: Store, session: int | None) -> list[str]:
    """Where the session found its code from outside."""
    known = queries.provenance(store, session) or {}
    return [folder for folder in known.get("code", []) if Path(folder).is_dir()]


def _repeated(store: Store, run: dict[str, Any], place: str) -> Replay:
    if run["status"] == "failed":
        why = (run["error"] or "").strip().rpartition("\n")[2]
        raise UserError(f"run {place} failed ({why}): it left nothing to compare with")
    algorithm = _algorithm(run, place)
    budget = _budget(run, place, to_the_end=algorithm.compiles)
    problem = queries.problem_of(run["problem_key"], run["encoding"])
    if problem is None:
        raise UserError(
            f"run {place} cannot be repeated: the problem {printable(run['problem_key'])} has rules"
            " that are not known here"
        )
    try:
        result = solve(problem, algorithm, budget, run["seed"])
    except Exception as error:  # whatever goes wrong in an algorithm of the user's
        if isinstance(error, UserError) and not isinstance(error, RunFailed):
            raise
        kind = "" if isinstance(error, RunFailed) else f"{type(error).__name__}: "
        failed = [f"it fails now: {kind}{error}"]
        return Replay("different", failed, [], differences.since(store, run["session"]), 0, 0)
    if result.reason == "interrupted":
        raise KeyboardInterrupt
    queens = boards.read(store.folder, run["board"], run["n"])
    timed = "seconds" in (run["reason"], result.reason)
    compare = differences.as_far_as_both_got if timed else differences.of
    found, notes = compare(run, result, queens)
    same: Literal["identical", "not comparable"] = "not comparable" if timed else "identical"
    return Replay(
        "different" if found else same,
        found,
        notes,
        differences.since(store, run["session"]),
        result.evaluations,
        len(result.trace),
    )


def _algorithm(run: dict[str, Any], place: str) -> Parameters:
    """The algorithm with the parameters that were kept."""
    try:
        kind = class_of(run["use"])
        found = kind.model_validate_json(json.dumps(run["parameters"]))
    except ValidationError as error:
        what = "; ".join(
            f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()
        )
        raise UserError(
            f"run {place}: {run['use']} no longer takes the parameters that were kept: {what}"
        ) from None
    except ValueError as error:  # such as a plug-in that is not here
        raise UserError(f"run {place} cannot be repeated: {error}") from None
    return found


def _budget(run: dict[str, Any], place: str, to_the_end: bool) -> Budget:
    """What ends the repetition where the run was ended, whatever the clock says.

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
