"""Store solutions: small ones as JSON in the database, large ones as hashed files beside it."""

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
# Of a file, in bytes.
MAX_HEADER = 10_000
_FILE = re.compile(r"(boards/\d+-\d+\.npy) sha256:([0-9a-f]{64})")


def write(folder: Path, cell: int, repetition: int, values: np.ndarray) -> str:
    """Store ``values``, shape (n,), in a results folder; return the text for the database."""
    if values.size <= IN_DATABASE_UP_TO:
        return json.dumps(values.tolist(), separators=(",", ":"))
    name = f"boards/{cell}-{repetition}.npy"
    (folder / "boards").mkdir(exist_ok=True)
    with replacing(folder / name) as part:
        np.save(part, values, allow_pickle=False)
    return f"{name} sha256:{_hash(values)}"


def read(folder: Path, text: str | None, n: int) -> np.ndarray:
    """Read the solution that the database describes by ``text``.

    The array is empty if the solution is missing or damaged, or is not a list of ``n`` integers.
    """
    with suppress(OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        found = _FILE.fullmatch(text or "")
        values = _load(folder, found[1], n) if found else _parse(json.loads(text or ""), n)
        if not found or _hash(values) == found[2]:
            return values
    return np.empty(0, np.int64)


def _parse(numbers: Any, n: int) -> np.ndarray:
    is_whole = isinstance(numbers, list) and all(type(number) is int for number in numbers)
    if not is_whole or len(numbers) != n or not all(-n <= number <= n for number in numbers):
        raise ValueError(f"not {n} whole numbers")
    return np.array(numbers)


def _load(folder: Path, name: str, n: int) -> np.ndarray:
    path = folder / name
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        raise OSError("a link that leads elsewhere")
    with reading.open_file(path) as file:
        if os.fstat(file.fileno()).st_size > 8 * n + MAX_HEADER:
            raise ValueError(f"too large for {n} whole numbers")
        values = np.lib.format.read_array(file, allow_pickle=False)
    if values.shape != (n,) or values.dtype.kind != "i":
        raise ValueError(f"not {n} whole numbers")
    return values


def drop(folder: Path, text: str) -> None:
    """Remove the file of a solution, if it has one."""
    found = _FILE.fullmatch(text)
    if found and not (folder / "boards").is_symlink():
        (folder / found[1]).unlink(missing_ok=True)


def _hash(values: np.ndarray) -> str:
    # A view of the bytes: a copy of a hundred million queens would be 400 MB.
    return sha256(np.ascontiguousarray(values).view(np.uint8).data).hexdigest()
