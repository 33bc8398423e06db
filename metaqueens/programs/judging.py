"""One run of a program that is not trusted: its solution, recounted, and its cost."""

import json
import re
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Literal, NamedTuple

from metaqueens.problem.check import is_true
from metaqueens.programs.confinement import Box, ProgramLimits
from metaqueens.programs.contestant import CHECK_SECONDS, Program, Task, follow, own_file
from metaqueens.programs.process import Process
from metaqueens.programs.referee import Referee
from metaqueens.search.budget import Budget
from metaqueens.search.snapshot import Snapshot
from metaqueens.text.errors import RunFailed, RunLate
from metaqueens.text.printable import printable
from metaqueens.text.words import many

Ending = Literal["solved", "evaluations", "cpu_seconds", "seconds", "gave up", "failed", "rejected"]
# The longest reason, in characters.
LONGEST = 300
SHORTEST = 1e-3
TRIAL = ProgramLimits(seconds=10.0)
# A place in a traceback of Python.
_PLACE = re.compile(r'^ *File "(.+)", line (\d+)', re.MULTILINE)
# The begin of the line that ends a rehearsal, or one of several runs, with its error.
ENDED = b'{"": "'
LATE = "its solution came too late"
NOT_STARTED, TOO_SLOW = "not started", "a loop without yield, or too slow"


@cache
def can_confine() -> bool:
    """Tell whether ``bwrap`` is installed and this user may use it, by a trial."""
    home = Path("/tmp")
    with (
        suppress(OSError, subprocess.TimeoutExpired, RunFailed),
        Process(["true"], home, b"", longest=1, box=Box(TRIAL, home)) as process,
    ):
        while not process.has_finished and process.seconds < TRIAL.seconds:
            process.wait(CHECK_SECONDS)
        return process.status == 0
    return False


class Verdict(NamedTuple):
    """The outcome of a run.

    solved : whether it wrote a solution within its limits, by the independent check
    values, cost : its best values within the limits, by the referee's recount; None if there are
        none
    evaluations : its own count or the referee's, at least the boards that it wrote
    seconds : wall time from start to end
    cpu_seconds : of all its processes, including the start of an interpreter, but not a start that
        the program tells, the ``start_seconds``
    ended : the reason of its end, ``rejected`` for a false claim
    why : a sentence without control characters, to be escaped by a page
    """

    solved: bool
    values: tuple[int, ...] | None
    cost: int | None
    evaluations: int
    seconds: float
    cpu_seconds: float
    ended: Ending
    why: str
    start_seconds: float = 0.0


def judge(
    program: Program,
    tasks: Sequence[Task],
    limits: ProgramLimits,
    *,
    folder: Path,
    files: Sequence[Path] = (),
    confined: bool | None = None,
) -> list[Verdict]:
    """Run ``program`` on each task. No behaviour of the program raises an error.

    Nothing of the program runs in this process. Threads may call it at the same time. Afterwards no
    process of the program is left, and no file if it was confined.

    tasks : usually one. Several are for a program of ``contestants.host``, in one process with
        common limits; the first is its rehearsal, which compiles kernels and has no verdict
    limits : they include its interpreter, whose start the caller adds
    folder : its current folder; if confined it can write only to its own /tmp
    files : readable files and folders beside the system and this package, relative to ``folder``;
        if it is not confined it can read everything that this user can
    confined : whether ``bwrap`` is used; by default if possible (``can_confine``)
    """
    is_confined = can_confine() if confined is None else confined
    tells_start = len(tasks) == 1 and program.tells_start
    runs = [_Run(Referee(problem, program.counts, tells_start)) for problem, _ in tasks]
    process = None
    published = Budget(evaluations=limits.evaluations, seconds=float(limits.seconds))
    seconds = min(limits.seconds, limits.until - perf_counter())
    paths = {path for run in runs for path in (*files, *own_file(run.referee.problem))}
    visible = tuple((folder / path).absolute() for path in paths)
    scratch = Path("/tmp" if is_confined else tempfile.mkdtemp())  # confined: its own /tmp
    try:
        box = Box(limits, scratch, visible, is_confined)
        with program.launch(tasks, published, folder.absolute(), box) as process:
            if len(runs) == 1:
                budget = Budget(evaluations=limits.evaluations, seconds=max(seconds, SHORTEST))
                for _ in follow(process, runs[0].referee, budget, inf):
                    runs[0].keep(limits)
                runs[0].is_late = process.total_seconds >= seconds
            else:
                _watch_all(runs, process, limits, seconds)
    except RunFailed as error:
        runs[0].is_late = isinstance(error, RunLate)
        more = _find_error(process.errors) if process and len(runs) == 1 else ""
        for run in runs:
            run.failure = run.failure or f"{error}{more}"
    finally:
        if not is_confined:  # rm removes folders of any depth, Python's own function does not
            subprocess.run(["rm", "-rf", "--", str(scratch)], check=False, capture_output=True)
    return [_conclude(run, limits, process) for run in runs[1:] or runs]


@dataclass
class _Run:
    """A run: its best solution within the evaluations, why it failed, if the clock ended it."""

    referee: Referee
    best: Snapshot | None = None
    failure: str = ""
    is_over: bool = False
    is_late: bool = False

    def take(self, line: bytes, limits: ProgramLimits) -> None:
        """Take a line of one of several runs, unless it is over."""
        if self.is_over:
            return
        try:
            self.referee.take(line)
        except RunFailed as error:
            self.failure = str(error)
        self.keep(limits)
        now = self.referee.now
        is_done = not now.cost or now.evaluations >= (limits.evaluations or inf)
        is_done = is_done and bool(self.referee.boards)
        self.is_over = is_done or bool(self.failure or self.referee.claim)

    def keep(self, limits: ProgramLimits) -> None:
        """Remember the best solution if it was found within the evaluations."""
        if self.referee.boards and self.referee.now.found_at <= (limits.evaluations or inf):
            self.best = self.referee.now


def _find_error(text: str) -> str:
    """Return the last line of standard error, of a traceback with its place; "" if it is empty."""
    last = "".join(text.splitlines()[-1:])
    places = [f"{Path(file).name}, line {line}" for file, line in _PLACE.findall(text)][-1:]
    new = [place for place in places if not last.startswith(place)]
    return "".join(f": {part}" for part in (*new, last) if part)


def _watch_all(
    runs: Sequence[_Run], process: Process, limits: ProgramLimits, seconds: float
) -> None:
    """Follow a process for ``seconds``: a rehearsal, then one run after the other."""
    number, over = 0, limits.describe_excess("seconds")
    while not process.has_finished and process.seconds < seconds:
        for line in process.wait(min(CHECK_SECONDS, seconds - process.seconds)):
            run, end = runs[min(number, len(runs) - 1)], read_end(line)
            if end is None:
                run.take(line, limits)
            else:
                number += 1
                missing = "" if run.referee.boards else "it wrote no board"
                run.failure = run.failure or end or missing
    for later, run in enumerate(runs[number:]):
        if process.has_finished:
            run.failure = run.failure or process.describe_end() + _find_error(process.errors)
        elif not run.failure:
            run.is_late = True
            if number == 0:
                run.failure = f"{over} by its import and its rehearsal on a small board: {TOO_SLOW}"
            elif later:
                run.failure = f"{NOT_STARTED}: {over}"
            elif not run.referee.boards:
                run.failure = f"{over}; it wrote no board"


def read_end(line: bytes) -> str | None:
    """Return the error in the line that ends a run, "" if there is none; None for another line."""
    with suppress(ValueError, RecursionError):
        return str(json.loads(line)[""]) if line.startswith(ENDED) else None
    return None


def _conclude(run: _Run, limits: ProgramLimits, process: Process | None) -> Verdict:
    ended, why = _explain(run, limits, process)
    why, best, start = printable(why), run.best, run.referee.start_seconds or 0.0
    return Verdict(
        solved=ended == "solved",
        values=tuple(best.values.tolist()) if best else None,
        cost=best.cost if best else None,
        evaluations=run.referee.now.evaluations,
        seconds=process.total_seconds if process else 0.0,
        cpu_seconds=max(0.0, process.cpu_seconds - start) if process else 0.0,
        ended=ended,
        why=why if len(why) <= LONGEST else why[:LONGEST] + "...",
        start_seconds=start,
    )


def _explain(run: _Run, limits: ProgramLimits, process: Process | None) -> tuple[Ending, str]:
    """Return the reason of the end of a run, and a sentence."""
    problem, last = run.referee.problem, run.referee.claim or run.referee.now
    noun = "board" if problem.has("queens") else "candidate"
    found = f"its best {noun} has {problem.describe_cost(last.cost)}" if last.cost else LATE
    if process and process.over == "cpu_seconds":
        over, missing = run.failure or limits.describe_excess("cpu_seconds"), "it wrote no board"
        found = found if run.referee.boards else missing
        return "cpu_seconds", over if missing in over else f"{over}; {found}"
    if run.failure or process is None:
        return "seconds" if run.is_late else "failed", run.failure
    if not is_true(problem, last.values, last.cost):
        true = problem.recount(last.values)
        claimed = problem.describe_cost(last.cost)
        return "rejected", f"it claimed {claimed} of a {noun} with {true:,}"
    if process.cpu_seconds > (limits.cpu_seconds or inf):
        return "cpu_seconds", f"{limits.describe_excess('cpu_seconds')}; {found}"
    if last.cost == 0 and last.evaluations <= (limits.evaluations or inf):
        done = "solved the board" if noun == "board" else "found a solution"
        return "solved", f"it {done} after {many(last.evaluations, 'evaluation')}"
    if last.evaluations >= (limits.evaluations or inf):
        spent = many(limits.evaluations or 0, "evaluation")
        return "evaluations", f"its {spent} were spent; {found}"
    if run.is_late:
        of = f" after {last.evaluations:,} of its {limits.evaluations or 0:,} evaluations"
        over = limits.describe_excess("seconds") + (of if limits.evaluations else "")
        return "seconds", f"{over}; {found}"
    return "gave up", f"it ended by itself; {found}"
