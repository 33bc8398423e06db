"""The exact check behind every claim: boards are recounted, and CP-SAT confirms the solutions."""

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
# On so few queens many runs find the same board; CP-SAT is asked once.
FEW_QUEENS = 20
# The existence of a solution, by the label of an instance.
_EXISTENCE = {"satisfiable": "solvable", "unsatisfiable": "proven none"}


def verdict_on(problem: BaseProblem, values: np.ndarray, cost: int, with_cp_sat: bool) -> Verdict:
    """Whether a board of ``problem``, shape (n,), has as many ``cost`` as its finder says.

    ``checked``: recounted. ``validated``: no cost, and CP-SAT agrees. ``rejected``: it is not so.
    """
    legal = values.shape == (problem.n,) and values.dtype.kind == "i"
    legal = legal and values.min() >= 0 and values.max() < problem.value_count
    try:
        if not legal or problem.recount(values) != cost:
            return "rejected"
    except ValueError:  # of a user's problem, whose count fails
        return "rejected"
    if cost > 0 or not with_cp_sat or not load_part("cp_sat").can_confirm(problem):
        return "checked"
    return "validated" if _confirmed(problem, values) else "rejected"


def _confirmed(problem: BaseProblem, values: np.ndarray) -> bool:
    if values.size > FEW_QUEENS:
        return bool(load_part("cp_sat").confirms(problem, values))
    return _confirmed_few(problem, values.astype(np.int32).tobytes())


@lru_cache(10_000)
def _confirmed_few(problem: BaseProblem, values: bytes) -> bool:
    return bool(load_part("cp_sat").confirms(problem, np.frombuffer(values, np.int32)))


def validate(store: Store, with_cp_sat: bool, everything: bool = False) -> Iterator[Verdict]:
    """Give every run that has none its verdict, or ``everything`` a new one; yield each."""
    batch: list[tuple[Verdict, int, int]] = []
    confirmable = load_part("cp_sat").CONFIRM_UP_TO if with_cp_sat else 0
    for claim in verdicts.claims(store, confirmable, everything):
        verdict: Verdict = "rejected"
        if (claim.status == "solved") == (claim.cost == 0):
            verdict = verdict_on(claim.problem, claim.values, claim.cost, with_cp_sat)
        batch.append((verdict, claim.cell, claim.repetition))
        if len(batch) == BATCH:
            verdicts.judge(store, batch)
            batch = []
        yield verdict
    verdicts.judge(store, batch)
    _settle_existence(store, with_cp_sat, {} if everything else verdicts.settled(store))


def _settle_existence(store: Store, with_cp_sat: bool, known: dict[str, str]) -> None:
    """Note which problems that no run solved have a solution: by a witness, a proof or a label."""
    instances = sources.labelled_instances(store.folder)
    labelled = {instance.problem.key: _EXISTENCE.get(str(instance.label)) for instance in instances}
    known = known | {instance.problem.key: "solvable" for instance in instances if instance.witness}
    found = {
        key: known.get(key) or (_existence(key) if with_cp_sat else None) or labelled.get(key)
        for key in verdicts.unsolved_problems(store)
    }
    verdicts.settle(store, {key: existence for key, existence in found.items() if existence})


def _existence(key: str) -> str | None:
    """Prove whether the problem has a solution; None if it is large or has unknown rules."""
    problem = queries.problem_of(key)
    if problem is None or not problem.has("queens"):
        return None
    return _EXISTENCE.get(str(load_part("labels").prove(problem)))
