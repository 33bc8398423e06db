"""CONTRIBUTING.md, its neighbours and the pages of decisions name the files that there are."""

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "metaqueens"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
TEXT = CONTRIBUTING.read_text(encoding="utf-8")
EXPLANATION = ROOT / "docs" / "explanation"
DECISIONS = sorted((EXPLANATION / "decisions").glob("*.md"))
COMMUNITY = [EXPLANATION / f"{name}.md" for name in ("community", "first-issues", "systems")]
# A path, maybe with a placeholder in capitals for what is new.
PATH = re.compile(r"`([\w./]+(?:/|\.(?:bib|cff|json|lock|md|py|sh|toml|yml)))`")


@pytest.mark.parametrize("page", [CONTRIBUTING, *COMMUNITY, *DECISIONS], ids=lambda page: page.name)
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


def test_who_adds_a_rule_is_told_every_file_that_makes_the_tuple_of_rules():
    page = (ROOT / "docs" / "how-to" / "own-rule.md").read_text(encoding="utf-8")
    (recipe,) = re.findall(
        r"^\* \*\*A rule of the board\*\*.*?(?=^\* )", TEXT, re.MULTILINE | re.DOTALL
    )
    files = [*PACKAGE.rglob("*.py"), *(ROOT / "wasm").glob("*.py")]
    makers = [file for file in files if re.search(r"\bRules\(", file.read_text(encoding="utf-8"))]
    assert len(makers) >= 3
    for file in makers:
        path = file.relative_to(ROOT).as_posix()
        assert f"`{path}`" in page
        assert f"`{path.removeprefix('metaqueens/')}`" in recipe


# Something in a room, such as ``core.state``; no file, and no key of a config.
NAMED = re.compile(r"``(\w+)\.(?!yaml\b|html\b|n\b)(\w+)[.\w]*``")


def test_modules_that_docstrings_name_are_there():
    rooms = [path.name for path in PACKAGE.iterdir() if path.joinpath("__init__.py").is_file()]
    names = {
        (room, module)
        for file in PACKAGE.rglob("*.py")
        for room, module in NAMED.findall(file.read_text(encoding="utf-8"))
        if room in rooms
    }
    assert ("core", "state") in names
    for room, name in names:
        package = import_module(f"metaqueens.{room}")
        assert hasattr(package, name) or find_spec(f"metaqueens.{room}.{name}"), f"{room}.{name}"


def test_it_is_read_in_one_sitting():
    assert len(TEXT.splitlines()) <= 200


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")), ids=lambda path: path.name)
def test_links_of_the_pages_at_the_top_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        assert ":" in target or (ROOT / target).exists(), target


def test_what_the_page_of_first_issues_leaves_to_a_stranger_is_still_so():
    """A mended entry leaves the page: its symptom is looked for where that costs nothing."""
    page = (EXPLANATION / "first-issues.md").read_text(encoding="utf-8")
    bibliography = (ROOT / "docs" / "references.bib").read_text(encoding="utf-8")
    elsewhere = (ROOT / "tests" / "test_elsewhere.py").read_text(encoding="utf-8")
    assert ("note={no DOI found}" in page) == ("note={no DOI found}" in bibliography)
    assert ("`limits` on Windows" in page) == ("pytest.mark.xfail" in elsewhere)


def test_each_form_for_issues_is_named_by_the_page_that_says_where_to_ask():
    page = (EXPLANATION / "community.md").read_text(encoding="utf-8")
    forms = (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")
    names = {yaml.safe_load(form.read_text(encoding="utf-8")).get("name") for form in forms}
    assert {name for name in names if name} == set(re.findall(r"the form \*(.+?)\*", page))
