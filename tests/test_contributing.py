"""CONTRIBUTING.md and the pages of decisions name the rooms and files that there are."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "metaqueens"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
TEXT = CONTRIBUTING.read_text(encoding="utf-8")
DECISIONS = sorted((ROOT / "docs" / "explanation" / "decisions").glob("*.md"))
# A path, maybe with a placeholder in capitals for what is new.
PATH = re.compile(r"`([\w./]+(?:/|\.py|\.md|\.sh|\.toml|\.lock|\.json))`")


@pytest.mark.parametrize("page", [CONTRIBUTING, *DECISIONS], ids=lambda page: page.name)
def test_every_path_is_there(page):
    for path in PATH.findall(page.read_text(encoding="utf-8")):
        known = path.rpartition("/")[0] if re.search(r"\bNAME\b", path) else path
        known = known.partition("/ROOM")[0]
        assert (ROOT / known).exists() or (PACKAGE / known).exists(), path


def test_the_picture_has_every_room_of_the_package():
    rooms = [path.name for path in PACKAGE.iterdir() if path.joinpath("__init__.py").is_file()]
    assert re.findall(r"^  (\w+)/ +\S", TEXT, re.MULTILINE) == sorted(rooms)


def test_the_layers_are_those_that_are_checked():
    assert layers(r"^cli -> .*?(?=^```)", "->", TEXT) == layers(
        r"(?<=^layers = \[).*?(?=^\])", ",", (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    )


def layers(pattern, between, text):
    """The rooms of each layer, from the first such list of ``text``."""
    listed = re.search(pattern, text, re.MULTILINE | re.DOTALL)[0].replace("metaqueens.", "")
    rooms = [sorted(re.findall(r"\w+", layer)) for layer in listed.split(between)]
    return [layer for layer in rooms if layer]


def test_it_is_read_in_one_sitting():
    assert len(TEXT.splitlines()) <= 200


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")), ids=lambda path: path.name)
def test_links_of_the_pages_at_the_top_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        assert ":" in target or (ROOT / target).exists(), target
