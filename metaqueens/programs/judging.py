"""One run of a program that is not trusted: what it found by the referee's count, and its cost."""

import re
import subprocess
import tempfile
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Literal, NamedTuple

from metaqueens.problem.base import BaseProblem
from metaqueens.problem.check import is_true
from metaqueens.programs.confinement import Box, Limits, can_confine
from metaqueens.programs.contestant import Program, followed
from metaqueens.programs.process import Process
from metaqueens.programs.referee import Referee
from metaqueens.search.budget import Budget
from metaqueens.search.snapshot import Snapshot
from metaqueens.text.errors import RunFailed
from metaqueens.text.printable import printable, printable_lines
from metaqueens.text.words import duration, many

Ending = Literal["solved", "evaluations", "cpu_seconds", "seconds", "gave up", "failed", "rejected"]
# The longest reason, in characters.
LONGEST = 300
# Up to so many queens all better boards are kept, as many as a film can have.
FILMED = 60
PAIR, LATE = "attacking pair", "its solution came too late"


class Verdict(NamedTuple):
    """What a program did in one run.

    Parameters
    ----------
    solved
        Whether it wrote a board without attacks, by the independent check, within all its limits.
    values
        Its best board in time: the row of the queen in each column; None if it wrote none.
    cost
        The attacking pairs of that board, counted by the referee; None if there is none.
    evaluations
        How many boards it has priced: its own word where ``counted`` is false, and never less than
        the boards that it wrote.
    counted
        Whether the referee counted ``evaluations``: the boards that it wrote.
    seconds
        Wall time until it ended, from its start.
    cpu_seconds
        Processor seconds of all its processes, the start of an interpreter among them.
    ended
        What ended it; ``rejected`` for a claim that the count does not confirm.
    why
        The same in one sentence, in which nothing acts: no control characters, no markup.
    said
        The last lines that it wrote to standard error, without control characters. A page escapes
        it.
    confined
        Whether it could reach nothing but its own processes and files.
    boards
        Each better board than all before, with its evaluations; up to ``FILMED`` queens.
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
    boards: tuple[tuple[int, tuple[int, ...]], ...] = ()


def judge(
    program: Program,
    problem: BaseProblem,
    limits: Limits,
    seed: int,
    *,
    folder: Path,
    files: Sequence[Path] = (),
    confined: bool | None = None,
) -> Verdict:
    """Run ``program`` once on ``problem``; return what it did, whatever it does.

    It never raises for anything that the program does. Nothing of the program runs in this
    process. Threads may call it at the same time. When it returns, no process of the program is
    left, and no file but where it is not confined.

    Parameters
    ----------
    program
        Its command, and whether its lines tell its evaluations (``counts``);
        ``metaqueens.contestants.host.program`` makes one of a Python class or of a name. It is
        given any board: one that does not honour a rule does not solve it.
    problem
        What it is given on its standard input, with the seed and the limits; nothing else is.
    limits
        What it may use. They hold for its interpreter too, whose start the caller adds.
    seed
        What it is told to draw from, below 2^53.
    folder
        Where it starts; a relative name in its command is relative to it. Where it is confined it
        can write to /tmp only, which is gone after the run.
    files
        All that it can read beside the system and this package: files, and folders with what is
        below; relative ones are in ``folder``. Where it is not confined it can read what this user
        can.
    confined
        Whether ``bwrap`` is used; None for where it can be (``can_confine``).
    """
    is_confined = can_confine() if confined is None else confined
    referee, process, last, failure = Referee(problem, program.counts), None, None, ""
    boards: dict[int, tuple[int, ...]] = {}
    budget = Budget(evaluations=limits.evaluations, seconds=float(limits.seconds))
    seen = tuple((folder / one).absolute() for one in files)
    scratch = Path("/tmp" if is_confined else tempfile.mkdtemp())  # one of its own
    try:
        box = Box(limits, scratch, seen, is_confined)
        with program.started(problem, budget, seed, folder.absolute(), box) as process:
            for snapshot in followed(process, referee, budget, limits.seconds):
                last = snapshot
                found_at = referee.now.found_at
                if referee.boards and problem.n <= FILMED and found_at not in boards:
                    boards[found_at] = tuple(referee.now.values.tolist())
    except RunFailed as error:
        failure = str(error)
    finally:
        if not is_confined:
            _remove(scratch)
    ended, why = _ending(problem, limits, process, last, failure)
    now = referee.now
    return Verdict(
        solved=ended == "solved",
        values=tuple(now.values.tolist()) if referee.boards else None,
        cost=now.cost if referee.boards else None,
        evaluations=now.evaluations,
        counted=not program.counts,
        seconds=process.lasted if process else 0.0,
        cpu_seconds=process.cpu_seconds if process else 0.0,
        ended=ended,
        why=_harmless(why),
        said=printable_lines(process.said) if process else "",
        confined=is_confined,
        boards=tuple(boards.items()),
    )


def _ending(
    problem: BaseProblem,
    limits: Limits,
    process: Process | None,
    last: Snapshot | None,
    failure: str,
) -> tuple[Ending, str]:
    """Return what ended a run, and the same in a sentence."""
    if process and process.over == "cpu_seconds":
        return "cpu_seconds", failure
    if failure or process is None or last is None:
        said = process.said.splitlines()[-1:] if process else []
        return "failed", ": ".join([failure, *said])
    if not is_true(problem, last.values, last.cost):
        true = problem.recount(last.values)
        return "rejected", f"it claimed {many(last.cost, PAIR)} of a board with {true:,}"
    found = f"its best board has {many(last.cost, PAIR)}" if last.cost else LATE
    if process.cpu_seconds > (limits.cpu_seconds or inf):
        return "cpu_seconds", f"{limits.passed('cpu_seconds')}; {found}"
    if last.cost == 0 and last.evaluations <= (limits.evaluations or inf):
        return "solved", f"it solved the board after {many(last.evaluations, 'evaluation')}"
    if last.evaluations >= (limits.evaluations or inf):
        spent = many(limits.evaluations or 0, "evaluation")
        return "evaluations", f"its {spent} were spent; {found}"
    if process.lasted >= limits.seconds:
        return "seconds", f"its {duration(limits.seconds)} were over; {found}"
    return "gave up", f"it ended by itself; {found}"


def _remove(scratch: Path) -> None:
    try:
        scratch.rmdir()  # mostly empty
    except OSError:  # however deep its folders are, which Python's own does not remove
        subprocess.run(["rm", "-rf", "--", str(scratch)], check=False, capture_output=True)


def _harmless(text: str) -> str:
    """Return ``text`` in one line of some length, without what steers a terminal or a page."""
    short = re.sub(r"[<>&`]", "?", printable(text))
    return short if len(short) <= LONGEST else short[:LONGEST] + "..."
