"""The exact check behind every claim: boards are recounted, and CP-SAT confirms the solutions."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

import numpy as np

from metaqueens.exact.solvers import cp_sat
from metaqueens.experiment.results import verdicts
from metaqueens.experiment.results.store import Store
from metaqueens.problem.check import recount
from metaqueens.problem.queens import Queens

Verdict = Literal["validated", "checked", "rejected"]
BATCH = 100
# On so few queens many runs find the same board; CP-SAT is asked once.
FEW_QUEENS = 20


def verdict_on(queens: np.ndarray, guards: int, with_cp_sat: bool) -> Verdict:
    """Whether a board, shape (n,), has as many ``guards`` as its finder says.

    ``checked``: recounted. ``validated``: no guards, and CP-SAT agrees. ``rejected``: it is not so.
    """
    legal = queens.ndim == 1 and queens.dtype.kind == "i" and queens.size > 0
    if not legal or queens.min() < 0 or queens.max() >= queens.size or recount(queens) != guards:
        return "rejected"
    if guards > 0 or not with_cp_sat or queens.size > cp_sat.CONFIRM_UP_TO:
        return "checked"
    known = queens.size <= FEW_QUEENS
    confirmed = _confirmed(tuple(queens.tolist())) if known else cp_sat.confirms(queens)
    return "validated" if confirmed else "rejected"


@lru_cache(10_000)
def _confirmed(queens: tuple[int, ...]) -> bool:
    return cp_sat.confirms(np.array(queens))


def validate(store: Store, with_cp_sat: bool, everything: bool = False) -> Iterator[Verdict]:
    """Give every run that has none its verdict, or ``everything`` a new one; yield each."""
    batch: list[tuple[Verdict, int, int]] = []
    confirmable = cp_sat.CONFIRM_UP_TO if with_cp_sat else 0
    for claim in verdicts.claims(store, confirmable, everything):
        consistent = claim.queens.size == claim.n
        consistent &= (claim.status == "solved") == (claim.guards == 0)
        verdict: Verdict = "rejected"
        if consistent:
            verdict = verdict_on(claim.queens, claim.guards, with_cp_sat)
        batch.append((verdict, claim.cell, claim.repetition))
        if len(batch) == BATCH:
            verdicts.judge(store, batch)
            batch = []
        yield verdict
    verdicts.judge(store, batch)
    if with_cp_sat:
        _settle_existence(store, {} if everything else verdicts.settled(store))


def _settle_existence(store: Store, known: dict[str, str]) -> None:
    """For small problems that no run solved: does a solution exist at all?"""
    unsolved = verdicts.unsolved_problems(store, cp_sat.PROVE_UP_TO)
    found = {key: known.get(key) or _existence(key) for key in unsolved}
    verdicts.settle(store, {key: one for key, one in found.items() if one})


def _existence(key: str) -> str | None:
    """Whether the problem has a solution; None where it has rules that are not known here."""
    try:
        problem = Queens.of_key(key)
    except (TypeError, ValueError):
        return None
    return "solvable" if cp_sat.solution_exists(problem.n) else "proven none"
