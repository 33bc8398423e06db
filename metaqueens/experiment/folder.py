"""A results folder: begun, held by one writer at a time, emptied."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from metaqueens.experiment import database
from metaqueens.experiment.database import FILE, StoreError

LOCK = ".lock"
# What a run leaves beside boards/.
OURS = (f"{FILE}*", "damaged-*.sqlite*", "experiment.yaml", "summary.csv", "report.html")


def begin(folder: Path, name: str) -> None:
    """Make an empty results folder."""
    if folder.is_dir() and any(path.name != LOCK for path in folder.iterdir()):
        raise StoreError(
            f"{folder} holds other files and no results; choose another folder with -o"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with held(folder):
            if not (folder / FILE).exists():  # nobody else was quicker
                database.create(folder / FILE, name)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{folder}: cannot write results there: {error}") from None


def count_runs(folder: Path) -> str:
    """How many runs ``folder`` holds, in words; nothing where it holds no results."""
    if not (folder / FILE).exists():
        return ""
    try:
        with closing(database.open_to_read(folder / FILE)) as connection:
            count = connection.execute("SELECT COUNT(*) FROM runs").fetchone()[0]
    except (StoreError, sqlite3.Error):
        return "the damaged results"
    return f"{count:,} run{'s' * (count != 1)}"


def discard(folder: Path) -> None:
    """Remove the results in ``folder``, and nothing else. Raises ``StoreError`` if in use."""
    if not (folder / FILE).exists():
        return
    with held(folder):
        shutil.rmtree(folder / "boards", ignore_errors=True)
        for path in (path for pattern in OURS for path in folder.glob(pattern)):
            path.unlink()


def locked(folder: Path) -> FileLock:
    """The right to write in ``folder``; the system takes it back when its owner dies."""
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise StoreError(
            f"{folder}: another process is writing there{_who(folder)}; wait for it, or choose"
            " another folder with -o"
        ) from None
    except OSError as error:
        raise StoreError(f"{folder}: cannot write there: {error.strerror or error}") from None
    return lock


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """The right to write in ``folder`` for a while."""
    lock = locked(folder)
    try:
        yield
    finally:
        lock.release()


def _who(folder: Path) -> str:
    try:
        with closing(database.open_to_read(folder / FILE)) as connection:
            pid, host = connection.execute(
                "SELECT pid, host FROM sessions WHERE ended IS NULL ORDER BY session DESC"
            ).fetchone()
        return f" (process {pid} on {host})"
    except (StoreError, sqlite3.Error, TypeError):
        return ""
