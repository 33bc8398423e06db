"""``count``, ``enumerate``, ``estimate``, and ``solve`` by exact methods."""

import json
import re
import signal
from pathlib import Path

import numpy as np
import pytest

from metaqueens.exact import METHOD_NAMES
from metaqueens.exact.methods import METHODS
from metaqueens.text.words import describe_effort
from tests.exact import oracle
from tests.patience import PATIENCE

from . import call, ended, interrupted, last_line, refused, silent, start, told

pytestmark = pytest.mark.usefixtures("here")
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n", [1, 3, 6, 8])
def test_every_method_counts_the_same(method, n):
    report = told("count", n, "--method", method)
    assert list(report) == ["n", "method", "solutions", "fundamental", "nodes", "seconds"]
    assert (report["n"], report["method"]) == (n, method)
    assert report["solutions"] == oracle.SOLUTIONS[n]
    assert report["fundamental"] == oracle.FUNDAMENTAL[n]
    assert (report["nodes"] is None) == (method in ("brute_force", "cp", "cp_sat", "clingo"))
    assert report["seconds"] >= 0


def test_the_count_is_told_in_words():
    assert call("count", 8).out.startswith(
        "92 solutions for 8 queens\n12 of them up to turns and mirrors\nbitmask: "
    )
    assert "cp: 790 branches, 304 failures, " in call("count", 8, "--method", "cp").out
    said = call("count", 8, "--method", "cartesian").out
    assert "cartesian: 2,057 nodes, 15,720 attempts, " in said
    assert call("count", 2).out.startswith("0 solutions for 2 queens\n")
    assert "\nbitmask: 1 node, " in call("count", 1).out
    assert describe_effort({"branches": 1, "failures": 1}) == "1 branch, 1 failure, "


def test_an_interrupted_count_is_printed(here):
    call("count", 4)  # leaves the kernels compiled
    out, err = interrupted(start("count", "18", "--json", folder=here))
    assert re.search(r"interrupted after [\d,]+ of [\d,]+ subtrees", err)
    assert 0 <= json.loads(out)["solutions"] < 666_090_624
    assert json.loads(out)["fundamental"] is None


# So many queens that a count takes far longer than what is waited for: cp has 13 in four seconds.
@pytest.mark.parametrize(
    ("method", "n", "solutions"),
    [("cartesian", "13", 73712), ("cp", "16", 14772512), ("cp_sat", "13", 73712)],
)
def test_every_interrupted_method_prints_what_it_has(here, method, n, solutions):
    call("count", 4, "--method", method)  # leaves the kernel compiled
    words = ("count", n, "--json", "--method", method)
    out, err = interrupted(start(*words, folder=here))
    assert "interrupted" in err
    assert json.loads(out)["solutions"] < solutions


def rows(form: str, text: str) -> list[list[int]]:
    """The boards in what ``enumerate`` prints."""
    if form == "rows":
        return [list(map(int, line.split(","))) for line in text.splitlines()]
    if form == "jsonl":
        return [json.loads(line)["values"] for line in text.splitlines()]
    boards = [block.splitlines() for block in text.split("\n\n") if block.strip()]
    grids = [np.array([line.split() for line in board]) == "Q" for board in boards]
    assert all((grid.sum(axis=0) == 1).all() for grid in grids)
    return [grid.argmax(axis=0).tolist() for grid in grids]


@pytest.mark.parametrize("form", ["text", "rows", "jsonl"])
def test_every_format_holds_the_same_boards(form):
    said = silent("enumerate", 6, "--format", form)
    assert rows(form, said) == list(map(list, oracle.solutions(6)))


@pytest.mark.parametrize("method", METHODS)
def test_fundamental_boards_by_every_method(method):
    assert [*METHOD_NAMES] == [*METHODS]
    said = call("enumerate", 7, "--fundamental", "--format", "rows", "--method", method)
    found = rows("rows", said.out)
    assert len(found) == oracle.FUNDAMENTAL[7]
    assert all(board == oracle.canonical(board) for board in found)


def test_a_limit_makes_large_sizes_possible_and_the_reader_may_leave(here):
    assert len(rows("rows", call("enumerate", 26, "--limit", 3, "--format", "rows").out)) == 3
    call("enumerate", 8, "--format", "rows")  # leaves the kernel compiled
    with start("enumerate", "15", "--format", "rows", folder=here) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=PATIENCE) == 141


@pytest.mark.parametrize("n", [2, 3])
def test_sizes_without_a_solution_are_explained(n):
    said = call("enumerate", n)
    assert (said.code, said.out) == (0, "")
    assert f"no solution exists for {n} queens" in said.err


@pytest.mark.parametrize(
    ("words", "algorithm", "counted"),
    [
        ("cartesian", "backtracking form=cartesian", "114 nodes, 876 attempts, "),
        ("bitmask", "backtracking form=bitmask", "114 nodes, "),
        ("cp_sat workers=2", "cp_sat workers=2", ""),
        ("construction", "construction", "8 nodes, "),
    ],
)
def test_solve_by_an_exact_method_says_what_it_counted(words, algorithm, counted):
    said = call("solve", 8, *words.split()).out
    assert "solved: 8 queens" in said
    assert f"\n{algorithm} on permutation: {counted}" in said


def test_solve_by_an_exact_method_proves_that_there_is_no_solution(here):
    (here / "none.jsonl").write_text('{"n": 4, "blocked": [[0, 1], [0, 2]], "id": "1"}\n')
    said = silent("solve", "--board", "none.jsonl", "-a", "cp_sat")
    assert "\nno solution exists for 4 queens; on this board " in said


def test_no_page_claims_a_minimum_that_the_proof_does_not_print():
    said = silent("solve", 3, "cp_sat")
    assert "no solution exists for 3 queens" in said
    pages = (ROOT / "experiments/exact/README.md", ROOT / "docs/how-to/exact.md")
    claims = ["how few attacking pairs" in page.read_text(encoding="utf-8") for page in pages]
    assert any(claims) == ("at least" in said)


def test_an_estimate_holds_its_interval():
    report = told("estimate", 8, "--seed", 1)
    found = ["nodes", "nodes_ci95", "solutions", "solutions_ci95"]
    assert list(report) == ["n", "samples", "seed", *found, "seconds"]
    assert report["seed"] == 1
    low, high = report["nodes_ci95"]
    assert low < report["nodes"] < high
    assert report["nodes"] == pytest.approx(2057, rel=0.01)
    assert report["solutions"] == pytest.approx(92, rel=0.05)
    again = told("estimate", 8, "--seed", 1)
    assert {**again, "seconds": 0} == {**report, "seconds": 0}
    assert "seed 5" in call("estimate", 12, "--samples", 1000, "--seed", 5).out
    assert "says nothing" in call("estimate", 60, "--samples", 10, "--seed", 1).out


def test_what_a_node_is():
    for n, inside in ((2, 0), (8, 461)):
        whole = told("count", n, "--method", "cartesian")["nodes"]
        assert told("count", n)["nodes"] == inside
        low, high = told("estimate", n, "--seed", 1)["nodes_ci95"]
        assert low <= whole <= high
    for command in ("count", "estimate"):
        assert "node" in call(command, "--help").out.lower()


BAD = [
    ("count", "Missing argument 'N'"),
    ("count 0", "must be at least 1, got 0"),
    ("count eight", "expected a whole number such as 50, 200_000 or 1e6, got 'eight'"),
    ("count 8 --method bitmsk", "'bitmsk' is not one of"),
    ("count 25", "count boards of 1 to 24 queens, got 25"),
    ("enumerate 64 --limit 1", "the bit masks hold 1 to 63 queens, got 64"),
    ("estimate 64", "1 to 63 queens are estimated, got 64"),
    ("estimate 8 --samples 1", "at least 2, got 1"),
]


@pytest.mark.parametrize(("words", "message"), BAD)
def test_what_is_out_of_reach_or_wrong_is_refused(words, message):
    said = refused(*words.split())
    assert message in said.err
    assert said.out == ""
    assert said.err.count("\n") == 1 or said.err.startswith("Usage: ")


def test_an_estimate_ends_at_ctrl_c(here):
    call("estimate", 4)  # leaves the kernels compiled
    process = start("estimate", "30", "--samples", "1000000000000", folder=here)
    out, err = interrupted(process)
    assert (out, last_line(err)) == ("", "interrupted")


def test_an_interrupted_enumeration_says_how_far_it_came(here):
    process = start("enumerate", "15", "--format", "rows", folder=here)
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert last_line(ended(process, 130)[1]).startswith("interrupted after ")
