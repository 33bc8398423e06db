"""The slow and obvious truth of landscapes: boards as tuples, neighbours listed one by one."""

from fractions import Fraction
from functools import cache
from itertools import permutations, product

from metaqueens.queens.check import recount
from tests import oracle


class Landscape:
    """All boards of a problem in one neighbourhood, looked at one after the other."""

    def __init__(self, problem, encoding, name):
        self.name, n = name, problem.n
        rows = permutations(range(n)) if encoding == "permutation" else product(range(n), repeat=n)
        placed = {column: row for row, column in problem.placed}
        self.boards = [board for board in rows if all(board[c] == row for c, row in placed.items())]
        self.movable = [column for column in range(n) if column not in placed]
        self.cost = {board: recount(problem, board) for board in self.boards}
        self.around = {board: self.neighbours(board) for board in self.boards}

    def neighbours(self, board):
        moves = oracle.neighbours(self.name, list(board))
        both = self.name == "swap"
        return [
            tuple(made)
            for (i, j), made in moves.items()
            if i in self.movable and (not both or j in self.movable)
        ]

    def kinds(self, board):
        """Which of worse, equal and better neighbours there are."""
        costs = [self.cost[other] for other in self.around[board]]
        here = self.cost[board]
        return any(c > here for c in costs), here in costs, any(c < here for c in costs)

    def plateaus(self):
        """Sets of boards, and whether each has an exit."""
        left, found = set(self.boards), []
        while left:
            front = [left.pop()]
            plateau = set(front)
            while front:
                here = front.pop()
                for other in self.around[here]:
                    if other in left and self.cost[other] == self.cost[here]:
                        left.remove(other)
                        plateau.add(other)
                        front.append(other)
            found.append((plateau, any(self.kinds(board)[2] for board in plateau)))
        return found

    def ends(self):
        """Where steepest descent ends from each board: {end: (chance, chance times steps)}."""

        @cache
        def of(board):
            best = min((self.cost[other] for other in self.around[board]), default=0)
            if best >= self.cost[board]:
                return {board: (Fraction(1), Fraction(0))}
            ties = [other for other in self.around[board] if self.cost[other] == best]
            found = {}
            for other in ties:
                for end, (chance, steps) in of(other).items():
                    a, b = found.get(end, (0, 0))
                    found[end] = (a + chance / len(ties), b + (steps + chance) / len(ties))
            return found

        total = {}
        for board in self.boards:
            for end, (chance, steps) in of(board).items():
                a, b = total.get(end, (0, 0))
                total[end] = (a + chance, b + steps)
        return total

    def correlation(self, lag=1):
        """Of the costs at both ends of a random walk's moves, by exact sums."""
        weights = {board: len(self.around[board]) for board in self.boards}
        later = dict(self.cost)
        for _ in range(lag):
            later = {
                board: Fraction(sum(later[other] for other in self.around[board]), weights[board])
                for board in self.boards
            }
        total = sum(weights.values())
        mean = Fraction(sum(weights[b] * self.cost[b] for b in self.boards), total)
        together = Fraction(sum(weights[b] * self.cost[b] * later[b] for b in self.boards), total)
        square = Fraction(sum(weights[b] * self.cost[b] ** 2 for b in self.boards), total)
        return (together - mean**2) / (square - mean**2)
