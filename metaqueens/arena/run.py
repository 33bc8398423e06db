"""A run of a league: a contestant on a board, and its cost by the referee's account."""

import json
import re
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, Field, NonNegativeFloat

from metaqueens.arena import boards
from metaqueens.arena.boards import Board
from metaqueens.arena.contestants import Contestant
from metaqueens.contestants import host
from metaqueens.contestants.registry import about, name_of
from metaqueens.experiment.plan import run_seed
from metaqueens.problem.base import BaseProblem
from metaqueens.programs.confinement import ProgramLimits
from metaqueens.programs.contestant import Program
from metaqueens.programs.judging import judge
from metaqueens.search.budget import Budget
from metaqueens.search.solve import solve
from metaqueens.text.printable import printable
from metaqueens.text.words import duration, many

By = Literal["seconds", "evaluations"]
# Limits of wall time, if evaluations or processor time are the budget.
WALL_SECONDS, WALL_FACTOR = 10.0, 4.0
# Of a slow built-in search.
EVALUATIONS_PER_SECOND = 1e6
BUDGETS = {"seconds": 1.0, "evaluations": 1_000_000.0}
STARTS, START_SECONDS, ROOM_FOR_START, LONGEST_WHY = 3, 60.0, 1.5, 300
Count = Annotated[int, Field(ge=0, lt=2**62)]
Text = Annotated[str, AfterValidator(printable)]


class Settings(NamedTuple):
    """The settings of a league.

    boards : of each round
    budget : of each run, processor seconds or evaluations
    problem : the problem of all boards and its settings; "" for n queens
    """

    seed: int
    by: By = "seconds"
    boards: int = 14
    budget: float = BUDGETS["seconds"]
    problem: str = ""

    @property
    def hash(self) -> str:
        """A hash that fixes all settings and does not reveal the seed."""
        return sha256(json.dumps([boards.VERSION, *self]).encode()).hexdigest()

    @property
    def key(self) -> int:
        """A number that decides all boards and seeds."""
        return int(sha256(f"{self.seed} ".encode()).hexdigest()[:15], 16)


class Played(NamedTuple):
    """A run: its cost and its end.

    left : the cost of its best candidate in time; None if it wrote none, failed or claimed falsely
    """

    board: str
    name: str
    solved: bool
    cost: NonNegativeFloat
    ended: Text
    why: Text = ""
    left: Count | None = None


def start_seconds(kind: str, problem: BaseProblem) -> float:
    """Measure the processor seconds until a program of this kind begins, at least.

    For a class, which tells the time of each start, it is more than the longest one: room beside
    the budget.
    """
    if kind == "shelf":
        return 0.0
    idle = {
        "class": host.program("random_search", tells_start=True),
        # Also of the modules by which a program reads its input and draws.
        "python": Program(command=["{python}", "-c", "import json, random"]),
        "program": Program(command=["true"]),
    }
    limits = ProgramLimits(START_SECONDS, evaluations=1)
    runs = [judge(idle[kind], [(problem, 1)], limits, folder=Path("/")) for _ in range(STARTS)]
    if kind == "class":
        return ROOM_FOR_START * max(run.start_seconds for (run,) in runs)
    return min(run.cpu_seconds for (run,) in runs)


def play_run(entry: Contestant, board: Board, settings: Settings, start: float) -> Played:
    """Do one run, in a worker."""
    if not isinstance(entry.search, Program):  # on the shelf
        return _run_search(entry, board, settings)
    limits = ProgramLimits(WALL_SECONDS, evaluations=int(settings.budget))
    if settings.by == "seconds":
        seconds = settings.budget + start
        limits = ProgramLimits(WALL_FACTOR * seconds, cpu_seconds=seconds)
    task = board.problem, seed_of(board, settings)
    (found,) = judge(entry.search, [task], limits, folder=entry.folder, files=entry.files)
    solved, ended, why = found.solved, found.ended, found.why
    left = None if ended in ("failed", "rejected") else found.cost
    cost = float(found.evaluations)
    if limits.cpu_seconds:  # the limit includes its start, the budget does not
        cost = max(0.0, found.cpu_seconds - (0.0 if entry.search.tells_start else start))
        spent = f"its {duration(settings.budget)} of processor time was spent"
        why = why.replace(limits.describe_excess("cpu_seconds"), spent)
        if solved and cost > settings.budget:
            solved, ended, why = False, "cpu_seconds", spent
    return Played(board.name, entry.name, solved, cost, ended, why, left)


def estimate_seconds(entry: Contestant, settings: Settings) -> float:
    """Return the time of a run that spends its budget; of a program at most."""
    if settings.by == "seconds":
        return settings.budget
    slowest = settings.budget / EVALUATIONS_PER_SECOND if entry.kind == "shelf" else WALL_SECONDS
    return min(slowest, WALL_SECONDS)


def seed_of(board: Board, settings: Settings) -> int:
    """Return the seed of all runs on a board."""
    return run_seed(settings.key, board.problem, board.number)


def _run_search(entry: Contestant, board: Board, settings: Settings) -> Played:
    """Run a built-in algorithm, whose machine code is ready before the clock starts."""
    problem = board.problem
    # Larger boards need long preparation.
    limit = about(name_of(type(entry.search))).reach or problem.n
    too_large = f"it takes up to {limit:,} queens" if problem.n > limit else None
    if reason := entry.search.supports(problem) or too_large:
        return Played(board.name, entry.name, False, inf, "not able", reason.partition(";")[0])
    by_seconds = settings.by == "seconds"
    budget = Budget(seconds=settings.budget)
    if not by_seconds:
        budget = Budget(evaluations=int(settings.budget), seconds=WALL_SECONDS)
    try:
        found = solve(problem, entry.search, budget, seed_of(board, settings))
    except Exception as error:  # such as a lack of time or memory
        why = printable(re.sub(r"\s+", " ", f"{type(error).__name__}: {error}"))[:LONGEST_WHY]
        return Played(board.name, entry.name, False, inf, "failed", why)
    cost = max(found.cpu_seconds, found.seconds) if by_seconds else float(found.evaluations)
    solved = found.solved and cost <= settings.budget and problem.is_solution(found.values)
    ended = "solved" if solved else settings.by if found.solved else str(found.reason)
    why = "" if solved else f"its budget was spent; {problem.describe_cost(found.cost)} left"
    if found.solved and not solved:
        spent = duration(cost) if by_seconds else many(int(cost), "evaluation")
        why = f"its budget was spent; it solved the board after {spent}"
    return Played(board.name, entry.name, solved, cost, ended, why, found.cost)
