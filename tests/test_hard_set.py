"""The set of hard boards comes out to the same bytes, and its other forms mean the same."""

import csv
import json
import shutil
from hashlib import sha256
from zipfile import ZipFile

import numpy as np
import pytest

from experiments.hard import boards, forms, tables
from experiments.hard.opponents import Cadical, LargeNeighbourhoodSearch
from metaqueens import Budget, solve
from metaqueens.queens.check import recount
from metaqueens.queens.instances import read
from tests.processes import written_by


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("boards")
    for family, n in (("excluded", 8), ("blocked", 12), ("torus", 11), ("regions", 7)):
        boards.write(made, family, n)
    return made


def sums():
    with (boards.HERE / "sums.csv").open(encoding="utf-8") as file:
        return {row["file"]: row["sha256"] for row in csv.DictReader(file)}


def test_the_archive_has_the_whole_set():
    with ZipFile(boards.HERE / "boards.zip") as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    assert {name: sha256(text).hexdigest() for name, text in content.items()} == sums()
    for path in boards.FOLDER.iterdir():
        assert path.read_bytes() == content[path.name]


def test_the_set_comes_out_to_the_same_bytes(folder):
    made = {path.name: sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    assert len(made) == 8
    assert made.items() <= sums().items()


def test_a_board_is_a_solution_where_its_squares_satisfy_the_clauses(folder, rng):
    for path in folder.glob("*_tune.jsonl"):
        for one in list(read(path))[:5]:
            squares, clauses = forms.clauses(one.problem)
            places = [one.witness, *(rng.permutation(one.problem.n) for _ in range(20))]
            for queens in map(np.array, places):
                on = {k for k, (row, column) in enumerate(squares, 1) if queens[column] == row}
                holds = all(any((k > 0) == (abs(k) in on) for k in clause) for clause in clauses)
                assert holds == (recount(one.problem, queens) == 0)
            head = [line for line in forms.cnf(one.problem).split("\n") if line.startswith("p")]
            assert head == [f"p cnf {len(squares)} {len(clauses)}"]


@pytest.mark.skipif(not shutil.which("minizinc"), reason="needs MiniZinc")
def test_what_minizinc_finds_is_a_solution(folder, tmp_path):
    for path in folder.glob("*_judge.jsonl"):
        one = next(iter(read(path)))
        (tmp_path / "one.dzn").write_text(forms.dzn(one.problem))
        words = ["minizinc", "--solver", "gecode", "--output-mode", "json"]
        words += [boards.HERE / "queens.mzn", tmp_path / "one.dzn"]
        queens = json.loads(written_by(*words).partition("-----")[0])["queens"]
        assert recount(one.problem, np.array(queens)) == 0


def test_the_opponents_solve_what_has_a_solution(folder):
    pytest.importorskip("pysat")
    for path in folder.glob("*_judge.jsonl"):
        one = next(iter(read(path)))
        assert solve(one.problem, Cadical(), Budget(seconds=60)).solved
        repaired = solve(one.problem, LargeNeighbourhoodSearch(freed=one.problem.n), 10**6, seed=1)
        assert repaired.solved


def runs(seconds, solved=True):
    there = np.full(20, solved)
    return {"seconds": np.full(20, seconds), "solved": there, "evaluations": np.full(20, 1.0)}


@pytest.mark.parametrize(
    ("local", "crossing"), [((3, 1, 1), 12), ((1, 1, 1), 10), ((1, 3, 1), 14), ((1, 1, 3), np.inf)]
)
def test_a_crossing_is_where_the_local_search_needs_less_from_there_on(local, crossing):
    sizes = {
        n: {"local": runs(time), "exact": runs(2.0)}
        for n, time in zip((10, 12, 14), local, strict=True)
    }
    words = (sizes, "local", "exact", tables.expected)
    assert tables.crossing(*words) == crossing
    assert tables.interval(*words) == (crossing, crossing)


def test_of_equal_searches_the_virtual_best_is_no_better():
    rng = np.random.default_rng(1)
    equal = {
        name: {"evaluations": rng.exponential(100, 500), "solved": np.ones(500, bool)}
        for name in "abcd"
    }
    assert 0.8 < tables.gain(equal) < 1.25
