"""Copies of files."""

import shutil
from collections.abc import Mapping
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
