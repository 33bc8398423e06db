"""One run of a program that is not trusted: its solution, recounted, and its cost."""

import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, NamedTuple

from metaqueens.problem.base import BaseProblem
from metaqueens.problem.check import is_true
from metaqueens.programs.confinement import Box, ProgramLimits, can_confine
from metaqueens.programs.contestant import CHECK_SECONDS, Program, Task, follow, own_file
from metaqueens.programs.process import Part, Process
from metaqueens.programs.referee import Referee
from metaqueens.search.budget import Budget
from metaqueens.search.snapshot import Snapshot
from metaqueens.text.errors import RunFailed
from metaqueens.text.printable import printable, printable_lines
from metaqueens.text.words import duration, many

Ending = Literal["solved", "evaluations", "cpu_seconds", "seconds", "gave up", "failed", "rejected"]
# The longest reason, in characters.
LONGEST = 300
SHORTEST = 1e-3
LATE = "its solution came too late"


class Verdict(NamedTuple):
    """The outcome of a run.

    solved : whether it wrote a solution within its limits, by the independent check
    values, cost : its best values within the limits, by the referee's recount; None if there are
        none
    evaluations : its own count if not ``counted``, but at least the boards that it wrote
    counted : whether ``evaluations`` is the number of boards that it wrote
    seconds : wall time from start to end
    cpu_seconds : of all its processes, including the start of an interpreter
    ended, why : the reason of its end, ``rejected`` for a false claim; and a harmless sentence
    said : the end of its standard error without control characters, to be escaped by a page
    confined : whether it could reach only its own processes and files
    """

    solved: bool
    values: tuple[int, ...] | None
    cost: int | None
    evaluations: int
    counted: bool
    seconds: float
    cpu_seconds: float
    ended: Ending
    why: str
    said: str
    confined: bool


def judge(
    program: Program,
    problem: BaseProblem,
    limits: ProgramLimits,
    seed: int,
    *,
    folder: Path,
    files: Sequence[Path] = (),
    confined: bool | None = None,
) -> Verdict:
    """Run ``program`` once on ``problem``. No behaviour of the program raises an error.

    Nothing of the program runs in this process. Threads may call it at the same time. Afterwards no
    process of the program is left, and no file if it was confined.

    program : ``metaqueens.contestants.host.program`` makes one of a Python class or of a name
    limits : they include its interpreter, whose start the caller adds
    seed : below 2^53
    folder : its current folder; if confined it can write only to its own /tmp
    files : readable files and folders beside the system and this package, relative to ``folder``;
        if it is not confined it can read everything that this user can
    confined : whether ``bwrap`` is used; by default if possible (``can_confine``)
    """
    tasks = [Task(problem, seed)]
    return judge_all(program, tasks, limits, folder=folder, files=files, confined=confined)[0]


def judge_all(
    program: Program,
    tasks: Sequence[Task],
    limits: ProgramLimits,
    *,
    folder: Path,
    files: Sequence[Path] = (),
    confined: bool | None = None,
) -> list[Verdict]:
    """Run ``program`` on each task, as ``judge`` does, in one process with common limits.

    If there are several, it is a program of ``contestants.host``, and ends itself at its budget.
    The first one is its rehearsal then, in which kernels are compiled, and has no verdict.
    """
    started, tasks = tasks, tasks[1:] or tasks
    is_confined = can_confine() if confined is None else confined
    referees = [Referee(task.problem, program.counts) for task in tasks]
    process, failure = None, ""
    found: list[_Watched] = []
    published = Budget(evaluations=limits.evaluations, seconds=float(limits.seconds))
    limits = replace(limits, seconds=min(limits.seconds, limits.until - perf_counter()))
    paths = {path for task in tasks for path in (*files, *own_file(task.problem))}
    visible = tuple((folder / path).absolute() for path in paths)
    scratch = Path("/tmp" if is_confined else tempfile.mkdtemp())  # confined: its own /tmp
    try:
        box = Box(limits, scratch, visible, is_confined)
        with program.launch(started, published, folder.absolute(), box) as process:
            parts: list[Any] = [process]
            if len(started) > 1:
                parts = _collect(process, len(tasks), limits)
            pairs = zip(parts, referees, strict=True)
            found = [_watch(part, referee, limits) for part, referee in pairs]
    except RunFailed as error:
        failure = str(error)
    finally:
        if not is_confined:  # rm removes folders of any depth, Python's own function does not
            subprocess.run(["rm", "-rf", "--", str(scratch)], check=False, capture_output=True)
    if failure:
        watched = found or [_Watched(process)] * len(tasks)
        found = [run._replace(failure=failure) for run in watched]
    return [
        _conclude(task.problem, referee, run, limits, is_confined)
        for task, referee, run in zip(tasks, referees, found, strict=True)
    ]


class _Watched(NamedTuple):
    """A run: its last snapshot, its best one within the evaluations, and why it failed."""

    process: Process | Part | None
    last: Snapshot | None = None
    best: Snapshot | None = None
    failure: str = ""


def _watch(process: Process | Part, referee: Referee, limits: ProgramLimits) -> _Watched:
    seconds = max(limits.seconds, SHORTEST)
    budget = Budget(evaluations=limits.evaluations, seconds=seconds)
    last = best = None
    try:
        for snapshot in follow(process, referee, budget, seconds):
            last = snapshot
            if referee.boards and referee.now.found_at <= (limits.evaluations or inf):
                best = referee.now
    except RunFailed as error:
        return _Watched(process, last, best, str(error))
    return _Watched(process, last, best)


def _collect(process: Process, count: int, limits: ProgramLimits) -> list[Part]:
    """Wait for the end of a process; return its tasks."""
    parts = [Part() for _ in range(count)]
    number = 0
    while not process.has_finished and process.seconds < limits.seconds:
        for line in process.wait(min(CHECK_SECONDS, limits.seconds - process.seconds)).lines:
            parts[number].take(line)
            number = min(number + parts[number].has_ended, count - 1)
    if process.has_finished:
        for part in parts[number:]:
            part.end_with(process)
    return parts


def _conclude(
    problem: BaseProblem,
    referee: Referee,
    watched: _Watched,
    limits: ProgramLimits,
    is_confined: bool,
) -> Verdict:
    process, best = watched.process, watched.best
    ended, why = _explain(problem, limits, process, watched.last, watched.failure)
    why = re.sub(r"[<>&`]", "?", printable(why))
    return Verdict(
        solved=ended == "solved",
        values=tuple(best.values.tolist()) if best else None,
        cost=best.cost if best else None,
        evaluations=referee.now.evaluations,
        counted=not referee.counts,
        seconds=process.total_seconds if process else 0.0,
        cpu_seconds=process.cpu_seconds if process else 0.0,
        ended=ended,
        why=why if len(why) <= LONGEST else why[:LONGEST] + "...",
        said=printable_lines(process.errors) if process else "",
        confined=is_confined,
    )


def _explain(
    problem: BaseProblem,
    limits: ProgramLimits,
    process: Process | Part | None,
    last: Snapshot | None,
    failure: str,
) -> tuple[Ending, str]:
    """Return the reason of the end of a run, and a sentence."""
    noun = "board" if problem.has("queens") else "solution"
    if process and process.over == "cpu_seconds":
        return "cpu_seconds", failure
    if failure or process is None or last is None:
        errors = process.errors.splitlines()[-1:] if process else []
        return "failed", ": ".join([failure, *errors])
    if not is_true(problem, last.values, last.cost):
        true = problem.recount(last.values)
        claimed = problem.describe_cost(last.cost)
        return "rejected", f"it claimed {claimed} of a {noun} with {true:,}"
    found = f"its best {noun} has {problem.describe_cost(last.cost)}" if last.cost else LATE
    if process.cpu_seconds > (limits.cpu_seconds or inf):
        return "cpu_seconds", f"{limits.describe_excess('cpu_seconds')}; {found}"
    if last.cost == 0 and last.evaluations <= (limits.evaluations or inf):
        done = "solved the board" if noun == "board" else "found a solution"
        return "solved", f"it {done} after {many(last.evaluations, 'evaluation')}"
    if last.evaluations >= (limits.evaluations or inf):
        spent = many(limits.evaluations or 0, "evaluation")
        return "evaluations", f"its {spent} were spent; {found}"
    if process.total_seconds >= limits.seconds:
        return "seconds", f"its {duration(limits.seconds)} were over; {found}"
    return "gave up", f"it ended by itself; {found}"
