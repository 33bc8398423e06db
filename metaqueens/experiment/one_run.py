"""One run of a results folder, found by the number of its cell and its repetition."""

import re
from typing import Any

from metaqueens.experiment.results import queries, tallies
from metaqueens.experiment.results.store import Store
from metaqueens.text.errors import UserError


def run_at(store: Store, place: str) -> dict[str, Any]:
    """All of the run at ``place``, CELL-REPETITION, and its ``trace``.

    Raises ``UserError`` that says which runs there are where there is none.
    """
    found = re.fullmatch(r"(\d{1,18})-(\d{1,18})", place)
    if not found:
        raise UserError(f"RUN: expected CELL-REPETITION, such as 3-17, got {place!r}")
    at = int(found[1]), int(found[2])
    run = queries.run(store, *at)
    if run is None:
        raise UserError(f"RUN: no run {place} in {store.folder}; {_which_there_are(store, at[0])}")
    store.require_sound("traces", "cell = ? AND repetition = ?", at)
    return {**run, "trace": [list(point) for point in queries.trace(store, *at)]}


def _which_there_are(store: Store, cell: int) -> str:
    numbers = tallies.cell_numbers(store)
    if numbers is None:
        return "it has no cells"
    first, last = numbers
    if not first <= cell <= last:
        return f"its cells are {first} to {last}"
    low, high, count = tallies.repetitions(store, cell)
    return f"cell {cell} has {count:,} runs" + (f", {cell}-{low} to {cell}-{high}" * bool(count))
