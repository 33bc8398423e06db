"""Runs played again for the report: one of each algorithm, as its search saw the board."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from metaqueens.config.experiment import class_of
from metaqueens.experiment.store import Store
from metaqueens.problem import Queens
from metaqueens.report.film import Film
from metaqueens.report.recording import record

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
            if rows and time.monotonic() < ends:
                run = Kept(*rows[len(rows) // 2])
                if shown := _again(run):
                    yield shown.data(f"{name}, run {run.repetition}")


class Kept(NamedTuple):
    """A run as the database has it."""

    n: int
    encoding: Any
    use: str
    parameters: str
    repetition: int
    seed: int
    evaluations: int
    guards: int


_RUNS = """
SELECT n, encoding, use, parameters, repetition, seed, evaluations, guards
FROM runs JOIN cells USING (cell)
WHERE n = ? AND name = ? AND seconds < ? AND reason NOT IN ('seconds', 'interrupted')
ORDER BY evaluations, repetition
"""


def _again(run: Kept) -> Film | None:
    try:
        algorithm = class_of(run.use).model_validate_json(run.parameters)
        problem = Queens(run.n, run.encoding)
        shown = record(problem, algorithm, run.seed, run.evaluations, FRAMES)
    except Exception:  # another version of it, or a plug-in that is elsewhere: there is no film
        return None
    return shown if shown.end == (run.evaluations, run.guards) else None
