"""What a league comes to: one document, and from it the page and the table."""

import csv
import io
import json
import re
from collections.abc import Sequence
from math import isinf
from pathlib import Path
from typing import Any

import numpy as np

from metaqueens.arena import boards
from metaqueens.arena.league import League
from metaqueens.arena.page import page
from metaqueens.arena.ranking import Tell, places, share, tell_nothing
from metaqueens.arena.run import Played
from metaqueens.files.writing import write_text
from metaqueens.text.printable import harmless

PAGE, DOCUMENT, TABLE = "league.html", "league.json", "league.csv"
# What a run is worth, in points of the score, is told to so many digits.
DIGITS = 2
COLUMNS = (
    "rank",
    "name",
    "score",
    "score_low",
    "score_high",
    "solved",
    "rejected",
    "failed",
    "why",
)


def document(league: League, tell: Tell = tell_nothing) -> dict[str, Any]:
    """Return all that a league came to, as plain values.

    By evaluations it is the same for the same seed, settings and deterministic contestants.
    ``tell`` is called with the share of the ranking that is done.
    """
    settings = league.settings
    names = [one.name for one in league.contestants]
    runs = [[league.runs[board.name, name] for name in names] for board in league.boards]
    shares = np.array(
        [[share(one.solved, one.cost, settings.budget) for one in row] for row in runs]
    )
    rounds = np.array([board.round for board in league.boards])
    found = places(shares, rounds, boards.ROUNDS, tell)
    rows = [
        {
            "name": one.name,
            "rank": place.rank,
            "score": round(place.score, DIGITS),
            "score_ci95": [round(place.low, DIGITS), round(place.high, DIGITS)],
            **_counted([row[k] for row in runs]),
            "given": one.given,
            "counted_by": _counted_by(one.kind, settings.by),
        }
        for k, (one, place) in enumerate(zip(league.contestants, found, strict=True))
    ]
    return {
        "seed": settings.seed,
        "salt": settings.salt,
        "hash": settings.hash,
        "by": settings.by,
        "budget": settings.budget,
        "rounds": int(rounds.max()),
        "confined": league.is_confined,
        "table": sorted(rows, key=lambda row: (row["rank"], -row["score"], row["name"])),
        "boards": [
            {
                "board": board.name,
                "round": board.round,
                "problem": board.problem.asked,
                "runs": {one.name: _of_run(one, own) for one, own in zip(row, part, strict=True)},
            }
            for board, row, part in zip(league.boards, runs, shares, strict=True)
        ],
    }


def _counted_by(kind: str, by: str) -> str:
    """Return who says what a run cost."""
    return "itself" if by == "evaluations" and kind != "shelf" else "referee"


def _counted(runs: Sequence[Played]) -> dict[str, Any]:
    """Return how the runs of a contestant ended, and why the first one did that went wrong."""
    wrong = [one for one in runs if one.ended in ("rejected", "failed", "not able")]
    return {
        "solved": sum(one.solved for one in runs),
        "rejected": sum(one.ended == "rejected" for one in runs),
        "failed": sum(one.ended == "failed" for one in runs),
        "why": f"{wrong[0].board}: {wrong[0].why}" if wrong else "",
    }


def _of_run(played: Played, earned: float) -> dict[str, Any]:
    line = re.search(r"line (\d+) of its output", played.why)
    return {
        "solved": played.solved,
        "cost": None if isinf(played.cost) else round(played.cost, 6),
        "share": round(float(earned), 4),
        "reason": played.ended,
        "why": played.why,
        "line": int(line[1]) if line else None,
    }


def write(league: League, found: dict[str, Any], folder: Path) -> None:
    """Write the page, the document and the table."""
    write_text(folder / PAGE, page(league, found))
    write_text(folder / DOCUMENT, json.dumps(found, indent=1) + "\n")
    write_text(folder / TABLE, _csv(found["table"]))


def _csv(table: Sequence[dict[str, Any]]) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    for row in table:
        low, high = row["score_ci95"]
        values = {**row, "score_low": low, "score_high": high}
        rows.writerow([harmless(values[name]) for name in COLUMNS])
    return out.getvalue()
