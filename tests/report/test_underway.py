"""The page of a run under way, and the index of results."""

import re
import time

from metaqueens.experiment import progress
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.store import Store
from metaqueens.report import underway
from tests.patience import PATIENCE

from ..cli import CONFIG, call, done


def ran(folder, runs=2):
    config = folder.parent / "config.yaml"
    config.write_text(CONFIG)
    done("run", config, f"runs={runs}", "-o", folder, "-j", "1", "-q", "--no-report")
    return folder


def wanted(store, runs):
    return dict.fromkeys((cell.key for cell in queries.cells(store)), runs)


def test_it_says_how_far_the_run_is_and_renews_itself(tmp_path):
    folder = ran(tmp_path / "kept")
    with Store.open(folder) as store:
        runs = wanted(store, 5)
        underway.page_of_run(store, runs)
        cells = progress.of(store, runs).cells
    page = (folder / "report.html").read_text()
    assert f"{2 * len(cells)} of {5 * len(cells)} runs" in page
    assert '<meta http-equiv="refresh" content="5">' in page
    assert page.count("<circle") == sum(cell.tally.solved for cell in cells) > 0
    assert "http://" not in page.replace("http://www.w3.org/", "")


def test_where_it_was_interrupted_it_says_so_and_no_longer_renews_itself(tmp_path):
    folder = ran(tmp_path / "kept")
    with Store.open(folder) as store:
        runs = wanted(store, 5)
        underway.page_of_run(store, runs)
    underway.stopped(folder, runs)
    page = (folder / "report.html").read_text()
    assert "Interrupted; the same command goes on with it." in page
    assert "refresh" not in page


def test_a_finished_report_is_not_touched_by_an_interruption(tmp_path):
    folder = ran(tmp_path / "kept")
    (folder / "report.html").write_text("the report")
    underway.stopped(folder, {})
    assert (folder / "report.html").read_text() == "the report"


def test_it_is_there_before_the_first_run_has_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(underway, "FIRST_AFTER", 0)
    folder = ran(tmp_path / "kept")
    with Store.open(folder) as store:
        runs = wanted(store, 5)
    with underway.kept_up(folder, runs):
        begun = time.monotonic()
        while not (folder / "report.html").exists():
            assert time.monotonic() - begun < PATIENCE
            time.sleep(0.01)


def test_the_index_has_all_results_the_newest_first_with_their_answers(tmp_path):
    results = tmp_path / "results"
    results.mkdir()
    for name in ("first", "<second>"):
        ran(results / name)
    assert call("report", results / "first").code == 0
    underway.write_index(results / "first")
    page = (results / "index.html").read_text()
    rows = re.findall(
        r"<tr><th scope=\"row\" class=\"name\">(.*?)</th>\s*<td[^>]*>(.*?)</td>", page
    )
    assert [name for name, _ in rows] == [
        "&lt;second&gt;",
        '<a href="first/report.html">first</a>',
    ]
    answer = re.search(r'class="lead answer">([^<]*)<', (results / "first/report.html").read_text())
    assert rows[1][1] == answer[1].strip()


def test_only_a_folder_called_results_gets_an_index(tmp_path):
    folder = ran(tmp_path / "kept")
    underway.write_index(folder)
    assert not (tmp_path / "index.html").exists()
