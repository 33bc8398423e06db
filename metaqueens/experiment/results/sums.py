"""``SHA256SUMS``: the hash of each file of a results folder, as ``sha256sum -c`` reads it."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from metaqueens.experiment.results.folder import CODE, CONFIG, LISTED
from metaqueens.experiment.results.schema import StoreError
from metaqueens.files import reading
from metaqueens.files.copies import hash_file, list_files
from metaqueens.files.writing import write_text
from metaqueens.text.errors import system_errors, system_text

FILE = "SHA256SUMS"
MAX_BYTES = 2**26


@contextmanager
def renewed(folder: Path) -> Iterator[None]:
    """Inside it the folder has no ``SHA256SUMS``, for its files change; afterwards a new one."""
    (folder / FILE).unlink(missing_ok=True)
    try:
        yield
    except BaseException:
        with suppress(StoreError):
            write(folder)
        raise
    write(folder)


def write(folder: Path) -> None:
    """Write the hash of each file. Raises ``StoreError`` if that is not possible."""
    with system_errors(kind=StoreError):
        names = [path.relative_to(folder).as_posix() for path in _list(folder)]
        _write(folder, {name: hash_file(folder / name) for name in names})


def update(path: Path) -> None:
    """Renew the hash of a file that was written again, if its folder has hashes.

    Raises ``StoreError`` if that is not possible.
    """
    folder = path.parent
    if path.name in LISTED and (known := _read(folder)):
        with system_errors(kind=StoreError):
            _write(folder, known | {path.name: hash_file(path)})


def check(folder: Path) -> tuple[int, dict[str, str]]:
    """Return the number of files with a hash, and what is wrong, by the name of the file."""
    known = _read(folder) or {}
    wrong = {name: said for name, digest in known.items() if (said := _check(folder, name, digest))}
    return len(known), wrong


def _check(folder: Path, name: str, digest: str) -> str | None:
    path = folder / name
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        return "not in this folder"
    try:
        return None if hash_file(path) == digest else f"not the file that {FILE} lists"
    except OSError as error:
        return system_text(error)


def _list(folder: Path) -> Iterator[Path]:
    """Yield the files of a results folder that are ours, but no links."""
    for pattern in LISTED:
        paths = sorted(folder.glob(pattern))
        yield from (path for path in paths if path.is_file() and not path.is_symlink())
    for name in (CODE, CONFIG):
        yield from list_files(folder / name)


def _read(folder: Path) -> dict[str, str] | None:
    """Return the hash of each file; None if there is no ``SHA256SUMS``."""
    try:
        text = reading.content(folder / FILE, MAX_BYTES).decode("utf-8", "replace")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(f"{folder / FILE}: {system_text(error)}") from None
    lines = (re.fullmatch(r"([0-9a-f]{64}) [ *]([^\0]+)", line) for line in text.splitlines())
    return {found[2]: found[1] for found in lines if found}


def _write(folder: Path, sums: dict[str, str]) -> None:
    write_text(folder / FILE, "".join(f"{digest}  {name}\n" for name, digest in sums.items()))
