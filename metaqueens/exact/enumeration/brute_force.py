"""Brute force: generate every permutation of the rows, and test each."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from metaqueens.exact.effort import Effort
from metaqueens.problem.queens import Queens


def generate_and_test(problem: Queens, effort: Effort) -> Iterator[list[int]]:
    """Yield all solutions; attempts are boards generated, n! of them in the end."""
    for queens in permutations(range(problem.n)):
        effort.attempts += 1
        if effort.attempts >= effort.check_at:
            effort.check()
        if _is_solution(queens):
            yield list(queens)


def _is_solution(queens: Sequence[int]) -> bool:
    """Whether no two queens of a permutation share a diagonal: each kind has n different ones."""
    n = len(queens)
    return (
        len({row + column for column, row in enumerate(queens)}) == n
        and len({row - column for column, row in enumerate(queens)}) == n
    )
