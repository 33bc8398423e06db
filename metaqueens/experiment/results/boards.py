"""Boards on disk: small ones as JSON in the database, large ones as files beside it, hashed."""

import json
import os
import re
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from metaqueens.files import reading
from metaqueens.files.writing import replacing

IN_DATABASE_UP_TO = 10_000
NOT_KEPT = "not kept"
_FILE = re.compile(r"(boards/\d+-(\d+\.npy)) sha256:([0-9a-f]{64})")


def write(folder: Path, cell: int, repetition: int, queens: np.ndarray) -> str:
    """Keep ``queens``, shape (n,), in the results ``folder``; what the database says of it."""
    if queens.size <= IN_DATABASE_UP_TO:
        return json.dumps(queens.tolist(), separators=(",", ":"))
    name = f"boards/{cell}-{repetition}.npy"
    (folder / "boards").mkdir(exist_ok=True)
    with replacing(folder / name) as part:
        np.save(part, queens, allow_pickle=False)
    return f"{name} sha256:{_hash(queens)}"


def read(folder: Path, text: str | None, n: int) -> np.ndarray:
    """Return the board of ``n`` queens of which the database says ``text``.

    An empty one where that is not to be had, or is no list of ``n`` whole numbers.
    """
    try:
        found = _FILE.fullmatch(text or "")
        if not found:
            return _numbers(json.loads(text or ""), n)
        with _opened(folder, found[1], n) as file:
            queens = np.lib.format.read_array(file, allow_pickle=False)
        if _hash(queens) == found[3]:
            return queens
    except (OSError, ValueError, RecursionError, MemoryError):
        pass
    return np.empty(0, np.int64)


def _numbers(value: Any, n: int) -> np.ndarray:
    whole = isinstance(value, list) and all(type(one) is int for one in value)
    if not whole or len(value) != n or not all(-n <= one <= n for one in value):
        raise ValueError(f"not {n} whole numbers")
    return np.array(value)


def _opened(folder: Path, name: str, n: int) -> BinaryIO:
    """Open the file ``name`` of a board of ``n`` queens; ``FileNotFoundError`` for others."""
    path = folder / name
    try:
        if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
            raise OSError("a link that leads elsewhere")
        file = reading.opened(path)
    except OSError as error:
        raise FileNotFoundError(f"{path}: {error}") from None
    try:
        _require_board(file, n)
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError) as error:
        file.close()
        raise FileNotFoundError(f"{path}: {error}") from None
    return file


def _require_board(file: BinaryIO, n: int) -> None:
    """Raise ``ValueError`` unless ``file`` is as long as the ``n`` whole numbers it announces."""
    if np.lib.format.read_magic(file) != (1, 0):
        raise ValueError("not written here")
    shape, _, dtype = np.lib.format.read_array_header_1_0(file)
    size = os.fstat(file.fileno()).st_size - file.tell()
    if shape != (n,) or dtype.kind != "i" or size != n * dtype.itemsize:
        raise ValueError(f"not {n} whole numbers")
    file.seek(0)


def drop(folder: Path, text: str) -> None:
    """Remove the file of a board, if it has one."""
    found = _FILE.fullmatch(text)
    if found and not (folder / "boards").is_symlink():
        (folder / found[1]).unlink(missing_ok=True)


def copy(source: Path, target: Path, text: str | None, cell: int, n: int) -> str | None:
    """Copy the file of a board, if it has one, for ``cell`` of another folder; what to say of it.

    Raises ``FileNotFoundError`` where it is gone, or is no board of ``n`` queens.
    """
    told = of_cell(text, cell)
    if told and (found := _FILE.fullmatch(text or "")):
        with _opened(source, found[1], n) as file:
            (target / "boards").mkdir(exist_ok=True)
            with (target / told.partition(" ")[0]).open("wb") as written:
                shutil.copyfileobj(file, written)
    return told


def of_cell(text: str | None, cell: int) -> str | None:
    """Return what to say of a board where its run is one of another ``cell``."""
    return _FILE.sub(rf"boards/{cell}-\2 sha256:\3", text) if text else text


def content(text: str | None) -> str | None:
    """Return what is the same for the same board, wherever it is kept."""
    found = _FILE.fullmatch(text or "")
    return found[3] if found else text


def _hash(queens: np.ndarray) -> str:
    # A view of the bytes: a copy of a hundred million queens would be 400 MB.
    return sha256(np.ascontiguousarray(queens).view(np.uint8).data).hexdigest()
