"""The exact methods by name, with an estimate of the time of each."""

from collections.abc import Callable, Iterator
from math import factorial, inf
from typing import Any, NamedTuple

import numpy as np

from metaqueens.exact import backtracking, bitmask, forward_checking
from metaqueens.exact.effort import Effort
from metaqueens.exact.solvers import clingo, cp, cp_sat
from metaqueens.exact.tree_size import ESTIMATES_UP_TO, Estimate, estimate
from metaqueens.problem.queens import KNOWN_RULES, Queens
from metaqueens.problem.rules import reason_against
from metaqueens.text.errors import UserError

# The trees of fewer queens are walked in less time than it takes to estimate them.
EASY = 8
SAMPLES = 10_000


def boards_with(*known: str) -> Callable[[Queens], str | None]:
    """Return what supports boards that have no other rules than the ``known`` ones."""
    return lambda problem: reason_against(problem, known)


class Method(NamedTuple):
    """A way to find all solutions.

    boards : yields them, and counts what it does
    node_seconds : time for a node of the row by row tree, as measured on one core; brute force
        takes it for each of its n! boards
    first : finds one, where there is a better way than to take the first of all
    first_seconds : about how long that takes for n queens
    supports : why it cannot search a problem, or None where it can
    """

    boards: Callable[..., Iterator[Any]]
    node_seconds: float
    first: Callable[..., np.ndarray | None] | None = None
    first_seconds: Callable[[int], float] | None = None
    supports: Callable[[Queens], str | None] = boards_with()


METHODS: dict[str, Method] = {
    "bitmask": Method(bitmask.boards, 9e-9, bitmask.first, supports=bitmask.supports),
    "cartesian": Method(backtracking.cartesian, 8e-6),
    "permutation": Method(backtracking.permutation, 8e-7),
    "matrix": Method(backtracking.matrix, 8e-6),
    "iterative": Method(backtracking.iterative, 1.2e-6),
    "brute_force": Method(backtracking.generate_and_test, 7e-7),
    "cp": Method(cp.boards, 6e-7, cp.first, lambda n: 2e-7 * n**2),
    "cp_sat": Method(
        cp_sat.boards, 2e-5, cp_sat.first, lambda n: 5e-8 * n**3, boards_with(*KNOWN_RULES)
    ),
    "forward_checking": Method(
        forward_checking.boards, 4e-8, forward_checking.first, supports=forward_checking.supports
    ),
    "clingo": Method(
        clingo.boards, 4e-6, clingo.first, lambda n: 1e-6 * n**3, boards_with(*KNOWN_RULES)
    ),
}
# A core counts this fast where nobody wants to see the boards.
COUNT_NODE_SECONDS = 1.1e-9


def boards(name: str, problem: Queens, effort: Effort, **options: Any) -> Iterator[Any]:
    """Return all solutions by the method ``name``, each of shape (n,), as they are found.

    Raises ``UserError`` where the method cannot search the problem.
    """
    return _able(name, problem).boards(problem, effort, **options)


def first(name: str, problem: Queens, effort: Effort, **options: Any) -> np.ndarray | None:
    """Return a solution by the method ``name``, shape (n,), or None where there is none.

    Raises ``UserError`` where the method cannot search the problem.
    """
    method = _able(name, problem)
    if method.first:
        return method.first(problem, effort, **options)
    queens = next(method.boards(problem, effort), None)
    return None if queens is None else np.asarray(queens)


def _able(name: str, problem: Queens) -> Method:
    if reason := METHODS[name].supports(problem):
        raise UserError(reason)
    return METHODS[name]


def seconds_for_all(name: str, problem: Queens, node_seconds: float | None = None) -> float:
    """About how long the method ``name`` searches all of the tree of ``problem``."""
    n = problem.n
    if name == "brute_force":
        return METHODS[name].node_seconds * factorial(n) if n < 100 else inf
    if n <= EASY or n > ESTIMATES_UP_TO:
        return 0.0 if n <= EASY else inf
    return (node_seconds or METHODS[name].node_seconds) * _estimate(problem).nodes.value


def seconds_for_first(name: str, problem: Queens) -> float:
    """About how long the method ``name`` takes for its first solution of ``problem``."""
    n, method = problem.n, METHODS[name]
    if n <= EASY:
        return 0.0
    if method.first_seconds:
        return method.first_seconds(n)
    if name == "brute_force":
        if n >= 50:
            return inf
        return method.node_seconds * factorial(n) / _estimate(problem).solutions.value
    # In dictionary order the first solution comes after about 10^(0.27 n) nodes for n even
    # (2.0e5 for n = 20, 2.3e9 for n = 34), and earlier for n odd.
    return method.node_seconds * 10 ** (0.27 * n) if n < 1000 else inf


def _estimate(problem: Queens) -> Estimate:
    return estimate(problem, SAMPLES, np.random.default_rng(0))
