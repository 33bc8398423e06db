"""The shipped problems on the command line, in configs, and in results of a stranger."""

import json

import pytest

from metaqueens import load
from tests.cli import call, done, query
from tests.outside import none_yet

pytestmark = pytest.mark.usefixtures("uncompiled")
CONFIG = """\
name: classic
problem: {use: costas, n: 6}
algorithms: {tabu: {use: tabu_search}}
budget: {evaluations: 2_000}
runs: 2
"""


def test_solve():
    said = done("solve", "costas", "n=6", "-a", "tabu_search", "-s", "1")
    assert said.out.startswith("rows by column, from 0: ")
    assert "\nCostas n=6 form=repeats: solved\n" in said.out
    square = done("solve", "magic_square", "order=3", "-a", "tabu_search", "-s", "1").out
    rows = [[int(word) for word in line.split()] for line in square.splitlines()[:3]]
    assert [sum(row) for row in rows] == [15, 15, 15]
    assert {number for row in rows for number in row} == {*range(1, 10)}
    assert "solved: 8 queens" in done("solve", "queens", "n=8", "-a", "tabu_search", "-s", "1").out


def test_values_are_printed_if_the_function_that_writes_them_fails(here):
    code = "from metaqueens import MagicSquare\n\nclass Square(MagicSquare):\n"
    (here / "own.py").write_text(f"{code}    def write(self, values):\n        return values[99]\n")
    said = done("solve", "own.py:Square", "order=3", "-a", "tabu_search", "-s", "1")
    assert {*said.out.splitlines()[0].split()} == {*"012345678"}


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["costass", "n=6"], "'costass' is not the name of a problem; did you mean costas?"),
        (["costas", "form=weigthed", "n=6"], "command line: problem.form: 'weigthed' is not"),
        (["costas", "n=0"], "command line: problem.n: must be at least 1, got 0"),
        (["colouring", "queens=5"], "command line: problem.colours: missing"),
        (["colouring", "colours=5"], "command line: problem: expected one of the keys queens"),
        (["costas", "n=6,8"], "n: expected one value, got 2\n"),
        (["queens", "n=0"], "command line: problem.n: must be at least 1, got 0"),
    ],
)
def test_errors(words, error):
    said = call("solve", *words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(error)
    assert len(said.err.splitlines()) == 1


def test_compare():
    words = ("compare", "tabu_search", "hill_climbing", "-p", "costas")
    assert "Costas n=5 form=repeats" in done(*words, "n=5").out
    assert "n: expected one value, got 2\n" in call(*words, "n=5,6").err
    said = call(*words, "m=5")
    assert said.code == 2
    assert "problem.m: no such key; the keys are n, form\n" in said.err


def test_list():
    rows = json.loads(done("list", "problems", "--json").out)
    assert [row["use"] for row in rows] == [
        "queens", "costas", "all_interval", "magic_square", "colouring",
    ]  # fmt: skip
    assert all(row["paper"] for row in rows[1:])
    assert all(field["what"] for row in rows for field in row["fields"])
    assert "as published" in done("list", "problems", "costas").out
    said = call("list", "problems", "magic")
    assert (said.code, said.err) == (
        2,
        "'magic' is not the name of a problem; did you mean magic_square?\n",
    )


def test_check():
    assert done("check", "all_interval", "n=6").out.count("ok  ") == 6


@pytest.mark.parametrize("named", [{}, {"use": "queens"}])
def test_queens_by_name(named):
    algorithms = {"hc": {"use": "hill_climbing"}}
    given = {"name": "q", "problem": {**named, "n": 6}, "algorithms": algorithms, "runs": 1}
    (cell,) = load({**given, "budget": {"evaluations": 100}}).cells
    assert cell.problem.key == '{"n":6}'


def test_a_misspelt_name_in_a_config(here):
    (here / "c.yaml").write_text(CONFIG.replace("costas", "kostas"))
    said = call("run", "c.yaml")
    problem = "problem.use: 'kostas' is not the name of a problem; did you mean costas?"
    assert (said.code, said.err) == (2, f"c.yaml:2:16: {problem}\n")


def test_results_of_a_stranger_are_recounted(here):
    """Our own code is trusted: no --allow-code."""
    (here / "c.yaml").write_text(CONFIG)
    done("run", "c.yaml", "-j", "1", "-q", "-o", "results")
    assert query(here / "results", "SELECT problem FROM cells")[0][0] == (
        '{"form":"repeats","n":6,"use":"costas"}'
    )
    with none_yet():
        said = done("validate", "results", "--replay", "2")
    assert "2 boards: 2 solutions validated by CP-SAT, 0 recounted, 0 rejected\n" in said.out
    assert "2 runs repeated: 2 identical" in said.out
    assert "identical" in done("replay", "results", "1-0").out
    done("report", "results", "-o", "page.html")
    assert "data:image/svg+xml" in (here / "page.html").read_text("utf-8")
    query(here / "results", "UPDATE runs SET cost = 1 WHERE repetition = 0")
    assert call("validate", "results").code == 4
