"""Graphs of DIMACS: read as data, and refused with the line of an error."""

import re
import shutil

import numpy as np
import pytest

from metaqueens import Colouring
from metaqueens.classics.graphs import queen_edges, read_graph
from metaqueens.plugins import code as plugins
from metaqueens.problem.registry import problem_of_key
from metaqueens.text.errors import UserError
from tests.cli import call, call_in, done

EDGE = "expected an edge of two different vertices from 1 to 4"
GOOD = "c a path\np edge 4 3\ne 1 2\ne 3 2\n\ne 3 4\ne 4 3\n"


def test_a_graph(tmp_path):
    path = tmp_path / "path.col"
    path.write_text(GOOD)
    assert read_graph(path) == (4, ((0, 1), (1, 2), (2, 3)))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", ": expected a line p edge VERTICES EDGES, got none"),
        ("c nothing\n", ": expected a line p edge VERTICES EDGES, got none"),
        ("e 1 2\n", ", line 1: expected p edge VERTICES EDGES, got 'e 1 2'"),
        ("p edge 0 1\n", ", line 1: expected 1 to 10,000 vertices, got 'p edge 0 1'"),
        ("p edge 99999 1\n", ", line 1: expected 1 to 10,000 vertices, got 'p edge 99999 1'"),
        ("p edge x 1\n", ", line 1: expected p edge VERTICES EDGES, got 'p edge x 1'"),
        ("p edge 4 1\np edge 4 1", ", line 2: expected c, n, or e VERTEX VERTEX, got 'p edge 4 1'"),
        ("p edge 4 1\ne 1 5\n", f", line 2: {EDGE}, got 'e 1 5'"),
        ("p edge 4 1\ne 0 1\n", f", line 2: {EDGE}, got 'e 0 1'"),
        ("p edge 4 1\ne 2 2\n", f", line 2: {EDGE}, got 'e 2 2'"),
        ("p edge 4 1\ne 1\n", f", line 2: {EDGE}, got 'e 1'"),
        ("p edge 4 1\ne 1 -2\n", f", line 2: {EDGE}, got 'e 1 -2'"),
        ("p edge 4 1\nedge 1 2\n", ", line 2: expected c, n, or e VERTEX VERTEX, got 'edge 1 2'"),
        ("\x00\xff", ", line 1: expected p edge VERTICES EDGES, got "),
    ],
)  # fmt: skip
def test_planted_errors(tmp_path, text, error):
    path = tmp_path / "wrong.col"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(UserError, match=re.escape(error)) as raised:
        read_graph(path)
    assert str(raised.value).startswith(str(path))
    assert "\n" not in str(raised.value)


def test_a_file_on_the_command_line(here):
    (here / "path.col").write_text(GOOD)
    assert (
        "\nColouring path colours=2: solved\n"
        in done("solve", "colouring", "file=path.col", "colours=2", "-a", "tabu_search").out
    )
    said = call("solve", "colouring", "file=other.col", "colours=2")
    assert (said.code, said.err) == (
        2,
        "command line: problem.file: other.col: no such file or directory\n",
    )


def test_a_key_holds_the_graph(here):
    (here / "path.col").write_text(GOOD)
    problem = Colouring(file="path.col", colours=2)
    (here / "path.col").unlink()
    assert problem_of_key(problem.key) == problem
    assert problem.asked["edges"] == [[0, 1], [1, 2], [2, 3]]


CONFIG = """\
problem: {use: colouring, file: path.col, colours: 2}
algorithms: {tabu: {use: tabu_search}}
budget: {evaluations: 100}
runs: 2
"""


def test_results_can_be_run_elsewhere(tmp_path):
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    (home / "path.col").write_text(GOOD)
    (home / "mine.yaml").write_text(CONFIG)
    assert call_in(home, "run", "mine.yaml", "-j", "1", "--no-report").code == 0
    shutil.move(home / "results/mine", elsewhere)
    shutil.move(home / "path.col", elsewhere)
    shutil.rmtree(home)
    said = call_in(
        elsewhere, "run", "experiment.yaml", "runs=3", "-j", "1", "-o", ".", "--no-report"
    )
    assert said.code == 0, said.err
    assert "3/3" in said.out


def test_a_file_that_a_stranger_names_is_not_read(here):
    (here / "path.col").write_text(GOOD)
    with plugins.refuse(), pytest.raises(ValueError, match="not run without"):
        problem_of_key('{"colours":2,"file":"path.col","use":"colouring","n":4}')


@pytest.mark.parametrize("edges", [[(0, 4)], [(1, 0)], [(2, 2)], [(-1, 2)]])
def test_edges_out_of_range(edges):
    with pytest.raises(ValueError, match="0 <= a < b < vertices"):
        Colouring(vertices=4, edges=edges, colours=2)


@pytest.mark.parametrize("side", [1, 2, 5])
def test_queens_of_a_board(side):
    edges = {(min(a, b), max(a, b)) for a, b in queen_edges(side).tolist()}
    assert len(edges) == len(queen_edges(side))
    expected = {
        (a, b)
        for b in range(side**2)
        for a in range(b)
        for x, y in [np.abs(np.subtract(divmod(a, side), divmod(b, side)))]
        if x == 0 or y == 0 or x == y
    }
    assert edges == expected
