"""Films of a league: of each contestant on its best board and on its worst."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from metaqueens.arena.boards import Board
from metaqueens.arena.contestants import Contestant
from metaqueens.arena.league import League
from metaqueens.arena.run import Played, seed_of
from metaqueens.films.film import Film, board_columns, marks
from metaqueens.films.recording import record

FRAMES = 160
# A longer run of ours is not repeated for its film.
EVALUATIONS = 20_000_000


def films(league: League, name: str) -> Iterator[dict[str, Any]]:
    """Yield, as a player takes them, films of the last board solved and of the first one missed.

    Boards get harder; those without a board by the contestant, or too large for a film, do not
    count.
    """
    (who,) = [one for one in league.contestants if one.name == name]
    shown = [(one, run) for one in league.boards if (run := league.runs[one.name, name]).boards]
    solved = [pair for pair in shown if pair[1].solved][-1:]
    missed = [pair for pair in shown if not pair[1].solved][:1]
    for board, run in (*solved, *missed):
        came = "solved" if run.solved else f"not solved: {run.why or run.ended}"
        film = _repeated(league, who, board, run) or _of_boards(board, run)
        yield {"title": f"{name}, board {board.name}: {came}", "films": [film.data(name)]}


def _repeated(league: League, who: Contestant, board: Board, run: Played) -> Film | None:
    """Return the film of a run of ours, done again from its seed; None if it differs."""
    if who.kind != "shelf" or not 0 < run.evaluations <= EVALUATIONS:
        return None
    seed = seed_of(board, league.settings)
    try:
        film = record(board.problem, who.search, seed, run.evaluations, FRAMES)
    except ValueError:  # an exact method
        return None
    pairs = board.problem.recount(np.array(run.boards[-1][1]))
    return film if film.end == (run.evaluations, pairs) else None


def _of_boards(board: Board, run: Played) -> Film:
    """Return the film of a program: the boards that it wrote, each better than all before."""
    evaluations = [one for one, _ in run.boards]
    queens = [np.array(rows) for _, rows in run.boards]
    pairs = [board.problem.recount(one) for one in queens]
    columns = board_columns(board.problem, [(one, board.problem.n) for one in queens])
    return Film(
        n=board.problem.n,
        problem=board.problem.title,
        columns={**columns, "evaluations": evaluations, "guards": pairs},
        facts={"evaluations": "evaluation", "guards": "attacking pairs"},
        curves={"attacking pairs": {"best": "guards"}},
        outcome="solved" if run.solved else "not solved",
        end=(evaluations[-1], pairs[-1]),
        more=marks(board.problem),
    )
