"""The contestants of a league: what a word, or a file in a folder, stands for.

No file of theirs is imported here: a Python class is started as a program, like any other.
"""

import csv
import io
import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple

from metaqueens.config.contestant import contestant
from metaqueens.contestants import host
from metaqueens.contestants.registry import CONTESTANTS, full_name
from metaqueens.files import reading
from metaqueens.programs.contestant import Program
from metaqueens.programs.keeping import LINUX_ONLY
from metaqueens.search.algorithm import Algorithm
from metaqueens.text.errors import UserError, did_you_mean, did_you_mean_file, system_errors
from metaqueens.text.printable import printable

Kind = Literal["shelf", "class", "python", "program"]
MOST_BYTES = 2**30
LONGEST_NAME = 60
# What a program is told beside its standard input where its command names nothing.
ARGUMENTS = ("{n}", "{seed}")


class Contestant(NamedTuple):
    """A contestant.

    Parameters
    ----------
    name
        What tables call it: its own word, or a pseudonym.
    given
        The word that it was given by, or the file.
    kind
        ``shelf``: an algorithm of ours, which runs in a worker of ours; else what starts it.
    search
        The algorithm, or the program.
    folder, files
        Where a program starts, and all that it can read there.
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
        texts = (sha256(reading.content(one, MOST_BYTES)).hexdigest() for one in self.files)
        return " ".join([repr(self.search), *texts])


def contestants(words: Sequence[str], roll: Path | None, counted: bool) -> tuple[Contestant, ...]:
    """Return the contestants that ``words`` name: files, commands, names; folders of files.

    ``roll`` is a CSV file of names: a file's name and what it is called. ``counted``: whether each
    tells its evaluations. Raises ``UserError`` if a word is none, two have one name, or the
    system runs no programs.
    """
    names = _read_roll(roll) if roll else {}
    found = [_named(one, names) for word in words for one in _meant(word, roll, counted)]
    for name in {one.name for one in found}:
        same = [one.given for one in found if one.name == name]
        if len(same) > 1:
            others = f"of {', '.join(same)}; give them other names with --names"
            raise UserError(f"{name}: the name of several contestants, {others}")
    if sys.platform != "linux" and (theirs := [one for one in found if one.kind != "shelf"]):
        raise UserError(f"{theirs[0].name}: {LINUX_ONLY}")
    return tuple(found)


def _named(one: Contestant, names: Mapping[str, str]) -> Contestant:
    files = (path.name for path in one.files)
    name = next((names[file] for file in (one.given, *files) if file in names), one.name)
    return one._replace(name=printable(name)[:LONGEST_NAME])


def _meant(word: str, roll: Path | None, counted: bool) -> Iterator[Contestant]:
    path = Path(word)
    if not path.is_dir():
        yield _one(word, counted)
        return
    files = [one for one in sorted(path.iterdir()) if one.is_file() and not one.is_symlink()]
    mine = [one for one in files if one.name[0] != "." and not (roll and one.samefile(roll))]
    if not mine:
        raise UserError(f"{path}: no contestants there, a file each")
    yield from (_of_file(one, counted) for one in mine)


def _one(word: str, counted: bool) -> Contestant:
    try:
        first, *settings = shlex.split(word)
    except ValueError:
        raise UserError(f"{word!r}: expected a file, a command or a name") from None
    use, path = full_name(first), Path(first)
    if use in {*CONTESTANTS} - {"program"} and not path.is_file():
        return Contestant(word, word, "shelf", contestant(use, settings))
    in_file = re.fullmatch(r"(.+\.py)(?::(\w+))?", first)
    if in_file and not settings:
        return _of_file(Path(in_file[1]), counted, in_file[2])
    if path.is_file() and not settings:
        return _of_file(path, counted)
    if not (path.is_file() or shutil.which(first) or "{" in first):
        near = [str(one) for one in Path().glob("*.*")]
        hint = did_you_mean_file(first, near) or did_you_mean(first, CONTESTANTS)
        raise UserError(f"{first}: no file, algorithm or command of this name{hint}")
    files = tuple(Path(one).absolute() for one in (first, *settings) if Path(one).is_file())
    command = [str(path.absolute()) if path.is_file() else first, *settings]
    search = Program(command=command, counts=counted)
    return Contestant(word, word, _kind(command), search, Path.cwd(), files)


def _of_file(path: Path, counted: bool, kind: str | None = None) -> Contestant:
    """Return the contestant in a file: a class, unless the file begins with ``#!`` or is no .py."""
    if not path.is_file():
        near = did_you_mean_file(path.name, [one.name for one in path.parent.glob("*")])
        raise UserError(f"{path}: no such file{near}")
    given, path = str(path), path.absolute()
    name = f"{path.name}:{kind}" if kind else path.name
    if "{" in str(path):  # it would be taken for what stands for a value
        raise UserError(f"{path}: the name of a contestant's file cannot have braces")
    if path.suffix == ".py" and (kind or not _first_bytes(path).startswith(b"#!")):
        search = host.program(f"{path}:{kind}" if kind else str(path))
        return Contestant(name, given, "class", search, path.parent, (path,))
    command = [sys.executable] * (path.suffix == ".py") + [str(path)]
    search = Program(command=[*command, *ARGUMENTS], counts=counted)
    return Contestant(name, given, _kind(command), search, path.parent, (path,))


def _kind(command: Sequence[str]) -> Kind:
    """Return whether Python is started, so that its start is not the contestant's.

    The name of a file, or its first line, could say so of anything.
    """
    is_python = command[0] == sys.executable or re.fullmatch(r"\{python\}|python[\d.]*", command[0])
    return "python" if is_python else "program"


def _first_bytes(path: Path) -> bytes:
    with system_errors(path), reading.opened(path) as file:
        return file.read(100)


def _read_roll(path: Path) -> dict[str, str]:
    """Return the names in a CSV file: ``file,name`` a line, with or without such a heading."""
    with system_errors(path):
        text = reading.content(path, 2**20).decode("utf-8-sig", "replace")
    try:
        rows = [*csv.reader(io.StringIO(text))]
    except csv.Error as error:
        raise UserError(f"{path}: no CSV: {error}") from None
    found: dict[str, str] = {}
    for number, row in enumerate(rows, start=1):
        if len(row) not in (0, 2):
            raise UserError(f"{path}:{number}: expected a file and a name, got {len(row)} columns")
        if row and row != ["file", "name"]:
            found[row[0].strip()] = row[1].strip()
    return found
