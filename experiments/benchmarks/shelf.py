"""Boards that searches with many of them price a second, at their defaults, on one core.

python experiments/benchmarks/shelf.py                 about ten seconds
python experiments/benchmarks/shelf.py ant_colony      one alone
"""

import sys
from collections.abc import Callable
from functools import partial

from core import main

from metaqueens import Budget, Queens, solve
from metaqueens.algorithms import ALGORITHMS

Row = tuple[str, str, str, str]
N, BAR, BOARDS = 50, 100_000, 200_000


def speed(use: str) -> list[Row]:
    """Boards drawn and priced a second of processor time."""
    rows = []
    for encoding in ALGORITHMS[use].encodings:
        runs, boards, seconds = 0, 0, 0.0
        while boards < BOARDS:
            result = solve(Queens(N), ALGORITHMS[use](), Budget(BOARDS), runs, encoding=encoding)
            boards, seconds, runs = (
                boards + result.evaluations,
                seconds + result.cpu_seconds,
                runs + 1,
            )
        rows.append(
            (
                f"{use}, n = {N}, {encoding}, {runs} runs",
                f"{boards / seconds / 1e3:,.0f} k boards/s",
                f"{BAR / 1e3:.0f} k boards/s",
                f"{boards / seconds / BAR:.1f}x",
            )
        )
    return rows


USES = ("ant_colony",)
PARTS: dict[str, Callable[[], list[Row]]] = {use: partial(speed, use) for use in USES}


if __name__ == "__main__":
    main(sys.argv[1:], PARTS)
