"""A league is played: round by round, every contestant on every board, kept run by run.

What is kept is one file of JSON lines, the settings first: a league that was interrupted, however
that was, goes on with the runs that it lacks.
"""

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import as_completed
from contextlib import contextmanager
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeVar

from filelock import FileLock, Timeout

from metaqueens.arena import boards
from metaqueens.arena.boards import Board
from metaqueens.arena.contestants import Contestant
from metaqueens.arena.run import Played, Settings, run, start_seconds
from metaqueens.experiment.execution import pool
from metaqueens.programs.confinement import can_confine
from metaqueens.text.errors import RunFailed, UserError, system_errors
from metaqueens.text.printable import printable

RUNS, LOCK = "runs.jsonl", "lock"
# So many rounds without a solution, and a contestant plays no more.
PATIENCE = 2
# Fewer tell weak contestants from each other on too few boards.
LEAST_ROUNDS = 4


T = TypeVar("T")
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
    boards. A contestant that solved none in two rounds plays no more. Raises ``UserError`` where
    ``folder`` holds another league or cannot be used.
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
                tasks = {
                    processes.task(run, who, one, settings, header["starts"][who.kind]): (who, one)
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
            header: dict[str, Any] = _read(folder, lines[0], dict)
            for key in asked:
                if header.get(key) != asked[key]:
                    what = "of other settings" if key == "league" else _changed(header, asked)
                    raise UserError(
                        f"{folder}: holds a league {what}; choose another folder with -o"
                    )
        else:
            kinds = {one.kind for one in contestants}
            starts = {kind: start_seconds(kind) for kind in sorted(kinds)}
            header = {**asked, "starts": starts, "confined": can_confine()}
            _append(file, header)
        found = [_read(folder, line, Played) for line in lines[1:-1]]
        yield file, header, {(one.board, one.name): one for one in found}


def _changed(header: dict[str, Any], asked: dict[str, Any]) -> str:
    before, now = header.get("contestants", {}), asked["contestants"]
    changed = [one for one in {**before, **now} if before.get(one) != now.get(one)]
    return f"in which {printable(', '.join(changed[:4]))} was another contestant, or none"


def _read(folder: Path, line: bytes, kind: Callable[..., T]) -> T:
    try:
        return kind(**json.loads(line))
    except (ValueError, TypeError):
        said = f"a line that no league wrote: {line[:40]!r}"
        raise UserError(f"{folder / RUNS}: {said}") from None


def _append(file: BinaryIO, value: dict[str, Any]) -> None:
    file.write(json.dumps(value).encode() + b"\n")
    file.flush()
