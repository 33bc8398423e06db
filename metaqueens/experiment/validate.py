"""The exact check behind every claim: solutions are recounted, and CP-SAT confirms them."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

import numpy as np

from metaqueens.config import sources
from metaqueens.experiment.results import queries, verdicts
from metaqueens.experiment.results.store import Store
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.registry import load_part

Verdict = Literal["validated", "checked", "rejected"]
BATCH = 100
# Many runs find the same solution of a small problem: CP-SAT confirms it once.
SMALL = 20
# The existence of a solution, by the label of an instance.
_EXISTENCE = {"satisfiable": "solvable", "unsatisfiable": "proven none"}


def verdict_on(problem: BaseProblem, values: np.ndarray, cost: int, with_cp_sat: bool) -> Verdict:
    """Check whether ``values``, shape (n,), have the claimed ``cost``.

    ``checked``: the recount agrees. ``validated``: the cost is 0, and CP-SAT agrees too.
    """
    is_legal = values.shape == (problem.n,) and values.dtype.kind == "i"
    is_legal = is_legal and values.min() >= 0 and values.max() < problem.value_count
    try:
        if not is_legal or problem.recount(values) != cost:
            return "rejected"
    except ValueError:  # the count of a user's problem fails
        return "rejected"
    if cost > 0 or not with_cp_sat or not load_part("cp_sat").can_confirm(problem):
        return "checked"
    if values.size > SMALL:
        is_confirmed = load_part("cp_sat").confirms(problem, values)
    else:
        is_confirmed = _confirm_small(problem, values.astype(np.int32).tobytes())
    return "validated" if is_confirmed else "rejected"


@lru_cache(10_000)
def _confirm_small(problem: BaseProblem, values: bytes) -> bool:
    return bool(load_part("cp_sat").confirms(problem, np.frombuffer(values, np.int32)))


def validate(store: Store, with_cp_sat: bool, everything: bool = False) -> Iterator[Verdict]:
    """Check the runs without a verdict, or all runs if ``everything``; store and yield verdicts."""
    batch: list[tuple[Verdict, int, int]] = []
    confirmable = load_part("cp_sat").CONFIRM_UP_TO if with_cp_sat else 0
    for claim in verdicts.load_claims(store, confirmable, everything):
        verdict: Verdict = "rejected"
        if (claim.status == "solved") == (claim.cost == 0):
            verdict = verdict_on(claim.problem, claim.values, claim.cost, with_cp_sat)
        batch.append((verdict, claim.cell, claim.repetition))
        if len(batch) == BATCH:
            verdicts.write(store, batch)
            batch = []
        yield verdict
    verdicts.write(store, batch)
    _store_existence(store, with_cp_sat, {} if everything else verdicts.existence(store))


def _store_existence(store: Store, with_cp_sat: bool, known: dict[str, str]) -> None:
    """Store whether unsolved problems have a solution: by a witness, a proof or a label."""
    instances = sources.read_labelled(store.folder)
    labels = {instance.problem.key: _EXISTENCE.get(str(instance.label)) for instance in instances}
    known = known | {instance.problem.key: "solvable" for instance in instances if instance.witness}
    found = {
        key: known.get(key) or (_prove_existence(key) if with_cp_sat else None) or labels.get(key)
        for key in verdicts.list_unsolved(store)
    }
    verdicts.write_existence(store, {key: text for key, text in found.items() if text})


def _prove_existence(key: str) -> str | None:
    """Prove whether a problem has a solution; None if it is large or has unknown rules."""
    problem = queries.problem_of(key)
    if problem is None or not problem.has("queens"):
        return None
    return _EXISTENCE.get(str(load_part("labels").prove(problem)))
