"""Read files that may be a stranger's: regular files only, up to a size.

A pipe would wait for ever, and a device has no end.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


def open_file(path: str | Path) -> BinaryIO:
    """Open a regular file for reading. Raises ``OSError`` for anything else."""
    path = str(path)
    if "\0" in path:
        raise OSError(errno.EINVAL, "not the name of a file", path)
    # Before the opening, which may act on a device, and after it, if the path has changed.
    require_regular(os.stat(path), path)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags)
    try:
        require_regular(os.fstat(descriptor), path)
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def require_regular(state: os.stat_result, path: str | Path) -> None:
    """Raise ``OSError`` unless ``state`` describes a regular file."""
    if stat.S_ISDIR(state.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(state.st_mode):
        raise OSError(errno.EINVAL, "a pipe or a device; expected a regular file", str(path))


def content(path: str | Path, limit: int) -> bytes:
    """Return the content of a regular file. Raises ``OSError`` for more than ``limit`` bytes."""
    with open_file(path) as file:
        found = file.read(limit + 1)
    if len(found) > limit:
        raise OSError(errno.EFBIG, f"more than {limit:,} bytes", str(path))
    return found
