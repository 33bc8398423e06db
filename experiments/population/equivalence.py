"""Is the compiled engine the DEAP engine? Evaluations to solution, 300 seeds each, every operator.

python experiments/population/equivalence.py    ten minutes; writes equivalence.csv and .md here

Each setting changes one thing of ``BASE``. The engines are given different seeds, so that two
independent samples are compared, unsolved runs as the evaluations they had: Kolmogorov and
Smirnov's test, and Vargha and Delaney's A12, the chance that a compiled run needs more (ties count
half). The last column gives both engines the same seeds and counts the runs that are the same to
the last board.
"""

import csv
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import ks_2samp

from metaqueens import Budget, Genetic, Queens, Result, solve
from metaqueens.algorithms.genetic.parts import CROSSOVERS, MUTATIONS

HERE, SEEDS, BUDGET = Path(__file__).parent, 300, Budget(evaluations=20_000)
COLUMNS = ("n", "encoding", "setting", "solved compiled", "solved deap", "median compiled",
           "median deap", "KS p", "A12", "same runs")  # fmt: skip


# Many small steps of a small population: on rows hardly any other setting solves n = 20.
BASE = {"population": 20, "scheme": "mu_plus_lambda", "elites": 0, "mutation": {"probability": 1.0}}


def settings() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Encoding, name, and what differs from the default."""
    for encoding in CROSSOVERS:
        for part, names in (("crossover", CROSSOVERS[encoding]), ("mutation", MUTATIONS[encoding])):
            for name in names:
                keys = {"use": name} | (BASE["mutation"] if part == "mutation" else {})
                yield encoding, f"{part} {name}", {part: keys}
    for selection in ({"use": "tournament", "size": 2}, {"use": "roulette"}, {"use": "best"}):
        yield "permutation", f"selection {selection['use']}", {"selection": selection}
    yield "permutation", "scheme generational", {"scheme": "generational", "elites": 2}
    yield "permutation", "scheme mu_plus_lambda", {"children": 50}
    yield "permutation", "scheme mu_comma_lambda", {"scheme": "mu_comma_lambda", "children": 50}


def compare(n: int, encoding: str, name: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """One line of the table."""
    compiled = _runs(n, encoding, "compiled", parameters, 0)
    deap = _runs(n, encoding, "deap", parameters, SEEDS)
    twins = _runs(n, encoding, "compiled", parameters, SEEDS)
    ours, theirs = ([run.evaluations for run in runs] for runs in (compiled, deap))
    wins = np.sign(np.subtract.outer(ours, theirs)).mean() / 2 + 0.5
    return dict(zip(COLUMNS, (
        n, encoding, name, sum(run.solved for run in compiled), sum(run.solved for run in deap),
        int(np.median(ours)), int(np.median(theirs)), f"{ks_2samp(ours, theirs).pvalue:.3f}",
        f"{wins:.3f}", sum(map(_same, deap, twins)),
    ), strict=True))  # fmt: skip


def _runs(n: int, encoding: Any, engine: Any, parameters: Any, first: int) -> list[Result]:
    algorithm = Genetic.model_validate({**BASE, "engine": engine, **parameters})
    return [
        solve(Queens(n), algorithm, BUDGET, seed, encoding=encoding)
        for seed in range(first, first + SEEDS)
    ]


def _same(one: Result, two: Result) -> bool:
    return one.values.tolist() == two.values.tolist() and one.evaluations == two.evaluations


def main() -> None:
    rows = []
    with ProcessPoolExecutor() as pool:
        cases = [(n, *setting) for n in (12, 20) for setting in settings()]
        for row in pool.map(compare, *zip(*cases, strict=True)):
            rows.append(row)
            print(*row.values(), flush=True)
    with (HERE / "equivalence.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    lines = [COLUMNS, ["---"] * len(COLUMNS), *(row.values() for row in rows)]
    text = "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
    (HERE / "equivalence.md").write_text(text + "\n")


if __name__ == "__main__":
    main()
