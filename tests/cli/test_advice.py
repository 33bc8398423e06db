"""The next command that a run ends with."""

from pathlib import Path

from metaqueens.analysis.summary import Group, Row
from metaqueens.cli.experiment.summary import advice
from metaqueens.config import parse

from . import CONFIG

SOLVED = Row("solved", 10, 0.1, 1.0, "validated", "solved")


def unsolved(reason):
    return Row("unsolved", 10, 0.1, 0.9, "checked", reason)


def summary(name, existence, rows):
    return Group(8, "n=8", "rows", name, "n=8", rows, existence).summary()


def told(*cells, existence=None):
    summaries = [summary(name, existence, rows) for name, *rows in cells]
    return advice(parse(CONFIG), ["small.yaml"], Path("results/small"), False, summaries)


def test_unsolved_runs_are_looked_at_unless_nothing_solves_them():
    cells = ("mc", unsolved("stagnation"))
    assert told(cells).startswith("show results/small ")
    assert "runs=100" in told(cells, existence="proven none")


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


def test_a_key_is_said_once():
    summaries = [summary("mc", None, [SOLVED] * 30)]
    words = ["small.yaml", "runs=30", "problem.n=8"]
    line = advice(parse(CONFIG), words, Path("results/small"), False, summaries)
    assert line.startswith("run small.yaml problem.n=8 runs=100 ")


def test_a_part_names_the_parts_of_its_own_division():
    summaries = [summary("mc", None, [SOLVED])]
    line = advice(parse(CONFIG), ["small.yaml"], Path("results/small"), False, summaries, 3)
    assert line.startswith("merge results/small.shard-*-of-3 -o results/small ")
