"""The output of commands in the pages: ``python -m docs.outputs PAGE...`` renews it.

The blocks of a page are run, and the real output of each command and of each block of Python
replaces the one that the page shows. Times, dates and paths of the machine become ``...``, a long
table ends with ``(12 more rows)``, and long sentences are wrapped.
"""

import re
import sys
import textwrap
from pathlib import Path
from socket import gethostname
from tempfile import TemporaryDirectory

from docs import blocks

WIDTH = 110
ROWS = 24
VARYING = re.compile(
    r"\b\d[\d.,]* (?:ns|us|ms|s|min|h)\b|\b\d[\d.]*(?= MB in)"  # a page has times too
    r"|(?<!fitness )\b0\.0\d{5,}\b"
    r"|\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?\b"
    r"|\b[0-9a-f]{40,64}\b"
    r"|(?<=python )3\..*|(?<=metaqueens at )[0-9a-f]{12}.*"
    rf"|(?<!\S){re.escape(gethostname())}(?!\S)|\S.*(?=, (?:Linux|macOS|Windows)-)"
    r"|(?<=, Linux-)\S+"
)


def renew(page: str) -> str:
    """Return a page with the present output of its commands."""
    lines = page.splitlines(keepends=True)
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        runner = blocks.Page(folder)
        renewed = [(block, _renew_block(block, runner)) for block in blocks.blocks(page)]
    for block, text in reversed(renewed):
        lines[block.line : block.line + len(block.text.splitlines())] = [text]
    return "".join(lines)


def _renew_block(block: blocks.Block, runner: blocks.Page) -> str:
    """Run a block; return its text with new output."""
    if not runner.prepare(block):
        return block.text
    rows = int(block.comments.get("rows", ROWS))
    if block.language == "python":
        runner.python(block, f"line {block.line}")
    if block.language == "text":
        return format_output(runner.printed, runner.folder, rows)
    if block.language != "console":
        return block.text
    text = ""
    for words, _ in blocks.commands(block.text):
        outcome = blocks.run(words, runner.folder)
        if outcome.code != int(block.comments.get("exit code", 0)):
            raise RuntimeError(
                f"line {block.line}: {words}: {outcome.code}\n{outcome.out}{outcome.err}"
            )
        text += f"$ {words}\n" + format_output(blocks.output_of(outcome), runner.folder, rows)
    return text


def format_output(out: str, folder: Path, rows: int = ROWS) -> str:
    """Return an output as a page shows it."""
    out = out.replace(f"{folder}/", "").replace(str(blocks.ROOT), "...")
    out = "\n".join(map(_hide_varying, out.rstrip().splitlines()))
    paragraphs = [_shorten(part.splitlines(), rows) for part in out.lstrip("\n").split("\n\n")]
    lines = [line for part in paragraphs for line in (*part, "")]
    wrapped = [textwrap.fill(x, WIDTH) if _is_sentence(x) else x.rstrip() for x in lines]
    return "\n".join(wrapped).rstrip() + "\n" if out else ""


def _hide_varying(line: str) -> str:
    """Replace times, dates and hashes; columns of a table keep their width."""
    is_row = re.search(r"\S  +\S.*  +\S", line)
    return VARYING.sub(lambda found: "...".rjust(len(found[0])) if is_row else "...", line)


def _is_sentence(line: str) -> bool:
    return len(line) > WIDTH and "  " not in line and not line.startswith((" ", "{", "["))


def _shorten(lines: list[str], rows: int) -> list[str]:
    """Leave out rows of a long table; sentences below it stay."""
    end = len(lines)
    while end and "  " not in lines[end - 1]:
        end -= 1
    end = end or len(lines)
    if end <= rows + 2:
        return lines
    return [*lines[:rows], f"({end - rows} more rows)", *lines[end:]]


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        path = Path(argument)
        path.write_text(renew(path.read_text(encoding="utf-8")), encoding="utf-8")
