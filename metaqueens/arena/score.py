"""The score of a solver that another program may have written, relative to a fixed reference."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import sqrt
from multiprocessing.pool import ThreadPool
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from metaqueens.arena import boards
from metaqueens.arena.boards import Board
from metaqueens.arena.contestants import Contestant, load
from metaqueens.arena.ranking import BIGGEST, share
from metaqueens.arena.run import Played, Settings, run_program, seed_of
from metaqueens.contestants.compilation import compile_kernels
from metaqueens.contestants.registry import class_of
from metaqueens.core.folders import cache_folder
from metaqueens.files.writing import write_text
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.problem import digests_of
from metaqueens.programs.confinement import ProgramLimits
from metaqueens.programs.judging import NOT_STARTED, can_confine
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
        ``confined``; ``text``, the result in a sentence; and ``instances``, each with its reason.

    Raises
    ------
    UserError
        If an argument is wrong, or the system runs no programs; it is a ``ValueError``.
    """
    evaluations, seconds, seed = map(to_python, (evaluations, seconds, seed))
    for limit in ({"evaluations": evaluations}, {"seconds": seconds}):
        Budget(**limit)
    require_seed(seed, "score: seed")
    settings = Settings(seed, by="evaluations", budget=evaluations)
    entry, tasks = load(str(path), counted=True), [*_list_boards(problem, seed)]
    references = _measure_references([board.problem for board in tasks], evaluations)
    if entry.kind == "class":
        compile_kernels(board.problem for board in tasks)
    until = perf_counter() + seconds - GRACE
    limits = ProgramLimits(float(seconds), evaluations=evaluations, until=until)
    runs = _run_all(entry, tasks, settings, limits)
    # The share of the points that each run earns; None after a failure.
    shares = [
        None
        if run.ended not in VALID or run.left is None
        else share(run.solved, run.cost, evaluations, run.left)
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
                "problem": board.problem.label,
                "seed": seed_of(board, settings),
                "score": None if earned is None else shorten(scale * earned),
                "cost": None if earned is None else run.left,
                "evaluations": int(run.cost),
                "reason": run.ended,
                "why": run.why,
            }
            for board, run, earned in zip(tasks, runs, shares, strict=True)
        ],
    }


def _count_reasons(failures: Sequence[str]) -> str:
    """Return the most frequent reasons with their numbers of runs; runs not started come last.

    Reasons that differ in numbers only are counted together, and the first one is shown.
    """
    kinds: dict[str, list[str]] = {}
    for why in failures:
        kinds.setdefault(re.sub(r"\d[\d,.]*", "", why), []).append(why)
    order = sorted(kinds.values(), key=lambda kind: (kind[0].startswith(NOT_STARTED), -len(kind)))
    return "; ".join(
        f"{kind[0]} ({many(len(kind), 'run')}{', numbers differ' * (len({*kind}) > 1)})"
        for kind in order[:3]
    )


def _run_all(
    entry: Contestant, tasks: Sequence[Board], settings: Settings, limits: ProgramLimits
) -> list[Played]:
    """Return the run on each board."""
    late = f"{NOT_STARTED}: {limits.describe_excess('seconds')}"

    def play(part: Sequence[Board]) -> list[Played]:
        if perf_counter() >= limits.until:
            return [Played(board.name, entry.name, False, 0, "seconds", late) for board in part]
        rehearsal = tasks[:1] if entry.kind == "class" else []
        return run_program(entry, [*rehearsal, *part], settings, limits)

    # A class takes a second to start: each worker starts it once.
    workers = usable_cores()
    count = min(workers, len(tasks)) if entry.kind == "class" else len(tasks)
    with ThreadPool(workers) as pool:  # its threads do not delay a Ctrl-C
        played = pool.map(play, [tasks[k::count] for k in range(count)], chunksize=1)
    runs = {run.board: run for part in played for run in part}
    return [runs[board.name] for board in tasks]


def _list_boards(problem: Any, seed: int) -> Iterator[Board]:
    """Yield the board of each run."""
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
        yield Board(1, "score", k, problems[k % len(problems)])


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
