"""Starting points: a small working program in each of some languages."""

from pathlib import Path
from shlex import quote
from string import Template
from typing import NamedTuple


class Start(NamedTuple):
    """A file to begin with.

    file : its name, in the folder ``templates``
    build : what makes a program of it; empty for nothing
    command : what runs it

    ``$file``, ``$program`` and ``$folder`` stand for where it is written, ``$run`` for the program
    as a command.
    """

    file: str
    build: str
    command: str

    def written_to(self, path: Path) -> "Start":
        """With the commands for the file at ``path``."""
        program = quote(str(path.with_suffix("")))
        places = {
            "file": quote(str(path)),
            "folder": quote(str(path.parent)),
            "program": program,
            "run": program if path.is_absolute() else f"./{program}",
        }
        build, command = (Template(one).substitute(places) for one in (self.build, self.command))
        return Start(str(path), build, command)


STARTS = {
    "python": Start("nqueens.py", "", "python3 $file {n} {seed}"),
    "c": Start("nqueens.c", "cc -O2 -o $program $file", "$run {n} {seed}"),
    "java": Start(
        "Nqueens.java", "javac $file", "java -XX:+UseSerialGC -cp $folder Nqueens {n} {seed}"
    ),
    "rust": Start("nqueens.rs", "rustc -O -o $program $file", "$run {n} {seed}"),
}


def text_of(start: Start) -> str:
    """The file's content."""
    return (Path(__file__).with_name("templates") / start.file).read_text(encoding="utf-8")
