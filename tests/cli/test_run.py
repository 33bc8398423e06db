"""``metaqueens run``: the table, the files, repeating and extending, and each exit code."""

import json
import os
import re
import sys
from pathlib import Path
from types import ModuleType

import pandas as pd
import pytest

from metaqueens import config
from metaqueens.cli.experiment.following import write_report
from tests.outside import none_yet

from . import call, done, last_line, query, really, rows, table_of, told
from .test_solve import OUTSIDE


def lines_of(table: str) -> dict[str, list[str]]:
    """The rows of a printed table by problem and algorithm."""
    words = [line.split() for line in table.splitlines() if line.startswith("n=")]
    return {f"{line[0]} {line[1]} {line[2]}": line[3:] for line in words}


def without_progress(err):
    """What is said on stderr but for how far it is, which a slow machine says, too."""
    return [
        line for line in err.splitlines() if not line.startswith(("small: running", "compiling "))
    ]


def test_a_run_ends_in_a_table_and_the_next_command(here):
    said = done("run", "small.yaml", "-j", "1")
    assert not without_progress(said.err)
    assert said.out.splitlines()[0].split() == [
        "problem", "algorithm", "solved", "95", "%", "interval", "ERT", "median", "median", "time",
        "best", "fitness", "exact", "check",
    ]  # fmt: skip
    table = lines_of(said.out)
    assert list(table) == ["n=8 rows mc", "n=8 permutation ga"]
    for line in table.values():
        assert line[:5] == ["3/3", "43", "-", "100", "%"]
        assert line[-3:] == ["1", "3", "validated"]
    assert "fewer than 30 runs" in said.out
    assert "results/small: runs.sqlite, summary.csv, experiment.yaml" in said.out
    assert last_line(said.out).startswith("next: metaqueens compare results/small   says which is")


def test_a_run_leaves_its_results(here):
    call("run", "small.yaml", "runs=4", "-j", "1")
    folder = here / "results" / "small"
    assert sorted(os.listdir(folder)) == [
        ".lock", "experiment.yaml", "runs.sqlite", "summary.csv",
    ]  # fmt: skip

    again = config.load(folder / "experiment.yaml")
    given = config.load(here / "small.yaml", ["runs=4"])
    assert again.cells == given.cells
    assert (again.name, again.runs, again.seed) == ("small", 4, 7)

    (found,) = query(folder, "SELECT COUNT(*), SUM(cost), MIN(fitness) FROM runs")
    assert found == (8, 0, 1.0)
    summary = table_of(folder / "summary.csv")
    found = [(row["algorithm"], row["runs"], row["validated"]) for row in summary]
    assert found == [("mc", "4", "4"), ("ga", "4", "4")]


def test_json_is_one_object_with_these_keys(here):
    report = told("run", "small.yaml", "-j", "1")
    assert {key: report[key] for key in report if key not in ("seconds", "table")} == {
        "name": "small", "runs": 6, "solved": 6, "validated": 6, "rejected": 0, "failed": 0,
        "families": [],
    }  # fmt: skip
    assert report["seconds"] > 0
    expected = (("mc", "rows"), ("ga", "permutation"))
    for cell, (algorithm, encoding) in zip(report["table"], expected, strict=True):
        assert (cell["problem"], cell["n"], cell["encoding"]) == ("n=8", 8, encoding)
        assert cell["algorithm"] == algorithm
        assert (type(cell["n"]), type(cell["budget"])) == (int, int)
        assert (cell["runs"], cell["solved"], cell["validated"]) == (3, 3, 3)
        assert cell["success_low"] == pytest.approx(0.4385, abs=1e-4)
        assert cell["success_high"] == 1
        assert cell["best_fitness"] == 1.0
    # ERT and the median by the rows themselves.
    of_ga = "SELECT evaluations FROM results WHERE algorithm = 'ga' ORDER BY evaluations"
    spent = [evaluations for (evaluations,) in query(here / "results" / "small", of_ga)]
    ga = report["table"][1]
    assert (ga["median"], ga["ert"]) == (spent[1], pytest.approx(sum(spent) / 3))
    compared = told("compare", "results/small")["table"]
    for row, other in zip(report["table"], compared, strict=True):
        del row["existence"]  # unknown to a summary if a run solved the problem
        assert row.items() <= other.items()


def test_unsolved_runs_leave_no_figures_of_solved_ones(here):
    for cell in told("run", "small.yaml", "problem.n=3", "-j", "1")["table"]:
        assert (cell["runs"], cell["solved"], cell["validated"]) == (3, 0, 0)
        assert cell["ert"] is cell["median"] is cell["median_time"] is None
        assert cell["best_fitness"] == pytest.approx(2 / 3)


def test_the_rows_do_not_depend_on_the_number_of_processes_and_quiet_prints_nothing(here):
    assert call("run", "small.yaml", "-j", "1", "-o", "one", "--quiet") == (0, "", "")
    assert really("run", "small.yaml", "-j", "2", "-o", "two", folder=here).code == 0
    assert len(rows(here / "one")) > 6
    assert rows(here / "one") == rows(here / "two")


def test_the_rows_do_not_depend_on_what_was_run_before(here):
    call("run", "small.yaml", "-o", "at_once", "-j", "1", "runs=4", "problem.n=5,8")
    for more in (["runs=1"], ["problem.n=5"], ["problem.n=8,5", "runs=4"]):
        call("run", "small.yaml", "-o", "by_and_by", "-j", "1", *more)
    assert rows(here / "at_once") == rows(here / "by_and_by")


def test_running_again_does_only_what_is_missing(here):
    call("run", "small.yaml", "-j", "1")
    the_first = "SELECT runs.* FROM runs JOIN cells USING (cell) WHERE n = 8 AND repetition < 3"
    before = query(here / "results" / "small", the_first)
    for more, said in (
        ([], "restored 6 of 6, running 0\n"),
        (["runs=5"], "restored 6 of 10, running 4\n"),
        (["runs=5", "problem.n=8,5"], "restored 10 of 20, running 10\n"),
    ):
        again = done("run", "small.yaml", *more, "-j", "1")
        assert again.err == said
        assert query(here / "results" / "small", the_first) == before  # times and all
    assert [line[0] for line in lines_of(again.out).values()] == ["5/5"] * 4


def test_where_no_solution_exists_it_is_proven(here):
    said = done("run", "small.yaml", "problem.n=1,2,3", "-j", "1")
    table = [line for line in said.out.splitlines() if line.startswith("n=")]
    assert ["3/3" in line for line in table] == [True] * 2 + [False] * 4
    warnings = re.findall("^warning: no solution exists for (. queens)", said.err, re.MULTILINE)
    assert warnings == ["2 queens", "3 queens"]
    assert all(line.rstrip().endswith("no solution exists (proven)") for line in table[2:])
    said = done("run", "small.yaml", "problem.n=6", "budget.evaluations=1", "-j", "1", "runs=1")
    assert "a solution exists" in said.out, "of a size that has one"


def test_without_cp_sat_solutions_are_checked(here):
    said = done("run", "small.yaml", "validate=null", "-j", "1")
    assert [line[-2:] for line in lines_of(said.out).values()] == [["3", "checked"]] * 2
    said = call("run", "small.yaml", "-j", "1")
    assert [line[-2:] for line in lines_of(said.out).values()] == [["3", "validated"]] * 2


@pytest.fixture
def outside(here):
    """Here lies a module with a search that fails, and one that lies."""
    (here / "from_outside.py").write_text(OUTSIDE)
    with none_yet():
        yield "algorithms.bad.use=from_outside:Failing"


@pytest.mark.usefixtures("outside")
def test_an_error_with_no_line_of_the_user_is_its_text(here):
    search = "    def search(self, space, checkpoints, rng):\n        yield 1, 2\n"
    with (here / "from_outside.py").open("a") as file:
        file.write(f"\n\nclass Tuple(Algorithm):\n{search}")
    said = call("run", "small.yaml", "algorithms.bad.use=from_outside:Tuple", "-j", "1")
    assert said.code == 3
    expected = "RuntimeError: Tuple.search() gave tuple; expected to `yield` a Snapshot"
    assert said.err.startswith(f"bad: {expected}")
    assert said.err.endswith(" (--debug shows the traceback)\n")
    assert said.err.count("\n") == 1


def test_an_algorithm_that_fails_fails_its_runs_alone(here, outside):
    said = call("run", "small.yaml", outside, "-j", "1")
    assert said.code == 3
    place, text = "from_outside.py, line 17: raise RuntimeError", "RuntimeError: out of queens"
    assert said.err == f'bad: {place}("out of queens"): {text} (--debug shows the traceback)\n'
    debugged = call("run", "small.yaml", outside, "-j", "1", "--debug").err
    assert debugged.startswith("restored 6 of 9, running 3\nbad: Traceback")
    assert last_line(debugged) == text
    assert debugged.count(text) == 1
    assert [line[0] for line in lines_of(said.out).values()] == ["3/3", "3/3", "0/0"]
    assert "3 failed" in said.out
    assert last_line(said.out).endswith("the same command does them again")
    report = json.loads(call("run", "small.yaml", outside, "-j", "1", "--json").out)
    assert (report["failed"], report["solved"], report["runs"]) == (3, 6, 9)
    (here / "mended").touch()
    assert done("run", "small.yaml", outside, "-j", "1").err == "restored 6 of 9, running 3\n"


def test_an_algorithm_that_fails_in_other_processes(here, outside):
    said = really("run", "small.yaml", outside, "validate=null", "-j", "2", folder=here)
    assert said.code == 3
    assert "RuntimeError: out of queens" in said.err
    assert "3 failed" in said.out


@pytest.mark.usefixtures("outside")
def test_a_claim_that_is_not_so_is_rejected():
    said = call("run", "small.yaml", "algorithms.liar.use=from_outside:Liar", "-j", "1")
    assert said.code == 4
    assert "3 REJECTED" in said.out
    assert "validated" in said.out
    advice = "next: metaqueens validate results/small   names the rejected boards"
    assert last_line(said.out) == advice
    named = call("validate", "results/small")
    assert named.code == 4
    assert "6 solutions validated by CP-SAT, 0 recounted, 3 rejected\n" in named.out
    rejected = re.findall(r"^rejected: liar, n = 8, run (\d-\d): ", named.out, re.M)
    assert rejected == ["3-0", "3-1", "3-2"]
    for option in ("-q", "--json"):
        again = call("run", "small.yaml", "algorithms.liar.use=from_outside:Liar", option)
        counts = "3 of 9 runs were rejected by the exact check"
        assert again.err == f"{counts}: {advice.removeprefix('next: ')}\n"
        assert (again.code, again.out == "") == (4, option == "-q")


LARGE = "small.yaml", "problem.n=64", "budget.evaluations=2_000", "-j", "1", "--report"


def test_a_run_ends_with_its_report(here):
    said = call("run", *LARGE)
    assert "results/small: runs.sqlite, summary.csv, experiment.yaml" in said.out
    assert last_line(said.out) == "report: results/small/report.html"
    page = here / "results/small/report.html"
    assert "</html>" in page.read_text()
    page.write_text("as it was")
    call("run", *LARGE)
    assert page.read_text() == "as it was", "nothing was run, so that nothing is written up"
    call("run", *LARGE, "runs=4")
    assert "</html>" in page.read_text()


def test_ctrl_c_before_the_report_is_written_tells_how_to_write_it(monkeypatch, capsys):
    class Slow(ModuleType):
        def __getattr__(self, name):
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "metaqueens.report.document", Slow("document"))
    with pytest.raises(KeyboardInterrupt):
        write_report(Path("results/mine"), silent=False, runs=pd.DataFrame())
    expected = "all runs are kept; `metaqueens report results/mine` writes the report\n"
    assert capsys.readouterr().err == expected
