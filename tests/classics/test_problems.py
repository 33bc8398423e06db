"""Every shipped problem keeps the promises of a problem, is searched, and is drawn."""

from xml.etree import ElementTree

import numpy as np
import pytest

from metaqueens import Colouring, Costas, MagicSquare, run, solve
from metaqueens.conformance.problems import checks
from metaqueens.core.jit import interpret_kernels
from metaqueens.problem.registry import PROBLEMS as NAMES, load_problem, name_of, problem_of_key
from metaqueens.text.errors import UserError
from tests.classics import PROBLEMS


@pytest.mark.parametrize("name", PROBLEMS)
def test_promises(name):
    first, *others = checks(PROBLEMS[name])
    assert first.verdict == "ok"
    assert [(check.verdict, check.said) for check in others] == [("ok", "")] * 5


@pytest.mark.parametrize("name", PROBLEMS)
def test_a_run_is_the_same_compiled_or_not(name):
    compiled = solve(PROBLEMS[name], "adaptive_search", 600, seed=1)
    with interpret_kernels(), np.errstate(over="ignore"):  # the random stream wraps around
        plain = solve(PROBLEMS[name], "adaptive_search", 600, seed=1)
    assert compiled.values.tolist() == plain.values.tolist()
    assert (compiled.cost, compiled.evaluations) == (plain.cost, plain.evaluations)


@pytest.mark.parametrize("name", PROBLEMS)
def test_a_picture(name):
    problem = PROBLEMS[name]
    values = np.arange(problem.n) % problem.value_count
    tree = ElementTree.fromstring(problem.draw(values))
    assert tree.tag.endswith("svg")
    assert problem.picture(values).startswith("<img")


def test_a_magic_square_is_written_as_a_square():
    values = np.array([5, 10, 13, 2, 14, 4, 11, 1, 3, 9, 6, 12, 8, 7, 0, 15])
    assert MagicSquare(order=4).write(values).splitlines() == [
        " 6 11 14  3",
        "15  5 12  2",
        " 4 10  7 13",
        " 9  8  1 16",
    ]


def test_a_result_shows_what_the_problem_writes():
    result = solve(MagicSquare(order=3), "tabu_search", seed=1)
    assert str(result).splitlines()[1:] == MagicSquare(order=3).write(result.values).splitlines()
    large = MagicSquare(order=32)
    shown = repr(solve(large, "random_search", 1, seed=1)).splitlines()
    assert shown[1].endswith(" ...")
    assert len(shown) == 2


def test_there_is_no_magic_square_of_order_2():
    with pytest.raises(UserError, match=r"^MagicSquare: order: must be at least 3, got 2$"):
        MagicSquare(order=2)


def test_a_picture_of_a_costas_array_has_axes_and_marks_repeated_differences():
    """Of 0 1 2 4 3 in the row d = 1 the difference 1 is repeated, and none for d = 2."""
    svg = "{http://www.w3.org/2000/svg}"
    tree = ElementTree.fromstring(Costas(n=5).draw(np.array([0, 1, 2, 4, 3])))
    red = [mark.get("fill") == "#b3001b" for mark in tree.iter(f"{svg}circle")]
    assert red == [True, True, True, False, False]
    lines = [path.get("d") for path in tree.iter(f"{svg}path") if path.get("stroke-dasharray")]
    assert lines == ["M10 10L30 30M30 30L50 50"]
    assert [text.text for text in tree.iter(f"{svg}text")] == [*"0123401234"]
    solved = ElementTree.fromstring(Costas(n=4).draw(np.array([0, 1, 3, 2])))
    assert "#b3001b" not in {mark.get("fill") for mark in solved.iter(f"{svg}circle")}


@pytest.mark.parametrize("name", PROBLEMS)
def test_a_key_names_the_problem(name):
    problem = PROBLEMS[name]
    assert problem.asked["use"] == name.split()[0]
    assert problem_of_key(problem.key) == problem


def test_names():
    assert [name_of(load_problem(use)) for use in NAMES] == [*NAMES]
    for use, message in {
        "costass": "'costass' is not the name of a problem; did you mean costas?",
        "xyz": "'xyz' is not the name of a problem; it is one of queens, costas, all_interval,"
        " magic_square, colouring, or FILE.py:Class",
        "metaqueens:Budget": "'metaqueens:Budget' is not a problem, a subclass of"
        " metaqueens.Problem",
    }.items():
        with pytest.raises(ValueError, match="problem") as error:
            load_problem(use)
        assert str(error.value) == message


def test_a_problem_in_python():
    assert solve(Costas(n=8), "tabu_search", 20_000, seed=1).solved
    found = run(["tabu_search"], n=Colouring(queens=4, colours=6), runs=2, budget=20_000)
    assert found.frame.problem.unique().tolist() == ["Colouring queens=4 colours=6"]
