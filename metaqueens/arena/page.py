"""The page of a league: its table, and films of each contestant on its best and worst board."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from metaqueens.arena.boards import RUNGS, Board
from metaqueens.arena.contestants import Contestant
from metaqueens.arena.league import League
from metaqueens.arena.run import Played, seed_of
from metaqueens.films.film import Film, board_columns, marks
from metaqueens.films.page import SCRIPTS
from metaqueens.films.recording import record
from metaqueens.pages.page import render
from metaqueens.text.tables import Table, numbers, words
from metaqueens.text.words import count, duration, join_names

FRAMES = 160
# Longer runs of built-in searches are not repeated for a film.
MAX_EVALUATIONS = 20_000_000


def page(league: League, found: dict[str, Any]) -> str:
    """Return the page of a league with the document ``found``."""
    settings = league.settings
    by_seconds = settings.by == "seconds"
    budget = duration(settings.budget) if by_seconds else count(settings.budget)
    has_programs = any(entry.kind != "shelf" for entry in league.contestants)
    return render(
        "league.html.j2",
        ["tables.js", *SCRIPTS],
        title="League",
        answer=answer(found["table"]),
        budget=f"{budget} of processor time" if by_seconds else f"{budget} evaluations",
        found=found,
        warning=has_programs and not league.is_confined,
        own_word=[row["name"] for row in found["table"] if row["counted_by"] == "itself"],
        table=table(found["table"]),
        solved=_tabulate_rounds(league, found),
        films=[film for row in found["table"] for film in _make_films(league, row["name"])],
    )


def answer(rows: Sequence[dict[str, Any]]) -> str:
    """Return a sentence on the winner."""
    first = [row["name"] for row in rows if row["rank"] == 1]
    if len(rows) == 1:
        return f"{first[0]} scored {rows[0]['score']} of 100."
    if len(first) == 1:
        return f"{first[0]} wins: score {rows[0]['score']} of 100."
    return f"No single winner: {join_names(first)} do not differ significantly."


def table(rows: Sequence[dict[str, Any]]) -> Table:
    """Return the table of a league."""
    columns = (
        words("name", [row["name"] for row in rows]),
        numbers("rank", [row["rank"] for row in rows], str),
        numbers("score", [row["score"] for row in rows], "{:.1f}".format),
        words("95 % interval", ["{:.1f} - {:.1f}".format(*row["score_ci95"]) for row in rows]),
        *(numbers(name, [row[name] for row in rows], str) for name in ("solved", "rejected")),
        numbers("failed", [row["failed"] for row in rows], str),
        words("why", [row["why"] for row in rows]),
    )
    best = [k for k, row in enumerate(rows) if row["rank"] == 1]
    marked = frozenset(best if len(best) == 1 else ())
    return Table(columns, marked=marked, dispensable=("95 % interval", "failed"))


def _tabulate_rounds(league: League, found: dict[str, Any]) -> Table:
    """Return the number of solved boards of each round and each kind, by contestant."""
    rows = found["table"]
    rounds = range(1, found["rounds"] + 1)
    kinds = [kind for kind in RUNGS if any(board.kind == kind for board in league.boards)]
    groups = [
        (f"round {k}", [board for board in league.boards if board.round == k]) for k in rounds
    ]
    groups += [(kind, [board for board in league.boards if board.kind == kind]) for kind in kinds]
    columns = [words("name", [row["name"] for row in rows])]
    for head, boards in groups:
        solved = [sum(league.runs[at.name, row["name"]].solved for at in boards) for row in rows]
        columns.append(numbers(head, solved, f"{{}}/{len(boards)}".format))
    return Table(tuple(columns))


def _make_films(league: League, name: str) -> Iterator[dict[str, Any]]:
    """Yield films of the last board solved and of the first one missed, if they are small."""
    (entry,) = [entry for entry in league.contestants if entry.name == name]
    shown = [
        (board, run) for board in league.boards if (run := league.runs[board.name, name]).boards
    ]
    solved = [pair for pair in shown if pair[1].solved][-1:]
    missed = [pair for pair in shown if not pair[1].solved][:1]
    for board, run in (*solved, *missed):
        end = "solved" if run.solved else f"not solved: {run.why or run.ended}"
        film = _repeat(league, entry, board, run) or _film_boards(board, run)
        yield {"title": f"{name}, board {board.name}: {end}", "films": [film.data(name)]}


def _repeat(league: League, entry: Contestant, board: Board, run: Played) -> Film | None:
    """Film a run of a built-in search again from its seed; None if it differs."""
    if entry.kind != "shelf" or not 0 < run.evaluations <= MAX_EVALUATIONS:
        return None
    seed = seed_of(board, league.settings)
    try:
        film = record(board.problem, entry.search, seed, run.evaluations, FRAMES)
    except ValueError:  # an exact method
        return None
    pairs = board.problem.recount(np.array(run.boards[-1][1]))
    return film if film.end == (run.evaluations, pairs) else None


def _film_boards(board: Board, run: Played) -> Film:
    """Film the improvements that a program wrote."""
    evaluations = [at for at, _ in run.boards]
    queens = [np.array(rows) for _, rows in run.boards]
    pairs = [board.problem.recount(rows) for rows in queens]
    columns = board_columns(board.problem, [(rows, board.problem.n) for rows in queens])
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
