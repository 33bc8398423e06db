"""The paper: the form that the Journal of Open Source Software takes, and numbers that follow.

The tool of the journal is pandoc with filters. What it needs is checked here: keys of the front
matter, sections, citations, the figure. Where pandoc is installed the text goes through it too.
"""

import json
import re
import shutil
import sys
from datetime import datetime
from pathlib import Path

import pytest
import yaml

from tests.docs.test_bibliography import fields
from tests.processes import written_by

ROOT = Path(__file__).parents[1]
PAPER = ROOT / "paper"
TEXT = (PAPER / "paper.md").read_text(encoding="utf-8")
_, FRONT, BODY = re.split(r"^---$", TEXT, maxsplit=2, flags=re.MULTILINE)
MATTER = yaml.safe_load(FRONT)
BIB = (PAPER / "paper.bib").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r"^@\w+\{([\w-]+), (.*)\}$", BIB, re.MULTILINE))
# In the journal's order; it lets authors add others.
REQUIRED = [
    "Summary",
    "Statement of need",
    "State of the field",
    "Software design",
    "Research impact statement",
    "AI usage disclosure",
    "Acknowledgements",
    "References",
]


def test_the_front_matter_has_what_the_journal_asks_for():
    assert {"title", "tags", "authors", "affiliations", "date", "bibliography"} <= set(MATTER)
    assert "`" not in MATTER["title"]
    known = {str(one["index"]) for one in MATTER["affiliations"] if one["name"]}
    for author in MATTER["authors"]:
        assert author["name"]
        assert set(str(author["affiliation"]).split(", ")) <= known
    assert datetime.strptime(MATTER["date"], "%d %B %Y")
    assert (PAPER / MATTER["bibliography"]).is_file()


def test_the_sections_are_there_in_the_order_of_the_journal():
    sections = re.findall(r"^# (.+)$", BODY, re.MULTILINE)
    assert [name for name in sections if name in REQUIRED] == REQUIRED
    assert "Quality control" in sections
    assert sections[-1] == "References"  # the list is put there


def test_it_has_as_many_words_as_the_journal_allows():
    assert 750 <= len(BODY.split()) <= 1750


def test_what_is_cited_is_in_the_bibliography_and_the_other_way_round():
    cited = set(re.findall(r"(?<![\w.])@([a-z][\w-]*)", BODY))
    assert cited == set(ENTRIES)


def test_an_entry_that_the_documentation_has_too_is_the_same():
    ours = (ROOT / "docs/references.bib").read_text(encoding="utf-8").splitlines()
    keys = {line.split("{")[1].split(",")[0]: line for line in ours}
    for line in BIB.splitlines():
        key = line.split("{")[1].split(",")[0]
        assert keys.get(key, line) == line
        assert {"doi", "url", "note"} & set(fields(ENTRIES[key])), key


def test_each_figure_is_there_and_spoken_of():
    figures = re.findall(r"!\[.*\\label\{(.+?)\}\]\((.+?)\)", BODY)
    assert figures
    for label, path in figures:
        assert (PAPER / path).stat().st_size < 300_000
        assert f"\\autoref{{{label}}}" in BODY
    assert len(figures) == BODY.count("![")


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_make_paper_makes_the_figure_and_the_numbers(tmp_path):
    """The target as it stands, in a folder of its own whose set-up is done."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "paper").mkdir()
    shutil.copy(PAPER / "torus.yaml", tmp_path / "paper")
    programs = Path(sys.executable).parent
    written_by("make", "-o", ".venv/ready", "paper", f"BIN={programs}", folder=tmp_path)
    assert (tmp_path / "paper/ecdf_evaluations.png").stat().st_size > 10_000
    words = programs / "metaqueens", "compare", "build/paper", "--json"
    found = json.loads(written_by(*words, folder=tmp_path))
    costs = {row["algorithm"]: row["ert"] for row in found["table"]}
    (pair,) = (one for one in found["tests"] if one["other"] == "tabu")
    said = " ".join(BODY.split())
    assert min(costs, key=costs.get) == pair["better"] == "extremal"
    assert f"{costs['extremal']:,.0f} expected evaluations per solved run" in said
    assert f"tabu search takes {pair['ratio']:.2f} times as many" in said
    assert f"interval from {pair['ratio_low']:.2f} to {pair['ratio_high']:.2f}" in said


@pytest.mark.skipif(not shutil.which("pandoc"), reason="needs pandoc")
def test_pandoc_reads_it_and_knows_every_citation(tmp_path):
    words = "pandoc", "--citeproc", "--fail-if-warnings", "paper.md", "-o", tmp_path / "paper.html"
    written_by(*words, folder=PAPER)
