"""The page of a league: its table, its scoring rule, and the boards that each contestant solved."""

from collections.abc import Sequence
from typing import Any

from metaqueens.arena.league import League
from metaqueens.pages.page import render
from metaqueens.text.tables import Table, numbers, words
from metaqueens.text.words import count, duration, join_names

# The scoring rule: what a run earns of the points of its board.
RULE = {
    "solved": "a third with the whole budget, two thirds with a tenth of it, all with a hundredth",
    "not solved": "a sixth, divided by the conflicts of its best board",
    "false claim, crash, or no board in time": "nothing",
}


def page(league: League, found: dict[str, Any]) -> str:
    """Return the page of a league with the document ``found``."""
    settings = league.settings
    by_seconds = settings.by == "seconds"
    budget = duration(settings.budget) if by_seconds else count(settings.budget)
    has_programs = any(entry.kind != "shelf" for entry in league.contestants)
    return render(
        "league.html.j2",
        ["tables.js"],
        title="League",
        answer=answer(found["table"]),
        budget=f"{budget} of processor time" if by_seconds else f"{budget} evaluations",
        found=found,
        warning=has_programs and not league.is_confined,
        own_word=[row["name"] for row in found["table"] if row["counted_by"] == "itself"],
        table=table(found["table"]),
        rule=RULE,
        rounds=league.rounds,
        solved=_tabulate_rounds(league, found),
    )


def answer(rows: Sequence[dict[str, Any]]) -> str:
    """Return a sentence on the winner."""
    first = [row["name"] for row in rows if row["rank"] == 1]
    if len(rows) == 1:
        return f"{first[0]} scored {rows[0]['score']} of 100."
    if not any(row["score"] for row in rows):
        return "No contestant has a point."
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
    kinds = [*dict.fromkeys(board.kind for board in league.boards if board.round > 1)]
    groups = [
        (f"round {k}", [board for board in league.boards if board.round == k]) for k in rounds
    ]
    groups += [(kind, [board for board in league.boards if board.kind == kind]) for kind in kinds]
    columns = [words("name", [row["name"] for row in rows])]
    for head, boards in groups:
        solved = [sum(league.runs[at.name, row["name"]].solved for at in boards) for row in rows]
        columns.append(numbers(head, solved, f"{{}}/{len(boards)}".format))
    return Table(tuple(columns))
