"""The code blocks of a page, and how they are run: tests do so, and the lecture is made that way.

An HTML comment before a block, which no reader sees, says what else is to be known of it:
``<!-- not run: WHY -->``, ``<!-- run by: TEST -->``, ``<!-- tests add: WORDS -->`` (to the end of
each of its commands), ``<!-- tests give: PATH... -->`` (files of the repository, copied into the
folder in which the page is run) and ``<!-- exit code: NUMBER -->``.
"""

import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from os import environ, pathsep
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt

from metaqueens.cli import run_command

COMMENT = re.compile(r"<!-- (not run|run by|tests add|tests give|exit code): (.*?) -->", re.DOTALL)
# A command of ours or a script, as against words that only a shell understands.
SHELL = re.compile(r"[|;<>&*$]|^(?!metaqueens |python )")


class Command(NamedTuple):
    """A command, and what the page shows of its output; ``...`` stands for anything."""

    words: str
    shown: str


class Said(NamedTuple):
    """What a command came to."""

    code: int
    out: str
    err: str


class Block(NamedTuple):
    """A fenced block: its language, its text, its first line in the page, its comments."""

    language: str
    text: str
    line: int
    comments: dict[str, str]


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a page, in its order; Sphinx's directives are none."""
    before = ""
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type == "fence" and not token.info.startswith("{"):
            comments = {name: " ".join(said.split()) for name, said in COMMENT.findall(before)}
            first, _ = token.map or (0, 0)
            yield Block(token.info.strip(), token.content, first + 1, comments)
        if token.type == "html_block":
            before += token.content
        elif token.nesting >= 0 and token.type != "paragraph_open":
            before = ""


def commands(text: str) -> list[Command]:
    """The commands of the text of a console block."""
    parted = re.split(r"^\w*\$ +(.*)\n", text, flags=re.MULTILINE)
    if parted[0].strip():
        raise ValueError(f"before the first command: {parted[0]}")
    return [Command(*pair) for pair in zip(parted[1::2], parted[2::2], strict=True)]


def run(words: str, folder: Path) -> Said:
    """Run a command in ``folder``; ours in this process, as a shell takes a second to begin."""
    words = re.sub(r"\s+# .*", "", words)
    return _by_shell(words, folder) if SHELL.search(words) else _here(words, folder)


def _here(words: str, folder: Path) -> Said:
    """`metaqueens ...` or `python script.py ...`."""
    program, *arguments = shlex.split(words)
    out, err = StringIO(), StringIO()
    before, code = (sys.argv, sys.path), 0
    with chdir(folder), redirect_stdout(out), redirect_stderr(err):
        try:
            if program == "metaqueens":
                sys.argv = [program, *arguments]
                code = run_command()
            else:
                sys.argv, sys.path = arguments, [str(folder), *sys.path]
                runpy.run_path(arguments[0], run_name="__main__")
        except SystemExit as end:
            code = int(end.code or 0)
        finally:
            sys.argv, sys.path = before
    return Said(code, out.getvalue(), err.getvalue())


def _by_shell(words: str, folder: Path) -> Said:
    ours = {"PATH": pathsep.join([str(Path(sys.executable).parent), environ["PATH"]])}
    done = subprocess.run(
        ["bash", "-c", words], cwd=folder, capture_output=True, text=True, env=environ | ours
    )
    return Said(done.returncode, done.stdout, done.stderr)


def matches(shown: str, out: str) -> bool:
    """Whether that is what the page shows; columns are as wide as their texts, times among them."""
    shown, out = ("\n".join(map(str.rstrip, text.rstrip().split("\n"))) for text in (shown, out))
    pattern = ".*?".join(map(re.escape, shown.split("..."))).replace(r"\ .*?", r"\s.*?")
    pattern = re.sub(r"(?:\\ )+", r"\\ +", pattern)
    return re.fullmatch(pattern, out, re.DOTALL) is not None
