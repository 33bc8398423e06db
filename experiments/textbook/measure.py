"""Published figures of textbooks and papers, each beside what we measure: table.md.

    python experiments/textbook/measure.py          # ten minutes of one core
    python experiments/textbook/measure.py --quick  # a tenth of the runs; table.md is left alone

Seeds are 0, 1, 2 ... and no seconds are measured: the same table on any machine. Of what others
found the table has what they *printed*, what *their* program says when we run it, and what follows
*from their data* by our computation: three columns, none of which stands in for another.
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
from experiments.restarts.prediction import best_cutoff, luby_cost
from experiments.textbook.sosic_gu import SosicGu
from metaqueens import Queens
from metaqueens.exact import forward_checking, methods
from metaqueens.exact.backtracking import permutation
from metaqueens.exact.counting import count
from metaqueens.exact.effort import Effort
from metaqueens.problem.space import Space
from metaqueens.queens import generators
from metaqueens.queens.check import recount
from metaqueens.search.restarts import luby_term
from metaqueens.search.snapshot import PLACED

QUICK = "--quick" in sys.argv
ENDLESS = mq.Budget(evaluations=20_000_000_000)
# Rows, from 1, of the queens on AIMA's four boards.
AIMA_BOARDS = ("24748552", "32752411", "24415124", "32543213")
# AIMA: solved, steps when solved and when stuck, by sideways moves in a row.
AIMA_CLIMBS = {0: ("14", "4", "3"), 100: ("94", "21", "64")}
# Minton et al.: queens in conflict after the greedy start.
MINTON = {10: "3.11", 100: "7.35", 1_000: "9.75", 10_000: "10.9", 100_000: "12.02",
          1_000_000: "12.8"}  # fmt: skip
# Rows that a column of the greedy start looks at before it takes the best of them, in boards.
LOOKS = 10
# Schenck's program: T times 0.9997 each evaluation, from 1 to below 0.001.
COOLING_LENGTH = int(log(0.001) / log(0.9997)) + 1


# The diagonals excluded at which half of the boards have a solution, from the labels of the 1,000
# lists of Gent et al. for each n; tests/exact/test_published.py computes them again.
GENT = {10: "6.0", 11: "7.2", 12: "8.3", 13: "9.5", 14: "10.7"}
# n, the most diagonals that are excluded, and how many lists.
TRANSITIONS = (
    (10, 10, 1_000), (11, 12, 1_000), (12, 13, 1_000), (13, 15, 1_000), (14, 16, 1_000),
    (15, 19, 500), (16, 20, 500), (17, 21, 500), (18, 22, 500),
    (19, 23, 200), (20, 24, 200), (21, 25, 200),
)  # fmt: skip
# A table of the guide of OR-Tools: all solutions of 7 to 15 queens.
GUIDE = "40, 92, 352, 724, 2,680, 14,200, 73,712, 365,596, 2,279,184"
# A search that takes 1, 2, 3, 4 or 10 evaluations, each as likely.
RUN_LENGTHS = (1, 2, 3, 4, 10)


class Row(NamedTuple):
    """A line of the table."""

    source: str
    figure: str
    printed: str = ""
    theirs: str = ""
    from_data: str = ""
    ours: str = ""
    runs: int = 1


def row(
    source: str,
    figure: str,
    printed: str,
    values: Sequence[float],
    digits: int = 1,
    theirs: str = "",
    from_data: str = "",
) -> Row:
    """Ours is the mean, and half of its 95 % interval by the normal law."""
    half = 1.96 * np.std(values, ddof=1) / sqrt(len(values))
    ours = f"{np.mean(values):,.{digits}f} ± {half:,.{digits}f}"
    return Row(source, figure, printed, theirs, from_data, ours, len(values))


def runs(
    algorithm: mq.Algorithm, n: int, wanted: int, encoding: str, budget: mq.Budget = ENDLESS
) -> list[mq.Result]:
    """So many runs, with the seeds 0, 1, 2 ..."""
    problem, seeds = mq.Queens(n), range(wanted // 10 if QUICK else wanted)
    return [mq.solve(problem, algorithm, budget, seed, encoding=encoding) for seed in seeds]


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
        left = [in_conflict(one.values) for one in after]
        yield row("Minton", f"greedy start, n = {n:,}: queens in conflict", MINTON[n], left, 2)
        # A repair scans a column, n - 1 evaluations, whether or not the queen moves then.
        if n > 10:
            found = runs(greedy, n, wanted, "rows")
            repairs = [(one.evaluations - 1) // (n - 1) - n for one in found]
            yield row("Minton", f"repairs after it, n = {n:,}", "about 50", repairs)
    yield from many_repairs()


def many_repairs() -> Iterator[Row]:
    """The same where looking at every row of every column takes too long.

    A column takes the first row that is not attacked, of rows drawn at random: that is one of all
    such rows, each as likely, as in the full scan. Where 10 n draws had none, it takes the best of
    them: one such row alone is missed with a chance of exp(-10).
    """
    for n, wanted in ((100_000, 100), (1_000_000, 60)):
        sampled = mq.MinConflicts(start="sampled", samples=LOOKS * n, restart_after=None)
        seeds = range(wanted // 10 if QUICK else wanted)
        left, repairs = zip(*(start_and_repairs(sampled, n, seed) for seed in seeds), strict=True)
        yield row("Minton", f"greedy start, n = {n:,}: queens in conflict", MINTON[n], left, 2)
        yield row("Minton", f"repairs after it, n = {n:,}", "about 50", repairs)


def start_and_repairs(search: mq.MinConflicts, n: int, seed: int) -> tuple[int, float]:
    """Queens in conflict when all of them stand, and the repairs from there to a solution."""
    start, left = 0, 0
    space = Space(Queens(n), "rows")
    for snapshot in search.search(space, ENDLESS, np.random.default_rng(seed)):
        if snapshot.signals().get(PLACED) == n:
            start, left = snapshot.evaluations, in_conflict(snapshot.current)
        if snapshot.cost == 0:
            break
    return left, (snapshot.evaluations - start) / (n - 1)


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
        found = [one.counters for one in runs(SosicGu(), n, wanted, "permutation")]
        whole = [one for one in found if one["restarts"] == 0]
        printed = "3.08" if n == 1_000_000 else ""
        trials, tests = [one["trials"] / n for one in whole], [one["swap_tests"] for one in whole]
        yield row("Sosic", f"QS4, n = {n:,}: trials a queen", printed, trials, 3)
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
    yield Row("AIMA", "non-attacking pairs on four boards", "24, 23, 20, 11", ours=pairs)
    effort = Effort()
    solutions = sum(1 for _ in permutation(mq.Queens(8), effort))
    nodes = f"{effort.nodes:,}"
    yield Row("Knuth", "nodes of the backtracking tree, n = 8", "2,057", ours=nodes)
    yield Row("OEIS", "solutions, n = 8", "92", ours=f"{solutions}")
    ends = {n: [*count(mq.Queens(n))][-1] for n in range(7, 17)}
    yield Row("OEIS", "solutions, n = 14", "365,596", ours=f"{ends[14].solutions:,}")
    for n, printed in ((8, "12"), (14, "45,752"), (16, "1,846,955")):
        ours = f"{ends[n].fundamental:,}"
        yield Row("OEIS", f"up to turns and mirrors, n = {n}", printed, ours=ours)
    ours = ", ".join(f"{ends[n].solutions:,}" for n in range(7, 16))
    yield Row("OR-Tools guide", "solutions, n = 7 to 15", GUIDE, ours=ours)
    effort = Effort()
    solutions = sum(1 for _ in methods.boards("cp", Queens(8), effort))
    theirs = f"{effort.failures}, {effort.branches}, {solutions}"
    figure = "failures, branches and solutions of its CP solver, n = 8"
    yield Row("OR-Tools guide", figure, "304, 790, 92", theirs)


def restarts() -> Iterator[Row]:
    """Luby, Sinclair & Zuckerman, on run lengths whose law is known."""
    terms = [luby_term(k) for k in range(1, 1_024)]
    figure = "universal sequence, its first 15 terms"
    yield Row(
        "Luby et al.", figure, "1 1 2 1 1 2 4 1 1 2 1 1 2 4 8", ours=" ".join(map(str, terms[:15]))
    )
    solved = [True] * len(RUN_LENGTHS)
    best = best_cutoff(RUN_LENGTHS, solved)
    rng = np.random.default_rng(0)
    wanted = 10_000 if QUICK else 100_000
    costs = [restarted(iter(lambda: int(best.cutoff), 0), rng) for _ in range(wanted)]
    figure = f"run lengths 1, 2, 3, 4, 10: cost of restarts at {best.cutoff:.0f}"
    yield row("Luby et al.", figure, "", costs, 3, from_data=f"{best.expected:.3f}")
    costs = [restarted(iter(terms), rng) for _ in range(wanted)]
    expected = f"{luby_cost(RUN_LENGTHS, solved):.3f}"
    figure = "run lengths 1, 2, 3, 4, 10: cost of the universal sequence"
    yield row("Luby et al.", figure, "", costs, 3, from_data=expected)


def restarted(cutoffs: Iterator[int], rng: np.random.Generator) -> int:
    """What it costs to solve with these cutoffs, one run drawn for each."""
    spent = 0
    for cutoff in cutoffs:
        length = int(rng.choice(RUN_LENGTHS))
        spent += min(length, cutoff)
        if length <= cutoff:
            return spent
    raise AssertionError("there are cutoffs enough")


def hard_boards() -> Iterator[Row]:
    """Boards with rules: counts, the phase transition of excluded diagonals, adaptive search."""
    torus = {5: "10", 7: "28", 11: "88", 13: "4,524", 17: "140,692", 19: "820,496"}
    for n, printed in torus.items():
        # Moved down by a row, a solution is one: each row of the first column has as many.
        found = n * solutions_of(mq.Queens(n, torus=True, placed=[(0, 0)]))
        yield Row("OEIS", f"solutions on a torus, n = {n}", printed, ours=f"{found:,}")
    for n, most, lists in TRANSITIONS:
        wanted = lists // 10 if QUICK else lists
        left = [satisfiable_up_to(n, most, np.random.default_rng(seed)) for seed in range(wanted)]
        what = f"excluded diagonals at which half of the boards have a solution, n = {n}"
        low, high = interval_of_half(left)
        ours = f"{half_of(left):.1f} ± {(high - low) / 2:.1f}"
        yield Row("Gent et al.", what, from_data=GENT.get(n, ""), ours=ours, runs=wanted)
    for n in (100, 1_000):
        swaps = [one.steps / n for one in runs(mq.AdaptiveSearch(), n, 100, "permutation")]
        figure = f"adaptive search, n = {n:,}: swaps a queen"
        yield row("Codognet & Diaz", figure, "", swaps, 3, theirs="0.545")
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
    diagonals = generators.draw_diagonals(n, most, rng)
    return bisect_left(
        range(1, most + 1),
        True,
        key=lambda k: (
            methods.first("forward_checking", Queens(n, excluded=diagonals[:k]), Effort()) is None
        ),
    )


def half_of(left: Sequence[int]) -> float:
    """Where the share of boards that still have a solution is a half, between whole numbers."""
    shares = [np.mean(np.array(left) >= k) for k in range(max(left) + 2)]
    k = next(k for k, share in enumerate(shares) if share < 0.5)
    return k - (0.5 - shares[k]) / (shares[k - 1] - shares[k])


def interval_of_half(left: Sequence[int]) -> tuple[float, float]:
    """The 95 % interval of ``half_of``, by a percentile bootstrap over the lists."""
    rng = np.random.default_rng(0)
    drawn = [half_of(rng.choice(left, len(left))) for _ in range(1_000)]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return float(low), float(high)


PARTS = (
    hill_climbing,
    min_conflicts,
    sosic_gu,
    genetic_or_annealing,
    exact,
    restarts,
    hard_boards,
)


def main() -> None:
    lines = [
        "| source | figure | printed | theirs, run by us | ours from their data | ours | runs |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    for part in PARTS:
        for one in part():
            lines.append(f"| {' | '.join(one[:-1])} | {one.runs:,} |")
            print(lines[-1], flush=True)
    if not QUICK:
        Path(__file__).with_name("table.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
