"""A league is played: round by round, every contestant on every board, kept run by run.

What is kept is one file of JSON lines, the settings first: a league that was interrupted, however
that was, goes on with the runs that it lacks.
"""

from collections.abc import Generator, Sequence
from concurrent.futures import as_completed
from math import inf
from pathlib import Path
from typing import NamedTuple

from metaqueens.arena import boards, record
from metaqueens.arena.boards import Board
from metaqueens.arena.contestants import Contestant
from metaqueens.arena.record import Runs
from metaqueens.arena.run import Played, Settings, run
from metaqueens.experiment.execution import pool
from metaqueens.text.errors import RunFailed

# So many rounds without a solution, and a contestant plays no more.
PATIENCE = 2
# Fewer tell weak contestants from each other on too few boards.
LEAST_ROUNDS = 4


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
    boards. A contestant that solved none in two rounds plays no more. Raises ``UserError`` if
    ``folder`` holds another league or cannot be used.
    """
    with record.opened(settings, contestants, folder) as (file, header, runs):
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
                for who, one in todo:
                    if there := runs.get((one.name, who.name)):
                        record.require_fit(there, one, folder)
                yield Round(number, len(todo), len(todo) - len(missing))
                tasks = {
                    processes.task(run, who, one, settings, header.starts[who.kind]): (who, one)
                    for who, one in missing
                }
                for task in as_completed(tasks):
                    who, one = tasks[task]
                    try:
                        played = task.result()
                    except RunFailed as error:  # each worker that did it was lost
                        played = Played(one.name, who.name, False, inf, "failed", str(error))
                    record.append(file, played)
                    runs[played.board, played.name] = played
                    yield played
                most = max(_solved(who, asked, runs) for who in contestants)
                if number >= LEAST_ROUNDS and 2 * most <= len(asked):
                    break
        yield League(settings, contestants, drawn, runs, header.confined)


def _solved(who: Contestant, asked: Sequence[Board], runs: Runs) -> int:
    return sum(runs[one.name, who.name].solved for one in asked)


def _retired(who: Contestant, board: Board) -> Played:
    why = f"not played: it solved no board of {PATIENCE} rounds"
    return Played(board.name, who.name, False, inf, "retired", why)
