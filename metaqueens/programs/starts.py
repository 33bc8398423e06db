"""Starting points: a small working program in each of some languages."""

from pathlib import Path
from typing import NamedTuple


class Start(NamedTuple):
    """A file to begin with.

    file : its name, in the folder ``templates``
    build : what makes a program of it; empty for nothing
    command : what runs it
    """

    file: str
    build: str
    command: str


STARTS = {
    "python": Start("nqueens.py", "", "python3 nqueens.py {n} {seed}"),
    "c": Start("nqueens.c", "cc -O2 -o nqueens nqueens.c", "./nqueens {n} {seed}"),
    "java": Start("Nqueens.java", "javac Nqueens.java", "java -XX:+UseSerialGC Nqueens {n} {seed}"),
    "rust": Start("nqueens.rs", "rustc -O nqueens.rs", "./nqueens {n} {seed}"),
}


def text_of(start: Start) -> str:
    """The file's content."""
    return (Path(__file__).with_name("templates") / start.file).read_text(encoding="utf-8")
