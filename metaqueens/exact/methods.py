"""The exact methods by name."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from metaqueens.exact import backtracking, bitmask, forward_checking
from metaqueens.exact.effort import Effort
from metaqueens.exact.solvers import clingo, cp, cp_sat
from metaqueens.problem.base import COUNTED, BaseProblem
from metaqueens.queens.rules import reason_against
from metaqueens.text.errors import UserError

# The bits of a mask, but one.
MASKED_UP_TO = 63


class Method(NamedTuple):
    """A way to find all solutions.

    boards : yields them, and counts its work
    for_one : its options if only the first solution is requested
    rules : the rules of the board that it takes account of
    up_to : the maximum number of queens; None for no limit
    """

    boards: Callable[..., Iterator[Any]]
    for_one: Mapping[str, Any] = MappingProxyType({})
    rules: tuple[str, ...] = ()
    up_to: int | None = None

    def supports(self, problem: Any) -> str | None:
        """Return the reason why it cannot search ``problem``, or None."""
        if self.up_to and problem.n > self.up_to:
            return f"n: the bit masks hold 1 to {self.up_to} queens, got {problem.n:,}"
        return reason_against(problem, self.rules)


METHODS: dict[str, Method] = {
    "bitmask": Method(bitmask.boards, {"batch": 1}, (), MASKED_UP_TO),
    "forward_checking": Method(forward_checking.boards, {"batch": 1}, COUNTED, MASKED_UP_TO),
    "iterative": Method(backtracking.iterative),
    "cartesian": Method(backtracking.cartesian),
    "permutation": Method(backtracking.permutation),
    "matrix": Method(backtracking.matrix),
    "brute_force": Method(backtracking.generate_and_test),
    "cp": Method(cp.boards, cp.FOR_ONE),
    "cp_sat": Method(cp_sat.boards, {"single": True}, COUNTED),
    "clingo": Method(clingo.boards, {"limit": 1}, COUNTED),
}


def boards(name: str, problem: BaseProblem, effort: Effort, **options: Any) -> Iterator[Any]:
    """Yield all solutions by the method ``name``, each (n,), as they are found.

    Raises ``UserError`` if the method cannot search the problem.
    """
    return _able(name, problem).boards(problem, effort, **options)


def first(name: str, problem: BaseProblem, effort: Effort, **options: Any) -> np.ndarray | None:
    """Return a solution by the method ``name``, (n,), or None if there is none.

    Raises ``UserError`` if the method cannot search the problem, ``LimitReached`` if the effort
    ends before that.
    """
    method = _able(name, problem)
    found: Any = method.boards(problem, effort, **{**method.for_one, **options})
    with closing(found):
        queens = next(found, None)
    return None if queens is None else np.asarray(queens)


def _able(name: str, problem: BaseProblem) -> Method:
    if reason := METHODS[name].supports(problem):
        raise UserError(reason)
    return METHODS[name]
