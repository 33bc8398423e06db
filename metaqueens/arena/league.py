"""Play a league: round by round, every contestant on every board.

Each run is stored at once, so that an interrupted league continues with its missing runs.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import as_completed
from contextlib import AbstractContextManager
from math import inf
from pathlib import Path
from typing import NamedTuple

from metaqueens.arena import boards, record
from metaqueens.arena.boards import Board
from metaqueens.arena.contestants import Contestant
from metaqueens.arena.record import Runs
from metaqueens.arena.run import Played, Settings, estimate_seconds, play_run
from metaqueens.contestants.compilation import compile_kernels
from metaqueens.experiment.execution.pool import Pool
from metaqueens.text.errors import RunFailed

# A contestant retires after this number of rounds without a solution.
PATIENCE = 2
# Fewer rounds have too few boards to compare weak contestants.
MIN_ROUNDS = 4


class League(NamedTuple):
    """A played league: its boards, in order, and the runs, by board and name.

    rounds : played or not
    """

    settings: Settings
    contestants: Sequence[Contestant]
    boards: Sequence[Board]
    runs: Runs
    is_confined: bool
    rounds: int


# A context for a round, from its number, its runs and the seconds that the league takes at most, or
# 0 if no run is missing; it yields a function of the number of finished runs.
Show = Callable[[int, int, float], AbstractContextManager[Callable[[int], object]]]


def play(
    settings: Settings, contestants: Sequence[Contestant], folder: Path, workers: int, show: Show
) -> League:
    """Play the missing runs of a league.

    The last round is the first, from the fourth on, in which no contestant solves more than half of
    the boards, or after which all have retired. Raises ``UserError`` if ``folder`` holds another
    league or cannot be used.
    """
    problems = boards.read_problems(settings.problem) if settings.problem else []
    rounds = len(problems) or boards.ROUNDS
    if any(entry.kind == "class" for entry in contestants):
        compile_kernels(boards.list_kinds(settings.key, settings.problem))
    with (
        record.open_record(settings, contestants, folder) as (file, header, runs),
        Pool(workers) as processes,
    ):
        times = [
            estimate_seconds(entry, settings) + header.starts[entry.kind] for entry in contestants
        ]
        longest = sum(times) * settings.boards * rounds / workers
        played: list[Board] = []
        for number in range(1, rounds + 1):
            drawn = boards.draw(settings.key, number, settings.boards, problems)
            recent = played[-PATIENCE * settings.boards :] if number > PATIENCE else []
            retired = [
                entry for entry in contestants if recent and not _count_solved(entry, recent, runs)
            ]
            if len(retired) == len(contestants):
                break
            for entry, board in ((entry, board) for board in drawn for entry in retired):
                why = f"not played: it solved no board in {PATIENCE} rounds"
                run = Played(board.name, entry.name, False, inf, "retired", why)
                runs[board.name, entry.name] = run
            played += drawn
            pairs = [(entry, board) for board in drawn for entry in contestants]
            pairs = [(entry, board) for entry, board in pairs if entry not in retired]
            missing = [pair for pair in pairs if (pair[1].name, pair[0].name) not in runs]
            tasks = {
                processes.task(play_run, *pair, settings, header.starts[pair[0].kind]): pair
                for pair in missing
            }
            with show(number, len(pairs), longest if missing else 0.0) as tick:
                for done, task in enumerate(as_completed(tasks), len(pairs) - len(missing) + 1):
                    entry, board = tasks[task]
                    try:
                        run = task.result()
                    except RunFailed as error:  # every worker of this run was lost
                        run = Played(board.name, entry.name, False, inf, "failed", str(error))
                    record.append(file, run)
                    runs[run.board, run.name] = run
                    tick(done)
            best = max(_count_solved(entry, drawn, runs) for entry in contestants)
            if number >= MIN_ROUNDS and 2 * best <= len(drawn):
                break
    return League(settings, contestants, played, runs, header.confined, rounds)


def _count_solved(entry: Contestant, drawn: Sequence[Board], runs: Runs) -> int:
    return sum(runs[board.name, entry.name].solved for board in drawn)
