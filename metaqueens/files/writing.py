"""Write files completely or not at all."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

from metaqueens.text.errors import UserError

# The name of a temporary file of ``replacing``.
_UNFINISHED = re.compile(r"\.(.+)\.[0-9a-f]{16}\.part(.*)", re.DOTALL)


def user_cache() -> Path:
    """Return our folder among the caches of this user."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "metaqueens"


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path to write to, which replaces ``path`` at the end.

    Until then ``path`` stays as it was: after a kill, on a full disk, with other writers. A link or
    a pipe at ``path`` is replaced itself, so that the author of a folder does not choose another
    place. Raises ``OSError`` that names ``path``.
    """
    # Such as /dev/stdout, a link.
    if path.absolute().parts[1:2] in (("dev",), ("proc",)):
        yield path
        return
    # Libraries choose the format by the suffix. The stem is cut because of NAME_MAX.
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
    """Remove temporary files of killed writers, except those of the file ``but``.

    The caller holds a lock, so that there is no other writer.
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
