"""A folder has one content, whichever command shows it and whatever was asked for last."""

import csv
import json
from contextlib import chdir

import pytest

from metaqueens.report.document import gather, page

from . import CONFIG, call, query

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
            said = call("run", "small.yaml", "-j", "1", *words)
        assert said.code == 0, said.err
    (folder / "last.txt").write_text(said.out)
    return folder


@pytest.fixture
def results(here, monkeypatch):
    monkeypatch.chdir(here)
    return here / "results" / "small"


def parsed(words) -> dict:
    return json.loads(call(*words, "--json").out)


def run_again():
    return {
        (cell["problem"]["n"], cell["algorithm"]): cell["runs"]
        for cell in parsed(["run", "small.yaml", *REQUESTS[-1]])["cells"]
    }


def summary(results):
    with (results / "summary.csv").open(newline="") as file:
        return {(int(row["n"]), row["algorithm"]): int(row["runs"]) for row in csv.DictReader(file)}


def printed(here):
    lines = [line.split() for line in (here / "last.txt").read_text().splitlines()]
    return {
        (int(line[0][2:]), line[2]): int(line[3].partition("/")[2])
        for line in lines if line and line[0].startswith("n=")
    }  # fmt: skip


def compared(results):
    rows = parsed(["compare", results])["table"]
    return {(row["n"], row["algorithm"]): row["runs"] for row in rows}


def shown(results):
    rows = parsed(["show", results])["cells"]
    return {(row["n"], row["algorithm"]): row["runs"] for row in rows}


def watched(results):
    rows = parsed(["watch", results])["cells"]
    return {(int(row["problem"][2:].split()[0]), row["algorithm"]): row["done"] for row in rows}


def exported(results):
    call("export", results, "--to", "csv", "-o", "runs.csv")
    found: dict = {}
    with open("runs.csv", newline="") as file:
        for row in csv.DictReader(file):
            place = int(row["n"]), row["algorithm"]
            found[place] = found.get(place, 0) + 1
    return found


VIEWS = {"summary.csv": summary, "compare": compared, "show": shown, "watch": watched,
         "export": exported}  # fmt: skip


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_has_all_runs(view, results):
    assert VIEWS[view](results) == CONTENT


def test_the_table_of_a_smaller_request_has_all_runs_and_says_so(here, results):
    assert printed(here) == run_again() == CONTENT
    said = (here / "last.txt").read_text()
    assert f"asked for 4 runs; the table is of all {ALL} that are stored\n" in said


def test_the_report_has_all_runs(results):
    report = gather([results])
    assert len(report.runs) == ALL
    assert f"{ALL} runs" in page(report)


FIGURES = ("ert", "median", "median_time")


def test_every_view_has_the_same_figures(results):
    """Also where some runs did not solve: one ERT, one median."""
    query(results, "UPDATE runs SET status = 'unsolved' WHERE repetition % 3 = 1")
    call("run", "small.yaml", *REQUESTS[-1], "-j", "1")
    with (results / "summary.csv").open(newline="") as file:
        written = {
            (int(row["n"]), row["algorithm"]): [float(row[name]) for name in FIGURES]
            for row in csv.DictReader(file)
        }
    table = parsed(["compare", results])["table"]
    assert len(table) == len(written)
    for row in table:
        want = [float("inf") if row[name] is None else row[name] for name in FIGURES]
        assert written[row["n"], row["algorithm"]] == want
    assert any(float("inf") in figures for figures in written.values())
