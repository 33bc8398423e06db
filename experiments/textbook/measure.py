"""Published figures of textbooks and papers, each beside what we measure: table.md.

    python experiments/textbook/measure.py          # two minutes of one core
    python experiments/textbook/measure.py --quick  # a tenth of the runs; table.md is left alone

Seeds are 0, 1, 2 ... and no seconds are measured: the same table on any machine.
"""

import sys
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from math import log, sqrt
from pathlib import Path
from typing import NamedTuple

import adaptive
import numpy as np

import metaqueens as mq
from metaqueens import Queens
from metaqueens.exact.counting.counting import count
from metaqueens.exact.effort import Effort
from metaqueens.exact.enumeration import forward_checking
from metaqueens.exact.enumeration.backtracking import permutation
from metaqueens.problem import generators
from metaqueens.problem.check import recount

QUICK = "--quick" in sys.argv
ENDLESS = mq.Budget(evaluations=20_000_000_000)
# Rows, from 1, of the queens on AIMA's four boards.
AIMA_BOARDS = ("24748552", "32752411", "24415124", "32543213")
# AIMA: solved, steps when solved and when stuck, by sideways moves in a row.
AIMA_CLIMBS = {0: ("14", "4", "3"), 100: ("94", "21", "64")}
# Minton et al.: queens in conflict after the greedy start.
MINTON = {10: "3.11", 100: "7.35", 1_000: "9.75", 10_000: "10.9"}
# Schenck's program: T times 0.9997 each evaluation, from 1 to below 0.001.
COOLING_LENGTH = int(log(0.001) / log(0.9997)) + 1


class Row(NamedTuple):
    """A line of the table."""

    source: str
    figure: str
    published: str
    ours: str
    runs: int


def row(source: str, figure: str, published: str, values: Sequence[float], digits: int = 1) -> Row:
    """Ours is the mean, and half of its 95 % interval by the normal law."""
    half = 1.96 * np.std(values, ddof=1) / sqrt(len(values))
    ours = f"{np.mean(values):,.{digits}f} ± {half:,.{digits}f}"
    return Row(source, figure, published, ours, len(values))


def runs(
    algorithm: mq.Parameters, n: int, wanted: int, encoding: str, budget: mq.Budget = ENDLESS
) -> list[mq.Result]:
    """So many runs, with the seeds 0, 1, 2 ..."""
    problem, seeds = mq.Queens(n, encoding), range(wanted // 10 if QUICK else wanted)
    return [mq.solve(problem, algorithm, budget, seed) for seed in seeds]


def hill_climbing() -> Iterator[Row]:
    """Eight queens, no restarts."""
    for sideways, (share, steps, stuck) in AIMA_CLIMBS.items():
        found = runs(mq.HillClimbing(sideways=sideways, restarts=0), 8, 10_000, "rows")
        name = f"steepest ascent, n = 8, {sideways or 'no'} sideways moves"
        yield row("AIMA", f"{name}: % solved", share, [100 * one.solved for one in found])
        for word, is_solved, published in (("solved", True, steps), ("stuck", False, stuck)):
            taken = [one.steps for one in found if one.solved == is_solved]
            yield row("AIMA", f"{name}: steps when {word}", published, taken)


def min_conflicts() -> Iterator[Row]:
    """The greedy start, and the repairs after it."""
    greedy = mq.MinConflicts(restart_after=None)
    for n, wanted in ((10, 5_000), (100, 2_000), (1_000, 500), (10_000, 50)):
        after = runs(greedy, n, wanted, "rows", mq.Budget(evaluations=1 + n * (n - 1)))
        left = [in_conflict(one.queens) for one in after]
        yield row("Minton", f"greedy start, n = {n:,}: queens in conflict", MINTON[n], left, 2)
        # A repair scans a column, n - 1 evaluations, whether or not the queen moves then.
        if n > 10:
            found = runs(greedy, n, wanted, "rows")
            repairs = [(one.evaluations - 1) // (n - 1) - n for one in found]
            yield row("Minton", f"repairs after it, n = {n:,}", "about 50", repairs)


def in_conflict(queens: np.ndarray) -> int:
    """Queens that at least one other attacks."""
    columns, attacked = np.arange(queens.size), np.zeros(queens.size, bool)
    for line in (queens, queens - columns, queens + columns):
        _, place, size = np.unique(line, return_inverse=True, return_counts=True)
        attacked |= size[place] > 1
    return int(attacked.sum())


def sosic_gu() -> Iterator[Row]:
    """QS4's two phases; a run that started afresh is left out, as its trials were cut short."""
    for n, wanted in ((1_000, 500), (10_000, 500), (100_000, 100), (1_000_000, 30)):
        found = [one.counters for one in runs(mq.SosicGu(), n, wanted, "permutation")]
        whole = [one for one in found if one["restarts"] == 0]
        published = "3.06" if n == 1_000_000 else ""
        trials, tests = [one["trials"] / n for one in whole], [one["swap_tests"] for one in whole]
        yield row("Sosic", f"QS4, n = {n:,}: trials a queen", published, trials, 3)
        yield row("Sosic", f"QS4, n = {n:,}: tests in the final search", "", tests, 0)


def genetic_or_annealing() -> Iterator[Row]:
    """Schenck's two programs in our parts, then our defaults; 21 queens."""
    cooling = {"use": "geometric", "hot": 1.0, "cold": 0.001, "length": COOLING_LENGTH}
    annealing = mq.SimulatedAnnealing.model_validate({"schedule": cooling})
    genetic = mq.Genetic.model_validate(
        {"engine": "compiled", "scheme": "mu_comma_lambda", "population": 4, "children": 20,
         "elites": 0, "crossover": {"use": "one_point", "probability": 1.0},
         "mutation": {"use": "reassign", "probability": 0.2}}
    )  # fmt: skip
    found = runs(annealing, 21, 2_000, "rows", mq.Budget(evaluations=COOLING_LENGTH))
    yield row("Schenck", "annealing, n = 21: % solved", "98.2", [100 * x.solved for x in found])
    costs = [one.evaluations for one in found if one.solved]
    yield row("Schenck", "annealing, n = 21: evaluations of those", "", costs, 0)
    costs = [one.evaluations for one in runs(genetic, 21, 300, "rows")]
    yield row("Schenck", "genetic, n = 21: evaluations", "143,521", costs, 0)
    defaults = {"annealing": mq.SimulatedAnnealing(), "genetic": mq.Genetic(engine="compiled")}
    for name, ours in defaults.items():
        costs = [one.evaluations for one in runs(ours, 21, 1_000, "permutation")]
        yield row("", f"{name}, n = 21, our defaults: evaluations", "", costs, 0)


def exact() -> Iterator[Row]:
    """What has one answer: AIMA's fitness, and counts."""
    boards = [np.array([int(row) - 1 for row in board]) for board in AIMA_BOARDS]
    pairs = ", ".join(str(28 - recount(Queens(len(board)), board)) for board in boards)
    yield Row("AIMA", "non-attacking pairs on four boards", "24, 23, 20, 11", pairs, 1)
    effort = Effort()
    solutions = sum(1 for _ in permutation(mq.Queens(8), effort))
    yield Row("Knuth", "nodes of the backtracking tree, n = 8", "2,057", f"{effort.nodes:,}", 1)
    yield Row("OEIS", "solutions, n = 8", "92", f"{solutions}", 1)
    *_, end = count(mq.Queens(14))
    yield Row("OEIS", "solutions, n = 14", "365,596", f"{end.solutions:,}", 1)


def hard_boards() -> Iterator[Row]:
    """Boards with rules: counts, the phase transition of excluded diagonals, adaptive search."""
    for n, published in (("7", "28"), ("11", "88"), ("13", "4,524")):
        found = solutions_of(mq.Queens(int(n), torus=True))
        yield Row("OEIS", f"solutions on a torus, n = {n}", published, f"{found:,}", 1)
    for n, published in (("10", "4"), ("11", "44"), ("12", "156")):
        found = solutions_of(mq.Queens(int(n), superqueens=True))
        yield Row("OEIS", f"superqueens, n = {n}", published, f"{found:,}", 1)
    for n, most, published in ((10, 10, "6.0"), (12, 13, "8.3"), (14, 16, "10.7")):
        wanted = 100 if QUICK else 1_000
        left = [satisfiable_up_to(n, most, np.random.default_rng(seed)) for seed in range(wanted)]
        what = f"excluded diagonals at which half of the boards have a solution, n = {n}"
        yield Row("Gent et al.", what, published, f"{half_of(left):.1f}", wanted)
    for n in (100, 1_000):
        swaps = [one.steps / n for one in runs(mq.AdaptiveSearch(), n, 100, "permutation")]
        yield row(
            "Codognet & Diaz", f"adaptive search, n = {n:,}: swaps a queen", "0.545", swaps, 3
        )
        seeds = range(10 if QUICK else 100)
        for words, cost, *settings in (
            ("once more", "pairs"),
            ("with its authors' tenure and resets", "pairs", 3, n // 5),
            ("with its authors' cost", "queens"),
        ):
            found = [adaptive.swaps(n, cost, seed, *settings) / n for seed in seeds]
            figure = f"adaptive search {words}, n = {n:,}: swaps a queen"
            yield row("Codognet & Diaz", figure, "", found, 3)


def solutions_of(problem: Queens) -> int:
    """All solutions, by forward checking."""
    return sum(1 for _ in forward_checking.boards(problem, Effort()))


def satisfiable_up_to(n: int, most: int, rng: np.random.Generator) -> int:
    """The most diagonals, in the order of one draw, that can be excluded and leave a solution."""
    diagonals = generators.excluded_diagonals(n, most, rng)
    return bisect_left(
        range(1, most + 1),
        True,
        key=lambda k: forward_checking.first(Queens(n, excluded=diagonals[:k]), Effort()) is None,
    )


def half_of(left: Sequence[int]) -> float:
    """Where the share of boards that still have a solution is a half, between whole numbers."""
    shares = [np.mean(np.array(left) >= k) for k in range(max(left) + 2)]
    k = next(k for k, share in enumerate(shares) if share < 0.5)
    return k - (0.5 - shares[k]) / (shares[k - 1] - shares[k])


def main() -> None:
    lines = ["| source | figure | published | ours | runs |", "|---|---|--:|--:|--:|"]
    for part in (hill_climbing, min_conflicts, sosic_gu, genetic_or_annealing, exact, hard_boards):
        for one in part():
            lines.append(f"| {' | '.join(one[:-1])} | {one.runs:,} |")
            print(lines[-1], flush=True)
    if not QUICK:
        Path(__file__).with_name("table.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
