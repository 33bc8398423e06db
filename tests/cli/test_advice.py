"""The next command that a run ends with."""

from pathlib import Path

from metaqueens.analysis.summary import Group, Row
from metaqueens.cli.experiment.summary import advice

SOLVED = Row("solved", 10, 0.1, 1.0, "validated", "solved")


def told(*cells, parts=None):
    groups = [Group(8, "n=8", "rows", name, "n=8", rows) for name, *rows in cells]
    summaries = [group.summary() for group in groups]
    return advice("small", Path("results/small"), summaries, parts)


def test_failures_come_first_then_rejections_parts_and_several_algorithms():
    failed = Row("failed", None, None, None, None, None)
    rejected = Row("solved", 10, 0.1, 1.0, "rejected", "solved")
    assert told(("mc", failed, rejected)).endswith("the same command does them again")
    assert told(("mc", rejected)).startswith("validate results/small ")
    part = told(("mc", SOLVED), parts=3)
    assert part.startswith("merge results/small.shard-*-of-3 -o results/small ")
    assert told(("mc", SOLVED), ("ga", SOLVED)).startswith("compare results/small ")
    assert told(("mc", SOLVED)).startswith("show results/small ")
