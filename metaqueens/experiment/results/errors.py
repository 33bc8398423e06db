"""Errors of results folders, and how SQLite's errors are told."""

import sqlite3
from pathlib import Path

from metaqueens.text.errors import UserError
from metaqueens.text.printable import printable


class StoreError(UserError):
    """A results folder that cannot be used."""


class Damaged(StoreError):
    """A database that is broken; its good part can be had."""


def damaged(path: Path, why: str) -> Damaged:
    """Return the error of a database that holds what it cannot."""
    return Damaged(
        f"{path} is damaged ({why}); running the experiment again, or `metaqueens salvage"
        f" {path.parent}`, keeps its good part and sets the damaged file aside"
    )


def not_ours(path: Path, why: str) -> StoreError:
    """Return the error of a file that no metaqueens wrote."""
    return StoreError(f"{path}: not a results file of metaqueens: {why}")


def explained(path: Path, error: sqlite3.Error) -> StoreError:
    """Return what stands in the way of reading the file, in one line."""
    said = printable(" ".join(str(error).split()))
    if said == "interrupted":
        said = "reading it takes far longer than a file of its size should"
    # Locked, read-only, unreadable, full; a text that is not UTF-8 is damage.
    if isinstance(error, sqlite3.OperationalError) and "UTF-8" not in said:
        return StoreError(f"{path}: {said}")
    return damaged(path, said)
