"""The score of a solver that another program may have written, relative to a fixed reference."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import sqrt
from multiprocessing.pool import ThreadPool
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from metaqueens.arena import boards
from metaqueens.arena.contestants import Contestant, load
from metaqueens.arena.ranking import BIGGEST, share
from metaqueens.arena.run import Settings
from metaqueens.contestants.compilation import compile_kernels
from metaqueens.contestants.registry import class_of
from metaqueens.core.folders import cache_folder
from metaqueens.experiment.plan import run_seed
from metaqueens.files.writing import write_text
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.problem import digests_of
from metaqueens.programs.confinement import ProgramLimits
from metaqueens.programs.contestant import Program, Task
from metaqueens.programs.judging import NOT_STARTED, Verdict, can_confine, judge
from metaqueens.search.budget import Budget
from metaqueens.search.solve import require_seed, solve
from metaqueens.system.cores import usable_cores
from metaqueens.text.errors import UserError
from metaqueens.text.validation import describe, to_python
from metaqueens.text.words import many

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


def score(
    path: str | Path,
    problem: Any = EXCLUDED,
    evaluations: int = 1_000_000,
    seconds: float = 10.0,
    seed: int = 0,
) -> dict[str, Any]:
    """Score the solver in a file. Tabu search is the reference, whose score is 100.

    It runs in processes of its own, confined if ``bwrap`` can be used, and every solution is
    recounted. The same file, seed and evaluations give the same score on any machine, or none. A
    failure has no score: a crash, a false claim, or a run that ``seconds`` end before its
    evaluations are spent (``reason`` "seconds"), which a busy machine can cause.

    >>> from metaqueens import programs, Queens
    >>> template = Path(programs.__file__).with_name("templates") / "nqueens.py"
    >>> score(template, Queens(8), evaluations=10_000)["score"] > 0
    True

    Parameters
    ----------
    path
        A Python file with one ``Algorithm``, ``FILE.py:Class``, or a program of the text protocol.
    problem
        ``excluded`` for boards with 20 to 26 queens and excluded diagonals, new for each seed;
        ``costas`` or ``colouring``; a problem, or several; or a text: ``FILE.py:Class n=20,30``.
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
        ``reference``, whose score is 100; ``evaluations``, the budget of a run; ``seed``;
        ``counted_by``; ``confined``; ``text``, the result in a sentence; and ``instances``, each
        with ``problem``, ``seed``, ``score``, ``cost`` (of the best solution; None after a failure,
        as ``score``), ``evaluations``, ``reason`` (of the end) and ``why`` (the failure).

    Raises
    ------
    UserError
        If an argument is wrong, or the system runs no programs; it is a ``ValueError``.
    """
    evaluations, seconds, seed = map(to_python, (evaluations, seconds, seed))
    for limit in ({"evaluations": evaluations}, {"seconds": seconds}):
        Budget(**limit)
    require_seed(seed, "score: seed")
    entry, tasks = load(str(path), counted=True), [*_list_tasks(problem, seed)]
    references = _measure_references([task for task, _ in tasks], evaluations)
    if entry.kind == "class":
        compile_kernels(task for task, _ in tasks)
    until = perf_counter() + seconds - GRACE
    limits = ProgramLimits(float(seconds), evaluations=evaluations, until=until)
    runs = _judge_all(entry, tasks, limits)
    # The share of the points that each run earns; None after a failure.
    shares = [
        None
        if run.ended not in VALID or run.cost is None
        else share(run.solved, run.evaluations, evaluations, run.cost)
        for run in runs
    ]
    failures = [run.why for run, earned in zip(runs, shares, strict=True) if earned is None]
    scale, found, interval = BIGGEST / float(np.mean(references)), None, None
    if failures:
        text = f"no score: {len(failures)} of {len(runs)} runs failed: {_count_reasons(failures)}"
        is_late = any(run.ended == "seconds" for run in runs)
        text += "; if it is slow, lower evaluations or raise seconds" if is_late else ""
    else:
        found, interval = estimate([earned or 0.0 for earned in shares], references)
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
        "text": text if can_confine() else f"{text} (not confined: bwrap cannot be used)",
        "instances": [
            {
                "problem": task.label,
                "seed": drawn,
                "score": None if earned is None else shorten(scale * earned),
                "cost": None if earned is None else run.cost,
                "evaluations": run.evaluations,
                "reason": run.ended,
                "why": run.why,
            }
            for (task, drawn), run, earned in zip(tasks, runs, shares, strict=True)
        ],
    }


def _count_reasons(failures: Sequence[str]) -> str:
    """Return the most frequent reasons with their numbers of runs; runs not started come last."""
    counts = Counter(failures)
    order = sorted(counts, key=lambda why: (why.startswith(NOT_STARTED), -counts[why]))
    return "; ".join(f"{why} ({many(counts[why], 'run')})" for why in order[:3])


def _judge_all(entry: Contestant, tasks: Sequence[Task], limits: ProgramLimits) -> list[Verdict]:
    assert isinstance(entry.search, Program)
    program = entry.search
    late = f"{NOT_STARTED}: {limits.describe_excess('seconds')}"

    def play(part: Sequence[Task]) -> list[Verdict]:
        if perf_counter() >= limits.until:
            return [Verdict(False, None, None, 0, 0.0, 0.0, "seconds", late)] * len(part)
        rehearsal = tasks[:1] if entry.kind == "class" else []
        return judge(program, [*rehearsal, *part], limits, folder=entry.folder, files=entry.files)

    # A class takes a second to start: each worker starts it once.
    workers = usable_cores()
    count = min(workers, len(tasks)) if entry.kind == "class" else len(tasks)
    with ThreadPool(workers) as pool:  # its threads do not delay a Ctrl-C
        played = pool.map(play, [tasks[k::count] for k in range(count)], chunksize=1)
    return [played[k % count][k // count] for k in range(len(tasks))]


def _list_tasks(problem: Any, seed: int) -> Iterator[Task]:
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
    key = Settings(seed).key
    for k in range(max(RUNS, len(problems))):
        task = problems[k % len(problems)]
        yield task, run_seed(key, task, k)


def _measure_references(problems: Sequence[BaseProblem], evaluations: int) -> list[float]:
    """Return the mean share of the reference on each problem, stored beside the machine code."""
    path, known = cache_folder() / "references.json", dict[str, float]()
    with suppress(OSError, ValueError):  # none yet
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
