"""Make the tables of the study from runs.csv and from the authors' runs.

    python -m experiments.classics.tables

table.csv has a row for each published mean: ours with a 95 % interval, and a test. speedups.csv has
the speed-ups that the authors measured on several processes, and those predicted by our runs.
"""

import csv
from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import comb
from pathlib import Path

import numpy as np
from scipy.stats import mannwhitneyu

HERE = Path(__file__).resolve().parent
# Both tests of a row err in at most one of twenty tables.
RESAMPLES, LEVEL = 10_000, 0.025
PROCESSES = (2, 4, 8, 12, 16)
Samples = dict[tuple[str, int], np.ndarray]


def read_ours() -> Samples:
    """Return the iterations of our runs by cell and size, in an order that no run depends on."""
    found = defaultdict(list)
    with (HERE / "runs.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            found[row["cell"], int(row["size"])].append((int(row["seed"]), int(row["iterations"])))
    return {key: np.array([count for _, count in sorted(found[key])]) for key in sorted(found)}


def read_authors() -> dict[tuple[str, int, int], np.ndarray]:
    """Return the iterations of the authors' runs, by problem, size and number of processes."""
    with (HERE / "authors.csv").open(encoding="utf-8") as file:
        return {
            (row["problem"], int(row["size"]), int(row["processes"])): np.array(
                row["iterations"].split(), int
            )
            for row in csv.DictReader(file)
        }


def interval(sample: np.ndarray, rng: np.random.Generator) -> tuple[float, float]:
    """Return a 95 % bootstrap-t interval of the mean, for samples with a long tail."""
    n, mean, spread = sample.size, sample.mean(), sample.std(ddof=1)
    draws = rng.choice(sample, (RESAMPLES, n))
    ratios = (draws.mean(1) - mean) / np.maximum(draws.std(1, ddof=1), 1e-9)
    low, high = np.quantile(ratios, [0.025, 0.975])
    return float(mean - high * spread), float(mean - low * spread)


def test_means(ours: np.ndarray, theirs: np.ndarray, rng: np.random.Generator) -> float:
    """Return the p-value of a permutation test of the difference of two means, studentised."""

    def statistic(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        spread = np.sqrt(a.var(-1, ddof=1) / a.shape[-1] + b.var(-1, ddof=1) / b.shape[-1])
        return np.abs(a.mean(-1) - b.mean(-1)) / np.maximum(spread, 1e-9)

    both = np.concatenate([ours, theirs])
    shuffled = rng.permuted(np.tile(both, (RESAMPLES, 1)), axis=1)
    found = statistic(shuffled[:, : ours.size], shuffled[:, ours.size :])
    return float((1 + (found >= statistic(ours, theirs) - 1e-12).sum()) / (1 + RESAMPLES))


def adjust(values: Sequence[float]) -> list[float]:
    """Return p-values adjusted by Holm's method."""
    order, adjusted, highest = np.argsort(values), [0.0] * len(values), 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(values) - rank) * values[place]))
        adjusted[place] = highest
    return adjusted


def expected_least(sample: np.ndarray, number: int) -> float:
    """Return the expected least of so many runs, drawn from the sample without replacement."""
    n, ordered = sample.size, np.sort(sample)
    weights = [comb(n - 1 - k, number - 1) / comb(n, number) for k in range(n)]
    return float(ordered @ weights)


def speedup(sample: np.ndarray, number: int) -> float:
    """Return the predicted ratio of mean iterations on one and on several processes."""
    return float(sample.mean() / max(expected_least(sample, number), 1))


def compare() -> list[dict]:
    """Return a row for each size: the authors' mean, ours, and whether they agree."""
    ours, authors, rng = read_ours(), read_authors(), np.random.default_rng(2026)
    rows = []
    for (cell, size), sample in ours.items():
        theirs = authors.get((cell.partition(",")[0], size, 1))
        if theirs is None or sample.size < 10:
            continue
        low, high = interval(sample, rng)
        rows.append(
            {
                "cell": cell,
                "size": size,
                "published": f"{theirs.mean():.0f}",
                "runs": sample.size,
                "ours": f"{sample.mean():.0f}",
                "low": f"{low:.0f}",
                "high": f"{high:.0f}",
                "p": test_means(sample, theirs, rng),
                "median_published": f"{np.median(theirs):.0f}",
                "median_ours": f"{np.median(sample):.0f}",
                "p_ranks": mannwhitneyu(sample, theirs).pvalue,
            }
        )
    for cells in (lambda cell: "pairs" not in cell, lambda cell: "pairs" in cell):
        chosen = [row for row in rows if cells(row["cell"])]
        for name in ("p", "p_ranks"):
            for row, p in zip(chosen, adjust([row[name] for row in chosen]), strict=True):
                row[f"{name}_holm"] = p
        for row in chosen:
            agrees = row["p_holm"] > LEVEL and row["p_ranks_holm"] > LEVEL
            row["agrees"] = "yes" if agrees else "no"
    return [
        {name: f"{value:.4f}" if isinstance(value, float) else value for name, value in row.items()}
        for row in rows
    ]


def predict() -> list[dict]:
    """Return a row for each size and number of processes: measured and predicted speed-up."""
    ours, authors, rng = read_ours(), read_authors(), np.random.default_rng(2027)
    rows = []
    for (cell, size), sample in ours.items():
        if cell not in ("all-interval", "magic-square") or sample.size < 30:
            continue
        one = authors[cell, size, 1]
        for number in PROCESSES:
            several = authors[cell, size, number]
            draws = [
                rng.choice(one, one.size).mean() / rng.choice(several, several.size).mean()
                for _ in range(RESAMPLES // 5)
            ]
            low, high = np.quantile(draws, [0.025, 0.975])
            guess = [speedup(rng.choice(sample, sample.size), number) for _ in range(500)]
            row = {"cell": cell, "size": size, "processes": number}
            row |= {"measured": f"{one.mean() / several.mean():.1f}", "low": f"{low:.1f}"}
            row |= {"high": f"{high:.1f}", "predicted": f"{speedup(sample, number):.1f}"}
            ends = np.quantile(guess, [0.025, 0.975])
            row |= {"predicted_low": f"{ends[0]:.1f}", "predicted_high": f"{ends[1]:.1f}"}
            rows.append(row)
    return rows


def write(name: str, rows: Iterable[dict]) -> None:
    """Write a table."""
    rows = list(rows)
    with (HERE / name).open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, [*rows[0]], lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


if __name__ == "__main__":
    write("table.csv", compare())
    write("speedups.csv", predict())
