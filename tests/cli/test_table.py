"""What ``run`` shows at its end: a table, on terminals of several widths, and the next command."""

import io
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest
from rich.console import Console

from metaqueens import compare, load
from metaqueens.analysis.summary import Summary
from metaqueens.cli.experiment.following import Followed, advise, print_table
from metaqueens.cli.terminal import consoles, table
from metaqueens.experiment.results.tallies import Tally
from metaqueens.metrics import METRICS
from metaqueens.report.tables import tabulate_comparison
from tests.analysis.made import frame

NAME, PROBLEM = "simulated_annealing", "n=50 permutation"
FIGURES = {"ert": 24866.0, "median": 19704.0, "median_time": 0.0671}
COUNTS = {"failed": 0, "validated": 30, "checked": 0, "rejected": 0, "existence": None}
CELL = {
    "problem": "n=50", "encoding": "permutation", "algorithm": NAME, "runs": 30, "solved": 30,
    "success_low": 0.886, "success_high": 1.0, "best_fitness": 1.0, "deterministic": False,
    **FIGURES, **COUNTS,
}  # fmt: skip


@pytest.fixture
def terminal(monkeypatch):
    def of(width: int) -> Console:
        monkeypatch.setenv("COLUMNS", str(width))
        out = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
        monkeypatch.setattr(consoles, "console", lambda: out)
        return out

    return of


@pytest.mark.parametrize(
    ("width", "there", "gone"),
    [
        (80, ["88 - 100 %", "24,866", "30 validated"], ["19,704", "67.1 ms"]),
        (92, ["88 - 100 %", "24,866", "67.1 ms", "fitness", "30 validated"], ["19,704"]),
        (120, ["88 - 100 %", "24,866", "19,704", "67.1 ms", "fitness", "30 validated"], []),
    ],
)
def test_a_row_is_one_line_and_a_narrow_terminal_goes_without_columns(terminal, width, there, gone):
    out = terminal(width)
    print_table([CELL])
    text = out.file.getvalue()
    row = next(line for line in text.splitlines() if NAME in line)
    assert PROBLEM in row
    assert all(word in text for word in there)
    assert not any(word in text for word in gone)
    assert max(len(line) for line in text.splitlines()) <= width


def test_failed_runs_are_beside_those_that_solved_or_did_not_and_one_run_is_explained(terminal):
    out = terminal(120)
    one_run = CELL | {"algorithm": "a [/b]", "deterministic": True}
    print_table([CELL | {"failed": 2, "runs": 28, "solved": 28}, one_run])
    row = next(line for line in out.file.getvalue().splitlines() if NAME in line)
    assert " 28/28 " in row
    assert "2 failed" in row
    assert "every repetition of a [/b] is the same run" in out.file.getvalue()


def test_the_next_command_is_of_failures_first_then_of_rejections_and_several():
    def told(*algorithms, failed=0, rejected=0):
        summary = Summary(pd.DataFrame(), [{"algorithm": name} for name in algorithms], [])
        asked = Tally(9, 9, failed, rejected, None, None, None)
        found = Followed(summary, asked, earlier={}, errors=[], ran=True)
        return advise(Path("results/small"), found, load("ga_n50"))

    assert told("mc", failed=1, rejected=1).endswith("the same command does them again")
    assert told("mc", rejected=1).startswith("validate results/small ")
    assert told("mc", "ga").startswith("compare results/small ")
    assert told("mc").startswith("show results/small ")


@pytest.mark.parametrize("width", [80, 100, 200])
def test_only_columns_that_are_shown_are_explained(terminal, monkeypatch, width):
    """Of ``run`` and of ``compare``."""
    out = terminal(width)
    costs = {f"simulated_annealing {k}": range(123_456, 123_465) for k in range(3)}
    runs = [frame(costs, 1e9, problem=problem) for problem in ("n=8", "n=100")]
    print_table([CELL])
    table.plain("a.", tabulate_comparison(compare(*runs)), [])
    parts = out.file.getvalue().split("The best algorithm against")[0].split("algorithm")
    for before, shown in pairwise(parts):
        head = " ".join(before.splitlines()[-5:]) + shown.split("\u2500")[0]
        for metric in METRICS.values():
            explained = f"{metric.title}: {metric.meaning}"[:40] in shown
            there = all(word in head for word in metric.title.split())
            assert explained <= there
