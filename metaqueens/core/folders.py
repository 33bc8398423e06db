"""Folders for machine code: one for each state of the sources, so that no old code is used."""

import os
import shutil
import tempfile
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from metaqueens.files.writing import user_cache
from metaqueens.text.errors import UserError

_PACKAGE = Path(__file__).parents[1]
# The number of states of the sources whose machine code is stored, for example of two branches.
MAX_FOLDERS = 3
# The same for the files of users' problems.
MAX_USER_FOLDERS = 10
# The layers from which kernels may inline code: import-linter forbids them all others.
_KERNEL_LAYERS = (
    "core/*.py",
    "problem/*.py",
    "classics/*.py",
    "search/*.py",
    "algorithms/**/*.py",
    "queens/**/*.py",
    "exact/**/*.py",
    "landscape/sampling.py",
)


@cache
def cache_folder() -> Path:
    """Return the folder for machine code: beside the package, in the user's cache, or temporary.

    Numba's own cache watches only the file that holds a kernel, so that it would use code inlined
    from an old version of another file. With one folder per state of the sources it cannot.
    """
    files = sorted(path for layer in _KERNEL_LAYERS for path in _PACKAGE.glob(layer))
    # Outside core only files that hold kernels count: other edits compile nothing again.
    core = _PACKAGE / "core"
    sources = [
        content
        for path in files
        if b"core.jit import" in (content := path.read_bytes()) or path.parent == core
    ]
    name = f"kernels-{sha256(b''.join(sources)).hexdigest()[:12]}"
    for folder in (_PACKAGE / "__pycache__" / name, user_cache() / name):
        try:
            is_new = not folder.exists()
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.R_OK | os.W_OK | os.X_OK):
            if is_new:
                _remove_older(folder.parent)
            return folder
    try:
        return Path(tempfile.mkdtemp(prefix="metaqueens-"))
    except OSError:
        raise UserError(
            f"machine code: neither {_PACKAGE / '__pycache__'} nor {user_cache()} nor a folder for"
            " temporary files can be written; set TMPDIR or XDG_CACHE_HOME to a folder that can"
        ) from None


def folder_for(digest: str) -> Path:
    """Return the folder for machine code of files with this digest; make it if necessary."""
    if not digest:
        return cache_folder()
    folder = cache_folder() / f"user-{digest}"
    if not folder.exists():
        with suppress(OSError):  # Numba warns if nothing can be written
            folder.mkdir(parents=True, exist_ok=True)
        _remove_older(folder.parent, "user-*", MAX_USER_FOLDERS)
    return folder


def _remove_older(parent: Path, pattern: str = "kernels-*", count: int = MAX_FOLDERS) -> None:
    """Remove the machine code of all but the latest states: each takes up to 150 MB."""
    with suppress(OSError):  # another process may be doing the same
        found = sorted(parent.glob(pattern), key=lambda folder: folder.stat().st_mtime_ns)
        for folder in found[:-count]:
            shutil.rmtree(folder, ignore_errors=True)


def digest_of(*names: str) -> str | None:
    """Return the digest of users' files and of the modules of their folders that they import.

    It is "" for files of this package. It is None if there is no such file, as for a function that
    was typed into a notebook: its machine code is not stored, because nothing identifies it.
    """
    files = {Path(name) for name in names if not name.startswith(f"{_PACKAGE}{os.sep}")}
    if not all(file.is_file() for file in files):
        return None
    resolved = [file.resolve() for file in files]
    found = sorted(
        path for file in resolved for path in _follow_imports(file, file.stat().st_mtime_ns)
    )
    content = b"".join(sha256(path.read_bytes()).digest() for path in dict.fromkeys(found))
    return sha256(content).hexdigest()[:12] if files else ""


@cache
def _follow_imports(file: Path, changed: int) -> set[Path]:
    """Return a file and all files of its folder, or below, that it imports, also indirectly."""
    from modulefinder import ModuleFinder

    finder = ModuleFinder([str(file.parent)], excludes=[_PACKAGE.name])
    with suppress(SyntaxError):  # its import fails
        finder.run_script(str(file))
    found = (getattr(module, "__file__", None) for module in finder.modules.values())
    return {file, *(Path(name).resolve() for name in found if name)}
