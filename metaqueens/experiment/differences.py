"""Differences between a stored run and its repetition, and between their environments."""

from typing import Any

import numpy as np

from metaqueens.experiment.provenance import provenance
from metaqueens.experiment.results import boards, queries
from metaqueens.experiment.results.store import SAME, Store
from metaqueens.search.result import Result


def of(run: dict[str, Any], result: Result, queens: np.ndarray) -> tuple[list[str], list[str]]:
    """What differs between the run and its repetition; what could not be compared."""
    differences = [
        f"{key}: {run[key]} then, {getattr(result, key)} now"
        for key in SAME
        if run[key] != getattr(result, key)
    ]
    then, now = _traces(run, result)
    if then != now:
        differences.append(_first_difference(then, now))
    notes = []
    if run["board"] == boards.NOT_KEPT:
        notes.append("its board was not kept: compared without it")
    elif not queens.size:
        differences.append("board: its file is missing or damaged")
    elif queens.astype(np.int32).tobytes() != result.queens.astype(np.int32).tobytes():
        columns = np.flatnonzero(queens != result.queens) if queens.size == run["n"] else [0]
        differences.append(f"board: it differs in {len(columns):,} of {run['n']:,} columns")
    return differences, notes


def as_far_as_both_got(
    run: dict[str, Any], result: Result, queens: np.ndarray
) -> tuple[list[str], list[str]]:
    """The same for a run that a clock ended: as far as both got."""
    if run["evaluations"] == result.evaluations:
        differences, notes = of(run | {"reason": result.reason}, result, queens)
        upto = f"repeated up to the same {result.evaluations:,} evaluations"
    else:
        then, now = _traces(run, result)
        # The last point of the shorter one was taken when the clock struck.
        last = min(run["evaluations"], result.evaluations)
        common = min(sum(at < last for at, _ in then), sum(at < last for at, _ in now))
        common = max(0, common - 1)
        differences, notes = [], []
        if then[:common] != now[:common]:
            differences.append(_first_difference(then[:common], now[:common]))
        upto = f"compared as far as both got, {common:,} points of the trace"
    why = (
        "a clock ended it, and how far a search gets in a time depends on the machine and on what"
        f" else it does; {upto}"
    )
    return differences, [why, *notes]


def _traces(
    run: dict[str, Any], result: Result
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Evaluations and guards, without the seconds, which are never the same."""
    return (
        [(at, guards) for at, guards, _ in run["trace"]],
        [(point.evaluations, point.guards) for point in result.trace],
    )


def _first_difference(then: list[tuple[int, int]], now: list[tuple[int, int]]) -> str:
    at = next((k for k, (a, b) in enumerate(zip(then, now, strict=False)) if a != b), None)
    if at is None:
        return f"trace: {len(then)} points then, {len(now)} now"
    return (
        f"trace: point {at + 1} is {then[at][1]} guards at evaluation {then[at][0]:,} then,"
        f" {now[at][1]} at {now[at][0]:,} now"
    )


def since(store: Store, session: int | None) -> list[str]:
    """What is different from when the run was done."""
    known = queries.provenance(store, session)
    if known is None:
        return ["with what the run was done is not known"]
    then, now = _flat(known), _flat(provenance(of_folder=False))
    return [
        f"{key}: {then.get(key, '(none)')} then, {now.get(key, '(none)')} now"
        for key in dict.fromkeys((*then, *now))
        if then.get(key) != now.get(key)
    ]


def _flat(known: dict[str, Any]) -> dict[str, Any]:
    state = known.get("git", {}).get("metaqueens", {})
    return {
        **known.get("versions", {}),
        "processor": known.get("processor"),
        "system": known.get("system"),
        "git commit": state.get("commit", "(none)"),
        "git, uncommitted changes": "yes" if state.get("dirty") else "no",
    }
