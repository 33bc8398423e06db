"""Files and folders that are written whole or not at all."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

from metaqueens.text.errors import UserError

# The name of a temporary file of ``replacing``.
_UNFINISHED = re.compile(r"\.(.+)\.[0-9a-f]{16}\.part(.*)", re.DOTALL)


def user_cache() -> Path:
    """Return where this user's programs keep what they can make again; ours have a folder there."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "metaqueens"


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path to write to; it replaces ``path`` at the end.

    ``path`` stays as it was until then, whatever happens: a kill, a full disk, other writers. The
    temporary name is random, so that no two writers share it and no user has it. If ``path`` is a
    link or a pipe, it is replaced itself: whoever made the folder does not choose what is written
    elsewhere. Raises ``OSError`` that names ``path``.
    """
    # Such as /dev/stdout: a link, wherever it leads.
    if path.absolute().parts[1:2] in (("dev",), ("proc",)):
        yield path
        return
    # The ending stays: libraries choose the format by it. The stem is cut for the sake of NAME_MAX.
    part = path.with_name(f".{path.stem[:40]}.{token_hex(8)}.part{path.suffix}")
    try:
        yield part
        os.replace(part, path)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
    finally:
        part.unlink(missing_ok=True)


def remove_unfinished(folder: Path, but: str = "") -> None:
    """Remove the temporary files that killed writers left in ``folder``, ``but`` those of one name.

    Only for the holder of a lock: nobody else may be writing there.
    """
    for path in folder.glob(".*.part*"):
        found = _UNFINISHED.fullmatch(path.name)
        if found and found[1] + found[2] != but:
            path.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write ``text`` to ``path``. Raises as ``replacing``."""
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def require_no_link(path: Path) -> None:
    """Raise ``UserError`` if ``path``, which is written in place, is a link."""
    if path.is_symlink():
        raise UserError(f"{path}: a link, and nothing is written through one; remove it")


@contextmanager
def building(folder: Path) -> Iterator[Path]:
    """An empty folder to fill, which becomes ``folder`` once it is whole.

    ``folder`` must be new or empty. What a kill leaves is removed the next time. Raises ``OSError``
    where nothing can be written, ``UserError`` where another process builds the same folder.
    """
    from filelock import FileLock, Timeout

    target = Path(os.path.realpath(folder))
    part = target.with_name(f".{target.name}.part")
    if part.is_symlink():
        part.unlink()
    part.mkdir(parents=True, exist_ok=True)
    lock = FileLock(part / ".lock")
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise UserError(f"{folder}: another process is writing it; wait for it") from None
    try:
        _empty(part, Path(lock.lock_file).name)
        yield part
        os.unlink(lock.lock_file)
        part.rename(target)
    finally:
        shutil.rmtree(part, ignore_errors=True)
        lock.release()


def _empty(folder: Path, kept: str) -> None:
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != kept:
            path.unlink()
