"""CONTRIBUTING.md names the rooms, modules and files that there are."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "metaqueens"
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
HOUSE = dict(re.findall(r"^\| `([\w/]+)/` \| (.*) \|$", TEXT, re.MULTILINE))
# A path, maybe with a placeholder in capitals for what is new.
PATHS = sorted(set(re.findall(r"`([\w./]+(?:/|\.py|\.md|\.sh|\.toml|\.lock|\.json))`", TEXT)))
# Words of YAML, and packages, in the rows of rooms.
NO_MODULES = {"ortools", "matplotlib", "tune", "run"}


def test_every_room_has_its_row():
    rooms = {str(path.parent.relative_to(PACKAGE)) for path in PACKAGE.rglob("*/__init__.py")}
    assert set(HOUSE) == rooms - {"."}


@pytest.mark.parametrize("room", HOUSE)
def test_a_row_names_modules_of_its_room(room):
    here = PACKAGE / room
    for word in set(re.findall(r"`([a-z_]+)`", HOUSE[room])) - NO_MODULES:
        assert (here / f"{word}.py").is_file() or (here / word).is_dir(), word


@pytest.mark.parametrize("path", PATHS)
def test_every_path_is_there(path):
    known = path.rpartition("/")[0] if re.search(r"\bNAME\b", path) else path
    known = known.partition("/ROOM")[0]
    assert (ROOT / known).exists() or (PACKAGE / known).exists()


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")), ids=lambda path: path.name)
def test_links_of_the_pages_at_the_top_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        assert ":" in target or (ROOT / target).exists(), target
