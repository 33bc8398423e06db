"""Runs that fail: counted and said, no verdict where nothing else is there, and exit code 3."""

import json
from itertools import product

import pytest

from metaqueens import config
from metaqueens.tuning import tune
from metaqueens.tuning.costs import FinishedRun, run_cost
from metaqueens.tuning.tables import answer
from metaqueens.tuning.task import task_of
from tests.cli import call, query

CONFIG = """\
name: failing
problem: {n: 8}
algorithms: {it: {use: "tests.tuning.plugins:Failing"}}
budget: {evaluations: 10_000}
validate: null
tune:
  algorithm: it
  max_runs: 150
  train: {problem.n: [8, 9], runs: 3}
  test: {problem.n: [10], runs: 6}
  batch: 4
  space:
    salt: {float: [0.0, 1.0]}
"""
SOME = CONFIG.replace('Failing"', 'Failing", salt: 0.1, fails_from: 0.5')
TEST_ONLY = CONFIG.replace('Failing"', 'Failing", fails_from: 2.0, fails_above: 9')


@pytest.fixture
def here(here):
    for name, text in (("all", CONFIG), ("some", SOME), ("test_only", TEST_ONLY)):
        (here / f"{name}.yaml").write_text(text.replace("name: failing", f"name: {name}"))
    return here


def test_where_every_run_fails_nothing_is_said_of_settings(here):
    said = call("tune", "all.yaml", "-j", "1")
    assert said.code == 3
    assert "runs failed: there is no best setting" in said.out
    assert said.err.endswith(" runs failed: RuntimeError: this one fails\n")
    for word in ("default itself", "what matters", "best.yaml", "unseen"):
        assert word not in said.out
    assert not (here / "results/all/best.yaml").exists()
    kept = json.loads((here / "results/all/tune.json").read_text())
    assert (kept["best"], kept["test_result"]) == (None, None)
    # It stops soon: after the default and a batch, not after all the runs.
    assert kept["failed"] == kept["runs"] == 6 + 4 * 6
    assert answer(kept) == "All 30 runs failed: there is no best setting."
    shown = call("show", "results/all")
    assert (shown.code, "there is no best setting" in shown.out) == (0, True)


def test_settings_that_fail_lose_and_are_counted(here):
    said = call("tune", "some.yaml", "-j", "1")
    assert said.code == 3
    report = json.loads((here / "results/some/tune.json").read_text())
    assert report["best"]["settings"]["salt"] < 0.5
    assert 0 < report["failed"] < report["runs"]
    assert report["errors"] == {"RuntimeError: this one fails": report["failed"]}
    count = f"{report['failed']:,} of {report['runs']:,} runs failed; they count as unsolved"
    assert count in said.out
    assert "RuntimeError: this one fails" in said.err
    # Failed runs are tried again, and what is said stays the same.
    before = (here / "results/some/tune.json").read_bytes()
    assert call("tune", "some.yaml", "-j", "1", "-q").code == 3
    assert (here / "results/some/tune.json").read_bytes() == before


def test_runs_that_were_rejected_have_failed_when_they_are_read_again(here):
    text = SOME.replace("fails_from: 0.5", "fails_from: 2.0")
    (here / "good.yaml").write_text(text.replace("name: failing", "name: good"))
    assert call("tune", "good.yaml", "-j", "1").code == 0
    query(here / "results/good", "UPDATE runs SET verdict = 'rejected'")
    assert call("tune", "good.yaml", "-j", "1").code == 3
    kept = json.loads((here / "results/good/tune.json").read_text())
    assert kept["failed"] == kept["runs"]
    assert kept["errors"] == {"its board is not as it says": kept["runs"]}
    assert kept["best"] is None


def test_a_test_that_fails_gives_no_verdict(here):
    said = call("tune", "test_only.yaml", "-j", "1")
    assert said.code == 3
    assert "Every run on unseen problems (n=10) failed: nothing can be said." in said.out
    report = json.loads((here / "results/test_only/tune.json").read_text())
    assert "nothing can be said" in answer(report)


@pytest.mark.parametrize(
    ("goal", "budget"),
    [
        *product(
            ["par10", "ert", "median_time"],
            ["{evaluations: 10_000}", "{seconds: 5}", "{stagnation: 9_000}"],
        ),
        ("1 - success", "{evaluations: 10_000}"),  # the same of any budget
    ],
)
def test_a_failure_is_never_cheap(tmp_path, goal, budget):
    text = SOME.replace("{evaluations: 10_000}", budget).replace("max_runs: 150", "max_runs: 80")
    report = tune(config.parse(text, [f"tune.minimise={goal}"]), tmp_path / "results")
    assert report["failed"]
    assert report["best"]["settings"]["salt"] < 0.5
    solved = run_cost(goal, FinishedRun(9_000, 4.0, True), task_of(config.parse(text)).train[0])
    for trial in report["trials"]:
        if trial["settings"]["salt"] >= 0.5 and goal != "1 - success":
            assert trial["cost"] > solved
