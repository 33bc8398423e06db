"""The code blocks of a page, and how to run them; tests, `docs.outputs` and the lecture do.

An HTML comment before a block, which no reader sees, sets its options: ``<!-- not run: WHY -->``,
``<!-- run by: TEST -->``, ``<!-- tests add: WORDS -->`` (to the end of each of its commands, whose
output a test then does not compare), ``<!-- tests give: PATH... -->`` (files of the repository,
copied into the folder in which the page is run), ``<!-- exit code: NUMBER -->`` and
``<!-- rows: NUMBER -->`` (rows of a table that the page shows).
"""

import re
import runpy
import shlex
import shutil
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

ROOT = Path(__file__).resolve().parents[1]
OPTIONS = "not run|run by|tests add|tests give|exit code|rows"
COMMENT = re.compile(rf"<!-- ({OPTIONS}): (.*?) -->", re.DOTALL)
# The name of the file that a block contains, in its first line.
NAMED = re.compile(r"(?:#!.*\n)?# ([\w./-]+\.\w+)\b")
# A line in place of rows of a table.
MORE_ROWS = re.compile(r"\((\d+) more rows\)")
# A command of ours or a script, as against words that only a shell understands.
SHELL = re.compile(r"[|;<>&*$]|^(?!metaqueens |python )")


class Command(NamedTuple):
    """A command, and its output on the page."""

    words: str
    shown: str


class Outcome(NamedTuple):
    """The exit code and the output of a command."""

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
    """Yield the blocks of a page in their order, without Sphinx's directives."""
    before = ""
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type == "fence" and not token.info.startswith("{"):
            comments = {name: " ".join(text.split()) for name, text in COMMENT.findall(before)}
            first, _ = token.map or (0, 0)
            yield Block(token.info.strip(), token.content, first + 1, comments)
        if token.type == "html_block":
            before += token.content
        elif token.nesting >= 0 and token.type != "paragraph_open":
            before = ""


def commands(text: str) -> list[Command]:
    """Return the commands of a console block."""
    parted = re.split(r"^\w*\$ +(.*)\n", text, flags=re.MULTILINE)
    if parted[0].strip():
        raise ValueError(f"before the first command: {parted[0]}")
    return [Command(*pair) for pair in zip(parted[1::2], parted[2::2], strict=True)]


def run(words: str, folder: Path) -> Outcome:
    """Run a command in ``folder``: `metaqueens` and `python` in this process, others in a shell."""
    words = re.sub(r"\s+# .*", "", words)
    return _run_in_shell(words, folder) if SHELL.search(words) else _run_here(words, folder)


def _run_here(words: str, folder: Path) -> Outcome:
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
    return Outcome(code, out.getvalue(), err.getvalue())


def _run_in_shell(words: str, folder: Path) -> Outcome:
    ours = {"PATH": pathsep.join([str(Path(sys.executable).parent), environ["PATH"]])}
    done = subprocess.run(
        ["bash", "-c", words], cwd=folder, capture_output=True, text=True, env=environ | ours
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def output_of(outcome: Outcome) -> str:
    """Return the text that a page shows of a command: its output, or its error if it has none."""
    errors = "".join(
        line for line in outcome.err.splitlines(keepends=True) if not line.startswith("compiling ")
    )
    return outcome.out or errors


def matches(shown: str, out: str) -> bool:
    """Return whether a page shows an output; the amount of space does not count.

    ``...`` stands for any text, and ``(12 more rows)`` for twelve lines.
    """
    parts = MORE_ROWS.split(shown)
    pattern = _pattern(parts[0])
    for number, part in zip(parts[1::2], parts[2::2], strict=True):
        pattern += rf"[^\n\S]*\n(?:[^\n]*\n){{{number}}}\s*{_pattern(part)}"
    return re.fullmatch(rf"\s*{pattern}\s*", out, re.DOTALL) is not None


def _pattern(text: str) -> str:
    """Return a pattern in which ``...`` ends with its line, unless it is a line of its own."""
    text = re.sub(r"^[ ]*\.\.\.[ ]*$", "\0", text, flags=re.MULTILINE)
    words = (r"[^\n]*?".join(map(re.escape, word.split("..."))) for word in text.split())
    return r"\s+".join(words).replace(r"\s+" + "\0" + r"\s+", r"\s+.*?\s*").replace("\0", ".*?")


class Page:
    """The blocks of a page, run one after the other in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, object] = {"__name__": "page"}
        self.printed = ""

    def prepare(self, block: Block) -> bool:
        """Write the files that a block names; return whether the block is to be run."""
        for path in block.comments.get("tests give", "").split():
            shutil.copy(ROOT / path, self.folder)
        if named := NAMED.match(block.text):
            self.folder.joinpath(named[1]).write_text(block.text, encoding="utf-8")
        return bool(block.language) and not {"not run", "run by"} & set(block.comments)

    def python(self, block: Block, place: str) -> None:
        """Run a block of Python, with the names of those before it."""
        out = StringIO()
        with chdir(self.folder), redirect_stdout(out):
            exec(compile(block.text, place, "exec"), self.names)
        self.printed = out.getvalue()
