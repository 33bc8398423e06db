"""Tabu search [1]_ over all moves of variables in conflict, with random tenures [2]_.

.. [1] Glover (1989). Tabu search - part I. ORSA Journal on Computing 1(3): 190-206.
.. [2] Galinier & Hao (1999). Hybrid evolutionary algorithms for graph coloring. Journal of
       Combinatorial Optimization 3(4): 379-397.
"""

from collections.abc import Iterator
from typing import Self

import numpy as np
from pydantic import Field, model_validator

from metaqueens.core.best_move import ANY_CHANGE
from metaqueens.core.choices import Moves
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.moves import own_target, target, target_count
from metaqueens.core.random import draw_below, start_stream
from metaqueens.core.state import U, apply, count_conflicts, delta, free_count, free_variable
from metaqueens.problem.base import COUNTED
from metaqueens.problem.space import Space
from metaqueens.search import Algorithm, Checkpoints, Snapshot
from metaqueens.search.walk import Walk, keep_best, update_best

# The memory has a number for each square, and an iteration evaluates up to as many moves.
MOST_QUEENS = 10_000


class TabuSearch(Algorithm):
    """Make the best move of all variables in conflict, even a worsening one, and forbid its return.

    A variable that moved may not take its old value again for a number of iterations, its tenure,
    unless the cost would be the lowest so far (aspiration). The tenure is drawn from ``shortest``
    to ``longest``. An iteration evaluates every move of every variable in conflict: swaps on
    ``permutation``, other values on ``rows``. If all are forbidden it makes none.

    >>> from metaqueens import solve
    >>> solve(20, TabuSearch(), seed=1).solved
    True

    Parameters
    ----------
    shortest
        Shortest tenure: number of iterations in which a variable may not take its old value again;
        null for 1, or n/10 if variables have only two values.
    longest
        Longest tenure; a longer one helps if the search returns to the same candidates; null for 4,
        or 4n/5 if variables have only two values.
    """

    shortest: int | None = Field(default=None, ge=0)
    longest: int | None = Field(default=None, ge=0)

    needs = ()
    rules = COUNTED

    @model_validator(mode="after")
    def _require_order(self) -> Self:
        if self.longest is not None and self.longest < (self.shortest or 0):
            raise ValueError(
                f"longest must not be below shortest, got {self.longest} below {self.shortest}"
            )
        return self

    def check(self, space: Space) -> None:
        if space.n > MOST_QUEENS:
            raise ValueError(
                f"tabu search remembers every square: at most {MOST_QUEENS:,} queens, not"
                f" {space.n:,}"
            )

    def find_tenures(self, space: Space) -> tuple[int, int]:
        """Return the shortest and the longest tenure on ``space``; one that is given limits both.

        A variable with two values has only one move, so with short tenures the search cycles.
        """
        has_two_values = space.value_count == 2 < space.n
        low, high = (space.n // 10, 4 * space.n // 5) if has_two_values else (1, 4)
        longest = max(high, self.shortest or 0) if self.longest is None else self.longest
        return min(low, longest) if self.shortest is None else self.shortest, longest

    def longest_step(self, space: Space) -> int:
        return max(space.n * (space.n - 1), 1)  # every move of every variable

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        walk, stream = Walk.begin(space.random_state(rng)), start_stream(rng)
        search, iteration = _search[space.moves()], 0
        # The iteration until which a variable may not take a value, and the variables in conflict.
        forbidden = np.zeros((space.n, space.value_count), np.int64)
        tenures = self.find_tenures(space)
        attacked = np.zeros(space.n, np.bool_)

        def signals() -> dict[str, float]:
            return {"tabu_squares": int((forbidden > iteration).sum())}

        while True:
            yield walk.report(signals=signals)
            until = checkpoints.next_report(walk.snapshot)
            walk, iteration = search(walk, forbidden, attacked, iteration, *tenures, until, stream)


@specialise(Moves)
def _search(moves):
    @kernel
    def search(walk, forbidden, attacked, iteration, shortest, longest, until, stream):
        state, cost, best, best_cost, found_at, evaluations, steps = walk
        spread = longest - shortest + 1
        while evaluations < until and best_cost > 0:
            iteration += 1
            i, j, change, tried = _best_move(
                moves, state, forbidden, attacked, iteration, best_cost - cost, stream
            )
            # At least 1: a wrong ``variable_cost`` may leave no variable in conflict.
            evaluations += max(tried, 1)
            if change < ANY_CHANGE:
                if change > 0:
                    keep_best(cost, best_cost, state.values, best)
                forbidden[i, state.values[i]] = iteration + shortest + draw_below(stream, spread)
                if moves == Moves.SWAP:
                    forbidden[j, state.values[j]] = (
                        iteration + shortest + draw_below(stream, spread)
                    )
                apply(moves, state, i, j)
                cost += change
                steps += 1
                best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
        return Walk(state, cost, best, best_cost, found_at, evaluations, steps), iteration

    return search


@kernel
def _best_move(moves, state, forbidden, attacked, iteration, aspired, stream):
    """Find the best move that is not tabu, or whose change is below ``aspired``.

    Return it, its change of the cost (``ANY_CHANGE`` if all are tabu) and the moves evaluated.
    """
    values = state.values
    for k in range(free_count(state)):
        variable = free_variable(state, k)
        attacked[variable] = count_conflicts(state, variable) > 0
    best_i, best_j, least, ties, tried = 0, 0, ANY_CHANGE, 0, 0
    for k in range(free_count(state)):
        i = free_variable(state, k)
        if not attacked[i]:
            continue
        own = own_target(moves, state, i)
        for place in range(target_count(moves, state)):
            j = target(moves, state, place)
            # A swap of two variables in conflict is evaluated with the first of them only.
            if j == own or (moves == Moves.SWAP and j < i and attacked[U(j)]):
                continue
            change = delta(moves, state, i, j)
            tried += 1
            if change > least or (
                change >= aspired and _is_forbidden(moves, values, forbidden, i, j, iteration)
            ):
                continue
            ties = ties + 1 if change == least else 1
            if ties == 1 or draw_below(stream, ties) == 0:
                best_i, best_j, least = i, j, change
    return best_i, best_j, least, tried


@kernel
def _is_forbidden(moves, values, forbidden, i, j, iteration):
    """Return whether move (i, j) returns a variable to a forbidden value."""
    if moves == Moves.SWAP:
        return (
            forbidden[U(i), U(values[U(j)])] >= iteration
            or forbidden[U(j), U(values[U(i)])] >= iteration
        )
    return forbidden[U(i), U(j)] >= iteration
