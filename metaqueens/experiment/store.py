"""The results of an experiment: one SQLite file, written by the coordinator alone."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from metaqueens.config import Cell, Experiment
from metaqueens.errors import UserError
from metaqueens.experiment import boards
from metaqueens.experiment.executors import Outcome
from metaqueens.experiment.plan import cell_key, describe

FILE = "runs.sqlite"
VERSION = 1


class StoreError(UserError):
    """A results folder that cannot be used."""


class Claim(NamedTuple):
    """What a finished run says of its board."""

    cell: int
    repetition: int
    n: int
    status: str
    guards: int
    queens: np.ndarray


class Store:
    """An open results folder. A context manager: closing it leaves one plain file."""

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        self.folder = folder
        self.connection = connection

    @classmethod
    def create(cls, folder: Path, experiment: Experiment) -> Self:
        """Open the results of ``experiment`` in ``folder``, or begin them.

        Raises ``StoreError`` where the folder holds another experiment's results.
        """
        if (folder / FILE).exists():
            store = cls.open(folder)
            if (name := store.name) != experiment.name:
                store.connection.close()
                raise StoreError(
                    f"{folder} holds the results of {name!r}, not of {experiment.name!r};"
                    " choose another folder with -o"
                )
        else:
            if folder.is_dir() and any(folder.iterdir()):
                raise StoreError(
                    f"{folder} holds other files and no results; choose another folder with -o"
                )
            try:
                folder.mkdir(parents=True, exist_ok=True)
                store = cls(folder, _connect(folder / FILE))
            except (OSError, sqlite3.Error) as error:
                raise StoreError(f"{folder}: cannot write results there: {error}") from None
            with store.connection as connection:
                connection.executescript(
                    files("metaqueens.experiment").joinpath("schema.sql").read_text()
                )
                connection.execute(
                    "INSERT INTO experiment VALUES (?, ?, '{}')", (experiment.name, VERSION)
                )
        with store.connection as connection:
            connection.execute("UPDATE experiment SET given = ?", (json.dumps(experiment.given),))
        return store

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open results that are there. Raises ``StoreError`` where there are none."""
        if not (folder / FILE).is_file():
            raise StoreError(f"{folder}: no results there (no {FILE})")
        with ExitStack() as on_error:
            try:
                store = cls(folder, _connect(folder / FILE))
                on_error.callback(store.connection.close)
                version = store.connection.execute("SELECT version FROM experiment").fetchone()[0]
            except (sqlite3.Error, TypeError) as error:
                what = f"not a results file of metaqueens: {error}"
                raise StoreError(f"{folder / FILE}: {what}") from None
            if version != VERSION:
                what = f"schema {version}; this metaqueens reads {VERSION}"
                raise StoreError(f"{folder / FILE}: {what}")
            on_error.pop_all()
        return store

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.connection.close()

    @property
    def name(self) -> str:
        """The experiment's name."""
        return str(self.connection.execute("SELECT name FROM experiment").fetchone()[0])

    def add_cells(self, cells: Iterable[Cell], seed: int) -> dict[str, int]:
        """Note the cells that are new; the number of each by its key."""
        numbers = {}
        with self.connection as connection:
            for cell in cells:
                key, content = cell_key(cell, seed), describe(cell)
                connection.execute(
                    "INSERT OR IGNORE INTO cells"
                    " (key, n, encoding, label, name, use, parameters, budget)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (key, cell.problem.n, cell.problem.encoding, cell.label, cell.name, cell.use,
                     json.dumps(content["parameters"]), json.dumps(content["budget"])),
                )  # fmt: skip
                row = connection.execute("SELECT cell FROM cells WHERE key = ?", (key,)).fetchone()
                numbers[key] = row[0]
        return numbers

    def finished(self) -> set[tuple[int, int]]:
        """(cell, repetition) of every run that need not be done again."""
        query = "SELECT cell, repetition FROM runs WHERE status != 'failed'"
        return set(self.connection.execute(query))

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Keep a batch of outcomes, in one transaction; a failed run's place is taken."""
        with self.connection as connection:
            for run, result, error in outcomes:
                number = connection.execute("SELECT cell FROM cells WHERE key = ?", (run.cell_key,))
                at = (number.fetchone()[0], run.repetition)
                row: dict[str, Any] = {"seed": run.seed, "status": "failed", "error": error}
                if result is not None:
                    row |= {
                        "status": "solved" if result.solved else "unsolved",
                        "board": boards.write(self.folder, *at, result.queens),
                        **{key: getattr(result, key) for key in _RESULT},
                    }
                names = ", ".join(["cell", "repetition", *row])
                marks = ", ".join("?" * (len(row) + 2))
                connection.execute(
                    f"INSERT OR REPLACE INTO runs ({names}) VALUES ({marks})", (*at, *row.values())
                )
                if result is not None:
                    connection.executemany(
                        "INSERT OR REPLACE INTO traces VALUES (?, ?, ?, ?, ?)",
                        ((*at, *point) for point in result.trace),
                    )

    def claims(self, which: str) -> Iterator[Claim]:
        """What the finished runs say of their boards, those for which the SQL ``which`` holds."""
        query = (
            f"SELECT cell, repetition, n, status, guards, board {_FINISHED}"
            f" AND board IS NOT '{boards.NOT_KEPT}' AND ({which})"
        )
        # Read in whole first: what is written while a cursor is open may or may not be seen by it.
        for cell, repetition, n, status, guards, board in self.connection.execute(query).fetchall():
            yield Claim(cell, repetition, n, status, guards, boards.read(self.folder, board))

    def keep_boards(self, which: str) -> None:
        """Of the judged boards keep ``all``, the ``best`` of each cell, or ``none``."""
        best = 1 if which == "best" else 0
        query = (
            "SELECT cell, repetition, board, ROW_NUMBER() OVER"
            " (PARTITION BY cell ORDER BY fitness DESC, evaluations, repetition) AS place FROM runs"
            " WHERE verdict IN ('validated', 'checked') AND board IS NOT ?"
        )
        if which == "all":
            return
        query = f"SELECT cell, repetition, board FROM ({query}) WHERE place > {best}"
        for cell, repetition, board in self.connection.execute(
            query, (boards.NOT_KEPT,)
        ).fetchall():
            with self.connection as connection:
                connection.execute(
                    "UPDATE runs SET board = ? WHERE cell = ? AND repetition = ?",
                    (boards.NOT_KEPT, cell, repetition),
                )
            boards.drop(self.folder, board)

    def count_finished(self) -> int:
        """How many runs have a board."""
        query = f"SELECT COUNT(*) {_FINISHED} AND board IS NOT ?"
        return int(self.connection.execute(query, (boards.NOT_KEPT,)).fetchone()[0])

    def rejected(self) -> list[tuple[str, int, int, int]]:
        """(algorithm, n, repetition, guards claimed) of each run whose board is not as claimed."""
        return self.connection.execute(
            f"SELECT name, n, repetition, guards {_FINISHED} AND verdict = 'rejected'"
        ).fetchall()

    def judge(self, verdicts: Iterable[tuple[str, int, int]]) -> None:
        """Write (verdict, cell, repetition) of a batch of runs."""
        with self.connection as connection:
            connection.executemany(
                "UPDATE runs SET verdict = ? WHERE cell = ? AND repetition = ?", verdicts
            )

    def unsolved_sizes(self, largest: int) -> list[int]:
        """Each n up to ``largest`` that was tried and that no run solved."""
        query = (
            "SELECT n FROM runs JOIN cells USING (cell) WHERE n <= ? GROUP BY n"
            " HAVING SUM(status = 'solved') = 0 AND SUM(status = 'unsolved') > 0 ORDER BY n"
        )
        return [n for (n,) in self.connection.execute(query, (largest,))]

    def settle(self, existence: dict[int, str]) -> None:
        """Note for these n, and for no other, whether they have a solution at all."""
        with self.connection as connection:
            connection.execute("UPDATE cells SET existence = NULL")
            connection.executemany(
                "UPDATE cells SET existence = ? WHERE n = ?",
                [(known, n) for n, known in existence.items()],
            )


_FINISHED = "FROM runs JOIN cells USING (cell) WHERE status != 'failed'"
_RESULT = (
    "reason", "guards", "fitness", "evaluations", "steps", "found_at", "seconds", "cpu_seconds",
)  # fmt: skip


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection
