"""A hundred runs in the page are those of ``metaqueens run``, and so is what they come to."""

import json
import random

import numpy as np
import pytest

from metaqueens import Queens, compare
from metaqueens.analysis.estimate.estimates import wilson
from metaqueens.experiment.plan import run_seed
from metaqueens.metrics import statistics
from metaqueens.text.words import shares

from ..cli import call
from .node import by_node, needs_node


def rows(browser):
    """The cells of each search in the table of the page."""
    found = browser.find_all(".hundred tbody tr")
    return [[one.text for one in row.find_elements("css selector", "td")] for row in found]


def compared(table):
    """The same of a comparison."""

    def count(value):
        return f"{value:,.0f}"

    return [
        [
            str(int(row.n)), f"{row.solved}/{row.runs}",
            shares(row.success_low, row.success_high),
            count(row.ert), count(row.median),
        ]
        for row in table.itertuples()
    ]  # fmt: skip


def run_hundred(browser):
    browser.find(".many").click()
    browser.wait_for(lambda: browser.find(".many").text == "run a hundred")


def test_the_file_that_the_page_gives_has_the_same_runs(opened, tmp_path):
    stuck = {"sideways": 0, "restarts": 0}
    rules = {"blocked": [[3, 1], [0, 0]], "excluded": [[2, "falling"]]}
    linear = {"schedule.use": "linear", "schedule.hot": 0.9, "focus": "conflicted"}
    beside = {"search": "simulated_annealing", "parameters": linear}
    browser = opened({"search": "hill_climbing", "n": 8, "seed": 4, "parameters": stuck,
                      "rules": rules, "beside": beside})  # fmt: skip
    browser.run("""
        window.told = 0;
        const Usual = Worker;
        window.Worker = class extends Usual {
          constructor(...given) {
            super(...given);
            this.addEventListener("message", ({data}) => { window.told += "run" in data; });
          }
        };
    """)
    run_hundred(browser)
    assert browser.run("return window.told") == 200
    (tmp_path / "lab.yaml").write_text(browser.find(".yaml").text)
    said = call("run", tmp_path / "lab.yaml", "-j", "1", "-o", tmp_path / "lab")
    assert said.code == 0, said.err
    table = compare(tmp_path / "lab").table.sort_values("algorithm")
    assert rows(browser) == compared(table)
    assert 0 < table.solved.iloc[0] < 100
    curves = browser.find_all(".shares > svg path")
    assert [one.get_attribute("class") for one in curves] == ["of0", "of1"]
    assert browser.violations() == []
    assert browser.faint() == []
    assert browser.complaints() == []


def test_without_a_worker_the_page_does_them_itself(opened, lab, browser):
    opened({"search": "min_conflicts", "n": 20})
    run_hundred(browser)
    bare = lab.with_name("no-worker.html")
    text = lab.read_text()
    assert "worker-src blob:" in text
    bare.write_text(text.replace("worker-src blob:", "worker-src &#39;none&#39;"))
    mine = rows(browser)
    browser.open(bare)
    browser.driver.get("about:blank")
    state = json.dumps({"search": "min_conflicts", "n": 20})
    browser.driver.get(f"{bare.resolve().as_uri()}#{state}")
    browser.wait_for(lambda: browser.find(".lab").is_displayed())
    run_hundred(browser)
    assert rows(browser) == mine
    assert mine[0][:2] == ["20", "100/100"]


def test_they_can_be_stopped(opened):
    # No run of annealing at so high a temperature ends before its budget.
    hot = {"schedule.use": "constant", "schedule.temperature": 1000}
    browser = opened({"search": "simulated_annealing", "n": 200, "parameters": hot})
    browser.find(".many").click()
    assert browser.find(".many").text == "stop"
    browser.find(".many").click()
    browser.wait_for(lambda: browser.find(".many").text == "run a hundred")
    assert len(rows(browser)) <= 1


@needs_node
def test_figures_are_those_of_the_analysis():
    draw, samples = np.random.default_rng(33), []
    for failures in (0, 1, 3, 50, 97, 99, 100):
        for budget, spread in ((100, 0.2), (50_000, 1.0), (10_000_000, 2.0)):
            solved = np.ceil(draw.lognormal(0, spread, 100 - failures) * budget / 50)
            samples.append([np.minimum(solved, budget).tolist(), [budget] * failures])
    found = by_node("""(samples) => samples.map(([solved, unsolved]) => {
        const run = (solved) => (evaluations, k) => ({evaluations, solved, steps: k, found_at: k});
        return figuresOf([...solved.map(run(true)), ...unsolved.map(run(false))]);
    })""", samples)  # fmt: skip
    for (solved, unsolved), one in zip(samples, found, strict=True):
        spent, did = np.array([*solved, *unsolved]), np.arange(100) < len(solved)
        expected = [statistics.ert(spent, did), statistics.median(spent, did)]
        assert [float(one[key]) for key in ("ert", "median")] == pytest.approx(expected, rel=1e-10)
        assert one["success"] == pytest.approx(wilson(len(solved), 100), abs=1e-12)


@needs_node
def test_intervals_are_rounded_outwards_as_in_the_tables_of_a_terminal():
    runs = [[solved, count] for count in (30, 100) for solved in range(count + 1)]
    found = by_node("(runs) => runs.map((run) => percents(wilson(...run)))", runs)
    assert found == [shares(*wilson(*run)) for run in runs]
    assert "9 - 24" in found


@needs_node
def test_copies_of_one_run_count_once():
    run = {"evaluations": 9, "steps": 2, "found_at": 9, "solved": True}
    (found,) = by_node("(runs) => [figuresOf(runs)]", [run] * 100)
    assert found["success"] == pytest.approx(wilson(1, 1))


@needs_node
def test_seeds_are_those_of_an_experiment():
    draw = random.Random(33)
    rules = {
        "torus": True, "placed": [[2, 5]],
        "blocked": [[0, 1], [9, 10], [9, 2]],
        "excluded": [[4, "rising"], [4, "falling"], [1, "rising"]],
    }  # fmt: skip
    bare = {"torus": False, "placed": [], "blocked": [], "excluded": []}
    specs = [
        {"n": draw.randint(11, 1000), "seed": draw.randrange(2**bits), "rules": given}
        for bits in (1, 20, 40, 53)
        for given in (bare, rules)
    ]
    found = by_node("(specs) => Promise.all(specs.map((spec) => seedsOf(spec, 5)))", specs)
    for spec, seeds in zip(specs, found, strict=True):
        problem = Queens(
            spec["n"], torus=True, placed=((2, 5),), blocked=((0, 1), (9, 10), (9, 2)),
            excluded=((4, "rising"), (4, "falling"), (1, "rising")),
        ) if spec["rules"] is rules else Queens(spec["n"])  # fmt: skip
        assert seeds == [run_seed(spec["seed"], problem, k) for k in range(5)]
