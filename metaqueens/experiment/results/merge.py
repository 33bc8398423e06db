"""Join the results of shards, or of equal experiments, into one folder."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from metaqueens.config import dump, sources
from metaqueens.experiment.results import boards, database, readme, sums
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.folder import CODE, CONFIG
from metaqueens.experiment.results.queries import given, runs_asked
from metaqueens.experiment.results.schema import columns
from metaqueens.experiment.results.store import SAME, Store
from metaqueens.files import copies
from metaqueens.files.writing import building, write_text
from metaqueens.text.errors import UserError, system_text

# What may differ between two parts of one experiment: it changes no result.
FREE = ("runs", "executor", "limits")


@dataclass
class Merged:
    """What came of a merge: runs that were there already, or whose board file is gone.

    A conflict is a run that was there with another outcome, though the seed is the same and no
    clock ended it; it is named as cell-repetition.
    """

    duplicates: int = 0
    conflicts: list[str] = field(default_factory=list)
    boards_missing: list[str] = field(default_factory=list)


def merge(
    folders: Sequence[Path], target: Path, tick: Callable[[int], None] = lambda done: None
) -> Merged:
    """Join the results in ``folders`` into ``target``, which must not be there yet.

    ``tick`` is told how many folders are done. Raises ``UserError`` if they are of different
    experiments. ``target`` is there once it is whole.
    """
    if target.exists():
        raise UserError(f"{target}: is there already; choose another folder with -o")
    known, joined = _require_one_experiment(folders), Merged()
    try:
        with building(target) as whole:
            database.create(whole / FILE, known["name"])
            connection, copy = database.open_to_write(whole / FILE), whole / "part.sqlite"
            try:
                with connection:
                    connection.execute("UPDATE experiment SET given = ?", (json.dumps(known),))
                for done, folder in enumerate(folders, 1):
                    with Store.open(folder) as store:
                        store.require_traces()
                        store.copy_to(copy)
                    connection.execute("ATTACH ? AS part", (str(copy),))
                    with connection:
                        _copy(connection, folder, whole, joined)
                    connection.execute("DETACH part")
                    copy.unlink()
                    tick(done)
            finally:
                database.close(connection)
            write_text(whole / "experiment.yaml", dump(known))
            for folder in folders:
                sources.copy(folder, whole)
                for kind in (CODE, CONFIG):
                    copies.join(folder / kind, whole / kind)
            with Store.open(whole) as store:
                readme.write(store, "run")
            sums.write(whole)
    except (OSError, sqlite3.Error) as error:
        raise UserError(f"{target}: cannot merge there: {system_text(error)}") from None
    return joined


def _require_one_experiment(folders: Sequence[Path]) -> dict[str, Any]:
    """Return the experiment that all ``folders`` hold, with the most runs that any asked for."""
    first: dict[str, Any] = {}
    most = 0
    for folder in folders:
        with Store.open(folder) as store:
            mine = given(store) | {"name": store.name}
        most = max(most, runs_asked(mine))
        first = first or mine
        different = [
            f"{key}: {json.dumps(mine.get(key))}, not {json.dumps(first.get(key))}"
            for key in dict.fromkeys((*first, *mine))
            if key not in FREE and first.get(key) != mine.get(key)
        ]
        if different:
            said = f"{folder} holds another experiment than {folders[0]}"
            raise UserError(f"{said}; {'; '.join(different)}")
    return {**first, "runs": most}


def _outcome(run: str) -> str:
    """Return what two runs of one seed agree in, their boards where both have one."""
    either = f"'{boards.NOT_KEPT}' IN (one.board, kept.board)"
    content = f"iif({run}.board LIKE 'boards/%', substr({run}.board, -64), {run}.board)"
    return ", ".join((*(f"{run}.{name}" for name in SAME), f"iif({either}, 0, {content})"))


def _columns(table: str, *others: str) -> str:
    return ", ".join(name for name in columns(table) if name not in others)


_CELL, _SESSION = _columns("cells", "cell"), _columns("sessions", "session", "provenance")
_RUN = _columns("runs", "cell", "repetition", "session", "board")
# A run has the number of its cell in the whole, and so has the name of its board's file.
_JOIN = (
    f"INSERT OR IGNORE INTO cells ({_CELL}) SELECT {_CELL} FROM part.cells ORDER BY cell",
    "UPDATE cells SET existence = one.existence FROM part.cells one"
    " WHERE one.key = cells.key AND one.existence IS NOT NULL",
    # The whole may not have all the runs that a session kept.
    f"INSERT INTO sessions ({_SESSION}, provenance)"
    f" SELECT {_SESSION}, json_set(provenance, '$.kept', NULL) FROM part.sessions"
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


def _copy(connection: sqlite3.Connection, folder: Path, whole: Path, joined: Merged) -> None:
    """Copy what the ``whole`` lacks of the part that is attached, which is of ``folder``."""
    for statement in _JOIN:
        connection.execute(statement)
    matched = "SELECT cell, repetition, n, board, state FROM matched ORDER BY cell, repetition"
    for cell, repetition, n, board, state in connection.execute(matched).fetchall():
        if state == "conflict":
            joined.conflicts.append(f"{cell}-{repetition}")
        elif state == "duplicate":
            joined.duplicates += 1
        elif board:
            values = boards.read(folder, board, n)
            if values.size:
                boards.write(whole, cell, repetition, values)
            else:
                joined.boards_missing.append(f"{cell}-{repetition}")
    connection.execute("DROP TABLE matched")
