"""docs/reference/csv.md is about the CSV files that commands write: real files are compared."""

import csv
import io
import os
import re
from contextlib import chdir
from pathlib import Path

import pytest

from metaqueens.analysis.data import runs, tidy
from metaqueens.analysis.summary import summarise
from metaqueens.metrics import METRICS

from . import CONFIG, call, done, query

ROOT = Path(__file__).parents[2]
DOC = (ROOT / "docs/reference/csv.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", DOC, re.MULTILINE | re.DOTALL))
# Of each file: its columns as (name, type, unit, meaning, when it is empty).
COLUMNS = {
    name.strip("`"): re.findall(r"^\| `(.+?)` \| (.*?) \| (.*?) ?\| (.*?) ?\| (.+) \|$", text, re.M)
    for name, text in SECTIONS.items()
    if name.startswith("`")
}
TYPES = {
    "text": r"(?s).+",
    "integer": r"\d+",
    "number": r"\d+(\.\d+)?(e-?\d+)?|inf|nan",
    "boolean": "True|False",
}
# Runs that solve; runs that do not, of which some are made to fail; a board without a solution.
FEW = CONFIG.replace("20_000}", "10, seconds: 60}")
NONE = CONFIG.replace("n: 8", "n: 3").replace("evaluations: 20_000", "stagnation: 50")


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    folder = tmp_path_factory.mktemp("csv")
    with chdir(folder):
        for name, text in {"small": CONFIG, "few": FEW, "none": NONE}.items():
            Path(f"{name}.yaml").write_text(text.replace("small", name))
            done("run", f"{name}.yaml", "-j", "1")
        names = "reason cost fitness evaluations steps found_at seconds cpu_seconds verdict board"
        nothing = "".join(f", {name} = NULL" for name in names.split())
        failed = f"UPDATE runs SET status = 'failed', error = 'x'{nothing} WHERE cell = 2"
        query(folder / "results/few", failed)
        summarise(folder / "results/few", folder / "results/few/summary.csv")
        for name in ("small", "few", "none"):
            done("export", f"results/{name}", "--traces", "-o", f"{name}.csv")
        if hasattr(os, "memfd_create"):  # programs are for Linux
            Path("dies.py").write_text("#!/usr/bin/env python3\nraise SystemExit(1)\n")
            words = "dies.py tabu_search --by evaluations --budget 3000 --boards 1 --seed 1"
            assert call("league", *words.split(), "-o", "league").code == 3
    return folder


def written(here, name):
    """The files of this kind."""
    if name == "league.csv" and not (here / "league").exists():
        pytest.skip("programs are for Linux")
    exported = {"RESULTS.csv": ".csv", "RESULTS.traces.csv": ".traces.csv"}
    if name in exported:
        return [here / f"{one}{exported[name]}" for one in ("small", "few", "none")]
    return [*here.rglob(name)]


@pytest.mark.parametrize("name", COLUMNS)
def test_columns_bytes_and_types_are_as_it_is_said_and_so_is_what_may_be_empty(here, name):
    files, empty = written(here, name), set()
    assert files
    for path in files:
        content = path.read_bytes()
        assert not content.startswith(b"\xef\xbb\xbf")
        assert content.endswith(b"\n")
        assert b"\r" not in content
        head, *rows = csv.reader(io.StringIO(content.decode("utf-8"), newline=""))
        assert head == [column for column, *_ in COLUMNS[name]], path
        for row in rows:
            for (column, kind, *_), value in zip(COLUMNS[name], row, strict=True):
                assert not value or re.fullmatch(TYPES[kind], value), (path, column, value)
                empty |= set() if value else {column}
    assert empty == {column for column, *_, when in COLUMNS[name] if when != "never"}


def test_a_unit_stands_where_there_is_one_and_a_metric_is_told_as_everywhere():
    for name, columns in COLUMNS.items():
        for column, kind, unit, meaning, _ in columns:
            assert not (unit and kind in ("text", "boolean")), (name, column)
            if name == "summary.csv" and column in METRICS:
                assert (unit, meaning) == (METRICS[column].unit, METRICS[column].meaning)


def test_every_file_has_a_row_and_a_table_and_no_other_module_writes_one():
    files = re.findall(r"^\| `(\S+\.csv)` \| `metaqueens", DOC, re.MULTILINE)
    assert files == [*COLUMNS]
    package = ROOT / "metaqueens"
    writers = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if re.search(r"csv\.(Dict)?[wW]riter\(|\.to_csv\(", path.read_text(encoding="utf-8"))
    }
    assert writers == {"analysis/summary.py", "arena/outcome.py", "cli/results/export.py"}


def test_the_columns_that_are_needed_are_those_that_the_reader_needs(here):
    read = SECTIONS["CSV files that commands read"]
    needed = re.findall(r"^\| `(\w+)` \| \w+ \| required", read, re.MULTILINE)
    assert tuple(needed) == tidy.NEEDED
    frame = runs.load_runs(here / "small.csv")
    (here / "semicolons.csv").write_bytes(
        b"\xef\xbb\xbf" + frame[[*needed]].to_csv(sep=";", index=False).encode()
    )
    assert runs.load_runs(here / "semicolons.csv")[needed].equals(frame[needed])


def test_each_format_has_one_page_and_both_the_index_and_the_promise_link_it():
    pages = {"reference/database.md", "json.md", "reference/csv.md", "reference/instances.md"}
    for page in ("docs/index.md", "docs/stability.md"):
        links = re.findall(r"\]\(([\w./-]+\.md)\)", (ROOT / page).read_text(encoding="utf-8"))
        assert all(page in links for page in pages), pages - {*links}
