"""How often a league of equal contestants names a winner, or tells any two of them apart.

python experiments/statistics/league.py        writes league.csv: 200 leagues of twenty contestants
                                               and 1,000 of two, of each kind
"""

import csv
from itertools import product
from pathlib import Path

import numpy as np

from metaqueens.arena import boards
from metaqueens.arena.league import MIN_ROUNDS, PATIENCE
from metaqueens.arena.ranking import places, share

TABLE = Path(__file__).with_name("league.csv")
# Number of leagues by the number of contestants.
LEAGUES, BOARDS = {20: 200, 2: 1000}, 14
# By name the spread of what a run needs, in e-folds, beside that of how hard boards of a round are.
KINDS = {"steady": 0.3, "usual": 1.0, "erratic": 2.5}
HARDER, SPREAD_OF_BOARDS = 3.0, 1.5
COLUMNS = ("kind", "contestants", "boards", "leagues", "winner", "any", "rounds")


def league(kind: str, number: int, contestants: int = 20) -> tuple[bool, bool, int]:
    """Return if a single contestant has rank 1, if any two ranks differ, and the rounds played."""
    rng = np.random.default_rng([[*KINDS].index(kind), number])
    shares: list[list[float]] = []
    rounds: list[int] = []
    solved: list[np.ndarray] = []
    for round_ in range(1, boards.ROUNDS + 1):
        # The budget is 1; a board of the first round takes a hundredth of it.
        middle = np.log(0.01) + HARDER * (round_ - 1) / 2 + rng.normal(0, SPREAD_OF_BOARDS, BOARDS)
        retired = np.sum(solved[-PATIENCE:], axis=0) == 0 if len(solved) >= PATIENCE else False
        costs = np.where(retired, np.inf, 1.0) * np.exp(
            middle[:, None] + rng.normal(0, KINDS[kind], (BOARDS, contestants))
        )
        shares += [[share(cost <= 1, cost, 1.0) for cost in row] for row in costs]
        rounds += [round_] * BOARDS
        solved.append((costs <= 1).sum(axis=0))
        if round_ >= MIN_ROUNDS and 2 * solved[-1].max() <= BOARDS:
            break
    ranks = [one.rank for one in places(np.array(shares), np.array(rounds), boards.ROUNDS)]
    return ranks.count(1) == 1, max(ranks) > 1, rounds[-1]


def main() -> None:
    with TABLE.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(COLUMNS)
        for (contestants, leagues), kind in product(LEAGUES.items(), KINDS):
            found = np.array([league(kind, number, contestants) for number in range(leagues)])
            winner, apart, rounds = found.sum(axis=0).tolist()
            row = (kind, contestants, BOARDS, leagues, winner, apart, rounds / leagues)
            print(*row)
            table.writerow(row)


if __name__ == "__main__":
    main()
