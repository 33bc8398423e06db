"""``metaqueens show``: all that a results folder says, and all of one run."""

import platform
import shutil

import pytest

from . import call, done, query, refused, silent, told


@pytest.fixture
def copy(small, tmp_path):
    """Results that a test may change."""
    return shutil.copytree(small, tmp_path / "copy")


def test_cells_sessions_and_what_they_were_done_with(small):
    said = silent("show", small)
    assert "small, 6 of 6 runs done, 6 solved, 0 failed; complete" in said
    cells = [line.split()[:6] for line in said.splitlines() if "n=8" in line]
    assert cells == [
        ["1", "n=8", "rows", "mc", "3", "3"],
        ["2", "n=8", "permutation", "ga", "3", "3"],
    ]
    assert all(one in said for one in ("metaqueens run", "numpy", platform.platform()))


def test_cells_of_one_name_have_the_labels_of_run(copy, here):
    said = call("run", "small.yaml", "algorithms.ga.population=10", "runs=1", "-o", copy).out
    for label in ("ga population=20", "ga population=10"):
        assert label in said
        assert label in done("show", copy).out


def test_json_has_the_same(small):
    report = told("show", small)
    found = [report[name] for name in ("name", "done", "of", "complete")]
    assert found == ["small", 6, 6, True]
    assert report["given"]["seed"] == 7
    assert [cell["parameters"]["encoding"] for cell in report["cells"]] == ["rows", None]
    (session,) = report["sessions"]
    assert session["runs"] == 6
    assert session["ended"] >= session["started"]
    assert session["command"][1] == "run"
    assert "numba" in session["provenance"]["versions"]
    assert report["failures"] == []


def test_a_rejected_run_is_not_called_solved_and_what_it_claims_is_not_the_fewest(copy):
    query(copy, "UPDATE runs SET verdict = 'rejected' WHERE cell = 1")
    first, second = told("show", copy)["cells"]
    assert (first["rejected"], first["least_cost"], second["least_cost"]) == (3, None, 0)
    said = call("show", copy, "1-0").out.splitlines()
    assert "status       claimed solved, rejected by the exact check" in said
    (one,) = [line for line in call("show", copy, "2-0").out.splitlines() if "status" in line]
    assert one.split() == ["status", "solved"]


def test_one_run_with_its_board_and_trace(small):
    said = done("show", small, "2-1")
    lines = said.out.splitlines()
    assert [line.split().count("Q") for line in lines[:8]] == [1] * 8
    facts = {line.split()[0]: line.split()[1:] for line in lines[9:] if len(line.split()) > 1}
    found = [facts[name] for name in ("algorithm", "repetition", "verdict")]
    assert found == [["ga"], ["1"], ["validated"]]
    assert [len(facts[name]) for name in ("time", "cpu_time")] == [2, 2], "a number and its unit"
    run = told("show", small, "2-1")
    assert sorted(run["board"]) == list(range(8))
    assert run["trace"][-1][1] == 0
    assert run["started"] <= run["ended"]


def test_a_board_with_two_queens_in_a_row_is_drawn_with_both(copy):
    query(copy, "UPDATE runs SET board = '[0,0,0,0,1,1,1,1]' WHERE cell = 1 AND repetition = 0")
    lines = call("show", copy, "1-0").out.splitlines()
    assert lines[:3] == ["Q Q Q Q _ _ _ _", "_ _ _ _ Q Q Q Q", "_ _ _ _ _ _ _ _"]


def test_failures_are_told_once_with_their_reason(copy):
    query(
        copy,
        "UPDATE runs SET status = 'failed', error = 'Traceback:' || char(10) || 'E: out of queens',"
        " cost = NULL, board = NULL WHERE cell = 2",
    )
    said = call("show", copy)
    assert "3 of 6 runs done, 3 solved, 3 failed; not complete" in said.out
    assert "3 failed, such as 2-0: E: out of queens" in said.out
    assert "E: out of queens" in call("show", copy, "2-0").out


def test_many_reasons_are_cut_short(copy):
    query(
        copy,
        "WITH RECURSIVE k(x) AS (SELECT 10 UNION ALL SELECT x + 1 FROM k WHERE x < 30)"
        " INSERT INTO runs (cell, repetition, seed, status, error)"
        " SELECT 1, x, x, 'failed', 'E: ' || x FROM k",
    )
    said = call("show", copy).out
    assert said.count(" failed, such as ") == 10
    assert "and 11 more reasons; --json has them all" in said
    assert len(told("show", copy)["failures"]) == 21


@pytest.mark.parametrize(
    ("run", "said"),
    [
        ("9-0", "RUN: no run 9-0 in "),
        ("1-3", "lists its cells and how many runs each has"),
        (f"1-{10**30}", "expected CELL-REPETITION"),
        ("one", "expected CELL-REPETITION, such as 3-17, got 'one'"),
    ],
)
def test_runs_that_are_not_there(small, run, said):
    assert said in refused("show", small, run).err
