"""The contestants of a league: files, folders, commands, and names of algorithms.

No file of a contestant is imported here: a Python class is started as a program.
"""

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple

from metaqueens.config.contestant import contestant
from metaqueens.contestants import host
from metaqueens.contestants.registry import CONTESTANTS, full_name
from metaqueens.files import reading
from metaqueens.programs.contestant import Program
from metaqueens.programs.process import LINUX_ONLY
from metaqueens.search.algorithm import Algorithm
from metaqueens.text.errors import UserError, did_you_mean, did_you_mean_file, system_errors
from metaqueens.text.printable import printable

Kind = Literal["shelf", "class", "python", "program"]
MAX_BYTES = 2**30
LONGEST_NAME = 60
PACKAGE = b"metaqueens"
# The arguments of a program whose command names none.
ARGUMENTS = ("{n}", "{seed}")
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
    def content(self) -> str:
        """A text that changes with anything that it runs."""
        hashes = (sha256(reading.content(path, MAX_BYTES)).hexdigest() for path in self.files)
        return " ".join([repr(self.search), *hashes])


def contestants(words: Sequence[str], counted: bool) -> tuple[Contestant, ...]:
    """Return the contestants that ``words`` name: files, commands, names; folders of files.

    ``counted`` programs tell their evaluations. Raises ``UserError`` for an unknown word or a
    repeated name, or if the system runs no programs.
    """
    entries = [entry for word in words for entry in _find(word, counted)]
    found = [entry._replace(name=printable(entry.name)[:LONGEST_NAME]) for entry in entries]
    for name in {entry.name for entry in found}:
        same = [entry.given for entry in found if entry.name == name]
        if len(same) > 1:
            others = f"of {', '.join(same)}; rename their files"
            raise UserError(f"{name}: the name of several contestants, {others}")
    programs = [entry for entry in found if entry.kind != "shelf"]
    if sys.platform != "linux" and programs:
        raise UserError(f"{programs[0].name}: {LINUX_ONLY}")
    return tuple(found)


def _find(word: str, counted: bool) -> Iterator[Contestant]:
    path = Path(word)
    if not path.is_dir():
        yield _parse(word, counted)
        return
    files = [file for file in sorted(path.iterdir()) if file.is_file() and not file.is_symlink()]
    files = [file for file in files if file.name[0] != "."]
    if not files:
        raise UserError(f"{path}: no contestants there, a file each")
    yield from (load_file(file, counted) for file in files)


def _parse(word: str, counted: bool) -> Contestant:
    """Return the contestant of a word: an algorithm, a file, a class in a file, or a command."""
    try:
        first, *settings = shlex.split(word)
    except ValueError:
        raise UserError(f"{word!r}: expected a file, a command or a name") from None
    use, path = full_name(first), Path(first)
    if use in {*CONTESTANTS} - {"program"} and not path.is_file():
        return Contestant(word, word, "shelf", contestant(use, settings))
    if (path.is_file() or _IN_FILE.fullmatch(first)) and not settings:
        return load_named(first, counted)
    if not (path.is_file() or shutil.which(first) or "{" in first):
        near = [str(file) for file in Path().glob("*.*")]
        hint = did_you_mean_file(first, near) or did_you_mean(first, CONTESTANTS)
        raise UserError(f"{first}: no file, algorithm or command of this name{hint}")
    files = tuple(Path(name).absolute() for name in (first, *settings) if Path(name).is_file())
    if path.is_file():
        _require_executable(first)
    command = [str(path.absolute()) if path.is_file() else first, *settings]
    search = Program(command=command, counts=counted)
    return Contestant(word, word, _kind_of(command), search, Path.cwd(), files)


def load_named(name: str, counted: bool) -> Contestant:
    """Return the contestant of a file, or of FILE.py:Class."""
    in_file = _IN_FILE.fullmatch(name)
    return load_file(Path(in_file[1] if in_file else name), counted, in_file and in_file[2])


def load_file(path: Path, counted: bool, kind: str | None = None) -> Contestant:
    """Return the contestant in a file: a class, or a program.

    A class is in a .py that names this package and does not begin with ``#!``.
    """
    if not path.is_file():
        near = did_you_mean_file(path.name, [file.name for file in path.parent.glob("*")])
        raise UserError(f"{path}: no such file{near}")
    given, path = str(path), path.absolute()
    name = f"{path.name}:{kind}" if kind else path.name
    if "{" in str(path):  # it would be taken for a placeholder
        raise UserError(f"{path}: the name of a contestant's file cannot have braces")
    is_script = path.suffix != ".py"
    if not (is_script or kind):
        with system_errors(path), reading.open_file(path) as file:
            text = file.read(MAX_BYTES)
        is_script = text.startswith(b"#!") or PACKAGE not in text
    if not is_script:
        search = host.program(f"{path}:{kind}" if kind else str(path))
        return Contestant(name, given, "class", search, path.parent, (path,))
    if path.suffix != ".py":
        _require_executable(given)
    command = [sys.executable] * (path.suffix == ".py") + [str(path)]
    search = Program(command=[*command, *ARGUMENTS], counts=counted)
    return Contestant(name, given, _kind_of(command), search, path.parent, (path,))


def _require_executable(name: str) -> None:
    """Refuse a program that cannot be started, such as a source of C. Raises ``UserError``."""
    if not os.access(name, os.X_OK):
        hint = f"chmod +x {shlex.quote(name)}, or compile it first (cc -O2 ...)"
        raise UserError(f"{name}: not executable; {hint}")


def _kind_of(command: Sequence[str]) -> Kind:
    """Tell whether Python is started, whose start is not the contestant's, by the command only."""
    is_python = command[0] == sys.executable or re.fullmatch(r"\{python\}|python[\d.]*", command[0])
    return "python" if is_python else "program"
