"""How far each heuristic gets: time, memory and evaluations against n, with the slopes.

    python experiments/large_n/measure.py              # table.csv, and the slopes on the terminal
    python experiments/large_n/measure.py --figure     # figure.svg from table.csv

Every run has a process of its own, so that its memory is its own. Matplotlib is needed for the
figure alone.
"""

import csv
import json
import resource
import statistics
import subprocess
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
SEEDS, SECONDS = 5, 60.0
SIZES = [10**k for k in range(2, 8)]
COLUMNS = ["heuristic", "n", "solved", "runs", "seconds", "cpu_seconds", "bytes_per_queen",
           "evaluations"]  # fmt: skip
SAMPLED = {"encoding": "rows", "start": "sampled", "scan": "sampled", "restart_after": None}
QS4 = "experiments.textbook.sosic_gu:SosicGu"
# Label, algorithm, parameters, and the largest size that is tried.
HEURISTICS = [
    ("queue search", "queue_search", {}, 10**7),
    ("Sosic & Gu's QS4", QS4, {}, 10**7),
    ("annealing, conflicted", "simulated_annealing", {"focus": "conflicted"}, 10**7),
    ("hill climbing, conflicted", "hill_climbing", {"variant": "conflicted"}, 10**7),
    ("min-conflicts, sampled", "min_conflicts", SAMPLED, 10**6),
    ("annealing", "simulated_annealing", {}, 10**6),
    ("hill climbing, stochastic", "hill_climbing", {"variant": "stochastic"}, 10**6),
    ("min-conflicts", "min_conflicts", {"encoding": "rows"}, 10**5),
    ("hill climbing, steepest", "hill_climbing", {}, 10**3),
]


def main() -> None:
    """Measure, or do one run, or draw."""
    if "--one" in sys.argv:
        print(json.dumps(one(*json.loads(sys.argv[-1]))))
    elif "--figure" in sys.argv:
        draw(read())
    else:
        measure()
        tell(read())


def one(use: str, parameters: dict, n: int, seed: int) -> dict:
    """One run, in a process of its own."""
    from metaqueens.contestants.registry import class_of
    from metaqueens.problem.space import Space
    from metaqueens.queens.problem import Queens
    from metaqueens.search.budget import Budget
    from metaqueens.search.driver import warm_up
    from metaqueens.search.solve import solve

    algorithm = class_of(use)(**parameters)
    encoding = parameters.get("encoding", "permutation")
    warm_up(algorithm, Space(Queens(n), encoding))
    before = peak()
    result = solve(Queens(n), algorithm, Budget(seconds=SECONDS), seed, encoding=encoding)
    grown = peak() - before
    return {
        "solved": result.solved and is_solution(result.problem, result.values),
        "seconds": result.seconds,
        "cpu_seconds": result.cpu_seconds,
        "evaluations": result.evaluations,
        "bytes_per_queen": grown / n,
    }


def peak() -> int:
    """The most memory that this process has held so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def is_solution(queens: np.ndarray) -> bool:
    """Whether no two queens share a line, in 2 bytes a queen and none of the searches' code."""
    n = queens.size
    for sign in (0, 1, -1):
        met = np.zeros(3 * n, np.bool_)
        for start in range(0, n, 2**22):
            columns = np.arange(start, min(start + 2**22, n))
            met[queens[columns] + sign * columns + n] = True
        if np.count_nonzero(met) != n:
            return False
    return True


def measure() -> None:
    """All runs; a heuristic that has not solved a size is not asked for a larger one."""
    with (HERE / "table.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        for label, use, parameters, largest in HEURISTICS:
            for n in (size for size in SIZES if size <= largest):
                row = {"heuristic": label, "n": n, **cell(use, parameters, n)}
                table.writerow(row)
                file.flush()
                print(row, flush=True)
                if row["solved"] == 0:
                    break


def cell(use: str, parameters: dict, n: int) -> dict:
    """Medians over the seeds; over fewer where a run takes more than a quarter of its time."""
    runs: list[dict] = []
    for seed in range(SEEDS):
        arguments = json.dumps([use, parameters, n, seed])
        command = [sys.executable, __file__, "--one", arguments]
        runs.append(json.loads(subprocess.run(command, capture_output=True, check=True).stdout))
        if runs[-1]["seconds"] > SECONDS / 4:
            break
    solved = [run for run in runs if run["solved"]]
    median = {key: statistics.median(run[key] for run in solved or runs) for key in COLUMNS[4:]}
    return {
        "solved": len(solved),
        "runs": len(runs),
        "seconds": f"{median['seconds']:.4g}",
        "cpu_seconds": f"{median['cpu_seconds']:.4g}",
        # Less than a few megabytes cannot be told from what the interpreter takes anyway.
        "bytes_per_queen": f"{median['bytes_per_queen']:.1f}" if n >= 10**6 else "",
        "evaluations": f"{median['evaluations']:.0f}",
    }


def read() -> dict[str, list[dict[str, float]]]:
    """The table by heuristic: n, seconds and evaluations of the sizes that it solved."""
    found: dict[str, list[dict[str, float]]] = {}
    with (HERE / "table.csv").open() as file:
        for row in csv.DictReader(file):
            if int(row["solved"]):
                kept = {key: float(row[key]) for key in ("n", "seconds", "evaluations")}
                found.setdefault(row["heuristic"], []).append(kept)
    return found


def slope(points: list[dict[str, float]], of: str) -> float:
    """The exponent of n that fits best from 10^4 on, or over the last three sizes."""
    chosen = [point for point in points if point["n"] >= 10**4]
    chosen = chosen if len(chosen) > 2 else points[-3:]
    n, y = (np.log10([point[key] for point in chosen]) for key in ("n", of))
    return float(np.polyfit(n, y, 1)[0]) if len(chosen) > 1 else float("nan")


def tell(found: dict[str, list[dict[str, float]]]) -> None:
    """The slopes."""
    for label, points in found.items():
        time, work = slope(points, "seconds"), slope(points, "evaluations")
        print(f"{label:26} time ~ n^{time:.2f}   evaluations ~ n^{work:.2f}")


def draw(found: dict[str, list[dict[str, float]]]) -> None:
    """Time and evaluations against n, both logarithmic."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "large_n"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(11, 6.5), layout="constrained")
    for axis, of in zip(axes, ("seconds", "evaluations"), strict=True):
        for (label, points), marker in zip(found.items(), "osD^vP*Xh", strict=False):
            exponent = slope(points, of)
            x, y = ([point[key] for point in points] for key in ("n", of))
            axis.loglog(x, y, marker=marker, markersize=4, label=f"{label}: n^{exponent:.2f}")
        axis.set(xlabel="queens", ylabel=of)
        axis.grid(alpha=0.3)
        axis.legend(fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=2)
    figure.savefig(HERE / "figure.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
