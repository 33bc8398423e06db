"""The folders of machine code: each is of one state of the sources, so no edit leaves old code."""

import ast
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any

from metaqueens.files.writing import user_cache

_PACKAGE = Path(__file__).parents[1]
# States of the sources whose machine code is kept: of two branches, or two versions, and one more.
KEPT = 3
# The same of the files of users' problems.
KEPT_OF_USERS = 10
# The layers that kernels may inline code from: import-linter keeps them from knowing any other.
_KERNEL_LAYERS = (
    "core/*.py",
    "problem/*.py",
    "search/*.py",
    "algorithms/**/*.py",
    "exact/**/*.py",
    "landscape/basins.py",
    "landscape/ground.py",
    "landscape/plateaus.py",
    "landscape/sampling.py",
)


def folder_for(function: Callable[..., Any]) -> Path:
    """Return the folder for the machine code of a function of this package or of a user."""
    digest = digest_of(function)
    return user_folder(digest) if digest else cache_folder()


@cache
def cache_folder() -> Path:
    """Where machine code is kept: beside the package, or in the user's cache, or for this process.

    Numba's own cache watches only the file that holds a kernel, so it would go on serving code
    inlined from an older ``board.py``. One folder per state of the sources makes a stale kernel
    impossible.
    """
    files = sorted(path for layer in _KERNEL_LAYERS for path in _PACKAGE.glob(layer))
    # Of the other layers only files that hold kernels: an edit around them compiles nothing.
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
    return Path(tempfile.mkdtemp(prefix="metaqueens-"))


def user_folder(digest: str) -> Path:
    """Return the folder of the machine code of users' files in one state; make it if necessary."""
    folder = cache_folder() / f"user-{digest}"
    if not folder.exists():
        with suppress(OSError):  # Numba says so if nothing can be kept
            folder.mkdir(parents=True, exist_ok=True)
        _remove_older(folder.parent, "user-*", KEPT_OF_USERS)
    return folder


def _remove_older(parent: Path, pattern: str = "kernels-*", kept: int = KEPT) -> None:
    """Keep the machine code of the latest states of the sources only: each takes up to 150 MB."""
    with suppress(OSError):  # another process may be doing the same
        found = sorted(parent.glob(pattern), key=lambda folder: folder.stat().st_mtime_ns)
        for folder in found[:-kept]:
            shutil.rmtree(folder, ignore_errors=True)


def digest_of(function: Callable[..., Any]) -> str:
    """Return the digest of a user's file and of the modules of its folder that it imports.

    "" for a function of this package. A function without a file, such as one typed into a notebook,
    gets a digest of this process alone, so that its machine code is not found again.
    """
    file = Path(function.__code__.co_filename)
    if file.is_relative_to(_PACKAGE):
        return ""
    return _digest(file) if file.is_file() else _of_this_process()


@cache
def _of_this_process() -> str:
    return token_hex(6)


@cache
def _digest(file: Path) -> str:
    digest = sha256()
    for path in sorted(_files(file.resolve())):
        digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:12]


def _files(file: Path) -> set[Path]:
    """Return a file and all files of its folder, or below, that it imports directly or not."""
    found, waiting = set[Path](), [file]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imported_files(path, file.parent)
    return found


def _imported_files(path: Path, folder: Path) -> Iterator[Path]:
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError):  # its import fails, or never happens
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            if name.partition(".")[0] not in sys.stdlib_module_names:
                for parent in {path.parent, folder}:
                    yield from _module_files(parent, name.strip(".").split("."))


def _module_files(folder: Path, parts: list[str]) -> Iterator[Path]:
    for file in (
        folder.joinpath(*parts).with_suffix(".py"),
        folder.joinpath(*parts, "__init__.py"),
    ):
        if file.is_file():
            yield file
