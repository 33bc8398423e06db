"""The score of a solver that another program may have written, relative to a fixed reference."""

import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from metaqueens.arena import boards
from metaqueens.arena.contestants import load_file
from metaqueens.arena.ranking import BIGGEST, share
from metaqueens.contestants.registry import class_of
from metaqueens.core.folders import cache_folder
from metaqueens.experiment.plan import run_seed
from metaqueens.files.writing import write_text
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.problem import digests_of
from metaqueens.programs.confinement import ProgramLimits, can_confine
from metaqueens.programs.judging import Verdict, judge
from metaqueens.programs.process import LINUX_ONLY
from metaqueens.search.budget import Budget
from metaqueens.search.solve import solve
from metaqueens.system.cores import usable_cores
from metaqueens.text.errors import UserError
from metaqueens.text.validation import describe

# The reference, whose score is 100, and the number of its runs on each problem.
REFERENCE, REFERENCE_RUNS = "tabu_search", 4
# The number of runs of a solver, if there are fewer problems.
RUNS = 8
# Sets of problems that are hard for the reference.
SETS = {
    "costas": "costas n=15,16,17,18,19",
    "colouring": "colouring queens=7,8,9,10,11,11,12,12 colours=7,9,10,11,12,13,13,14",
}
EXCLUDED, SIZES, STRICTNESS = "excluded", (20, 21, 22, 23, 24, 25, 26, 20), 1.35
# Ends of runs that have a score. The clock is none of them, so that a slower machine finds the same
# score or none.
VALID = ("solved", "evaluations", "gave up")
# Seconds that the end of a run may take.
GRACE = 0.3


class Attempt(NamedTuple):
    """A run; ``verdict`` is None if it was not started, ``share`` if it failed."""

    problem: BaseProblem
    seed: int
    verdict: Verdict | None = None
    share: float | None = None


def score(
    path: str | Path,
    problem: Any = EXCLUDED,
    evaluations: int = 1_000_000,
    seconds: float = 10.0,
    seed: int = 0,
) -> dict[str, Any]:
    """Score the solver in a file. Tabu search is the reference, whose score is 100.

    The file is a Python file with one ``Algorithm``, or a program of the text protocol. It runs in
    processes of its own, confined if ``bwrap`` can be used, and every solution is recounted. The
    same file, seed and evaluations give the same result on any machine. A failure has no score: a
    crash, a false claim, or a run that ``seconds`` end before its evaluations are spent.

    >>> from metaqueens import programs, Queens
    >>> template = Path(programs.__file__).with_name("templates") / "nqueens.py"
    >>> score(template, Queens(8), evaluations=10_000)["score"] > 0
    True

    Parameters
    ----------
    path
        The file.
    problem
        ``excluded`` for boards with 20 to 26 queens and excluded diagonals, new for each seed;
        ``costas`` for Costas arrays of order 15 to 19; ``colouring`` for queen graphs. Or a
        problem, a sequence of problems, or a text such as ``FILE.py:Class n=20,30``.
    evaluations
        Budget of each run, by the solver's own count.
    seconds
        Wall time of all runs together.
    seed
        Random seed, from 0.

    Returns
    -------
    dict
        ``score``, None after a failure; ``score_ci95``, its 95 % interval over the instances;
        ``confined``; ``text``, the result in a sentence; and of each of ``instances`` the
        ``problem``, ``seed``, ``score``, ``cost``, ``evaluations``, ``reason`` and ``why``.

    Raises
    ------
    UserError
        If an argument is wrong, or the system runs no programs; it is a ``ValueError``.
    """
    if sys.platform != "linux":
        raise UserError(f"{path}: {LINUX_ONLY}")
    budget = Budget(evaluations=evaluations, seconds=float(seconds))
    runs = [*_list_runs(problem, seed)]
    references = _measure_references([run.problem for run in runs], evaluations)
    play = partial(_play, Path(path), budget, perf_counter() + seconds - GRACE)
    with ThreadPoolExecutor(usable_cores()) as pool:
        runs = [*pool.map(play, runs)]
    instances = [_describe(run, BIGGEST / float(np.mean(references)), budget) for run in runs]
    failures = [instance["why"] for instance in instances if instance["score"] is None]
    found = interval = None
    if failures:
        text = f"no score: {len(failures)} of {len(runs)} runs failed: {failures[0]}"
    else:
        found, interval = estimate([run.share or 0.0 for run in runs], references)
        low, high = interval
        text = f"score {found:.1f} (95 % interval {low:.1f} to {high:.1f}); {REFERENCE} has 100"
    return {
        "score": found,
        "score_ci95": interval,
        "reference": REFERENCE,
        "evaluations": evaluations,
        "seed": seed,
        "counted_by": "itself",
        "confined": can_confine(),
        "text": text if can_confine() else f"{text} (not confined: bwrap is missing)",
        "instances": instances,
    }


def _list_runs(problem: Any, seed: int) -> Iterator[Attempt]:
    """Yield the problem and the seed of each run."""
    problems: Any = problem if isinstance(problem, Sequence) else [problem]
    if problem == EXCLUDED:
        problems = [
            boards.draw_problem(EXCLUDED, n, STRICTNESS, np.random.default_rng([seed, k]))
            for k, n in enumerate(SIZES)
        ]
    elif isinstance(problem, str):
        problems = boards.read_problems(SETS.get(problem, problem))
    if not problems or not all(isinstance(task, BaseProblem) for task in problems):
        raise UserError(f"score: problem: expected a problem or its name, got {describe(problem)}")
    for k in range(max(RUNS, len(problems))):
        task = problems[k % len(problems)]
        yield Attempt(task, run_seed(seed, task, k))


def _measure_references(problems: Sequence[BaseProblem], evaluations: int) -> list[float]:
    """Return the mean share of the reference on each problem, stored beside the machine code."""
    path = cache_folder() / "references.json"
    known: dict[str, float] = {}
    with suppress(OSError, ValueError):
        known = json.loads(path.read_text(encoding="utf-8"))
    keys = [f"{task.key} {digests_of([task])} {evaluations}" for task in problems]
    missing = {key: task for key, task in zip(keys, problems, strict=True) if key not in known}
    for key, task in missing.items():
        search, budget = class_of(REFERENCE)(), Budget(evaluations=evaluations)
        runs = [solve(task, search, budget, seed) for seed in range(REFERENCE_RUNS)]
        shares = [share(run.solved, run.evaluations, evaluations, run.cost) for run in runs]
        known[key] = float(np.mean(shares))
    if missing:
        with suppress(OSError):
            write_text(path, json.dumps(known))
    return [known[key] for key in keys]


def _play(path: Path, budget: Budget, deadline: float, run: Attempt) -> Attempt:
    """Do a run, unless its time is over."""
    if perf_counter() >= deadline:
        return run
    entry, evaluations = load_file(path, counted=True), budget.evaluations or 1
    limits = ProgramLimits(budget.seconds or 1.0, evaluations=evaluations)
    program: Any = entry.search
    places = {"folder": entry.folder, "files": entry.files}
    verdict = judge(program, run.problem, limits, run.seed, deadline=deadline, **places)  # type: ignore[arg-type]
    if verdict.ended not in VALID or verdict.cost is None:
        return run._replace(verdict=verdict)
    earned = share(verdict.solved, verdict.evaluations, evaluations, verdict.cost)
    return run._replace(verdict=verdict, share=earned)


def _describe(run: Attempt, scale: float, budget: Budget) -> dict[str, Any]:
    verdict = run.verdict
    why = verdict.why if verdict else f"not started: all {budget.seconds:g} s were over"
    if verdict and verdict.ended == "seconds":
        why += f"; lower evaluations, of which it made {verdict.evaluations:,}, or raise seconds"
    is_valid = verdict is not None and run.share is not None
    return {
        "problem": run.problem.label,
        "seed": run.seed,
        "score": None if run.share is None else shorten(scale * run.share),
        "cost": verdict.cost if verdict and is_valid else None,
        "evaluations": verdict.evaluations if verdict else None,
        "reason": verdict.ended if verdict else "seconds",
        "why": why,
    }


def estimate(
    shares: Sequence[float], references: Sequence[float]
) -> tuple[float, tuple[float, float]]:
    """Return 100 times the ratio of two means, and its 95 % interval (the ratio estimator)."""
    from scipy.stats import t

    earned, mean = np.array(shares), float(np.mean(references))
    ratio = float(earned.mean()) / mean
    error = float((earned - ratio * np.array(references)).std(ddof=1)) / sqrt(len(earned)) / mean
    width = error * float(t.ppf(0.975, len(earned) - 1))
    low, middle, high = (shorten(BIGGEST * at) for at in (ratio - width, ratio, ratio + width))
    return middle, (max(low, 0.0), high)


def shorten(number: float) -> float:
    """Return a number of six digits, which stays above 0."""
    return float(f"{number:.6g}")
