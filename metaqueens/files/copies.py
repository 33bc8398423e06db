"""Copies of files."""

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from metaqueens.files.writing import replacing
from metaqueens.text.errors import UserError


def keep(root: Path, files: Mapping[str, Path]) -> None:
    """Copy ``files``, by their relative names, into ``root``, in place of earlier copies."""
    for name in sorted(files):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.parent.resolve().is_relative_to(root.resolve()):
            raise UserError(f"{path.parent}: a link, and nothing is written through one; remove it")
        with replacing(path) as part:
            shutil.copy(files[name], part)


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
