"""Join the results of shards, or of equal experiments, into one folder; row by row."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from metaqueens.config import dump, sources
from metaqueens.experiment.results import database
from metaqueens.experiment.results.copying import Copying, Merged
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.queries import given, runs_asked
from metaqueens.experiment.results.store import Store
from metaqueens.files.writing import building, write_text
from metaqueens.text.errors import UserError, system_text

# What may differ between two parts of one experiment: it changes no result.
FREE = ("runs", "executor", "limits")


def merge(
    folders: Sequence[Path], target: Path, tick: Callable[[int], None] = lambda done: None
) -> Merged:
    """Join the results in ``folders`` into ``target``, which must not be there yet.

    ``tick`` is told how many folders are done. Raises ``UserError`` where they are of different
    experiments. ``target`` is there once it is whole.
    """
    if target.exists():
        raise UserError(f"{target}: is there already; choose another folder with -o")
    known = _require_one_experiment(folders)
    try:
        with building(target) as part:
            joined = _fill(part, folders, known, tick)
    except (OSError, sqlite3.Error) as error:
        raise UserError(f"{target}: cannot merge there: {system_text(error)}") from None
    return joined


def _fill(
    part: Path, folders: Sequence[Path], known: dict[str, Any], tick: Callable[[int], None]
) -> Merged:
    database.create(part / FILE, known["name"])
    connection = database.open_to_write(part / FILE)
    try:
        joined = _join(folders, part, connection, known, tick)
    finally:
        database.close(connection)
    write_text(part / "experiment.yaml", dump(known))
    for folder in folders:
        sources.copy(folder, part)
    return joined


def _require_one_experiment(folders: Sequence[Path]) -> dict[str, Any]:
    """The experiment that all ``folders`` hold, with the most runs that any of them asked for."""
    first: dict[str, Any] = {}
    most = 0
    for folder in folders:
        with Store.open(folder) as store:
            found = store.connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise sqlite3.DatabaseError(found)
            mine = given(store) | {"name": store.name}
        most = max(most, runs_asked(mine))
        first = first or mine
        different = [
            key
            for key in dict.fromkeys((*first, *mine))
            if key not in FREE and first.get(key) != mine.get(key)
        ]
        if different:
            values = (
                f"{key}: {json.dumps(mine.get(key))}, not {json.dumps(first.get(key))}"
                for key in different
            )
            raise UserError(
                f"{folder} holds another experiment than {folders[0]}; {'; '.join(values)}"
            )
    return {**first, "runs": most}


def _join(
    folders: Sequence[Path],
    part: Path,
    connection: sqlite3.Connection,
    known: dict[str, Any],
    tick: Callable[[int], None],
) -> Merged:
    found = Merged()
    with connection:
        connection.execute("UPDATE experiment SET given = ?", (json.dumps(known),))
    for done, folder in enumerate(folders, 1):
        with Store.open(folder) as store, connection:
            Copying(store, part, connection, found).copy()
        tick(done)
    return found
