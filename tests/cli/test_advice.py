"""The next command that a run ends with."""

from pathlib import Path

import pytest

from metaqueens.analysis.summary import Row, summary
from metaqueens.cli.experiment.advice import advice
from metaqueens.config import parse

from . import CONFIG

SOLVED = Row("solved", 10, 0.1, 1.0, "validated", "solved")


def unsolved(reason):
    return Row("unsolved", 10, 0.1, 0.9, "checked", reason)


def told(*cells, budget="budget.evaluations=20_000_000", existence=None):
    summaries = [summary(8, "rows", name, existence, rows) for name, *rows in cells]
    experiment = parse(CONFIG, [budget])
    return advice(experiment, ["small.yaml", budget], Path("results/small"), False, summaries)


@pytest.mark.parametrize(
    ("budget", "reason", "more"),
    [
        ("budget.evaluations=20_000_000", "evaluations", "budget.evaluations=200_000_000"),
        ("budget.evaluations=20", "evaluations", "budget.evaluations=10_000_000"),
        ("budget.seconds=6.0", "seconds", "budget.seconds=60"),
        ("budget.stagnation=500", "stagnation", "budget.stagnation=5_000"),
    ],
)
def test_more_of_what_most_runs_ran_out_of(budget, reason, more):
    line = told(("mc", SOLVED, unsolved(reason), unsolved(reason)), budget=budget)
    assert line.startswith(f"run small.yaml {more}")
    assert "-o results/small_longer   gives every run more" in line


def test_stuck_runs_are_looked_at():
    assert told(("mc", unsolved("stagnation"))).startswith("show results/small ")


def test_failures_come_first_then_rejections():
    failed = Row("failed", None, None, None, None, None)
    rejected = Row("solved", 10, 0.1, 1.0, "rejected", "solved")
    assert told(("mc", failed, rejected)).endswith("does the failed runs again")
    assert told(("mc", rejected)).startswith("validate results/small ")


def test_few_runs_want_more_and_many_a_comparison():
    assert "runs=100" in told(("mc", SOLVED), ("ga", SOLVED))
    assert told(("mc", *[SOLVED] * 30), ("ga", *[SOLVED] * 30)).startswith("compare results/small ")
    assert "runs=100" in told(("mc", *[SOLVED] * 30))
    assert "runs=240" in told(("mc", *[SOLVED] * 120))


def test_where_there_is_no_solution_there_is_a_size_that_has():
    line = told(("mc", unsolved("evaluations")), existence="proven none")
    assert line.startswith("solve 8 ")


def test_a_key_is_said_once():
    summaries = [summary(8, "rows", "mc", None, [SOLVED] * 30)]
    words = ["small.yaml", "runs=30", "problem.n=8"]
    line = advice(parse(CONFIG), words, Path("results/small"), False, summaries)
    assert line.startswith("run small.yaml problem.n=8 runs=100 ")


def test_a_part_names_the_parts_of_its_own_division():
    summaries = [summary(8, "rows", "mc", None, [SOLVED])]
    line = advice(parse(CONFIG), ["small.yaml"], Path("results/small"), False, summaries, 3)
    assert line.startswith("merge results/small.shard-*-of-3 -o results/small ")
