"""The contestants of a league: files, folders, and names of algorithms.

No file of a contestant is imported here: a Python class is started as a program.
"""

import os
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple

from metaqueens.config.contestant import contestant
from metaqueens.contestants import host
from metaqueens.contestants.registry import CONTESTANTS, full_name
from metaqueens.files import reading
from metaqueens.plugins import code as plugins
from metaqueens.programs.contestant import Program
from metaqueens.programs.process import LINUX_ONLY, find_fault
from metaqueens.search.algorithm import Algorithm
from metaqueens.text.errors import UserError, did_you_mean, did_you_mean_file, system_errors
from metaqueens.text.printable import printable

Kind = Literal["shelf", "class", "python", "program"]
MAX_BYTES = 2**30
LONGEST_NAME = 60
# A line that imports this package.
IMPORT = re.compile(rb"^[ \t]*(?:from|import(?:[ \t].*,)?)[ \t]+metaqueens\b", re.MULTILINE)
NO_PROGRAM = "neither machine code nor a script, whose first line begins with #!"
# A file with a class, and possibly its name.
_IN_FILE = re.compile(r"(.+\.py)(?::(\w+))?")


class Contestant(NamedTuple):
    """A contestant.

    name : its name in tables: its word, or a pseudonym
    given : the word or the file that the user named
    kind : ``shelf`` for a built-in algorithm, which runs in a worker; otherwise the interpreter
    search : the algorithm, or the program
    folder, files : the current folder of a program, and the files that it can read there
    """

    name: str
    given: str
    kind: Kind
    search: Algorithm
    folder: Path = Path()
    files: tuple[Path, ...] = ()

    @property
    def hash(self) -> str:
        """A hash that changes with anything that it runs."""
        hashes = (sha256(reading.content(path, MAX_BYTES)).hexdigest() for path in self.files)
        return sha256(" ".join([repr(self.search), *hashes]).encode()).hexdigest()


def contestants(words: Sequence[str], counted: bool) -> tuple[Contestant, ...]:
    """Return the contestants that ``words`` name: files, names; folders of files.

    ``counted`` programs tell their evaluations. Raises ``UserError`` for an unknown word or a
    repeated name.
    """
    entries = [entry for word in words for entry in _find(word, counted)]
    found = [entry._replace(name=printable(entry.name)[:LONGEST_NAME]) for entry in entries]
    for name in {entry.name for entry in found}:
        same = [entry.given for entry in found if entry.name == name]
        if len(same) > 1:
            others = f"of {', '.join(same)}; rename their files"
            raise UserError(f"{name}: the name of several contestants, {others}")
    return tuple(found)


def _find(word: str, counted: bool) -> Iterator[Contestant]:
    path = Path(word)
    if not path.is_dir():
        yield _parse(word, counted)
        return
    files, others = _read_folder(path)
    if not files:
        names = ", ".join(other.name for other in others) or "none"
        raise UserError(f"{path}: no contestants there, a file each; folders and links: {names}")
    faults = []
    for file in files:
        try:
            yield load(str(file), counted)
        except UserError as error:
            faults.append(str(error))
    if faults:
        raise UserError("\n".join(faults))


def list_left_out(words: Sequence[str]) -> list[str]:
    """Return the names of entries of folders that are no contestants: folders and links."""
    folders = [Path(word) for word in words if Path(word).is_dir()]
    return [path.name for folder in folders for path in _read_folder(folder)[1]]


def _read_folder(folder: Path) -> tuple[list[Path], list[Path]]:
    """Return the files of a folder, and its other entries."""
    entries = [path for path in sorted(folder.iterdir()) if path.name[0] != "."]
    files = [path for path in entries if path.is_file() and not path.is_symlink()]
    return files, [path for path in entries if path not in files]


def _parse(word: str, counted: bool) -> Contestant:
    """Return the contestant of a word: an algorithm, a file, or a class in a file."""
    try:
        # The name of a file may have spaces.
        first, *settings = [word] if Path(word).is_file() else shlex.split(word)
    except ValueError:
        raise UserError(f"{word!r}: expected a file or a name") from None
    use, is_file = full_name(first), Path(first).is_file()
    if use in {*CONTESTANTS} - {"program"} and not is_file:
        return Contestant(word, word, "shelf", contestant(use, settings))
    if not (is_file or _IN_FILE.fullmatch(first)):
        near = [str(file) for file in Path().glob("*.*")]
        hint = did_you_mean_file(first, near) or did_you_mean(first, CONTESTANTS)
        raise UserError(f"{first}: no file or algorithm of this name{hint}")
    if settings:
        raise UserError(f"{word}: a file takes no settings; write a script with the arguments")
    return load(first, counted)


def load(name: str, counted: bool) -> Contestant:
    """Return the contestant of a file, a class or a program, or of FILE.py:Class.

    A class is in a .py for which ``has_class`` is true. Raises ``UserError`` if there is no such
    file, or the system runs no programs.
    """
    in_file = _IN_FILE.fullmatch(name)
    path, kind = Path(in_file[1] if in_file else name), in_file and in_file[2]
    if not path.exists():
        near = did_you_mean_file(path.name, [file.name for file in path.parent.glob("*")])
        hint = near or "" if in_file else "; a solver is a file: mine.py, mine.py:Mine, a program"
        raise UserError(f"{path}: no such file{hint}")
    with system_errors(path):
        reading.require_regular(path.stat(), path)
    if sys.platform != "linux":
        raise UserError(f"{path.name}: {LINUX_ONLY}")
    given, path = str(path), path.absolute()
    name = f"{path.name}:{kind}" if kind else path.name
    is_python = path.suffix == ".py"
    if kind is not None or (is_python and has_class(path)):
        plugins.require_name(path)
        search = host.program(f"{path}:{kind}" if kind else str(path), tells_start=not counted)
        return Contestant(name, given, "class", search, path.parent, (path,))
    if not (is_python or os.access(path, os.X_OK)):
        with system_errors(path), reading.open_file(path) as file:
            is_program = file.read(4).startswith((b"#!", b"\x7fELF"))
        why = f"not executable; chmod +x {shlex.quote(given)}" if is_program else NO_PROGRAM
        raise UserError(f"{given}: {find_fault(path) or why}")
    command = [sys.executable, str(path)] if is_python else [str(path)]
    search = Program(command=[*command, "{n}", "{seed}"], counts=counted)
    kind_of_program: Kind = "python" if is_python else "program"
    return Contestant(name, given, kind_of_program, search, path.parent, (path,))


def has_class(path: Path) -> bool:
    """Tell whether a .py file imports this package and does not begin with ``#!``."""
    with system_errors(path):
        text = reading.content(path, MAX_BYTES)
    return IMPORT.search(text) is not None and not text.startswith(b"#!")
