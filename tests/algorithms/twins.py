"""Searches written out slowly: boards priced by brute force, draws from the oracle's stream.

Each yields where it stands after its first board and after each move priced or made.
"""

from itertools import accumulate, combinations, count
from math import exp
from typing import NamedTuple

from tests import oracle


class State(NamedTuple):
    best: list[int]
    cost: int
    found_at: int
    evaluations: int
    steps: int
    current: list[int]


class Draws:
    """Draws from the published generator, as kernels make them."""

    def __init__(self, state):
        self.bits = oracle.xoshiro256pp(state)

    def below(self, n):
        """Lemire's method on the upper 32 bits."""
        while True:
            product = (next(self.bits) >> 32) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32

    def uniform(self):
        return (next(self.bits) >> 11) / 2**53

    def other(self, n, one):
        """Any number below n but one."""
        k = self.below(n - 1)
        return k + (k >= one)

    def shuffled(self, n):
        values = list(range(n))
        for last in range(n - 1, 0, -1):
            k = self.below(last + 1)
            values[last], values[k] = values[k], values[last]
        return values


class Best:
    """The best board so far."""

    def __init__(self, queens):
        self.evaluations, self.steps = 1, 0
        self.values, self.cost, self.found_at = list(queens), oracle.guards(queens), 1

    def state(self, queens):
        """Where the search stands with ``queens``, of which two equally good ones are both best."""
        guards = oracle.guards(queens)
        if guards < self.cost:
            self.cost, self.found_at = guards, self.evaluations
        if guards == self.cost:
            self.values = list(queens)
        counts = self.cost, self.found_at, self.evaluations, self.steps
        return State(self.values, *counts, list(queens))


def annealing(name, queens, draws, temperature):
    """The Metropolis algorithm with swaps or reassignments."""
    n, best = len(queens), Best(queens)
    yield best.state(queens)
    while best.cost > 0:
        i = draws.below(n)
        j = draws.other(n, i if name == "swap" else queens[i])
        after = oracle.moved(name, queens, i, j)
        change = oracle.guards(after) - oracle.guards(queens)
        best.evaluations += 1
        if change <= 0 or draws.uniform() < exp(-change / temperature):
            queens = after
            best.steps += 1
        yield best.state(queens)


def climbing(queens, draws, first_improvement, sideways, restarts):
    """Hill climbing by swaps, the best of all or the first that improves."""
    n, best, in_a_row = len(queens), Best(queens), 0
    yield best.state(queens)
    pairs = list(combinations(range(n), 2))
    i = draws.below(n)
    at = pairs.index(tuple(sorted((i, draws.other(n, i)))))
    while best.cost > 0 and restarts >= 0:
        prices, chosen, ties = [], None, 0
        while len(prices) < len(pairs) and not (first_improvement and prices and prices[-1] < 0):
            if prices:
                yield best.state(queens)
            move, at = pairs[at], (at + 1) % len(pairs)
            change = oracle.guards(oracle.moved("swap", queens, *move)) - oracle.guards(queens)
            best.evaluations += 1
            if change <= 0 and change < min(prices, default=1):
                chosen, ties = move, 1
            elif change <= 0 and change == min(prices):
                ties += 1
                chosen = move if draws.below(ties) == 0 else chosen
            prices.append(change)
        if min(prices) < 0 or (min(prices) == 0 and in_a_row < sideways):
            queens = oracle.moved("swap", queens, *chosen)
            best.steps += 1
            in_a_row = in_a_row + 1 if min(prices) == 0 else 0
        else:
            if restarts > 0:
                queens = draws.shuffled(n)
                best.evaluations += 1
            restarts, in_a_row = restarts - 1, 0
        yield best.state(queens)


def min_conflicts(queens, draws, noise, restart_after):
    """Min-conflicts from a random start, with noise and restarts."""
    n, best = len(queens), Best(queens)
    yield best.state(queens)
    while True:
        lowest, idle = oracle.guards(queens), 0
        candidates = [column for column in range(n) if attacks(queens, column)]
        while idle < restart_after:
            if best.cost == 0:
                return
            column = drawn(candidates, queens, draws)
            if noise > 0 and draws.uniform() < noise:
                row = draws.below(n)
                best.evaluations += 1
            else:
                loads = [
                    attacks(oracle.moved("reassign", queens, column, r), column) for r in range(n)
                ]
                rows = [row for row in range(n) if loads[row] == min(loads)]
                row = rows[draws.below(len(rows))]
                best.evaluations += n - 1
            if row != queens[column]:
                queens = oracle.moved("reassign", queens, column, row)
                best.steps += 1
                if attacks(queens, column):
                    met = [
                        i
                        for i in range(n)
                        if i == column or oracle.meetings(i, column, queens, False)
                    ]
                    candidates += [i for i in met if i not in candidates]
            guards = oracle.guards(queens)
            idle = 0 if guards < lowest else idle + 1
            lowest = min(lowest, guards)
            yield best.state(queens)
        queens = [draws.below(n) for _ in range(n)]
        best.evaluations += 1
        best.state(queens)


def attacks(queens, column):
    """How often a queen is attacked."""
    others = (i for i in range(len(queens)) if i != column)
    return sum(oracle.meetings(i, column, queens, False) for i in others)


def drawn(candidates, queens, draws):
    """One of the candidates that is attacked; those drawn that are not are taken off."""
    while True:
        place = draws.below(len(candidates))
        if attacks(queens, candidates[place]):
            return candidates[place]
        candidates[place] = candidates[-1]
        candidates.pop()


def moves_of(name, queens, i):
    """The moves of the queen of a column, in the order of their places."""
    stays = i if name == "swap" else queens[i]
    return [(i, j) for j in range(len(queens)) if j != stays]


def reached(name, queens, i, j):
    """The squares that a move brings queens to."""
    return [(i, queens[j]), (j, queens[i])] if name == "swap" else [(i, j)]


def tabu(name, queens, draws, shortest, longest):
    """The best move of all attacked queens, none of which may soon go back."""
    best, last = Best(queens), {}
    yield best.state(queens)
    for iteration in count(1):
        guards = oracle.guards(queens)
        attacked = [column for column in range(len(queens)) if attacks(queens, column)]
        chosen, least, ties = None, None, 0
        for i, j in [move for column in attacked for move in moves_of(name, queens, column)]:
            if name == "swap" and j < i and j in attacked:
                continue
            change = oracle.guards(oracle.moved(name, queens, i, j)) - guards
            best.evaluations += 1
            barred = any(last.get(one, 0) >= iteration for one in reached(name, queens, i, j))
            if (chosen and change > least) or (barred and guards + change >= best.cost):
                continue
            ties = ties + 1 if chosen and change == least else 1
            if ties == 1 or draws.below(ties) == 0:
                chosen, least = (i, j), change
        if chosen:
            for column in chosen if name == "swap" else chosen[:1]:
                tenure = shortest + draws.below(longest - shortest + 1)
                last[column, queens[column]] = iteration + tenure
            queens = oracle.moved(name, queens, *chosen)
            best.steps += 1
        yield best.state(queens)


def adaptive(name, queens, draws, first, plateau, tenure, reset_at, moved):
    """The best move of the worst queen that is not frozen, and resets."""
    n, best = len(queens), Best(queens)
    until = [0] * n
    yield best.state(queens)
    for iteration in count(1):
        before = best.evaluations
        free = [column for column in range(n) if until[column] < iteration]
        worst = worst_of(free, queens, draws)
        change, chosen = 1, None
        if worst is not None:
            known = [m for m in moves_of(name, queens, worst) if name != "swap" or m[1] in free]
            change, chosen, priced = best_of(known, name, queens, draws, first)
            best.evaluations += priced
        if change < 0 or (change == 0 and draws.uniform() < plateau):
            queens = oracle.moved(name, queens, *chosen)
            best.steps += 1
        else:
            if worst is not None:
                until[worst] = iteration + tenure
            if n - len(free) + 1 >= reset_at:
                queens = shaken(name, queens, draws, moved)
                until = [0] * n
                best.evaluations += 1
        if best.evaluations > before:
            yield best.state(queens)


def worst_of(columns, queens, draws):
    """The one of these whose queen is attacked most."""
    worst, most, ties = None, -1, 0
    for column in columns:
        here = attacks(queens, column)
        if here > most:
            worst, most, ties = column, here, 1
        elif here == most:
            ties += 1
            worst = column if draws.below(ties) == 0 else worst
    return worst


def best_of(moves, name, queens, draws, first, least=1):
    """The best of these below ``least``: its change, it, and how many were priced."""
    change, chosen, ties = least, None, 0
    for priced, move in enumerate(moves, 1):
        price = oracle.guards(oracle.moved(name, queens, *move)) - oracle.guards(queens)
        if price < change:
            change, chosen, ties = price, move, 1
            if first and price < 0:
                return change, chosen, priced
        elif price == change < least:
            ties += 1
            chosen = move if draws.below(ties) == 0 else chosen
    return change, chosen, len(moves)


def shaken(name, queens, draws, moved):
    """So many queens moved at random."""
    n = len(queens)
    for _ in range(moved):
        i = draws.below(n)
        queens = oracle.moved(name, queens, i, draws.other(n, i if name == "swap" else queens[i]))
    return queens


def lines(column, row):
    """The lines through a square."""
    return [("row", row), ("rising", row - column), ("falling", row + column)]


def weighted(queens, weights):
    """The cost of all pairs of queens, each at the weight of the line that they share."""
    return sum(
        weights.get(line, 1)
        for (i, a), (j, b) in combinations(enumerate(queens), 2)
        for line in lines(i, a)
        if line in lines(j, b)
    )


def extremal(name, queens, draws, tau, best_move):
    """A queen drawn by the power law of ranks moves, whatever that does."""
    n, best = len(queens), Best(queens)
    law = list(accumulate(rank**-tau for rank in map(float, range(1, n + 1))))
    yield best.state(queens)
    while best.cost:
        attacked = [attacks(queens, column) for column in range(n)]
        aim = draws.uniform() * law[-1]
        level = sorted(attacked, reverse=True)[next(k for k in range(n) if law[k] > aim)]
        equals = [column for column in range(n) if attacked[column] == level]
        i = equals[draws.below(len(equals))]
        moves = moves_of(name, queens, i)
        if best_move:
            _, move, _ = best_of(moves, name, queens, draws, False, least=n * n)
        else:
            move = i, draws.other(n, i if name == "swap" else queens[i])
        queens = oracle.moved(name, queens, *move)
        best.evaluations += len(moves) if best_move else 1
        best.steps += 1
        yield best.state(queens)
