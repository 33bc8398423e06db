"""The exact check behind every claim: boards are recounted, and CP-SAT confirms the solutions."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

import numpy as np

from metaqueens.exact.solvers import proofs
from metaqueens.experiment.results import verdicts
from metaqueens.experiment.results.store import Store
from metaqueens.problem.check import recount
from metaqueens.problem.queens import Queens

Verdict = Literal["validated", "checked", "rejected"]
BATCH = 100
# On so few queens many runs find the same board; CP-SAT is asked once.
FEW_QUEENS = 20


def verdict_on(problem: Queens, queens: np.ndarray, guards: int, with_cp_sat: bool) -> Verdict:
    """Whether a board of ``problem``, shape (n,), has as many ``guards`` as its finder says.

    ``checked``: recounted. ``validated``: no guards, and CP-SAT agrees. ``rejected``: it is not so.
    """
    legal = queens.shape == (problem.n,) and queens.dtype.kind == "i"
    legal = legal and queens.min() >= 0 and queens.max() < problem.n
    if not legal or recount(problem, queens) != guards:
        return "rejected"
    if guards > 0 or not with_cp_sat or queens.size > proofs.CONFIRM_UP_TO:
        return "checked"
    known = queens.size <= FEW_QUEENS
    confirmed = (
        _confirmed(tuple(queens.tolist()))
        if known
        else proofs.confirms(Queens(queens.size), queens)
    )
    return "validated" if confirmed else "rejected"


@lru_cache(10_000)
def _confirmed(queens: tuple[int, ...]) -> bool:
    return proofs.confirms(Queens(len(queens)), np.array(queens))


def validate(store: Store, with_cp_sat: bool, everything: bool = False) -> Iterator[Verdict]:
    """Give every run that has none its verdict, or ``everything`` a new one; yield each."""
    batch: list[tuple[Verdict, int, int]] = []
    for claim in verdicts.claims(store, _which(with_cp_sat, everything)):
        verdict: Verdict = "rejected"
        if (claim.status == "solved") == (claim.guards == 0):
            verdict = verdict_on(Queens(claim.n), claim.queens, claim.guards, with_cp_sat)
        batch.append((verdict, claim.cell, claim.repetition))
        if len(batch) == BATCH:
            verdicts.judge(store, batch)
            batch = []
        yield verdict
    verdicts.judge(store, batch)
    if with_cp_sat:
        _settle_existence(store, {} if everything else verdicts.settled(store))


def _which(with_cp_sat: bool, everything: bool) -> str:
    """The runs to judge: those without a verdict, and solutions that CP-SAT has yet to see."""
    if everything:
        return "TRUE"
    unconfirmed = f"verdict = 'checked' AND guards = 0 AND n <= {proofs.CONFIRM_UP_TO}"
    return f"verdict IS NULL OR ({unconfirmed})" if with_cp_sat else "verdict IS NULL"


def _settle_existence(store: Store, known: dict[int, str]) -> None:
    """For small sizes that no run solved: does a solution exist at all?"""
    verdicts.settle(
        store,
        {
            n: known.get(n) or ("solvable" if proofs.solution_exists(Queens(n)) else "proven none")
            for n in verdicts.unsolved_sizes(store, proofs.PROVE_UP_TO)
        },
    )
