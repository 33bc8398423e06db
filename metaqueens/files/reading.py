"""Open untrusted files: regular ones only, read up to a size.

A pipe would wait for ever, a device has no end, and either may stand where a file is expected.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


def opened(path: str | Path) -> BinaryIO:
    """Return the regular file ``path``, to be read. Raises ``OSError`` for anything else."""
    path = str(path)
    if "\0" in path:
        raise OSError(errno.EINVAL, "not the name of a file", path)
    # Before it is opened, which may do something to a device; and after, for it may be another now.
    require_regular(os.stat(path), path)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags)
    try:
        require_regular(os.fstat(descriptor), path)
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def require_regular(found: os.stat_result, path: str | Path) -> None:
    """Raise ``OSError`` unless ``found`` describes a regular file."""
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "a pipe or a device; expected a regular file", str(path))


def content(path: str | Path, most: int) -> bytes:
    """What the regular file ``path`` holds. Raises ``OSError``, also for more than ``most``."""
    with opened(path) as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise OSError(errno.EFBIG, f"more than {most:,} bytes", str(path))
    return found
