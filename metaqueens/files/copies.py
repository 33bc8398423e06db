"""Sets of files: each is copied once, into a folder that is named by the hash of its content."""

import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from metaqueens.files import reading
from metaqueens.files.writing import building, write_text

# The file with the name of the latest set.
CURRENT = "current"
# Of all sets of a folder together.
MAX_BYTES = 100_000_000


def keep(root: Path, files: Mapping[str, Path]) -> tuple[str | None, list[str]]:
    """Copy ``files``, by their relative names, into a set in ``root``, unless it is there.

    Returns the name of the set, None if it is empty, and the names that are left out: the largest
    files, if all sets together would have more than ``MAX_BYTES``.
    """
    room, chosen = MAX_BYTES, dict[str, Path]()
    for name in sorted(files, key=lambda name: (files[name].stat().st_size, name)):
        room -= files[name].stat().st_size
        if room >= 0:
            chosen[name] = files[name]
    lines = sorted(f"{_hash(path)}  {name}\n" for name, path in chosen.items())
    key = sha256("".join(lines).encode()).hexdigest()[:16]
    if not (root / key).is_dir():
        if _count_bytes(chosen.values()) > MAX_BYTES - _count_bytes(list_files(root)):
            chosen = {}
        if chosen:
            with building(root / key) as folder:
                for name, path in chosen.items():
                    (folder / name).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(path, folder / name)
    if chosen:
        write_text(root / CURRENT, f"{key}\n")
    return key if chosen else None, [name for name in files if name not in chosen]


def find(root: Path, key: str | None = None) -> Path | None:
    """Return the folder of the set called ``key``, or of the latest set, if any."""
    try:
        key = key or reading.content(root / CURRENT, 100).decode().strip()
    except (OSError, ValueError):
        return None
    folder = root / key
    is_set = re.fullmatch(r"[0-9a-f]{16}", key) and folder.is_dir()
    return folder if is_set and not (root.is_symlink() or folder.is_symlink()) else None


def join(root: Path, other: Path) -> None:
    """Copy the sets in ``root`` into ``other``, the latest set last."""
    keys = [path.name for path in sorted(root.iterdir())] if root.is_dir() else []
    last = find(root)
    for folder in (*(find(root, key) for key in keys if last != root / key), last):
        if folder:
            keep(other, {path.relative_to(folder).as_posix(): path for path in list_files(folder)})


def list_files(folder: Path) -> Iterator[Path]:
    """Yield the regular files in ``folder``, at every depth, but no links and no caches."""
    for home, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for path in (Path(home, name) for name in sorted(names)):
            if path.is_file() and not path.is_symlink():
                yield path


def _hash(path: Path) -> str:
    return sha256(reading.content(path, MAX_BYTES)).hexdigest()


def _count_bytes(paths: Iterable[Path]) -> int:
    return sum(path.stat().st_size for path in paths)
