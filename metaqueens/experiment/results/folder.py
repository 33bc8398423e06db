"""A results folder: its files, its creation, and its lock for one writer at a time."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from metaqueens.experiment.results import database
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.schema import StoreError
from metaqueens.files.writing import remove_unfinished, require_no_link
from metaqueens.text.errors import system_text

LOCK = ".lock"
# Files of a tuning: a copy of its study from the start, its outcome at the end.
STUDY, OUTCOME = "tune.sqlite", "tune.json"
REPORT = "report.html"
# What is opened and written in place, and the folders of written files: no link may be here.
IN_PLACE = (LOCK, f"{FILE}*", f"{STUDY}*", "boards", "instances", "figures")


def begin(folder: Path, name: str) -> None:
    """Make an empty results folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        names = {path.name for path in folder.iterdir()}
        if FILE not in names and any(not name.startswith(".") for name in names):
            raise StoreError(
                f"{folder} holds other files and no results; choose another folder with -o"
            )
        held = lock(folder)
        try:
            if not (folder / FILE).exists():  # another process may have made it meanwhile
                database.create(folder / FILE, name)
        finally:
            held.release()
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{folder}: cannot write results there: {system_text(error)}") from None


def require_kind(folder: Path, is_for_tuning: bool) -> None:
    """Raise ``StoreError`` if a tuning is to use the folder of a run, or a run that of a tuning."""
    if is_for_tuning and not is_tuning(folder) and _first_row(folder, "SELECT 1 FROM runs"):
        raise StoreError(
            f"{folder} holds the results of a run, which was no tuning; choose another folder"
            " with -o"
        )
    if is_tuning(folder) and not is_for_tuning:
        raise StoreError(f"{folder} holds a tuning; choose another folder with -o")


def is_tuning(folder: Path) -> bool:
    """Tell whether ``folder`` is that of a tuning, whose file is there before its first run."""
    return (folder / STUDY).exists()


def require_in_place(folder: Path, file: os.stat_result) -> None:
    """Raise ``StoreError`` unless ``file`` is still the database of ``folder``."""
    with suppress(OSError):
        if os.path.samestat(os.stat(folder / FILE), file):
            return
    raise StoreError(
        f"{folder} was deleted or moved while results were being written there; what was kept is"
        " where the folder is now, if anywhere"
    )


def lock(folder: Path) -> FileLock:
    """Take the lock of ``folder``; the system releases it when its owner dies."""
    for path in (path for pattern in IN_PLACE for path in folder.glob(pattern)):
        require_no_link(path)
    held = FileLock(folder / LOCK)
    try:
        held.acquire(blocking=False)
    except Timeout:
        query = "SELECT pid, host FROM sessions WHERE ended IS NULL ORDER BY session DESC"
        writer = _first_row(folder, query)
        who = f" (process {writer[0]} on {writer[1]})" if writer else ""
        raise StoreError(
            f"{folder}: another process is writing there{who}; wait for it, or choose another"
            " folder with -o"
        ) from None
    except OSError as error:
        raise StoreError(f"{folder}: cannot write there: {system_text(error)}") from None
    # The report is written without the lock.
    for part in (folder, folder / "boards", folder / "instances"):
        remove_unfinished(part, but=REPORT)
    return held


def _first_row(folder: Path, query: str) -> tuple[Any, ...] | None:
    """Return the first row of ``query``; None if there is none, or nothing can be read."""
    try:
        with closing(database.open_to_read(folder / FILE)) as connection:
            return connection.execute(query).fetchone()  # type: ignore[no-any-return]
    except (StoreError, sqlite3.Error):
        return None
