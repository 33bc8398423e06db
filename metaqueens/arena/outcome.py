"""The outcome of a league: one document, and from it the page and the tables."""

import csv
import io
import json
from collections.abc import Sequence
from math import ceil, inf, isinf, nan
from pathlib import Path
from typing import Any

import numpy as np

from metaqueens.analysis.data.labels import group_places
from metaqueens.arena.league import League
from metaqueens.arena.ranking import find_min_boards, places, share
from metaqueens.arena.run import Played, seed_of
from metaqueens.files.writing import write_text
from metaqueens.pages.page import render
from metaqueens.text.printable import harmless
from metaqueens.text.tables import Column, Table, numbers, sort_key, words
from metaqueens.text.words import count, duration, join_names, many

PAGE, DOCUMENT, TABLE = "league.html", "league.json", "league.csv"
# Digits of a score.
DIGITS = 2
COLUMNS = (
    *("rank", "name", "score", "score_low", "score_high"),
    *("solved", "rejected", "failed", "why"),
)

# The scoring rule: what a run earns of the points of its board.
RULE = {
    "solved": "a third with the whole budget, two thirds with a tenth of it, all with a hundredth",
    "not solved": "a sixth, divided by the conflicts of its best board",
    "false claim, crash, or no board in time": "nothing",
}


def document(league: League) -> dict[str, Any]:
    """Return the outcome of a league as plain values.

    By evaluations it is a function of seed, settings and deterministic contestants.
    """
    settings = league.settings
    names = [entry.name for entry in league.contestants]
    runs = [[league.runs[board.name, name] for name in names] for board in league.boards]
    shares = np.array(
        [[share(run.solved, run.cost, settings.budget, run.left) for run in row] for row in runs]
    )
    rounds = np.array([board.round for board in league.boards])
    found = places(shares, rounds, league.rounds)
    has_intervals = len(rounds) > rounds.max()  # boards are resampled within their round
    rows = [
        {
            "name": entry.name,
            "rank": place.rank,
            "score": round(place.score, DIGITS),
            "score_ci95": [round(end, DIGITS) for end in place[1:3]] if has_intervals else None,
            **_count_ends([row[k] for row in runs]),
            "given": entry.given,
            "counted_by": (
                "itself" if settings.by == "evaluations" and entry.kind != "shelf" else "referee"
            ),
        }
        for k, (entry, place) in enumerate(zip(league.contestants, found, strict=True))
    ]
    return {
        "seed": settings.seed,
        "hash": settings.hash,
        "problem": settings.problem or "queens",
        "by": settings.by,
        "budget": settings.budget,
        "rounds": int(rounds.max()),
        "confined": league.is_confined,
        "table": sorted(rows, key=lambda row: (row["rank"] or inf, -row["score"], row["name"])),
        "boards": [
            {
                "board": board.name,
                "round": board.round,
                "problem": board.problem.asked,
                "seed": seed_of(board, settings),
                "runs": {run.name: _describe(run, own) for run, own in zip(row, part, strict=True)},
            }
            for board, row, part in zip(league.boards, runs, shares, strict=True)
        ],
    }


def _count_ends(runs: Sequence[Played]) -> dict[str, Any]:
    """Return the numbers of runs by their end, and a reason if one failed or none is solved."""
    wrong = [run for run in runs if run.left is None and run.ended != "retired"]
    solved = sum(run.solved for run in runs)
    first = [*wrong, *(runs if not solved else ())][:1]
    return {
        "solved": solved,
        "rejected": sum(run.ended == "rejected" for run in runs),
        "failed": sum(run.ended not in ("rejected", "not able") for run in wrong),
        "why": "".join(f"{run.board}: {run.why}" for run in first),
    }


def _describe(run: Played, own: float) -> dict[str, Any]:
    return {
        "solved": run.solved,
        "cost": None if isinf(run.cost) else round(run.cost, 6),
        "share": round(float(own), 4),
        "left": run.left,
        "reason": run.ended,
        "why": run.why,
    }


def write(league: League, found: dict[str, Any], folder: Path) -> None:
    """Write the page, the document and the table."""
    write_text(folder / PAGE, page(league, found))
    write_text(folder / DOCUMENT, json.dumps(found, indent=1) + "\n")
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for row in found["table"]:
        low, high = row["score_ci95"] or (None, None)
        rank = row["rank"] if row["solved"] else None  # as in ``table``
        values = {**row, "rank": rank, "score_low": low, "score_high": high}
        rows.writerow([harmless(values[name]) for name in COLUMNS])
    write_text(folder / TABLE, text.getvalue())


def page(league: League, found: dict[str, Any]) -> str:
    """Return the page of a league with the document ``found``."""
    settings = league.settings
    by_seconds = settings.by == "seconds"
    budget = duration(settings.budget) if by_seconds else count(settings.budget)
    return render(
        "league.html.j2",
        ["tables.js"],
        title="League",
        answer=answer(found),
        budget=f"{budget} of processor time" if by_seconds else f"{budget} evaluations",
        found=found,
        warning=not league.is_confined and any(one.kind != "shelf" for one in league.contestants),
        own_word=[row["name"] for row in found["table"] if row["counted_by"] == "itself"],
        table=table(found["table"]),
        rule=RULE,
        rounds=league.rounds,
        solved=tabulate_rounds(league, found),
    )


def answer(found: dict[str, Any]) -> str:
    """Return a sentence on the winner."""
    rows, boards = found["table"], len(found["boards"])
    first = [row["name"] for row in rows if row["rank"] == 1]
    ranked = [row["name"] for row in rows if row["rank"]]
    if not any(row["solved"] for row in rows):
        return "No contestant solved a board."
    if len(ranked) == 1:
        others = "; no other contestant has a point" if len(rows) > 1 else ""
        return f"{first[0]} scored {rows[0]['score']} of 100{others}."
    if len(first) == 1:
        return f"{first[0]} wins: score {rows[0]['score']} of 100."
    if len(first) == len(ranked) and boards < (least := find_min_boards(len(ranked))):
        few = f"{many(boards, 'board')} cannot separate the {len(ranked)} contestants with points"
        return f"No single winner: {few}; use --boards {ceil(least / found['rounds'])} or more."
    return f"No single winner: {join_names(first)} do not differ significantly."


def table(rows: Sequence[dict[str, Any]]) -> Table:
    """Return the table of a league."""
    ends = [row["score_ci95"] for row in rows]
    scores = [row["score"] for row in rows]
    # A rank by points for few conflicts would look like success.
    ranks = [row["rank"] if row["solved"] else None for row in rows]
    columns = (
        words("name", [row["name"] for row in rows]),
        numbers("rank", ranks, lambda rank: str(rank).replace("inf", "-")),
        numbers("score", scores, lambda score: "< 0.1" if 0 < score < 0.05 else f"{score:.1f}"),
        words("95 % interval", ["{:.1f} - {:.1f}".format(*pair) if pair else "-" for pair in ends]),
        *(numbers(name, [row[name] for row in rows], str) for name in ("solved", "rejected")),
        numbers("failed", [row["failed"] for row in rows], str),
        words("why", [row["why"] for row in rows]),
    )
    best = [k for k, row in enumerate(rows) if row["rank"] == 1]
    marked = frozenset(best if len(best) == 1 and rows[best[0]]["solved"] else ())
    return Table(columns, marked=marked, dispensable=("why",))


def tabulate_rounds(league: League, found: dict[str, Any]) -> Table:
    """Return the solved boards of each round and each kind, of those that a contestant played."""
    groups = group_places(f"round {board.round}" for board in league.boards)
    groups |= group_places(board.kind for board in league.boards)
    names = [row["name"] for row in found["table"]]
    columns = [words("name", names)]
    for head, own in groups.items():
        runs = [[league.runs[league.boards[k].name, name] for k in own] for name in names]
        played = [[run.solved for run in row if run.ended != "retired"] for row in runs]
        texts = [f"{sum(row)}/{len(row)}" if row else "-" for row in played]
        order = [sort_key(sum(row) if row else nan) for row in played]
        columns.append(Column(head, texts, order=order))
    return Table(tuple(columns))
