"""Merge the results of shards, or of equal experiments, into one folder."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from metaqueens.config import dump, sources
from metaqueens.experiment.results import boards, database, queries, readme
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.folder import CODE, CONFIG
from metaqueens.experiment.results.schema import columns
from metaqueens.experiment.results.store import SAME, Store
from metaqueens.files import copies
from metaqueens.files.writing import building, write_text
from metaqueens.text.errors import UserError, system_text

# Keys in which parts may differ, because they change no result.
FREE = ("runs", "executor", "limits")


@dataclass
class Merged:
    """The outcome of a merge.

    duplicates : the number of runs that several folders have
    conflicts : runs (CELL-REPETITION) with two outcomes of one seed, neither ended by a clock
    boards_missing : runs whose board file is gone
    """

    duplicates: int = 0
    conflicts: list[str] = field(default_factory=list)
    boards_missing: list[str] = field(default_factory=list)


def merge(
    folders: Sequence[Path], target: Path, tick: Callable[[int], None] = lambda done: None
) -> Merged:
    """Merge the results in ``folders`` into the new folder ``target``.

    ``tick`` receives the number of folders done. Raises ``UserError`` if the experiments differ.
    """
    if target.exists():
        raise UserError(f"{target}: is there already; choose another folder with -o")
    settings, merged = _require_one_experiment(folders), Merged()
    try:
        with building(target) as whole:
            database.create(whole / FILE, settings["name"])
            connection, copy = database.open_to_write(whole / FILE), whole / "part.sqlite"
            try:
                with connection:
                    connection.execute("UPDATE experiment SET given = ?", (json.dumps(settings),))
                for done, folder in enumerate(folders, 1):
                    with Store.open(folder) as store:
                        store.require_traces()
                        store.copy_to(copy)
                    connection.execute("ATTACH ? AS part", (str(copy),))
                    with connection:
                        _add_part(connection, folder, whole, merged)
                    connection.execute("DETACH part")
                    copy.unlink()
                    tick(done)
            finally:
                database.close(connection)
            write_text(whole / "experiment.yaml", dump(settings))
            for folder in folders:
                sources.copy(folder, whole)
                for kind in (CODE, CONFIG):
                    copies.join(folder / kind, whole / kind)
            with Store.open(whole) as store:
                readme.write(store, "run")
    except (OSError, sqlite3.Error) as error:
        raise UserError(f"{target}: cannot merge there: {system_text(error)}") from None
    return merged


def _require_one_experiment(folders: Sequence[Path]) -> dict[str, Any]:
    """Return the experiment of all ``folders``, with the largest number of runs."""
    first: dict[str, Any] = {}
    runs = 0
    for folder in folders:
        with Store.open(folder) as store:
            settings = queries.experiment(store) | {"name": store.name}
        runs = max(runs, queries.run_count(settings))
        first = first or settings
        differences = [
            f"{key}: {json.dumps(settings.get(key))}, not {json.dumps(first.get(key))}"
            for key in dict.fromkeys((*first, *settings))
            if key not in FREE and first.get(key) != settings.get(key)
        ]
        if differences:
            why = f"{folder} holds another experiment than {folders[0]}"
            raise UserError(f"{why}; {'; '.join(differences)}")
    return {**first, "runs": runs}


def _outcome(run: str) -> str:
    """Return the columns that two runs of one seed agree in; the board if both have it."""
    either = f"'{boards.NOT_KEPT}' IN (one.board, kept.board)"
    content = f"iif({run}.board LIKE 'boards/%', substr({run}.board, -64), {run}.board)"
    return ", ".join((*(f"{run}.{name}" for name in SAME), f"iif({either}, 0, {content})"))


def _columns(table: str, *others: str) -> str:
    return ", ".join(name for name in columns(table) if name not in others)


_CELL, _SESSION = _columns("cells", "cell"), _columns("sessions", "session")
_RUN = _columns("runs", "cell", "repetition", "session", "board")
# The number of a cell in the whole may differ; so does the name of a board's file.
_JOIN = (
    f"INSERT OR IGNORE INTO cells ({_CELL}) SELECT {_CELL} FROM part.cells ORDER BY cell",
    "UPDATE cells SET existence = one.existence FROM part.cells one"
    " WHERE one.key = cells.key AND one.existence IS NOT NULL",
    f"INSERT INTO sessions ({_SESSION}) SELECT {_SESSION} FROM part.sessions"
    " WHERE (started, host, pid) NOT IN (SELECT started, host, pid FROM main.sessions)"
    " ORDER BY session",
    f"""CREATE TEMP TABLE matched AS
    SELECT our.cell, one.repetition, one.cell AS old, our.n,
      iif(one.board LIKE 'boards/%', one.board, NULL) AS board, CASE
      WHEN kept.cell IS NULL OR (kept.status = 'failed' AND one.status != 'failed') THEN 'new'
      WHEN one.status != 'failed' AND 'seconds' NOT IN (one.reason, kept.reason)
        AND ({_outcome("one")}) IS NOT ({_outcome("kept")}) THEN 'conflict'
      ELSE 'duplicate' END AS state
    FROM part.runs one JOIN part.cells their USING (cell) JOIN main.cells our USING (key)
    LEFT JOIN main.runs kept ON kept.cell = our.cell AND kept.repetition = one.repetition""",
    f"""INSERT OR REPLACE INTO runs (cell, repetition, session, board, {_RUN})
    SELECT matched.cell, repetition,
      (SELECT our.session FROM main.sessions our JOIN part.sessions their
       USING (started, host, pid) WHERE their.session = one.session),
      iif(one.board LIKE 'boards/%',
          'boards/' || matched.cell || substr(one.board, instr(one.board, '-')), one.board),
      {_RUN}
    FROM matched JOIN part.runs one USING (repetition) WHERE one.cell = old AND state = 'new'""",
    """INSERT OR REPLACE INTO traces
    SELECT matched.cell, repetition, evaluations, cost, seconds
    FROM matched JOIN part.traces one USING (repetition) WHERE one.cell = old AND state = 'new'""",
)


def _add_part(connection: sqlite3.Connection, folder: Path, whole: Path, merged: Merged) -> None:
    """Copy the missing runs from the attached database, which is that of ``folder``."""
    for statement in _JOIN:
        connection.execute(statement)
    matched = "SELECT cell, repetition, n, board, state FROM matched ORDER BY cell, repetition"
    for cell, repetition, n, board, state in connection.execute(matched).fetchall():
        place = f"{cell}-{repetition}"
        if state == "conflict":
            merged.conflicts.append(place)
        elif state == "duplicate":
            merged.duplicates += 1
        elif board:
            values = boards.read(folder, board, n)
            if values.size:
                boards.write(whole, cell, repetition, values)
            else:
                merged.boards_missing.append(place)
    connection.execute("DROP TABLE matched")
