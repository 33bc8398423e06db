"""The page of a league: who is where, where each failed, and films of its best and worst board."""

from collections.abc import Sequence
from typing import Any

from metaqueens.arena.boards import RUNGS
from metaqueens.arena.filmed import films
from metaqueens.arena.league import League
from metaqueens.films.page import SCRIPTS
from metaqueens.pages.page import render
from metaqueens.text.tables import Table, numbers, words
from metaqueens.text.words import count, duration, join_names


def page(league: League, found: dict[str, Any]) -> str:
    """Return the page of a league, of which ``found`` is the document."""
    settings = league.settings
    by_seconds = settings.by == "seconds"
    budget = duration(settings.budget) if by_seconds else count(settings.budget)
    outside = [one for one in league.contestants if one.kind != "shelf"]
    return render(
        "league.html.j2",
        ["tables.js", *SCRIPTS],
        title="League",
        answer=answer(found["table"]),
        budget=f"{budget} of processor time" if by_seconds else f"{budget} evaluations",
        found=found,
        warning=bool(outside) and not league.is_confined,
        own_word=[row["name"] for row in found["table"] if row["counted_by"] == "itself"],
        table=table(found["table"]),
        solved=_by_round(league, found),
        films=[one for row in found["table"] for one in films(league, row["name"])],
    )


def answer(rows: Sequence[dict[str, Any]]) -> str:
    """Say who won, in a sentence."""
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


def _by_round(league: League, found: dict[str, Any]) -> Table:
    """Return how many boards of each kind, and of each round, each contestant solved."""
    rows = found["table"]
    there = range(1, found["rounds"] + 1)
    kinds = [kind for kind in RUNGS if any(one.kind == kind for one in league.boards)]
    groups = [(f"round {k}", [one for one in league.boards if one.round == k]) for k in there]
    groups += [(kind, [one for one in league.boards if one.kind == kind]) for kind in kinds]
    columns = [words("name", [row["name"] for row in rows])]
    for head, boards in groups:
        solved = [sum(league.runs[one.name, row["name"]].solved for one in boards) for row in rows]
        columns.append(numbers(head, solved, f"{{}}/{len(boards)}".format))
    return Table(tuple(columns))
