"""A run of a league: a contestant on a board, and what it cost by the referee's account."""

import json
import re
from collections.abc import Sequence
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import numpy as np
from pydantic import AfterValidator, Field

from metaqueens.arena import boards
from metaqueens.arena.boards import Board
from metaqueens.arena.contestants import Contestant
from metaqueens.contestants import host
from metaqueens.contestants.registry import about
from metaqueens.experiment.plan import run_seed
from metaqueens.programs.confinement import Limits
from metaqueens.programs.contestant import Program
from metaqueens.programs.judging import FILMED, judge
from metaqueens.queens.problem import Queens
from metaqueens.search.budget import Budget
from metaqueens.search.solve import solve
from metaqueens.text.printable import printable
from metaqueens.text.words import many

By = Literal["seconds", "evaluations"]
# Of wall time, where evaluations or processor time are the budget: other programs may be busy too.
WALL_SECONDS, WALL_FACTOR = 10.0, 4.0
BUDGETS = {"seconds": 1.0, "evaluations": 1_000_000.0}
STARTS, START_SECONDS, LONGEST_WHY = 5, 60.0, 300
# Of a run, for its film.
MOST_FILMED = 60
# Of a round, and of a run.
MOST_BOARDS, MOST_BUDGET = 1_000, 1e12
Count = Annotated[int, Field(ge=0, lt=2**62)]
Text = Annotated[str, AfterValidator(printable)]


class Settings(NamedTuple):
    """What a league is, beside its contestants; ``salt`` makes its seed more than a small number.

    boards : of each round
    budget : of each run, seconds of processors or evaluations
    """

    seed: Annotated[int, Field(ge=0)]
    salt: str = ""
    by: By = "seconds"
    boards: Annotated[int, Field(ge=1, le=MOST_BOARDS)] = 14
    budget: Annotated[float, Field(gt=0, le=MOST_BUDGET)] = BUDGETS["seconds"]

    @property
    def hash(self) -> str:
        """What may be published before hand-in: it tells nothing of the seed and fixes all."""
        return sha256(json.dumps([boards.VERSION, *self]).encode()).hexdigest()

    @property
    def key(self) -> int:
        """A number that all boards and seeds follow from."""
        return int(sha256(f"{self.seed} {self.salt}".encode()).hexdigest()[:15], 16)


class Played(NamedTuple):
    """A run: what it cost and how it ended.

    boards : those that got better, each with its evaluations, where they are small enough for a
        film; of a search of ours the last one, as the others follow from the seed
    """

    board: str
    name: str
    solved: bool
    cost: Annotated[float, Field(ge=0)]
    ended: Text
    why: Text = ""
    evaluations: Count = 0
    boards: Sequence[tuple[Count, Sequence[int]]] = ()


def start_seconds(kind: str) -> float:
    """Return the processor seconds until a program of this kind begins: of some runs, the least.

    Those of a class are its interpreter and our package, measured with a class of ours that does
    nothing else. Other packages that a class imports are its own cost.
    """
    if kind == "shelf":
        return 0.0
    nothing = {
        "class": host.program("construction"),
        "python": Program(command=["{python}", "-c", ""]),
        "program": Program(command=["true"]),
    }
    limits = Limits(START_SECONDS)
    runs = (judge(nothing[kind], Queens(1), limits, 1, folder=Path("/")) for _ in range(STARTS))
    return min(one.cpu_seconds for one in runs)


def run(who: Contestant, board: Board, settings: Settings, start: float) -> Played:
    """Do one run, in a worker."""
    seed = seed_of(board, settings)
    played = (_of_ours if who.kind == "shelf" else _judged)(who, board, settings, start, seed)
    return played._replace(why=printable(played.why)[:LONGEST_WHY])


def seed_of(board: Board, settings: Settings) -> int:
    """Return the seed of all runs on a board."""
    return run_seed(settings.key, board.problem, board.number)


def _judged(who: Contestant, board: Board, settings: Settings, start: float, seed: int) -> Played:
    assert isinstance(who.search, Program)
    limits = Limits(WALL_SECONDS, evaluations=int(settings.budget))
    if settings.by == "seconds":
        spent = settings.budget + start
        limits = Limits(WALL_FACTOR * spent, cpu_seconds=spent)
    found = judge(who.search, board.problem, limits, seed, folder=who.folder, files=who.files)
    of_it = found.cpu_seconds - start if settings.by == "seconds" else float(found.evaluations)
    # Evenly, the first and the last among them.
    kept = np.linspace(0, len(found.boards) - 1, min(len(found.boards), MOST_FILMED)).round()
    return Played(
        board.name,
        who.name,
        found.solved,
        max(0.0, of_it),
        found.ended,
        found.why,
        found.evaluations,
        [found.boards[int(k)] for k in kept],
    )


def _of_ours(who: Contestant, board: Board, settings: Settings, start: float, seed: int) -> Played:
    """Run an algorithm of ours, whose machine code is ready before the clock starts."""
    problem = board.problem
    most = about(who.search).reach or problem.n  # beyond, it takes long before its clock starts
    too_large = f"it takes up to {most:,} queens" if problem.n > most else None
    if reason := who.search.supports(problem) or too_large:
        return Played(board.name, who.name, False, inf, "not able", reason.partition(";")[0])
    by_seconds = settings.by == "seconds"
    budget = (
        Budget(seconds=settings.budget)
        if by_seconds
        else Budget(evaluations=int(settings.budget), seconds=WALL_SECONDS)
    )
    try:
        found = solve(problem, who.search, budget, seed)
    except Exception as error:  # such as a board that it takes no time or memory for
        why = re.sub(r"\s+", " ", f"{type(error).__name__}: {error}")
        return Played(board.name, who.name, False, inf, "failed", why)
    cost = max(found.cpu_seconds, found.seconds) if by_seconds else float(found.evaluations)
    solved = found.solved and cost <= settings.budget and problem.is_solution(found.values)
    ended = "solved" if solved else str(found.reason)
    why = "" if solved else f"its budget was spent; {many(found.cost, 'attacking pair')} left"
    last = [(found.found_at, found.values.tolist())] if problem.n <= FILMED else []
    return Played(board.name, who.name, solved, cost, ended, why, found.evaluations, last)
