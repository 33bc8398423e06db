"""``make docs`` makes the pages, without a warning and without a link to the network."""

import re

import pytest

from tests.making import Links, made_by

pytest.importorskip("sphinx")
# One of each kind.
SHOWN = (
    "index",
    "tutorials/student",
    "how-to/hard-boards",
    "reference/cli",
    "reference/parameters",
    "reference/python",
    "explanation/figures",
    "bibliography",
    "search",
)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    return made_by("docs", tmp_path_factory)


def test_nothing_is_loaded_from_a_network(pages):
    found = [*pages.rglob("*.html")]
    assert pages / "index.html" in found
    for page in found:
        for address in Links(page).loaded:
            assert not re.match(r"\w+:|//", address) or address.startswith("data:"), page
    for style in pages.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(https?:)?//|@import", style.read_text("utf-8")), style


def test_every_link_within_the_pages_resolves(pages):
    known = {page: Links(page) for page in pages.rglob("*.html")}
    for page, found in known.items():
        for link in found.all:
            path, _, name = link.partition("#")
            if re.match(r"\w+:", path):
                continue
            target = (page.parent / path.partition("?")[0]).resolve() if path else page
            assert target.is_file(), f"{page}: {link}"
            assert not name or target.suffix != ".html" or name in known[target].names, link


@pytest.mark.parametrize("name", SHOWN)
def test_a_page_can_be_read_in_a_browser(browser, pages, name):
    for width in (400, 1200):
        browser.open(pages / f"{name}.html", width)
        assert browser.complaints() == []
        assert browser.too_wide() <= 0
    assert browser.violations() == []
