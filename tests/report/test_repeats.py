"""The report runs its runs again: all come out the same, and an altered one is named."""

import pytest

from metaqueens.lab.repeats import repeats

from ..cli import done, query, ran

CONFIG = """
problem: {n: 20, torus: true, excluded: [[3, rising]]}
algorithms:
  climbing: {use: hill_climbing, sideways: 5}
  annealing: {use: simulated_annealing, restarts: {use: luby, unit: 500}}
  conflicts: {use: min_conflicts, noise: 0.05, encoding: rows}
  tabu: {use: tabu_search}
  genetic: {use: genetic, engine: compiled, population: 30, selection: {use: roulette}}
  not_here: {use: breakout}
  nor_this: {use: tabu_search, encoding: rows}
budget: {evaluations: 3_000}
runs: 4
"""


@pytest.fixture
def results(tmp_path):
    return ran(tmp_path, CONFIG)


def test_runs_that_the_lab_has_are_listed(results):
    found = {one["algorithm"]: len(one["runs"]) for one in repeats(results)}
    assert found == dict.fromkeys(("climbing", "annealing", "conflicts", "tabu", "genetic"), 4)


def said(browser, page):
    """What a page says of its runs, all of which it runs again."""
    browser.open(page)
    browser.find(".repeat .all").click()
    browser.wait_for(lambda: "came out" in browser.find(".repeated").text)
    return browser.find(".repeated").text


def test_all_come_out_the_same_and_an_altered_one_is_named(browser, results):
    page = results / "report.html"
    done("report", results)
    assert said(browser, page).startswith("20 of 20 runs came out as in the table")
    assert browser.violations() == []
    assert browser.complaints() == []
    query(results, "UPDATE runs SET steps = steps + 1 WHERE repetition = 2"
          " AND cell = (SELECT cell FROM cells WHERE name = 'tabu')")  # fmt: skip
    done("report", results)
    text = said(browser, page)
    assert text.startswith("19 of 20 runs came out as in the table")
    assert "Not so: run 2 of tabu on n=20" in text
    browser.find(".repeat summary").click()
    (row,) = browser.find_all(".repeat tr.bad")
    assert "moves:" in row.text
    assert "in the table" in row.text


def test_a_film_is_run_again_too(browser, tmp_path):
    film = tmp_path / "film.html"
    done("animate", "12", "--against", "tabu_search", "-s", "1", "-o", film)
    assert said(browser, film).startswith("2 of 2 runs came out as in the table")
    assert browser.complaints() == []
