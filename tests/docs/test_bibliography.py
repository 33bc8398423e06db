"""docs/references.bib has every paper that the package refers to."""

import ast
import re
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
    assert len(found) > 80
    missing = sorted(text for text in found if papers.key(text) not in ENTRIES)
    assert missing == []


def test_an_entry_has_the_year_of_its_key_and_an_author():
    for key, fields in ENTRIES.items():
        assert f"year={{{key[-4:]}}}" in fields
        assert re.search(r"\b(author|editor)=\{\w", fields)
        assert "title={" in fields


@pytest.mark.parametrize("use", CONTESTANTS)
def test_an_algorithm_cites_a_paper_of_the_bibliography(use):
    assert papers.of(use)
    assert {papers.key(text) for text in papers.of(use)} <= set(ENTRIES)
