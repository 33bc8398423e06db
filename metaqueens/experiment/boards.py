"""Boards on disk: small ones as JSON in the database, large ones as files beside it, hashed."""

import json
import re
import shutil
from hashlib import sha256
from pathlib import Path

import numpy as np

IN_DATABASE_UP_TO = 10_000
NOT_KEPT = "not kept"
_FILE = re.compile(r"(boards/\d+-\d+\.npy) sha256:([0-9a-f]{64})")


def write(folder: Path, cell: int, repetition: int, queens: np.ndarray) -> str:
    """Keep ``queens``, shape (n,), in the results ``folder``; what the database says of it."""
    if queens.size <= IN_DATABASE_UP_TO:
        return json.dumps(queens.tolist(), separators=(",", ":"))
    name = f"boards/{cell}-{repetition}.npy"
    (folder / "boards").mkdir(exist_ok=True)
    np.save(folder / name, queens, allow_pickle=False)
    return f"{name} sha256:{_hash(queens)}"


def read(folder: Path, text: str | None) -> np.ndarray:
    """The board of which the database says ``text``; an empty one where that is not to be had."""
    try:
        found = _FILE.fullmatch(text or "")
        if not found:
            return np.array(json.loads(text or ""))
        queens: np.ndarray = np.load(folder / found[1], allow_pickle=False)
        if _hash(queens) == found[2]:
            return queens
    except (OSError, ValueError):
        pass
    return np.empty(0, np.int64)


def drop(folder: Path, text: str) -> None:
    """Remove the file of a board, if it has one."""
    found = _FILE.fullmatch(text)
    if found:
        (folder / found[1]).unlink(missing_ok=True)


def copy(source: Path, target: Path, text: str | None, cell: int) -> str | None:
    """Copy the file of a board, if it has one, for ``cell`` of another folder; what to say of it.

    Raises ``FileNotFoundError`` where it is gone.
    """
    found = _FILE.fullmatch(text or "")
    if not found:
        return text
    name = f"boards/{cell}-{found[1].partition('-')[2]}"
    (target / "boards").mkdir(exist_ok=True)
    shutil.copyfile(source / found[1], target / name)
    return f"{name} sha256:{found[2]}"


def content(text: str | None) -> str | None:
    """What is the same for the same board, wherever it is kept."""
    found = _FILE.fullmatch(text or "")
    return found[2] if found else text


def _hash(queens: np.ndarray) -> str:
    # A view of the bytes: a copy of a hundred million queens would be 400 MB.
    return sha256(np.ascontiguousarray(queens).view(np.uint8).data).hexdigest()
