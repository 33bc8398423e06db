"""The tables of the study, out of its results folders.

    python -m experiments.hard.tables RESULTS

``table.csv`` has a row a family, size and algorithm, of the boards to judge on; ``chosen.csv``
which algorithms were chosen as the best, on the boards to tune on; ``crossings.csv`` from which n
on local search needs less; ``portfolio.csv`` what a choice of the search by board would gain;
``schedules.csv`` the expected evaluations of annealing, on the boards to tune on.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from math import ceil, inf
from pathlib import Path
from typing import Any

import numpy as np

from experiments.hard.boards import FAMILIES, table
from experiments.hard.configs import EXACT, SEARCHES
from experiments.headlines import write
from metaqueens import load_runs

HERE = Path(__file__).parent
SAMPLES = 2000
# By board: the seconds of its runs, and the evaluations; infinite where none solved it.
Column = dict[str, np.ndarray]
Measure = Callable[[np.ndarray, np.ndarray], float]


def expected(spent: np.ndarray, solved: np.ndarray) -> float:
    """What all runs spent, by those that solved: ERT."""
    return float(spent.sum() / solved.sum()) if solved.any() else inf


def of_95(spent: np.ndarray, solved: np.ndarray) -> float:
    """What is enough for 95 % of the boards."""
    return float(np.sort(np.where(solved, spent, inf))[ceil(0.95 * len(spent)) - 1])


MEASURES: dict[str, Measure] = {"expected": expected, "95 %": of_95}


def runs_of(results: Path, *names: str) -> dict[str, Column]:
    """The runs of these results by algorithm, by board and repetition."""
    found = load_runs(*(results / f"hard_{name}" for name in names))
    found = found.sort_values(["problem", "repetition"], kind="stable")
    return {
        str(name): {
            "seconds": rows.cpu_seconds.to_numpy(float),
            "evaluations": rows.evaluations.to_numpy(float),
            "solved": rows.solved.to_numpy(bool),
        }
        for name, rows in found.groupby("algorithm", observed=True)
    }


def rows(family: str, n: int, runs: dict[str, Column]) -> Iterator[tuple[Any, ...]]:
    """A row an algorithm."""
    for name, one in runs.items():
        solved, seconds = one["solved"], one["seconds"]
        told = np.median(np.where(solved, seconds, inf)), expected(seconds, solved)
        values = (*told, of_95(seconds, solved), expected(one["evaluations"], solved))
        yield family, n, name, len(solved), int(solved.sum()), *(f"{value:.4g}" for value in values)


def best(runs: dict[str, Column], names: Iterable[str]) -> str:
    """The algorithm with the least expected seconds."""
    there = [name for name in names if name in runs]
    return min(there, key=lambda name: expected(runs[name]["seconds"], runs[name]["solved"]))


def crossing(
    sizes: dict[int, dict[str, Column]], local: str, exact: str, measure: Measure, of: Any = None
) -> float:
    """The n from which on the local search needs less at every size; infinite where there is none.

    ``of`` gives the boards that count, of as many as there are.
    """
    since = inf
    for n in sorted(sizes, reverse=True):
        chosen = slice(None) if of is None else of(len(sizes[n][local]["solved"]))
        one, other = (
            measure(sizes[n][name]["seconds"][chosen], sizes[n][name]["solved"][chosen])
            for name in (local, exact)
        )
        if not one < other:
            break
        since = n
    return since


def interval(sizes: dict[int, dict[str, Column]], *words: Any) -> tuple[float, float]:
    """The middle 95 % of the crossings of samples of the boards, drawn with replacement."""
    rng = np.random.default_rng(20261125)
    found = [
        crossing(sizes, *words, of=lambda count: rng.integers(count, size=count))
        for _ in range(SAMPLES)
    ]
    low, high = np.quantile(found, [0.025, 0.975], method="closest_observation")
    return float(low), float(high)


def gain(runs: dict[str, Column]) -> float:
    """How many times fewer evaluations the virtual best search needs than the single best."""
    half = {True: slice(0, 5), False: slice(5, 10)}
    ratios = []
    for first in half:
        costs = {
            name: tuple(_by_board(one, half[part]) for part in (first, not first))
            for name, one in runs.items()
        }
        chosen = min(costs, key=lambda name: costs[name][0].mean())
        seen = np.array([choice for choice, _ in costs.values()])
        shown = np.array([judged for _, judged in costs.values()])
        virtual = shown[seen.argmin(axis=0), np.arange(shown.shape[1])].mean()
        ratios.append(costs[chosen][1].mean() / virtual)
    return float(np.mean(ratios))


def _by_board(runs: Column, part: slice) -> np.ndarray:
    """The expected evaluations of each board, of so many of its ten runs.

    Where none solved it, all that they spent is a lower bound, and is taken.
    """
    spent, solved = (runs[key].reshape(-1, 10)[:, part] for key in ("evaluations", "solved"))
    found: np.ndarray = spent.sum(axis=1) / np.maximum(1, solved.sum(axis=1))
    return found


def ratio(runs: dict[str, Column], local: str, exact: str, part: slice = slice(None)) -> float:
    """How many times the expected seconds of the exact method the local search needs."""
    one, other = (
        expected(runs[name]["seconds"][part], runs[name]["solved"][part]) for name in (local, exact)
    )
    return one / other


def figure(ratios: dict[str, dict[int, float]]) -> None:
    """Draw the ratios by n, a line a family."""
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(7, 4), layout="constrained")
    axes = drawn.subplots()
    for marker, (family, by_size) in zip("osD^v", ratios.items(), strict=True):
        axes.plot(list(by_size), list(by_size.values()), marker=marker, label=family)
    axes.axhline(1, color="black", linewidth=1, linestyle="--")
    axes.set(yscale="log", xlabel="queens", ylabel="expected seconds, local search / exact method")
    axes.legend(title="below 1 local search wins")
    drawn.savefig(HERE / "figure.svg", metadata={"Date": None})


def main(results: Path) -> None:
    measured, chosen, crossings, portfolio, schedules, headlines = [], [], [], [], [], []
    ratios = {}
    for family, rules in FAMILIES.items():
        sizes = {
            n: runs_of(results, f"{family}_{n}", f"{family}_{n}_exact")
            for n in sorted(rules)
            if (results / f"hard_{family}_{n}_exact").exists()  # those that were judged
        }
        for n, runs in sizes.items():
            measured += rows(family, n, runs)
        choice = runs_of(results, f"{family}_choice", f"{family}_choice_exact")
        pair = best(choice, SEARCHES), best(choice, EXACT)
        chosen.append((family, *pair))
        for name, measure in MEASURES.items():
            words = (*pair, measure)
            crossings.append(
                (family, name, *pair, crossing(sizes, *words), *interval(sizes, *words))
            )
        ten = runs_of(results, f"{family}_ten")
        portfolio.append((family, f"{gain(ten):.4g}"))
        erts = [
            expected(choice[name]["evaluations"], choice[name]["solved"])
            for name in ("annealing, default", "annealing")
        ]
        schedules.append((family, *(f"{ert:.4g}" for ert in erts)))
        ratios[family] = {n: ratio(runs, *pair) for n, runs in sizes.items()}
        for block, part in enumerate((slice(0, 25), slice(25, 50)), 1):
            headlines.append((family, block, ratio(sizes[max(sizes)], *pair, part)))
    columns = ("family", "n", "algorithm", "runs", "solved", "median", "expected", "of_95", "ert")
    table("table.csv", columns, measured)
    table("chosen.csv", ("family", "local", "exact"), chosen)
    table("crossings.csv", ("family", "measure", "local", "exact", "n", "low", "high"), crossings)
    table("portfolio.csv", ("family", "gain"), portfolio)
    table("schedules.csv", ("family", "default", "tuned"), schedules)
    write(HERE, headlines)
    figure(ratios)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
