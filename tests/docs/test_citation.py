"""CITATION.cff is what the Citation File Format 1.2.0 asks for, and says what is true."""

from pathlib import Path

import yaml

import metaqueens

ROOT = Path(__file__).parents[2]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))


def test_it_has_what_the_format_requires():
    assert CITATION["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= set(CITATION)
    assert all({"name", "family-names"} & set(author) for author in CITATION["authors"])


def test_it_is_of_this_version_and_licence():
    assert CITATION["version"] == metaqueens.__version__
    assert CITATION["license"] in (ROOT / "LICENSE").read_text(encoding="utf-8").split("\n")[0]
    assert CITATION["authors"][0]["name"] in (ROOT / "LICENSE").read_text(encoding="utf-8")
