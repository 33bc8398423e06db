"""CONTRIBUTING.md names the rooms, modules and files that there are."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "metaqueens"
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
# A path, maybe with a placeholder in capitals for what is new.
PATHS = sorted(set(re.findall(r"`([\w./]+(?:/|\.py|\.md|\.sh|\.toml|\.lock|\.json))`", TEXT)))


@pytest.mark.parametrize("path", PATHS)
def test_every_path_is_there(path):
    known = path.rpartition("/")[0] if re.search(r"\bNAME\b", path) else path
    known = known.partition("/ROOM")[0]
    assert (ROOT / known).exists() or (PACKAGE / known).exists()


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")), ids=lambda path: path.name)
def test_links_of_the_pages_at_the_top_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        assert ":" in target or (ROOT / target).exists(), target
