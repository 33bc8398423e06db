"""The long runs beside the results of Truchet, Arbelaez, Richoux & Codognet (2016).

    python -m experiments.classics.measure --long   # hours
    python -m experiments.classics.long

long.csv has a row for each problem: their mean, median and standard deviation of the iterations,
and ours. long_speedups.csv has the speed-ups that they measured on 16 to 256 cores, and those that
a distribution of the family that they name, fitted to our runs on one core, predicts.
"""

import sys
from collections.abc import Iterator
from math import sqrt
from pathlib import Path

import numpy as np
from scipy.integrate import quad
from scipy.stats import lognorm

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from tables import RESAMPLES, interval, read_ours, write  # noqa: E402

CORES = (16, 64, 256)
# Their mean, median and standard deviation of 638 to 720 runs, and their speed-ups.
PUBLISHED = {
    ("magic-square", 200): ((443_970, 164_042, 933_766), (16.6, 29.9, 45.0)),
    ("all-interval", 700): ((110_393, 76_242, 111_352), (12.8, 29.3, 48.0)),
    ("costas", 21): ((183_428_617, 119_667_588, 179_049_696), (15.8, 60.0, 290.5)),
}
THEIR_RUNS = 640
# Costas arrays of order 21 take half an hour each: these orders stand for their distribution.
SMALLER = (16, 17)


def compare() -> Iterator[dict]:
    """Yield a row for each problem with ten runs or more, and for Costas 21 the extrapolation."""
    ours, rng = read_ours(), np.random.default_rng(2030)
    for (cell, size), ((mean, median, deviation), _) in PUBLISHED.items():
        row = {
            "cell": cell,
            "size": size,
            "mean": mean,
            "error": round(deviation / sqrt(THEIR_RUNS)),
        }
        sample = ours.get((cell, size), np.array([]))
        if sample.size >= 10:
            low, high = interval(sample, rng)
            found = {"ours": f"{sample.mean():.0f}", "median_ours": f"{np.median(sample):.0f}"}
        elif cell == "costas":
            middle, low, high = extrapolate(ours, size, rng)
            found = {"ours": f"{middle:.0f}", "median_ours": ""}
        else:
            continue
        ends = {"low": f"{low:.0f}", "high": f"{high:.0f}"}
        yield row | {"runs": sample.size, **found, **ends, "median": median}


def extrapolate(ours: dict, size: int, rng: np.random.Generator) -> tuple[float, float, float]:
    """Return the mean of a Costas order by a line through the log means of smaller orders.

    The interval is from a bootstrap of the runs.
    """
    known = {n: sample for (cell, n), sample in ours.items() if cell == "costas" and n < size}

    def predict(samples: dict) -> float:
        logs = [np.log(sample.mean()) for sample in samples.values()]
        return float(np.exp(np.polyval(np.polyfit([*samples], logs, 1), size)))

    draws = [
        predict({n: rng.choice(sample, sample.size) for n, sample in known.items()})
        for _ in range(RESAMPLES // 5)
    ]
    low, high = np.quantile(draws, [0.025, 0.975])
    return predict(known), float(low), float(high)


def speed_up(cell: str, sample: np.ndarray, cores: int) -> float:
    """Return the ratio of the mean to the expected least of ``cores`` runs, of the fitted law."""
    mean = float(sample.mean())
    if cell == "magic-square":  # lognormal
        logs = np.log(sample)
        law = lognorm(logs.std(ddof=1), scale=np.exp(logs.mean()))
        least, _ = quad(lambda z: law.sf(np.exp(z)) ** cores * np.exp(z), -5, 30, limit=200)
        return float(law.mean() / least)
    # Shifted exponential: with the shift 0, their law of Costas arrays, it would be the cores.
    shift = max(0.0, (sample.size * sample.min() - mean) / (sample.size - 1))
    return mean / (shift + (mean - shift) / cores)


def predict() -> Iterator[dict]:
    """Yield the measured and the predicted speed-up of each problem and number of cores."""
    ours, rng = read_ours(), np.random.default_rng(2031)
    for (cell, size), (_, measured) in PUBLISHED.items():
        parts = [ours.get((cell, n)) for n in ((size,) if cell != "costas" else SMALLER)]
        samples = [part / part.mean() * 1e6 for part in parts if part is not None]
        if not samples or (sample := np.concatenate(samples)).size < 10:
            continue
        sample = parts[0] if cell != "costas" else sample
        for cores, found in zip(CORES, measured, strict=True):
            draws = [speed_up(cell, rng.choice(sample, sample.size), cores) for _ in range(400)]
            low, high = np.quantile(draws, [0.025, 0.975])
            row = {"cell": cell, "size": size, "cores": cores, "measured": found}
            row |= {"predicted": f"{speed_up(cell, sample, cores):.1f}"}
            yield row | {"low": f"{low:.1f}", "high": f"{high:.1f}"}


if __name__ == "__main__":
    write("long.csv", compare())
    write("long_speedups.csv", predict())
