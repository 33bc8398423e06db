"""The pictures of the README and of the pages show what the program shows today."""

import json
import re
from importlib.metadata import version
from pathlib import Path

import pytest

from docs import screenshots

ROOT = Path(__file__).parents[2]
HARD = ROOT / "docs" / "hard"
PICTURE = re.compile(r"(?:src|srcset)=\"([^\"]+)\"|!\[[^\]]*\]\(([^)]+)\)")
DESCRIPTION = re.compile(r"<dc:description>(.*?)</dc:description>", re.DOTALL)


def test_each_picture_of_a_page_is_made_by_a_command():
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {
        (page.parent / "".join(found)).resolve()
        for page in pages
        if "lecture" not in page.parts
        for found in PICTURE.findall(page.read_text(encoding="utf-8"))
    }
    made = {ROOT / "docs" / name for name in screenshots.PAGES}
    drawn = screenshots.FIGURES, screenshots.GALLERY, HARD
    made |= {path for folder in drawn for path in folder.glob("*.svg")}
    assert shown == made


@pytest.mark.parametrize("name", screenshots.PAGES)
def test_a_picture_is_of_the_page_of_today(name):
    hashes = json.loads(screenshots.HASHES.read_text(encoding="utf-8"))
    remedy = f"out of date: run `python -m docs.screenshots {name}`, and look at it"
    assert screenshots.hash_of(screenshots.PAGES[name]()) == hashes[name], remedy


def test_the_hash_is_of_what_is_seen():
    page = screenshots.film()

    def hash_with(text):
        return screenshots.hash_of(page.replace("</h1>", f" {text}</h1>"))

    assert hash_with("5.3 ms") == hash_with("1,400 ms")
    assert hash_with("5.3") != hash_with("1,400")


def test_the_figures_are_those_that_are_drawn_today(tmp_path):
    """In words with any version of Matplotlib, and to the byte with the one that is locked."""
    drawn = screenshots.draw_figures(tmp_path)
    locked = is_locked()
    for kept in screenshots.FIGURES.glob("*.svg"):
        now, before = (path.read_text(encoding="utf-8") for path in (drawn / kept.name, kept))
        remedy = "out of date: run `python -m docs.screenshots figures`, and look at them"
        assert DESCRIPTION.findall(now) == DESCRIPTION.findall(before), remedy
        assert now == before or not locked, remedy


def is_locked():
    return f"matplotlib=={version('matplotlib')}" in (ROOT / "requirements.lock").read_text()


def test_the_gallery_is_what_its_lines_draw_today(tmp_path):
    """To the byte: boards always, figures with the locked version of Matplotlib."""
    remedy = "out of date: run `python -m docs.screenshots gallery`, and look at it"
    drawn = screenshots.draw_gallery(tmp_path)
    assert {*drawn} == {path.name for path in screenshots.GALLERY.glob("*.svg")}
    for name, text in drawn.items():
        stored = (screenshots.GALLERY / name).read_text(encoding="utf-8")
        assert text == stored or ("Matplotlib" in text and not is_locked()), f"{name} {remedy}"


@pytest.mark.parametrize("path", sorted(HARD.glob("*.svg")), ids=lambda path: path.stem)
def test_a_board_is_drawn_as_today(path, here):
    screenshots.blocks.run(f"metaqueens draw {HARD}/boards.jsonl --id {path.stem} -o it.svg", here)
    assert (here / "it.svg").read_text(encoding="utf-8") == path.read_text(encoding="utf-8")
