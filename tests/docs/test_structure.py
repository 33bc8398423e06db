"""The documentation as files: every page found from the index, none empty, no two alike."""

import re
from collections import Counter
from pathlib import Path

import pytest

from docs import generated

DOCS = Path(__file__).parents[2] / "docs"
INDEX = (DOCS / "index.md").read_text(encoding="utf-8")
# The lecture is built by itself.
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if "lecture" not in page.parts]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)")


def name(page):
    return page.relative_to(DOCS).as_posix()


def test_the_index_links_every_page_once():
    linked = Counter(f"{page}.md" for page in in_menu())
    assert linked == Counter(name(page) for page in PAGES if page.name != "index.md")


def in_menu():
    """The pages that Sphinx is told of."""
    return [
        page
        for _, links in generated.SECTION.findall(INDEX)
        for page in generated.PAGE.findall(links)
    ]


def test_a_link_of_the_index_has_the_title_of_its_page():
    for title, target in re.findall(r"^\* \[(.+)\]\((.+)\)$", INDEX, re.MULTILINE):
        assert f"# {title}" in (DOCS / target).read_text(encoding="utf-8").splitlines(), target


def test_no_two_pages_have_one_name_or_one_title():
    assert max(Counter(page.name for page in PAGES).values()) == 1
    titles = Counter(title(page).lower() for page in PAGES)
    assert max(titles.values()) == 1, titles.most_common(1)


def title(page):
    return re.search(r"^# (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)[1]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_says_something_as_a_file_and_its_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    said = re.sub(r"<!--.*?-->|^```\{.*?^```$|^#[^\n]*$", "", text, flags=re.DOTALL | re.MULTILINE)
    assert len(said.split()) > 10
    for target, heading in LINK.findall(text):
        there = page.parent / target if target else page
        assert there.exists(), target
        assert not heading or heading in headings(there), f"{target}#{heading}"


def headings(page):
    text = page.read_text(encoding="utf-8")
    text += generated.yaml_keys() if page.name == "yaml.md" else ""
    found = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in found]
