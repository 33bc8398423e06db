"""One run of a results folder, found by the number of its cell and its repetition."""

import re
from typing import Any

from metaqueens.errors import UserError
from metaqueens.experiment.results.contents import rows_of
from metaqueens.experiment.results.store import Store


def run_at(store: Store, place: str) -> dict[str, Any]:
    """All of the run at ``place``, CELL-REPETITION, and its ``trace``.

    Raises ``UserError`` that says which runs there are where there is none.
    """
    found = re.fullmatch(r"(\d{1,18})-(\d{1,18})", place)
    if not found:
        raise UserError(f"RUN: expected CELL-REPETITION, such as 3-17, got {place!r}")
    at = int(found[1]), int(found[2])
    rows = rows_of(store, _RUN, at)
    if not rows:
        raise UserError(f"RUN: no run {place} in {store.folder}; {_which_there_are(store, at[0])}")
    here = "cell = ? AND repetition = ?"
    store.require_sound("traces", here, at)
    points = store.connection.execute(
        f"SELECT evaluations, guards, seconds FROM traces WHERE {here} ORDER BY evaluations", at
    )
    return {**rows[0], "trace": [list(point) for point in points]}


# As the view ``results``, which is the file's own and might be anything.
_RUN = """
SELECT n, encoding, name AS algorithm, use, parameters, budget, repetition, seed, status, reason,
  guards, fitness, evaluations, steps, found_at, seconds, cpu_seconds, verdict, board, error, cell,
  label, session, host, started, ended
FROM runs JOIN cells USING (cell) WHERE cell = ? AND repetition = ?
"""


def _which_there_are(store: Store, cell: int) -> str:
    first, last = store.connection.execute("SELECT MIN(cell), MAX(cell) FROM cells").fetchone()
    if first is None:
        return "it has no cells"
    if not first <= cell <= last:
        return f"its cells are {first} to {last}"
    query = "SELECT MIN(repetition), MAX(repetition), COUNT(*) FROM runs WHERE cell = ?"
    low, high, count = store.connection.execute(query, (cell,)).fetchone()
    return f"cell {cell} has {count:,} runs" + (f", {cell}-{low} to {cell}-{high}" * bool(count))
