"""Boards on disk: small ones as JSON in the database, large ones as files beside it, hashed."""

import json
import os
import re
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from metaqueens.files import reading
from metaqueens.files.writing import replacing

IN_DATABASE_UP_TO = 10_000
NOT_KEPT = "not kept"
_FILE = re.compile(r"(boards/\d+-\d+\.npy) sha256:([0-9a-f]{64})")


def write(folder: Path, cell: int, repetition: int, values: np.ndarray) -> str:
    """Keep ``queens``, shape (n,), in the results ``folder``; what the database says of it."""
    if values.size <= IN_DATABASE_UP_TO:
        return json.dumps(values.tolist(), separators=(",", ":"))
    name = f"boards/{cell}-{repetition}.npy"
    (folder / "boards").mkdir(exist_ok=True)
    with replacing(folder / name) as part:
        np.save(part, values, allow_pickle=False)
    return f"{name} sha256:{_hash(values)}"


def read(folder: Path, text: str | None, n: int) -> np.ndarray:
    """Return the board of ``n`` queens of which the database says ``text``.

    An empty one where that is not to be had, or is no list of ``n`` whole numbers.
    """
    with suppress(OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        found = _FILE.fullmatch(text or "")
        if not found:
            return _numbers(json.loads(text or ""), n)
        values = _kept(folder, found[1], n)
        if _hash(values) == found[2]:
            return values
    return np.empty(0, np.int64)


def _numbers(value: Any, n: int) -> np.ndarray:
    whole = isinstance(value, list) and all(type(one) is int for one in value)
    if not whole or len(value) != n or not all(-n <= one <= n for one in value):
        raise ValueError(f"not {n} whole numbers")
    return np.array(value)


def _kept(folder: Path, name: str, n: int) -> np.ndarray:
    """Return the board in a file that is as long as the ``n`` whole numbers it announces."""
    path = folder / name
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        raise OSError("a link that leads elsewhere")
    with reading.opened(path) as file:
        if np.lib.format.read_magic(file) != (1, 0):
            raise ValueError("not written here")
        shape, _, dtype = np.lib.format.read_array_header_1_0(file)
        size = os.fstat(file.fileno()).st_size - file.tell()
        if shape != (n,) or dtype.kind != "i" or size != n * dtype.itemsize:
            raise ValueError(f"not {n} whole numbers")
        file.seek(0)
        return np.lib.format.read_array(file, allow_pickle=False)


def drop(folder: Path, text: str) -> None:
    """Remove the file of a board, if it has one."""
    found = _FILE.fullmatch(text)
    if found and not (folder / "boards").is_symlink():
        (folder / found[1]).unlink(missing_ok=True)


def _hash(values: np.ndarray) -> str:
    # A view of the bytes: a copy of a hundred million queens would be 400 MB.
    return sha256(np.ascontiguousarray(values).view(np.uint8).data).hexdigest()
