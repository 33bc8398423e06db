"""The page of a run under way, and the index of results."""

import os
import re
import sys

import pytest

from metaqueens.experiment import progress
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.store import Store
from metaqueens.report import underway
from tests.patience import until

from ..cli import CONFIG, done


def ran(folder):
    """A folder with two runs of each cell."""
    (folder.parent / "config.yaml").write_text(CONFIG)
    done("run", folder.parent / "config.yaml", "runs=2", "-o", folder, "-j", "1", "-q")
    return folder


def wanted(store):
    return dict.fromkeys((cell.key for cell in queries.cells(store)), 5)


def test_it_says_how_far_the_run_is_and_renews_itself_until_it_is_interrupted(tmp_path):
    folder = ran(tmp_path / "kept")
    with Store.open(folder) as store:
        runs = wanted(store)
        underway.page_of_run(store, runs)
        cells = progress.of(store, runs).cells
    page = (folder / "report.html").read_text()
    assert f"{2 * len(cells)} of {5 * len(cells)} runs" in page
    assert '<meta http-equiv="refresh" content="5">' in page
    assert page.count("<circle") == sum(cell.tally.solved for cell in cells) > 0
    assert "http://" not in page.replace("http://www.w3.org/", "")
    underway.stopped(folder, runs)
    page = (folder / "report.html").read_text()
    assert "Interrupted; the same command goes on with it." in page
    assert "refresh" not in page
    (folder / "report.html").write_text("a finished report, which no interruption touches")
    underway.stopped(folder, {})
    assert (folder / "report.html").read_text().startswith("a finished report")


def test_it_is_there_before_the_first_run_has_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(underway, "FIRST_AFTER", 0)
    folder = ran(tmp_path / "kept")
    with Store.open(folder) as store:
        runs = wanted(store)
    with underway.kept_up(folder, runs):
        until((folder / "report.html").exists)


def test_the_index_has_all_results_the_newest_first_with_their_answers(tmp_path):
    results = tmp_path / "results"
    results.mkdir()
    for name in ("first", "<second>"):
        ran(results / name)
    done("report", results / "first")
    underway.write_index(results / "first")
    row = r"<tr><th scope=\"row\" class=\"name\">(.*?)</th>\s*<td[^>]*>(.*?)</td>"
    (second, _), (first, said) = re.findall(row, (results / "index.html").read_text())
    assert (second, first) == ("&lt;second&gt;", '<a href="first/report.html">first</a>')
    answer = re.search(r'class="lead answer">([^<]*)<', (results / "first/report.html").read_text())
    assert said == answer[1].strip()
    # Only a folder called results gets one.
    underway.write_index((results / "first").rename(tmp_path / "kept"))
    assert not (tmp_path / "index.html").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are any bytes there")
def test_a_folder_whose_name_is_not_utf_8_is_in_the_index_beside_the_others(tmp_path):
    results = tmp_path / "results"
    results.mkdir()
    ran(results / "first").rename(results / os.fsdecode(b"caf\xe9 #1"))
    ran(results / "second")
    (results / os.fsdecode(b"caf\xe9 #1/report.html")).write_text("a page")
    underway.write_index(results / "second")
    page = (results / "index.html").read_text(encoding="utf-8")
    assert '<a href="caf%E9%20%231/report.html">caf\\udce9 #1</a>' in page
    assert "second" in page
