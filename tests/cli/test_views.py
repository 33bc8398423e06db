"""A folder has one content, whichever command shows it and whatever was asked for last."""

import json
from collections import Counter
from contextlib import chdir

import pytest

from metaqueens.report.document import gather, page

from . import CONFIG, call, done, query, table_of, told

# What is asked for, in this order; the last request is smaller than what is there.
REQUESTS = (["runs=6"], ["runs=3", "problem.n=6,8"], ["runs=2", "problem.n=5"])
# Runs of each problem and algorithm: all that were ever done.
CONTENT = {
    (n, name): runs for n, runs in ((5, 2), (6, 3), (8, 6)) for name in ("mc", "ga")
}  # fmt: skip
ALL = sum(CONTENT.values())


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    folder = tmp_path_factory.mktemp("views")
    (folder / "small.yaml").write_text(CONFIG)
    for words in REQUESTS:
        with chdir(folder):
            said = done("run", "small.yaml", "-j", "1", *words)
    (folder / "last.txt").write_text(said.out)
    return folder


@pytest.fixture
def results(here, monkeypatch):
    monkeypatch.chdir(here)
    return here / "results" / "small"


def places(rows):
    return {(int(row["n"]), row["algorithm"]): int(row["runs"]) for row in rows}


def test_every_view_has_all_runs(here, results):
    assert places(table_of(results / "summary.csv")) == CONTENT
    assert places(told("compare", results)["table"]) == CONTENT
    assert places(told("show", results)["cells"]) == CONTENT
    call("export", results, "-o", "runs.csv")
    exported = Counter((int(row["n"]), row["algorithm"]) for row in table_of(here / "runs.csv"))
    assert exported == CONTENT


def test_the_table_of_a_smaller_request_has_all_runs_and_says_so(here, results):
    said = (here / "last.txt").read_text()
    lines = [line.split() for line in said.splitlines() if line.startswith("n=")]
    printed = {(int(line[0][2:]), line[2]): int(line[3].partition("/")[2]) for line in lines}
    again = json.loads(call("run", "small.yaml", *REQUESTS[-1], "--json").out)["table"]
    assert printed == places(again) == CONTENT
    assert f"asked for 4 runs; the table is of all {ALL} that are stored\n" in said


def test_the_report_has_all_runs(results):
    report = gather([results])
    assert len(report.runs) == ALL
    assert f"{ALL} runs" in page(report)


FIGURES = ("ert", "median", "median_time")


def test_every_view_has_the_same_figures(results):
    """Also if most runs did not solve: one ERT, one median."""
    query(results, "UPDATE runs SET status = 'unsolved' WHERE repetition % 3 > 0")
    call("run", "small.yaml", *REQUESTS[-1], "-j", "1")
    written = {
        (int(row["n"]), row["algorithm"]): [float(row[name]) for name in FIGURES]
        for row in table_of(results / "summary.csv")
    }
    table = told("compare", results)["table"]
    assert len(table) == len(written)
    for row in table:
        want = [float("inf") if row[name] is None else row[name] for name in FIGURES]
        assert written[row["n"], row["algorithm"]] == want
    assert any(float("inf") in figures for figures in written.values())
