"""The tables of the study, out of its results folders.

    python -m experiments.hard.tables RESULTS

``table.csv`` has a row a family, size and algorithm, of the boards to judge on; ``chosen.csv``
which algorithms were chosen as the best, on the boards to tune on; ``crossings.csv`` from which n
on local search needs less; ``portfolio.csv`` what a choice of the search by board would gain;
``schedules.csv`` the expected evaluations of annealing with three schedules, ``repair.csv`` how
many boards large-neighbourhood search solved, ``workers.csv`` what eight threads gain, and
``equal.csv`` has rows like those of the first for local search with the seconds of an exact method,
all on boards to judge on.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from math import ceil, inf
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from experiments.hard.boards import FAMILIES, table
from experiments.hard.configs import EQUAL, EXACT, SEARCHES, WORKERS, chosen_on
from experiments.headlines import write
from metaqueens import load_runs

HERE = Path(__file__).parent
SAMPLES = 2000
SCHEDULES = ("plain", "default", "tuned")  # of annealing
# Of each run, by board and repetition: processor seconds, evaluations, whether it solved.
Column = dict[str, np.ndarray]
# By algorithm.
Runs = dict[str, Column]
Measure = Callable[[np.ndarray, np.ndarray], float]


def expected(spent: np.ndarray, solved: np.ndarray) -> float:
    """What all runs spent, by those that solved: ERT."""
    return float(spent.sum() / solved.sum()) if solved.any() else inf


def of_95(spent: np.ndarray, solved: np.ndarray) -> float:
    """What is enough for 95 % of the boards."""
    return float(np.sort(np.where(solved, spent, inf))[ceil(0.95 * len(spent)) - 1])


MEASURES: dict[str, Measure] = {"expected": expected, "95 %": of_95}


def runs_of(results: Path, *names: str) -> Runs:
    """The runs of these results by algorithm, by board and repetition."""
    found = load_runs(*(results / f"hard_{name}" for name in names))
    found = found.sort_values(["problem", "repetition"], kind="stable")
    return {
        str(name): {
            "seconds": rows.cpu_seconds.to_numpy(float),
            "clock": rows.seconds.to_numpy(float),
            "evaluations": rows.evaluations.to_numpy(float),
            "solved": rows.solved.to_numpy(bool),
        }
        for name, rows in found.groupby("algorithm", observed=True)
    }


def rows(family: str, n: int, runs: Runs) -> Iterator[tuple[Any, ...]]:
    """A row an algorithm."""
    for name, one in runs.items():
        solved, seconds = one["solved"], one["seconds"]
        told = np.median(np.where(solved, seconds, inf)), expected(seconds, solved)
        values = (*told, of_95(seconds, solved), expected(one["evaluations"], solved))
        yield family, n, name, len(solved), int(solved.sum()), *(f"{value:.4g}" for value in values)


def best(runs: Runs, names: Iterable[str]) -> str:
    """The algorithm with the least expected seconds."""
    there = [name for name in names if name in runs]
    return min(there, key=lambda name: expected(runs[name]["seconds"], runs[name]["solved"]))


def crossing(
    sizes: dict[int, Runs], local: str, exact: str, measure: Measure, of: Any = None
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


def interval(sizes: dict[int, Runs], *words: Any) -> tuple[float, float]:
    """The middle 95 % of the crossings of samples of the boards, drawn with replacement."""
    rng = np.random.default_rng(20261125)
    found = [
        crossing(sizes, *words, of=lambda count: rng.integers(count, size=count))
        for _ in range(SAMPLES)
    ]
    low, high = np.quantile(found, [0.025, 0.975], method="closest_observation")
    return float(low), float(high)


def gain(runs: Runs) -> float:
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


def ratio(runs: Runs, local: str, exact: str, part: slice = slice(None)) -> float:
    """How many times the expected seconds of the exact method the local search needs."""
    one, other = (
        expected(runs[name]["seconds"][part], runs[name]["solved"][part]) for name in (local, exact)
    )
    return one / other


class Family(NamedTuple):
    """The runs of a family: by n on the boards to judge on, those that chose, ten on each board."""

    sizes: dict[int, Runs]
    choice: Runs
    ten: Runs

    @property
    def pair(self) -> tuple[str, str]:
        """The best local search and the best exact method, as the boards to tune on say."""
        return best(self.choice, SEARCHES), best(self.choice, EXACT)

    def crossings(self) -> Iterator[tuple[Any, ...]]:
        """A row a measure: the pair, and from which n on local search needs less."""
        for name, measure in MEASURES.items():
            words = (self.sizes, *self.pair, measure)
            yield name, *self.pair, crossing(*words), *interval(*words)

    def headlines(self) -> Iterator[tuple[int, float]]:
        """The ratio at the largest n, on each half of its boards."""
        for block, part in enumerate((slice(0, 25), slice(25, 50)), 1):
            yield block, ratio(self.sizes[max(self.sizes)], *self.pair, part)


def schedules_of(results: Path, family: str) -> Iterator[str]:
    """The expected evaluations of annealing with each schedule."""
    runs = runs_of(results, f"{family}_schedules")
    for name in SCHEDULES:
        yield f"{expected(runs[name]['evaluations'], runs[name]['solved']):.4g}"


def repaired(results: Path, family: str) -> tuple[str, int, int]:
    """How many boards of a size large-neighbourhood search solved, of how many."""
    (runs,) = runs_of(results, f"{family}_repair").values()
    return family, int(runs["solved"].sum()), len(runs["solved"])


def threads(results: Path, family: str, n: int) -> Iterator[tuple[Any, ...]]:
    """The expected seconds, of the processor and of the clock, with one thread and with eight."""
    runs = runs_of(results, f"{family}_workers")
    for name in WORKERS:
        solved = runs[name]["solved"]
        told = (f"{expected(runs[name][key], solved):.4g}" for key in ("seconds", "clock"))
        yield family, n, name, len(solved), int(solved.sum()), *told


def family_of(results: Path, name: str) -> Family:
    """The runs of a family; of the sizes, those that were judged."""
    judged = [n for n in FAMILIES[name] if (results / f"hard_{name}_{n}_exact").exists()]
    sizes = {n: runs_of(results, f"{name}_{n}", f"{name}_{n}_exact") for n in judged}
    choice = runs_of(results, f"{name}_choice", f"{name}_choice_exact")
    return Family(sizes, choice, runs_of(results, f"{name}_ten"))


def main(results: Path) -> None:
    found = {name: family_of(results, name) for name in FAMILIES}
    columns = ("family", "n", "algorithm", "runs", "solved", "median", "expected", "of_95", "ert")
    told = (
        row for name, one in found.items() for n, runs in one.sizes.items()
        for row in rows(name, n, runs)
    )  # fmt: skip
    table("table.csv", columns, told)
    equal = (
        row for name, sizes in EQUAL.items() for n in sizes
        for row in rows(name, n, runs_of(results, f"{name}_{n}_equal"))
    )  # fmt: skip
    table("equal.csv", columns, equal)
    pairs = ((name, *one.pair) for name, one in found.items())
    table("chosen.csv", ("family", "local", "exact"), pairs)
    columns = ("family", "measure", "local", "exact", "n", "low", "high")
    table("crossings.csv", columns, _of_each(found, Family.crossings))
    gains = ((name, f"{gain(one.ten):.4g}") for name, one in found.items())
    table("portfolio.csv", ("family", "gain"), gains)
    schedules = ((name, *schedules_of(results, name)) for name in FAMILIES)
    table("schedules.csv", ("family", *SCHEDULES), schedules)
    table("repair.csv", ("family", "solved", "runs"), (repaired(results, name) for name in found))
    columns = ("family", "n", "algorithm", "runs", "solved", "expected", "clock")
    eight = (row for name, n in chosen_on().items() for row in threads(results, name, n))
    table("workers.csv", columns, eight)
    write(HERE, _of_each(found, Family.headlines))


def _of_each(found: dict[str, Family], told: Callable[[Family], Iterator[tuple]]) -> Iterator[Any]:
    return ((name, *row) for name, one in found.items() for row in told(one))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
