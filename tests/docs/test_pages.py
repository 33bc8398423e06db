"""Every block of the README and of the documentation works, and prints what the page shows."""

import json
import os
import re
import sys
import tomllib
from pathlib import Path

import pytest

from docs import blocks, outputs
from docs.lecture import build
from metaqueens import config
from tests.outside import forget_modules_of, none_yet

ROOT = Path(__file__).parents[2]
PAGES = [
    str(path.relative_to(ROOT))
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if path not in build.PARTS  # tests/test_lecture.py
]
BASE = """\
name: base
problem: {n: 8}
algorithms: {mine: {use: tabu_search}}
budget: {evaluations: 1000}
runs: 1
"""
KEY = re.compile(r"^(\w+):", re.MULTILINE)


class Folder(blocks.Page):
    """The folder in which the blocks of one page are run and compared with it."""

    def do(self, page: str, block: blocks.Block) -> None:
        if self.prepare(block):
            getattr(self, block.language)(block, f"{page}:{block.line}")

    def console(self, block: blocks.Block, place: str) -> None:
        expected = int(block.comments.get("exit code", 0))
        for words, shown in blocks.commands(block.text):
            more = block.comments.get("tests add", "")
            words = re.sub(r"(?=\s+# )|$", f" {more}", words, count=1) if more else words
            said = blocks.run(words, self.folder)
            assert said.code == expected, f"{place}: {words}: {said.code}\n{said.out}{said.err}"
            out = blocks.output_of(said)
            assert more or blocks.matches(shown, out), f"{place}: {words}\n{out}"

    def bash(self, block: blocks.Block, place: str) -> None:
        """A script, which blocks of commands run."""
        assert blocks.NAMED.match(block.text), f"{place}: its second line names its file"

    def text(self, block: blocks.Block, place: str) -> None:
        """The output of the block of Python before it."""
        assert blocks.matches(block.text, self.printed), f"{place}\n{self.printed}"

    def yaml(self, block: blocks.Block, where: str) -> None:
        """An experiment, or keys of one, or several lines for one key."""
        keys = KEY.findall(block.text)
        several = len(set(keys)) < len(keys)
        for part in block.text.splitlines() if several else [block.text]:
            others = [
                line
                for line in BASE.splitlines()
                if line.partition(":")[0] not in KEY.findall(part)
            ]
            path = self.folder / "block.yaml"
            path.write_text(part if "extends" in keys else "\n".join([part, *others]))
            assert config.load(path, to_run=False).size, where

    def json(self, block: blocks.Block, where: str) -> None:
        for line in block.text.splitlines():
            assert json.loads(line), where

    def toml(self, block: blocks.Block, where: str) -> None:
        assert tomllib.loads(block.text), where


@pytest.fixture
def folder(tmp_path):
    with none_yet() as patch:
        patch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
        patch.setattr(os, "cpu_count", lambda: 1)  # no worker processes, which begin slowly
        others = tmp_path.parents[1]  # other tests have a mine.py too, in folders they looked in
        patch.setattr(sys, "path", [one for one in sys.path if not one.startswith(str(others))])
        forget_modules_of(others)
        yield Folder(tmp_path)
        forget_modules_of(tmp_path)


@pytest.mark.parametrize("page", [page for page in PAGES if page != "docs/gallery.md"])
def test_a_page_shows_what_happens(page, folder):
    """But the gallery, which tests/docs/test_screenshots.py draws."""
    for block in of(page):
        folder.do(page, block)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.startswith(("README", "docs/tutorials", "docs/how-to"))]
)
def test_no_output_is_left_out(page):
    """Placeholders stand for times and dates; `(12 more rows)` for rows of a long table."""
    lines = [line.strip() for block in of(page) for line in block.text.splitlines()]
    assert "..." not in lines, f"run `python -m docs.outputs {page}`"


def test_an_output_is_compared_with_its_placeholders():
    assert blocks.matches("a  b\n1  ...\nend", "a b\n1 3 ms\nend\n")
    assert not blocks.matches("a  b\n1  ...\nend", "a b\n1 3 ms\n2 4 ms\nend\n")
    assert blocks.matches("a  b\n(2 more rows)\nend", "a b\n1 2\n3 4\nend\n")
    assert not blocks.matches("a  b\n(2 more rows)\nend", "a b\n1 2\nend\n")


def test_an_output_is_written_with_placeholders_and_without_most_rows_of_a_long_table(tmp_path):
    rows = "".join(f"{k}  {k}  12.5 ms\n" for k in range(9))
    out = outputs.format_output(f"k  k  time\n{rows}in {tmp_path}/x, 2 s\n", tmp_path, rows=4)
    assert out.splitlines() == [
        "k  k  time",
        *(f"{k}  {k}      ..." for k in range(3)),
        "(6 more rows)",
        "in x, ...",
    ]
    assert blocks.matches(out, f"k  k  time\n{rows}in x, 2 s\n")


@pytest.mark.parametrize("page", PAGES)
def test_a_query_for_solutions_leaves_rejected_runs_out(page):
    """They have the status and the cost that they claim."""
    for block in of(page):
        if re.search(r"status.{0,3} ==? [\"']solved|min\(cost\)", block.text):
            assert "rejected" in block.text, f"{page}:{block.line}"


def test_a_note_that_a_page_explains_is_one_that_its_commands_print():
    page = "docs/tutorials/researcher.md"
    shown = "".join(block.text for block in of(page) if block.language == "console")
    explained = re.findall(r"^\* \*(.+?)\*:", (ROOT / page).read_text("utf-8"), re.MULTILINE)
    assert explained == ["heavy tail"]
    assert [name for name in explained if f"note: {name}: " not in shown] == []


# Blocks that no test runs as they stand there, by page: each says why, and there shall not be more.
NOT_RUN = {
    "docs/explanation/figures.md": 1,
    "docs/how-to/classroom.md": 3,
    "docs/how-to/cluster.md": 6,
    "docs/how-to/competition.md": 2,
    "docs/how-to/hard-boards.md": 1,
    "docs/how-to/install.md": 2,
    "docs/how-to/solving.md": 1,
    "docs/json.md": 1,
    "docs/how-to/results.md": 1,
    "docs/lecture/README.md": 3,
    "docs/programs.md": 2,
}


def found(name: str) -> dict[str, list[str]]:
    """By page, what comments of that name say."""
    by_page = {
        page: [block.comments[name] for block in of(page) if name in block.comments]
        for page in PAGES
    }
    return {page: said for page, said in by_page.items() if said}


def of(page: str) -> list[blocks.Block]:
    return [*blocks.blocks((ROOT / page).read_text(encoding="utf-8"))]


def test_what_is_not_run_says_why():
    reasons = found("not run")
    assert {page: len(said) for page, said in reasons.items()} == NOT_RUN
    assert all(len(reason.split()) > 1 for said in reasons.values() for reason in said)


def test_what_another_test_runs_names_it():
    for page, names in found("run by").items():
        for name in names:
            assert (ROOT / name).is_file(), f"{page}: {name}"


@pytest.mark.parametrize("page", PAGES)
def test_every_block_has_a_language_that_is_run(page):
    """But drawings, which have none."""
    for block in of(page):
        assert not block.language or hasattr(Folder, block.language), f"{page}:{block.line}"
