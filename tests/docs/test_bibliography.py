"""docs/references.bib has every paper that the package refers to, no other, and where it is."""

import ast
import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from docs import papers
from metaqueens.contestants.registry import CONTESTANTS

ROOT = Path(__file__).parents[2]
BIB = (ROOT / "docs" / "references.bib").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r"^@\w+\{([\w-]+), (.*)\}$", BIB, re.MULTILINE))
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


def cited() -> set[str]:
    """The references of all docstrings of the package."""
    texts = set()
    for path in (ROOT / "metaqueens").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, DOCUMENTED):
                text = ast.get_docstring(node) or ""
                texts |= {" ".join(said.split()) for _, said in papers.REFERENCE.findall(text)}
    return texts


def test_every_reference_of_a_docstring_has_its_entry():
    found = cited()
    assert len(found) > 60
    missing = sorted(text for text in found if papers.key(text) not in ENTRIES)
    assert missing == []


def fields(entry: str) -> dict[str, str]:
    """The fields of an entry by name; a value may hold braces, one level deep."""
    return dict(re.findall(r"\b(\w+)=\{((?:[^{}]|\{[^{}]*\})*)\}", entry))


FIELDS = {key: fields(entry) for key, entry in ENTRIES.items()}


def plain(text: str) -> str:
    """Letters and digits alone, without accents."""
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return " ".join(re.findall(r"[a-z0-9]+", letters))


def test_an_entry_has_the_year_of_its_key_and_an_author():
    for key, entry in FIELDS.items():
        assert entry["year"] == key[-4:]
        assert entry.get("author") or entry["editor"]
        assert entry["title"]


def test_a_docstring_and_the_bibliography_agree_on_title_and_pages():
    for text in cited():
        entry = FIELDS[papers.key(text)]
        assert plain(entry["title"]) in plain(text)
        if "pages" in entry:
            assert entry["pages"].replace("--", "-") in text, text


def test_an_entry_has_a_doi_or_an_address_or_says_that_none_was_found():
    kinds = Counter()
    for key, entry in FIELDS.items():
        (kind,) = {"doi", "url", "note"} & set(entry)
        kinds[kind] += 1
        assert kind != "note" or entry["note"] == "no DOI found", key
    assert kinds["note"] < len(FIELDS) / 2


def test_a_doi_has_the_form_of_one_and_stands_once():
    """The DOI itself, no address: a prefix that registrants have, and what they gave out."""
    dois = [entry["doi"] for entry in FIELDS.values() if "doi" in entry]
    for doi in dois:
        assert re.fullmatch(r"10\.\d{4,5}/[\w.:/()-]*[\w)]", doi), doi
        assert doi.count("(") == doi.count(")"), doi
    assert len({doi.lower() for doi in dois}) == len(dois)


def test_a_title_stands_once():
    titles = Counter(plain(entry["title"]) for entry in FIELDS.values())
    assert [title for title, number in titles.items() if number > 1] == []


def test_a_doi_with_a_year_in_it_is_of_that_year():
    """Some publishers put it there: a DOI that was copied from a neighbour is found by that."""
    for entry in FIELDS.values():
        year = re.search(r"\.((?:19|20)\d\d)\.", entry.get("doi", ""))
        assert not year or abs(int(year[1]) - int(entry["year"])) <= 1, entry


def test_pages_and_docstrings_name_every_entry():
    places = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "metaqueens").rglob("*.py")]
    texts = [path.read_text(encoding="utf-8") for path in places if path.name != "changelog.md"]
    known = {papers.key(text) for text in cited()}
    for key, entry in FIELDS.items():
        first = re.split(r",| and ", entry.get("author") or entry["editor"])[0]
        said = re.compile(rf"`{key}`|{first}\b(?: et al\.)?[^.]{{0,60}}{entry['year']}")
        assert key in known or any(said.search(text) for text in texts), key


def test_a_page_cites_only_what_is_there():
    for path in (ROOT / "docs").rglob("*.md"):
        for keys in re.findall(r"\{cite:\w+\}`([^`{}]+)`", path.read_text(encoding="utf-8")):
            assert set(keys.split(",")) <= set(ENTRIES), f"{path.name}: {keys}"


@pytest.mark.parametrize("use", CONTESTANTS)
def test_an_algorithm_cites_a_paper_of_the_bibliography(use):
    assert papers.of(use)
    assert {papers.key(text) for text in papers.of(use)} <= set(ENTRIES)
