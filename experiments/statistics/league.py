"""How often a league of equal contestants names a winner, or tells any two of them apart.

python experiments/statistics/league.py        writes league.csv: 200 leagues of each kind
"""

import csv
from pathlib import Path

import numpy as np

from metaqueens.arena import boards
from metaqueens.arena.league import LEAST_ROUNDS, PATIENCE
from metaqueens.arena.ranking import places, share

TABLE = Path(__file__).with_name("league.csv")
LEAGUES, CONTESTANTS, BOARDS = 200, 20, 14
# By name the spread of what a run needs, in e-folds, beside that of how hard boards of a round are.
KINDS = {"steady": 0.3, "usual": 1.0, "erratic": 2.5}
HARDER, SPREAD_OF_BOARDS = 3.0, 1.5
COLUMNS = ("kind", "contestants", "boards", "leagues", "winner", "any", "rounds")


def league(kind: str, number: int) -> tuple[bool, bool, int]:
    """Whether one alone has rank 1, whether any two are told apart, and the rounds played."""
    rng = np.random.default_rng([[*KINDS].index(kind), number])
    shares: list[list[float]] = []
    rounds: list[int] = []
    solved: list[np.ndarray] = []
    for round_ in range(1, boards.ROUNDS + 1):
        # The budget is 1; a board of the first round takes a hundredth of it.
        middle = np.log(0.01) + HARDER * (round_ - 1) / 2 + rng.normal(0, SPREAD_OF_BOARDS, BOARDS)
        retired = np.sum(solved[-PATIENCE:], axis=0) == 0 if len(solved) >= PATIENCE else False
        costs = np.where(retired, np.inf, 1.0) * np.exp(
            middle[:, None] + rng.normal(0, KINDS[kind], (BOARDS, CONTESTANTS))
        )
        shares += [[share(cost <= 1, cost, 1.0) for cost in row] for row in costs]
        rounds += [round_] * BOARDS
        solved.append((costs <= 1).sum(axis=0))
        if round_ >= LEAST_ROUNDS and 2 * solved[-1].max() <= BOARDS:
            break
    ranks = [one.rank for one in places(np.array(shares), np.array(rounds), boards.ROUNDS)]
    return ranks.count(1) == 1, max(ranks) > 1, rounds[-1]


def main() -> None:
    with TABLE.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(COLUMNS)
        for kind in KINDS:
            found = np.array([league(kind, number) for number in range(LEAGUES)])
            winner, apart, rounds = found.sum(axis=0).tolist()
            row = (kind, CONTESTANTS, BOARDS, LEAGUES, winner, apart, rounds / LEAGUES)
            print(*row)
            table.writerow(row)


if __name__ == "__main__":
    main()
