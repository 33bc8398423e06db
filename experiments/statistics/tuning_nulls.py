"""What a tuner says of parameters that do nothing: many small tunings, and what each claimed.

    python experiments/statistics/tuning_nulls.py            # 2 x 200 tunings, some minutes
    python experiments/statistics/tuning_nulls.py 20         # 2 x 20; tuning_nulls.md is left alone

In the first half of the tunings no parameter does anything; in the second one does, ``slow``, and
three do not. Seeds are 0, 1, 2 ...: the same table on any machine, but for the seconds.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from scipy import stats

from metaqueens import config
from metaqueens.analysis.estimate.estimates import wilson
from metaqueens.config import Experiment
from metaqueens.experiment.execution.worker import execute
from metaqueens.experiment.plan import repetitions_of
from metaqueens.tuning import tune

HERE = Path(__file__).parent
TUNINGS, RUNS, LEVEL = 200, 30, 0.05
CONFIG = """\
name: nulls
problem: {n: 8}
algorithms: {it: {use: "nothing:Nothing"}}
budget: {evaluations: 100_000}
validate: null
tune:
  algorithm: it
  max_runs: 400
  train: {problem.n: [8, 9], runs: 5}
  test: {problem.n: [10], runs: 30}
  space:
    salt: {float: [0.0, 1.0]}
    pepper: {int: [1, 1_000], log: true}
    herb: {choice: [basil, mint, sage]}
"""
ONE_MATTERS = CONFIG.replace('use: "nothing:Nothing"', 'use: "nothing:Nothing", slow: 5.0') + (
    "    slow: {float: [1.0, 10.0], log: true}\n"
)


def main(tunings: int) -> str:
    """Do all tunings; the table."""
    clock = time.perf_counter()
    columns = [_counts(text, tunings) for text in (CONFIG, ONE_MATTERS)]
    lines = ["| of all tunings, in % | nothing matters | one of four does |", "|---|---:|---:|"]
    lines += [
        f"| {claim} | {' | '.join(_percent(column[claim], tunings) for column in columns)} |"
        for claim in CLAIMS
    ]
    seconds = time.perf_counter() - clock
    lines += ["", f"{tunings} tunings of 400 runs a column, 95 % intervals by Wilson;"
              f" {seconds:,.0f} s in all. From `tuning_nulls.py`."]  # fmt: skip
    return "\n".join(lines) + "\n"


OLD, FRESH = "best.yaml beats the default: runs that chose it", "the same on seeds of its own"
CLAIMS = {
    "another setting than the default wins the final": lambda said, _: (
        said["best"]["settings"] != said["default"]["settings"]
    ),
    "verdict on unseen boards: better": lambda said, _: said["test_result"]["verdict"] == "better",
    OLD: lambda said, folder: _beats(said, folder, "seed=@"),
    FRESH: lambda said, folder: _beats(said, folder),
}  # fmt: skip


def _counts(text: str, tunings: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for seed in range(tunings):
        with TemporaryDirectory() as folder:
            said = tune(config.parse(text, [f"seed={seed}"]), folder)
            for claim, holds in CLAIMS.items():
                found[claim] += bool(holds(said, Path(folder)))
    return found


def _beats(said: dict[str, Any], folder: Path, *overrides: str) -> bool:
    """Whether best.yaml costs less than the default on the same seeds, as a user would test it."""
    if said["best"]["settings"] == said["default"]["settings"]:
        return False
    overrides = tuple(one.replace("@", str(said["seed"])) for one in overrides)
    best = config.load(folder / "best.yaml", list(overrides))
    default = config.load(folder / "experiment.yaml", [f"seed={best.seed}"])
    ours, theirs = (list(_runs(one)) for one in (best, default))
    found = stats.permutation_test(
        (ours, theirs), _log_ratio, permutation_type="samples", n_resamples=4_999, axis=-1,
        rng=np.random.default_rng(RUNS),
    )  # fmt: skip
    return bool(found.pvalue < LEVEL and found.statistic < 0)


def _log_ratio(ours: np.ndarray, theirs: np.ndarray, axis: int) -> np.ndarray:
    return np.log(ours.mean(axis=axis) / theirs.mean(axis=axis))


def _runs(experiment: Experiment) -> Iterator[int]:
    """Yield the evaluations of each run; all of them solve."""
    for run in repetitions_of(experiment.cells[0], experiment.seed, range(RUNS)):
        result = execute(run).result
        assert result is not None
        assert result.solved
        yield result.evaluations


def _percent(count: int, of: int) -> str:
    low, high = wilson(count, of)
    return f"{100 * count / of:.1f} ({100 * low:.1f} to {100 * high:.1f})"


if __name__ == "__main__":
    sys.path.insert(0, str(HERE))
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else TUNINGS
    table = main(asked)
    print(table)
    if asked == TUNINGS:
        (HERE / "tuning_nulls.md").write_text(table, encoding="utf-8")
