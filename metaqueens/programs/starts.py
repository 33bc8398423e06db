"""Starting points: a small working program in each of some languages."""

from pathlib import Path
from shlex import quote
from typing import NamedTuple


class Start(NamedTuple):
    """A file to begin with.

    file : its name, in the folder ``templates``
    build : what makes a program of it; empty for nothing
    command : what runs it

    FILE, PROGRAM and FOLDER stand there for where it is written.
    """

    file: str
    build: str
    command: str

    def written_to(self, path: Path) -> "Start":
        """With the commands for the file at ``path``."""
        program = quote(str(path.with_suffix("")))
        found = self._replace(file=str(path))
        for word, place in {
            "FILE": quote(str(path)),
            "FOLDER": quote(str(path.parent)),
            "./PROGRAM": program if path.is_absolute() else f"./{program}",
            "PROGRAM": program,
        }.items():
            found = found._replace(
                build=found.build.replace(word, place), command=found.command.replace(word, place)
            )
        return found


STARTS = {
    "python": Start("nqueens.py", "", "python3 FILE {n} {seed}"),
    "c": Start("nqueens.c", "cc -O2 -o PROGRAM FILE", "./PROGRAM {n} {seed}"),
    "java": Start(
        "Nqueens.java", "javac FILE", "java -XX:+UseSerialGC -cp FOLDER Nqueens {n} {seed}"
    ),
    "rust": Start("nqueens.rs", "rustc -O -o PROGRAM FILE", "./PROGRAM {n} {seed}"),
}


def text_of(start: Start) -> str:
    """The file's content."""
    return (Path(__file__).with_name("templates") / start.file).read_text(encoding="utf-8")
