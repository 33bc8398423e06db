"""Adaptive search as the authors' program of 2009 carries it out, as a plug-in.

`metaqueens` ships a search of this family (``adaptive_search``). This one has the authors' rules:

* A variable is frozen for a number of *swaps*, not of iterations; swaps of a reset count too.
* If no move improves, the variable is a local minimum with probability ``local_minimum``, and also
  if it is the only worst one and has at most one move that changes nothing. Otherwise a move that
  changes nothing is made; if there is none, another of the worst variables is tried, which counts
  as one more iteration.
* With ``pairs`` the moves of all variables are tried in one iteration. Of the moves that change
  nothing the program keeps the last ones in a ring of n places.

    metaqueens solve all_interval n=50 form=largest -a published.py:Published pairs=true \\
        first=true local_minimum=0.66 reset_share=0.25
"""

from collections.abc import Iterator
from math import ceil
from typing import ClassVar, NamedTuple

import numpy as np
from pydantic import Field, NonNegativeInt, PositiveInt

from metaqueens import Algorithm, Space, kernel
from metaqueens.classics.costas import compute_by_bits
from metaqueens.core.choices import Moves
from metaqueens.core.random import draw_below, draw_uniform, start_stream
from metaqueens.core.state import U, apply, compute_cost, count_conflicts, delta, rebuild
from metaqueens.search.walk import Walk, keep_best, update_best

# Places in the array of counts.
ITERATIONS, MINIMA, SWAPS, RESETS, TIES, AGAIN, FROZEN = range(7)
SWAP = int(Moves.SWAP)


class Settings(NamedTuple):
    """The parameters as kernels take them."""

    first: bool
    local_minimum: float
    freeze: int
    reset_limit: int
    moved: int
    weight: np.ndarray | None  # of each row of a Costas array, if its own reset is made


class Memory(NamedTuple):
    """What a search remembers between reports.

    frozen_until : (n,) int64, the number of swaps from which a variable may move again
    worst : (n,) int64, the worst variables of this iteration
    targets : (2, n) int64, moves that are equally good
    counts : (7,) int64, see above
    """

    frozen_until: np.ndarray
    worst: np.ndarray
    targets: np.ndarray
    counts: np.ndarray


class Published(Algorithm):
    """Adaptive search with the rules and the parameters of its authors' program.

    Parameters
    ----------
    first
        Make the first move that improves, in the order of variables, not the best.
    pairs
        Try the moves of all variables, not of a worst one.
    local_minimum
        Probability to accept a local minimum although a move exists that changes nothing.
    freeze
        Number of swaps for which the variable of a local minimum is frozen.
    reset_limit
        Number of frozen variables at which a reset is made.
    reset_share
        Number of random swaps of a reset, as a share of the variables, rounded up.
    costas
        The reset of the authors' program for Costas arrays.
    """

    encodings = ("permutation",)
    needs: ClassVar = ("variable_cost",)

    first: bool = False
    pairs: bool = False
    local_minimum: float = Field(default=0.5, ge=0, le=1)
    freeze: NonNegativeInt = 1
    reset_limit: PositiveInt = 1
    reset_share: float = Field(default=0.1, gt=0, le=1)
    costas: bool = False

    def longest_step(self, space: Space) -> int:
        return space.n * (space.n - 1) // 2 + 1 if self.pairs else 3 * space.n

    def search(self, space: Space, checkpoints, rng: np.random.Generator) -> Iterator:
        walk, stream, n = Walk.begin(space.random_state(rng)), start_stream(rng), space.n
        memory = Memory(
            np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros((2, n), np.int64),
            np.zeros(7, np.int64),
        )  # fmt: skip
        settings = Settings(
            self.first,
            self.local_minimum,
            self.freeze,
            max(1, min(self.reset_limit, n - 1)),
            ceil(self.reset_share * n - 1e-9),
            space.problem.data().weight if self.costas else None,
        )
        step = search_pairs if self.pairs else search_worst
        while True:
            counts = memory.counts.tolist()
            names = {"iterations": ITERATIONS, "local_minima": MINIMA, "swaps": SWAPS,
                     "resets": RESETS}  # fmt: skip
            snapshot = walk.report({name: counts[place] for name, place in names.items()})
            yield snapshot
            walk = step(walk, memory, settings, checkpoints.next_report(snapshot), stream)


@kernel
def search_worst(walk, memory, settings, until, stream):
    """Move a variable of the highest cost at each iteration."""
    state, cost, best, best_cost, found_at, evaluations, steps = walk
    counts = memory.counts
    while evaluations < until and best_cost > 0:
        counts[ITERATIONS] += 1
        if counts[AGAIN] == 0:
            select_worst(state, memory)
        counts[AGAIN] = 0
        i = memory.worst[draw_below(stream, counts[TIES])]
        change, moves, tried = find_moves(state, memory, settings.first, i)
        evaluations += tried
        is_only = counts[TIES] <= 1 and moves <= 1
        if change == 0 and (draw_uniform(stream) < settings.local_minimum or is_only):
            cost, tried = accept_minimum(state, memory, settings, i, cost, best_cost, best, stream)
            evaluations += tried
        elif moves == 0:
            counts[AGAIN] = 1
        else:
            j = memory.targets[0, draw_below(stream, moves)]
            apply(SWAP, state, np.int64(i), np.int64(j))
            counts[SWAPS] += 1
            cost += change
            steps += 1
        best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
    return Walk(state, cost, best, best_cost, found_at, evaluations, steps)


@kernel
def select_worst(state, memory):
    """Note the variables of the highest cost that are not frozen."""
    highest, ties, counts = 0, 0, memory.counts
    counts[FROZEN] = 0
    for i in range(state.values.size):
        if memory.frozen_until[i] > counts[SWAPS]:
            counts[FROZEN] += 1
            continue
        cost = count_conflicts(state, np.int64(i))
        if cost > highest:
            highest, ties = cost, 0
        if cost == highest:
            memory.worst[ties] = i
            ties += 1
    counts[TIES] = ties


@kernel
def find_moves(state, memory, first, i):
    """Note the best swaps of ``i`` that are not worse; return their change, number, and all."""
    least, moves, tried = np.int64(0), 0, 0
    for j in range(state.values.size):
        if j == i or memory.frozen_until[U(j)] > memory.counts[SWAPS]:
            continue
        change = delta(SWAP, state, np.int64(i), np.int64(j))
        tried += 1
        if change < least:
            least, moves = change, 0
        if change == least:
            memory.targets[0, U(moves)] = j
            moves += 1
            if first and change < 0:
                break
    return least, moves, tried


@kernel
def search_pairs(walk, memory, settings, until, stream):
    """Make the first swap of all that improves, at each iteration."""
    state, cost, best, best_cost, found_at, evaluations, steps = walk
    counts = memory.counts
    while evaluations < until and best_cost > 0:
        counts[ITERATIONS] += 1
        change, moves, tried = find_pairs(state, memory, settings.first)
        evaluations += tried
        if change == 0 and (moves == 0 or draw_uniform(stream) < settings.local_minimum):
            i = np.int64(0)
            while memory.frozen_until[i] > counts[SWAPS]:
                i += 1
            cost, tried = accept_minimum(state, memory, settings, i, cost, best_cost, best, stream)
            evaluations += tried
        else:
            k = draw_below(stream, moves)
            apply(SWAP, state, memory.targets[0, k], memory.targets[1, k])
            counts[SWAPS] += 1
            cost += change
            steps += 1
        best_cost, found_at = update_best(cost, best_cost, found_at, evaluations)
    return Walk(state, cost, best, best_cost, found_at, evaluations, steps)


@kernel
def find_pairs(state, memory, first):
    """Note the best swaps that are not worse, in a ring of n places."""
    n = state.values.size
    least, moves, tried, frozen = np.int64(0), 0, 0, 0
    for i in range(n):
        if memory.frozen_until[U(i)] > memory.counts[SWAPS]:
            frozen += 1
            continue
        for j in range(i + 1, n):
            if memory.frozen_until[U(j)] > memory.counts[SWAPS]:
                continue
            change = delta(SWAP, state, np.int64(i), np.int64(j))
            tried += 1
            if change < least:
                least, moves = change, 0
            if change == least:
                memory.targets[0, U(moves)], memory.targets[1, U(moves)] = i, j
                moves = (moves + 1) % n
                if first and change < 0:
                    memory.counts[FROZEN] = frozen
                    memory.targets[0, 0], memory.targets[1, 0] = i, j
                    return least, 1, tried
    memory.counts[FROZEN] = frozen
    return least, moves, tried


@kernel
def accept_minimum(state, memory, settings, i, cost, best_cost, best, stream):
    """Freeze a variable, or make a reset; return the cost, and the evaluations of the reset."""
    counts = memory.counts
    counts[MINIMA] += 1
    memory.frozen_until[i] = counts[SWAPS] + settings.freeze
    if counts[FROZEN] + 1 < settings.reset_limit:
        return cost, 0
    keep_best(cost, best_cost, state.values, best)
    tried = reset(settings.weight, state, cost, settings.moved, counts, stream)
    memory.frozen_until[:] = 0
    counts[RESETS] += 1
    return compute_cost(state), tried


@kernel
def reset(weight, state, cost, moved, counts, stream):
    """Make the reset of Costas arrays, or some random swaps; return the evaluations."""
    if weight is not None:
        return reset_costas(weight, state, cost, stream)
    for _ in range(moved):
        a, b = draw_below(stream, state.values.size), draw_below(stream, state.values.size)
        state.values[a], state.values[b] = state.values[b], state.values[a]
        counts[SWAPS] += 1
    rebuild(state)
    return 1


@kernel
def reset_costas(weight, state, cost, stream):
    """Take the best of some perturbations, or the first that is better; return the evaluations.

    They are: parts of the array, from or to a worst variable, shifted by one; constants added to
    all values; and rotations of the array to a variable in conflict.
    """
    n = state.values.size
    start, best, trial = state.values.copy(), state.values.copy(), state.values.copy()
    errors = np.zeros(n, np.int64)
    for i in range(n):
        errors[i] = count_conflicts(state, np.int64(i))
    worst, ties = list_wrong(errors, errors.max(), errors.max(), stream)
    least, tried = shift_parts(weight, start, best, trial, cost, worst[ties - 1], stream)
    if least >= cost:
        least, more = add_constants(weight, start, best, trial, cost, least, stream)
        tried += more
    if least >= cost:
        others, _ = list_wrong(errors, 1, errors.max() - 1, stream)
        for k in range(3):
            to = worst[k] if k < ties - 1 else others[k - ties + 1]
            if least < cost or to == 0 or draw_uniform(stream) < 1 / 3:
                continue
            least, more = rotate(weight, start, best, trial, least, to)
            tried += more
    state.values[:] = best
    rebuild(state)
    return tried


@kernel
def list_wrong(errors, low, high, stream):
    """Return the variables with such errors in random order, filled up with 0, and their number."""
    listed, count = np.zeros(errors.size + 3, np.int64), 0
    for i in range(errors.size):
        if low <= errors[i] <= high:
            listed[count] = i
            count += 1
    for k in range(count - 1, 0, -1):
        j = draw_below(stream, k + 1)
        listed[k], listed[j] = listed[j], listed[k]
    return listed, count


@kernel
def shift_parts(weight, start, best, trial, cost, worst, stream):
    """Shift each part that a worst variable begins or ends; return the least cost, evaluations."""
    n, least, tried = start.size, np.int64(2) ** 40, 0
    for k in range(n):
        low, high = min(worst, k), max(worst, k)
        if draw_uniform(stream) < 0.4 or high - low <= 1 or least < cost:
            continue
        trial[:] = start
        if worst < (n - 1) // 2:
            trial[low:high] = start[low + 1 : high + 1]
            trial[high] = start[low]
        else:
            trial[low + 1 : high + 1] = start[low:high]
            trial[low] = start[high]
        now = compute_by_bits(trial, weight)
        tried += 1
        if now < least or (now == least and draw_uniform(stream) < 0.2):
            best[:], least = trial, now
    return least, tried


@kernel
def add_constants(weight, start, best, trial, cost, least, stream):
    """Add 1, 2, n - 2 and n - 3 to all values; return the least cost, and the evaluations."""
    n, tried = start.size, 0
    for step in (1, 2, n - 2, n - 3):
        if least < cost:
            break
        for i in range(n):
            trial[i] = (start[i] + step) % n
        now = compute_by_bits(trial, weight)
        tried += 1
        if now < cost or (now < least and draw_uniform(stream) < 1 / 3):
            best[:], least = trial, now
    return least, tried


@kernel
def rotate(weight, start, best, trial, least, to):
    """Begin the array with the variable ``to``; return the least cost, and the evaluations."""
    for i in range(start.size):
        trial[i] = start[(i + to) % start.size]
    now = compute_by_bits(trial, weight)
    if now < least:
        best[:], least = trial, now
    return least, 1
