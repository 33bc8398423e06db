"""Copies of files, up to a total size."""

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from metaqueens.files.writing import replacing
from metaqueens.text.errors import UserError

# Of all copies in a folder together.
MAX_BYTES = 100_000_000


def keep(root: Path, files: Mapping[str, Path]) -> list[str]:
    """Copy ``files``, by their relative names, into ``root``, in place of earlier copies.

    Returns the names that are left out: the largest, if all have more than ``MAX_BYTES``.
    """
    room, left_out = MAX_BYTES, []
    for name in sorted(files, key=lambda name: (files[name].stat().st_size, name)):
        room -= files[name].stat().st_size
        if room < 0:
            left_out.append(name)
            continue
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.parent.resolve().is_relative_to(root.resolve()):
            raise UserError(f"{path.parent}: a link, and nothing is written through one; remove it")
        with replacing(path) as part:
            shutil.copy(files[name], part)
    return left_out


def find(root: Path) -> Path | None:
    """Return ``root`` if it is a folder, and not a link."""
    return root if root.is_dir() and not root.is_symlink() else None


def join(root: Path, other: Path) -> None:
    """Copy the copies in ``root`` into ``other``."""
    keep(other, {path.relative_to(root).as_posix(): path for path in list_files(root)})


def list_files(folder: Path) -> Iterator[Path]:
    """Yield the regular files in ``folder``, at every depth, but no links and no caches."""
    for home, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for path in (Path(home, name) for name in sorted(names)):
            if path.is_file() and not path.is_symlink():
                yield path
