"""Runs played again for the report: one of each algorithm, as its search saw the board."""

import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from metaqueens.config.experiment import class_of
from metaqueens.experiment.store import Store
from metaqueens.problem import Queens
from metaqueens.report.film import record
from metaqueens.search import Budget

LARGEST, FILMS, FRAMES = 60, 6, 160
# A run that took longer is not played again, and after so many seconds no more are.
RUN_SECONDS, ALL_SECONDS = 0.4, 1.5


def replays(folder: Path, n: int, algorithms: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The films of the ``algorithms`` on ``n`` queens, what the player plays.

    Of each the run of median length; left out where it is long, ended by a clock, or comes out
    otherwise than it was kept.
    """
    if n > LARGEST:
        return
    ends = time.monotonic() + ALL_SECONDS
    with Store.open(folder) as store:
        for name in algorithms[:FILMS]:
            rows = store.connection.execute(_RUNS, (n, name, RUN_SECONDS)).fetchall()
            if rows and time.monotonic() < ends and (film := _film(rows[len(rows) // 2])):
                yield film.data(f"{name}, run {rows[len(rows) // 2][4]}")


_RUNS = """
SELECT n, encoding, use, json_object('parameters', json(parameters), 'budget', json(budget)),
  repetition, seed, evaluations, guards
FROM runs JOIN cells USING (cell)
WHERE n = ? AND name = ? AND seconds < ? AND reason NOT IN ('seconds', 'interrupted')
ORDER BY evaluations, repetition
"""


def _film(row: Sequence[Any]) -> Any:
    n, encoding, use, content, _, seed, evaluations, guards = row
    given = json.loads(content)
    try:
        algorithm = class_of(use).model_validate(given["parameters"], strict=False)
        film = record(Queens(n, encoding), algorithm, Budget(**given["budget"]), seed, FRAMES)
    except Exception:  # another version of it, or a plug-in that is elsewhere: there is no film
        return None
    same = (film.result.evaluations, film.result.guards) == (evaluations, guards)
    return film if same else None
