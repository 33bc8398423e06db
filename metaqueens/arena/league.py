"""A league is played: round by round, every contestant on every board, kept run by run.

What is kept is one file of JSON lines, the settings first: a league that was interrupted, however
that was, goes on with the runs that it lacks.
"""

import json
import re
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any, BinaryIO, Literal, NamedTuple

from filelock import FileLock, Timeout

from metaqueens.arena import boards
from metaqueens.arena.boards import Board
from metaqueens.arena.contestants import Contestant
from metaqueens.contestants import host
from metaqueens.experiment.execution import pool
from metaqueens.experiment.plan import run_seed
from metaqueens.problem.check import is_solution
from metaqueens.problem.drawing import DRAWN_UP_TO
from metaqueens.problem.queens import Queens
from metaqueens.programs.confinement import Limits, can_confine
from metaqueens.programs.contestant import Program
from metaqueens.programs.judging import judge
from metaqueens.search.budget import Budget
from metaqueens.search.solve import solve
from metaqueens.text.errors import RunFailed, UserError, system_errors
from metaqueens.text.printable import printable
from metaqueens.text.words import many

By = Literal["seconds", "evaluations"]
RUNS, LOCK = "runs.jsonl", "lock"
# Of wall time, where evaluations or processor time are the budget: other programs may be busy too.
WALL_SECONDS, WALL_FACTOR = 10.0, 4.0
BUDGETS = {"seconds": 1.0, "evaluations": 1_000_000.0}
STARTS, LONGEST_WHY = 5, 300
# So many rounds without a solution, and a contestant plays no more.
PATIENCE = 2
# Fewer tell weak contestants from each other on too few boards.
LEAST_ROUNDS = 4


class Settings(NamedTuple):
    """What a league is, beside its contestants; ``salt`` makes its seed more than a small number.

    boards : of each round
    budget : of each run, seconds of processors or evaluations
    """

    seed: int
    salt: str = ""
    by: By = "seconds"
    boards: int = 14
    budget: float = BUDGETS["seconds"]

    @property
    def hash(self) -> str:
        """What may be published before hand-in: it tells nothing of the seed and fixes all."""
        return sha256(json.dumps([boards.VERSION, *self]).encode()).hexdigest()

    @property
    def key(self) -> int:
        """A number that all boards and seeds follow from."""
        return int(sha256(f"{self.seed} {self.salt}".encode()).hexdigest()[:15], 16)


class Played(NamedTuple):
    """A run: what it cost, how it ended, the board where that can be drawn."""

    board: str
    name: str
    solved: bool
    cost: float
    ended: str
    why: str = ""
    queens: Sequence[int] | None = None


# By board and name.
Runs = dict[tuple[str, str], Played]


class League(NamedTuple):
    """A league that was played: its boards, in their order, and the runs, by board and name."""

    settings: Settings
    contestants: Sequence[Contestant]
    boards: Sequence[Board]
    runs: Runs
    is_confined: bool


class Round(NamedTuple):
    """A round begins, of so many runs, of which some are there."""

    number: int
    runs: int
    there: int


def play(
    settings: Settings, contestants: Sequence[Contestant], folder: Path, workers: int
) -> Generator[Round | Played | League, None, None]:
    """Play what ``folder`` lacks of a league; yield each round, each run, and at last the league.

    The last round is the first, from the fourth on, in which nobody solves more than half of the
    boards. Whoever solved none in two rounds plays no more. Raises ``UserError`` where ``folder``
    holds another league or cannot be used.
    """
    with _kept(settings, contestants, folder) as (file, header, runs):
        drawn: list[Board] = []
        with pool.started(workers) as processes:
            for number in range(1, boards.ROUNDS + 1):
                asked = boards.draw(settings.key, number, settings.boards)
                before = drawn[-PATIENCE * settings.boards :] if number > PATIENCE else []
                out = [who for who in contestants if before and not _solved(who, before, runs)]
                runs |= {(one.name, who.name): _retired(who, one) for one in asked for who in out}
                drawn += asked
                todo = [(who, one) for one in asked for who in contestants if who not in out]
                missing = [(a, b) for a, b in todo if (b.name, a.name) not in runs]
                yield Round(number, len(todo), len(todo) - len(missing))
                starts = header["starts"]
                tasks = {
                    processes.task(_run, who, one, settings, starts[who.kind]): (who, one)
                    for who, one in missing
                }
                for task in as_completed(tasks):
                    who, one = tasks[task]
                    try:
                        played = task.result()
                    except RunFailed as error:  # each worker that did it was lost
                        played = Played(one.name, who.name, False, inf, "failed", str(error))
                    _append(file, played._asdict())
                    runs[played.board, played.name] = played
                    yield played
                most = max(_solved(who, asked, runs) for who in contestants)
                if number >= LEAST_ROUNDS and 2 * most <= len(asked):
                    break
        yield League(settings, contestants, drawn, runs, header["confined"])


def _solved(who: Contestant, asked: Sequence[Board], runs: Runs) -> int:
    return sum(runs[one.name, who.name].solved for one in asked)


def _retired(who: Contestant, board: Board) -> Played:
    why = f"not played: it solved no board of {PATIENCE} rounds"
    return Played(board.name, who.name, False, inf, "retired", why)


@contextmanager
def _kept(
    settings: Settings, contestants: Sequence[Contestant], folder: Path
) -> Iterator[tuple[BinaryIO, dict[str, Any], Runs]]:
    """Hold the file of a league: to be written to, what begins it, and its runs so far."""
    asked = {
        "league": settings.hash,
        "contestants": {one.name: sha256(one.content.encode()).hexdigest() for one in contestants},
    }
    with system_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / LOCK)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise UserError(f"{folder}: another process is playing a league there") from None
    with lock, system_errors(folder / RUNS), open(folder / RUNS, "a+b") as file:
        file.seek(0)
        lines = file.read().split(b"\n")
        # What was being written when the process died has no line end.
        file.truncate(sum(len(line) + 1 for line in lines[:-1]))
        if len(lines) > 1:
            header = _read(folder, lines[0])
            for key in asked:
                if header.get(key) != asked[key]:
                    what = "of other settings" if key == "league" else _changed(header, asked)
                    raise UserError(
                        f"{folder}: holds a league {what}; choose another folder with -o"
                    )
        else:
            kinds = {one.kind for one in contestants}
            starts = {kind: _start_seconds(kind) for kind in sorted(kinds)}
            header = {**asked, "starts": starts, "confined": can_confine()}
            _append(file, header)
        found = [_played(folder, line) for line in lines[1:-1]]
        yield file, header, {(one.board, one.name): one for one in found}


def _changed(header: dict[str, Any], asked: dict[str, Any]) -> str:
    before, now = header.get("contestants", {}), asked["contestants"]
    changed = [one for one in {**before, **now} if before.get(one) != now.get(one)]
    return f"in which {printable(', '.join(changed[:4]))} was another contestant, or none"


def _played(folder: Path, line: bytes) -> Played:
    try:
        return Played(**_read(folder, line))
    except TypeError:
        raise _not_ours(folder, line) from None


def _read(folder: Path, line: bytes) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(line)
        return {**found}
    except (ValueError, TypeError):
        raise _not_ours(folder, line) from None


def _not_ours(folder: Path, line: bytes) -> UserError:
    return UserError(f"{folder / RUNS}: a line that no league wrote: {line[:40]!r}")


def _append(file: BinaryIO, value: dict[str, Any]) -> None:
    file.write(json.dumps(value).encode() + b"\n")
    file.flush()


def _start_seconds(kind: str) -> float:
    """Return the processor seconds until a program of this kind begins: of some runs, the least."""
    if kind == "shelf":
        return 0.0
    if kind == "class":
        return host.start_seconds()
    program = Program(command=["{python}", "-c", ""] if kind == "python" else ["true"])
    runs = (
        judge(program, Queens(1), Limits(WALL_SECONDS), 1, folder=Path("/")) for _ in range(STARTS)
    )
    return min(one.cpu_seconds for one in runs)


def _run(who: Contestant, board: Board, settings: Settings, start: float) -> Played:
    """Do one run, in a worker."""
    seed = run_seed(settings.key, board.problem, board.number)
    played = (_of_ours if who.kind == "shelf" else _judged)(who, board, settings, start, seed)
    small = board.problem.n <= DRAWN_UP_TO
    return played._replace(queens=played.queens if small else None, why=played.why[:LONGEST_WHY])


def _judged(who: Contestant, board: Board, settings: Settings, start: float, seed: int) -> Played:
    assert isinstance(who.search, Program)
    limits = Limits(WALL_SECONDS, evaluations=int(settings.budget))
    if settings.by == "seconds":
        spent = settings.budget + start
        limits = Limits(WALL_FACTOR * spent, cpu_seconds=spent)
    found = judge(who.search, board.problem, limits, seed, folder=who.folder, files=who.files)
    of_it = found.cpu_seconds - start if settings.by == "seconds" else float(found.evaluations)
    return Played(
        board.name, who.name, found.solved, max(0.0, of_it), found.ended, found.why, found.queens
    )


def _of_ours(who: Contestant, board: Board, settings: Settings, start: float, seed: int) -> Played:
    """Run an algorithm of ours, whose machine code is ready before the clock starts."""
    encoding = who.search.encoding or who.search.encodings[0]
    problem = replace(board.problem, encoding=encoding)
    most = who.search.reach or problem.n  # beyond, it takes long before its clock starts
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
    solved = found.solved and cost <= settings.budget and is_solution(problem, found.queens)
    ended = "solved" if solved else str(found.reason)
    why = "" if solved else f"its budget was spent; {many(found.guards, 'attacking pair')} left"
    return Played(board.name, who.name, solved, cost, ended, why, found.queens.tolist())
