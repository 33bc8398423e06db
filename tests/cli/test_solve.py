"""``metaqueens solve``: the board, how it was found, and what is said of sizes without one."""

import json
import re

import numpy as np
import pytest

from metaqueens import Queens, solve
from metaqueens.algorithms import ALGORITHMS
from metaqueens.plugins import code as plugins
from metaqueens.queens.check import recount
from metaqueens.text.words import many
from tests import known
from tests.outside import none_yet

from . import call, done, failed, last_line, refused, silent, told

pytestmark = pytest.mark.usefixtures("here")


def drawn(text: str, n: int) -> np.ndarray:
    """The board in the first ``n`` lines: the row of each column's queen."""
    squares = [line.split(" ") for line in text.splitlines()[:n]]
    assert {len(row) for row in squares} == {n}
    assert {square for row in squares for square in row} <= {"Q", "_"}
    columns = [[k for k in range(n) if squares[k][column] == "Q"] for column in range(n)]
    assert all(len(column) == 1 for column in columns)
    return np.array([column[0] for column in columns])


@pytest.mark.parametrize("n", [1, 8, 40])
def test_the_board_is_drawn(n):
    said = done("solve", n, "--seed", "1")
    lines = said.out.splitlines()
    assert recount(Queens(n), drawn(said.out, n)) == 0
    assert lines[n] == ""
    assert lines[n + 1] == f"solved: {many(n, 'queen')}, none attacks another"
    assert re.fullmatch(
        r"simulated_annealing on permutation: [\d,]+ evaluations?, [\d,]+ steps?, \S+ m?u?s;"
        " seed 1",
        lines[n + 2],
    )
    assert lines[n + 3 :] == ["verified by an independent count: no attacking pairs"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_json_has_these_keys(algorithm):
    report = told("solve", "8", "--algorithm", algorithm, "--seed", "5")
    assert (report["n"], report["algorithm"], report["seed"]) == (8, algorithm, 5)
    assert report["encoding"] == ALGORITHMS[algorithm].encodings[0]
    assert (report["cost"], report["fitness"], report["reason"]) == (0, 1.0, "solved")
    assert report["solved"] is report["verified"] is True
    assert recount(Queens(report["n"]), np.array(report["values"])) == 0
    again = told("solve", "8", "-a", algorithm, "-s", "5")
    assert {**again, "seconds": report["seconds"]} == report


def test_the_queens_of_a_large_board_are_left_out_and_its_size_is_as_people_write_it():
    assert len(told("solve", "1000", "--seed", "1")["values"]) == 1000
    assert told("solve", "1_001", "--seed", "1")["values"] is None
    assert len(call("solve", "41", "--seed", "1").out.splitlines()) == 3
    for written in ("1_0", "1e1", "10", "+10"):
        assert told("solve", written, "--seed", "1")["n"] == 10


@pytest.mark.parametrize(("n", "cost", "fitness"), [(2, 1, 0.0), (3, 1, 2 / 3)])
def test_a_size_without_a_solution_is_explained(n, cost, fitness):
    said = silent("solve", n, "--seed", "1")
    assert recount(Queens(n), drawn(said, n)) == cost
    pair = "1 pair of queens attacks each other"
    assert f"no solution exists for {n} queens; on this board {pair}\n" in said
    assert "verified" not in said
    report = told("solve", n, "--seed", "1")
    assert report["solved"] is report["verified"] is False
    assert (report["cost"], report["fitness"]) == (cost, pytest.approx(fitness))


@pytest.mark.parametrize(
    ("words", "start"),
    [
        ("n=8 torus=true", "8 queens on a torus (there is one only if gcd(n, 6) = 1)"),
        ("n=9 torus=true blocked=[[0,1]]", "9 queens on a torus (there is one only if gcd(n, 6)"),
        ("n=3 placed=[[0,0]]", "3 queens; on this board "),
    ],
)
def test_rules_without_a_solution_are_explained(words, start):
    said = done("solve", "queens", *words.split(), "--seed", "1").out
    assert f"\nno solution exists for {start}" in said
    assert "10,000 evaluations" in said


@pytest.mark.parametrize("command", ["solve", "animate", "landscape", "count"])
def test_the_number_of_queens_has_no_option(command):
    assert f"no option -n: write metaqueens {command} 8\n" in call(command, "-n", "8").err
    assert "write" not in call("tune", "-n", "8").err


@pytest.mark.parametrize("words", ["solve 8", "animate 9", "solve 8 tabu", "solve 1500"])
def test_a_rule_is_a_field_of_the_problem(words):
    command, n, *_ = words.split()
    start = f"field of the problem: write metaqueens {command} queens n={n} "
    assert refused(*words.split(), "torus=true").err == f"torus is a {start}torus=true\n"
    said = refused(*words.split(), "blocked=[[0, 1]]").err
    assert said == f"blocked is a {start}'blocked=[[0, 1]]'\n"


@pytest.mark.parametrize("command", ["solve", "animate", "landscape"])
def test_an_option_for_the_problem_is_answered_by_its_right_use(command):
    said = call(command, "-p", "costas", "n=10")
    assert f"no option -p: write metaqueens {command} costas n=10\n" in said.err
    assert "No such option '-p'" in call("enumerate", "-p", "costas").err


def test_a_search_that_gives_up_says_so():
    said = done("solve", "50", "--evaluations", "1e1", "--seed", "1")
    assert re.match(
        r"not solved: \d+ pairs of queens attack each other, fitness 0\.\d{8};"
        r" ended by evaluations \(best found after \d evaluations\)\n",
        said.out,
    )
    report = told("solve", "50", "--evaluations", "10", "--seed", "1")
    assert (report["solved"], report["verified"], report["reason"]) == (False, False, "evaluations")
    assert report["cost"] == recount(Queens(report["n"]), np.array(report["values"])) > 0
    assert report["evaluations"] == 10
    assert f"(best found after {report['found_at']} evaluations)" in said.out


@pytest.mark.parametrize("algorithm", ["simulated_annealing", "min_conflicts"])
def test_a_saved_board_is_validated(tmp_path, algorithm):
    done("solve", "12", "-a", algorithm, "--seed", "2", "--save", "board.json")
    said = "a solution: 12 queens, none attacks another; CP-SAT confirms it\n"
    assert silent("validate", "board.json") == said


def test_the_name_of_a_file_is_suggested_with_its_ending(tmp_path):
    (tmp_path / "costa.py").touch()
    assert refused("solve", "costa", "n=9").err.endswith("; did you mean costa.py?\n")
    assert refused("solve", "costa2", "n=9").err.endswith("; did you mean costas?\n")


def test_what_is_saved(tmp_path):
    report = told("solve", "9", "--seed", "2", "--save", "board.json")
    assert json.loads((tmp_path / "board.json").read_text()) == report
    told("solve", "1500", "--seed", "2", "--save", "large.json")
    assert len(json.loads((tmp_path / "large.json").read_text())["values"]) == 1500


BAD = [
    ("0", "Error: Invalid value for 'N|PROBLEM': must be at least 1, got 0"),
    ("8x", "Error: Invalid value for 'N|PROBLEM': expected a whole number such as 50,"
     " 200_000 or 1e6, got '8x'"),
    ("eight", "'eight' is not the name of a problem; it is one of queens, costas, all_interval,"
     " magic_square, colouring, or FILE.py:Class"),
    ("8 seed=3", "command line: seed=3: did you mean --seed 3?"),
    ("8 hc seconds=2.5", "command line: seconds=2.5: did you mean --seconds 2.5?"),
    ("", "Error: Missing argument 'N|PROBLEM'."),
    ("8 --seconds nan", "Budget: seconds: expected a finite number, got nan"),
    ("8 -a genetik", "'genetik' is not the name of an algorithm; did you mean genetic?"),
    ("8 -a xyzzy", f"'xyzzy' is not one of {known.ALGORITHMS}; forms of backtracking: bitmask,"
     " forward_checking, iterative, cartesian, permutation, matrix"),
    ("costas m=10",
     "m=10: no such key; the keys are n, form, encoding, restarts, start, moves, schedule, focus"),
    ("costas n=10 forn=3", "forn=3: no such key; did you mean form?"),
    ("costas n=10 tabu forn=3", "forn=3: no such key; did you mean form?"),
    ("8 schedule.hot",
     "command line: schedule.hot: a value is missing; write schedule.hot=VALUE"),
    ("8 -a cartesain", "'cartesain' is not the name of an algorithm; did you mean cartesian?"),
    ("8 sa schedule.temperature=3", "command line: schedule.temperature=3: schedule.temperature:"
     " no such key; did you mean schedule.use=constant with schedule.temperature?"),
    ("8 genetic mutation.size=3", "command line: mutation.size=3: mutation.size: no such key;"
     " the keys are use, probability, times, rate"),
    ("costas", "command line: problem.n: missing; write n=12"),
    ("colouring queens=4", "command line: problem.colours: missing; write colours=VALUE"),
    ("costas 10", "10: a field is set by its name; write n=10"),
    ("20 tabuu", "'tabuu' is not the name of an algorithm; did you mean tabu_search?"),
    ("20 schedule.hot=0.1 schedule.cold=1",
     "schedule: hot must not be below cold; at n = 20 hot is 0.1, cold 1"),
    ("8 --save board.txt", "--save board.txt: expected a name that ends in .json"),
    ("8 --save nowhere/board.json", "--save nowhere/board.json: there is no folder nowhere"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "error"), BAD)
def test_bad_usage_is_explained(tmp_path, words, error):
    said = refused("solve", *words.split())
    assert (said.out, last_line(said.err)) == ("", error)
    assert said.err == f"{error}\n" or said.err.startswith("Usage: ")
    assert [path.name for path in tmp_path.iterdir()] == ["small.yaml"]


OUTSIDE = """
import sys
from pathlib import Path
import numpy as np
from metaqueens import Algorithm
from metaqueens.search import Snapshot


class Silent(Algorithm):
    def search(self, problem, budget, rng):
        return iter(())


class Failing(Algorithm):
    def search(self, space, budget, rng):
        if not Path("mended").exists():
            raise RuntimeError("out of queens")
        yield Snapshot(np.zeros(space.n, np.int32), space.problem.max_cost, 1, 10**9, 0)


class Leaves(Algorithm):
    def search(self, problem, budget, rng):
        sys.exit(0)


class Liar(Algorithm):
    def search(self, problem, budget, rng):
        yield Snapshot(np.zeros(problem.n, np.int32), 0, 1, 1, 0)


class Lists(Algorithm):
    def search(self, problem, budget, rng):
        yield Snapshot([0] * problem.n, 3, 1, 1, 0)


def boom(board, by=1):
    raise ValueError(f"kaput {by}")


def twice(board):
    board[0] = board[1]
    return (board,)


bad = lambda board: board
nothing = lambda board: None
other = lambda board: (list(board),)
two = lambda board: [board, board]
one = lambda mother, father: (mother,)
choose = lambda boards, count: boards[0]
none = lambda boards, count: []
"""


@pytest.fixture
def outside(tmp_path):
    (tmp_path / "from_outside.py").write_text(OUTSIDE)
    with none_yet():
        plugins.look_in([str(tmp_path)])
        yield


@pytest.mark.usefixtures("outside")
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Silent", "Silent.search() ended without any snapshot"),
        ("Lists", "Lists.search(): values: expected an array of whole numbers, got list"),
        ("Leaves", "SystemExit: 0"),
        ("Failing", 'raise RuntimeError("out of queens")'),
    ],
)
@pytest.mark.parametrize("command", ["solve", "animate"])
def test_an_algorithm_from_outside_that_fails_is_named(command, name, why):
    output = ["-o", "film.html"] if command == "animate" else []
    said = failed(command, "8", "--algorithm", f"from_outside:{name}", *output)
    assert why in said.err
    assert said.err.startswith(f"from_outside:{name}: the search failed: ")


def test_the_only_algorithm_of_a_file_needs_no_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "from metaqueens import HillClimbing\n\n\nclass Mine(HillClimbing):\n    pass\n"
    (tmp_path / "the_only_one.py").write_text(text)
    with none_yet():
        said = call("solve", "8", "-a", "the_only_one.py", "-s", "1", "restarts=null")
        assert said.code == 0, said.err
        assert "the_only_one:Mine restarts=null on permutation" in said.out
        assert "the_only.py: no such file" in call("solve", "8", "-a", "the_only.py").err


@pytest.mark.usefixtures("outside")
def test_a_solution_that_is_none_is_rejected_everywhere(tmp_path):
    words = "8", "-a", "from_outside:Liar", "-s", "1"
    said = call("solve", *words)
    assert said.code == 4
    assert "REJECTED: from_outside:Liar says 0 attacking pairs, there are 28" in said.out
    assert "solved: 8 queens" not in said.out
    found = json.loads(call("solve", *words, "--json").out)
    assert [found[key] for key in ("solved", "verified", "cost", "reason")] == [
        False, False, 28, "rejected"
    ]  # fmt: skip
    from from_outside import Liar

    with pytest.raises(RuntimeError, match=r"Liar reports cost 0, cost\(\) returns 28"):
        solve(8, Liar(), 1000, seed=1)
    filmed = call("animate", *words, "-o", "film.html")
    assert filmed.code == 4
    assert "REJECTED: from_outside:Liar: it says 0 attacking pairs of a board that" in filmed.err
    assert not (tmp_path / "film.html").exists()


@pytest.mark.usefixtures("outside")
@pytest.mark.parametrize(
    ("operator", "why"),
    [
        ("mutation bad", "returned an object of Individual; expected a tuple of one"),
        ("mutation nothing", "returned nothing; expected a tuple of one board"),
        ("mutation two", "returned a list of 2 objects of Individual; expected a tuple of one"),
        ("mutation other", "returned a tuple of 1 object of list; expected a tuple of"),
        ("mutation twice", "put two queens on one row, which is not a permut"),
        ("crossover one", "returned a tuple of 1 object of Individual; expected a tuple"),
        ("selection choose", "returned an object of Individual; expected a list of"),
        ("selection none", "returned a list of 0 objects; expected a list"),
    ],
)
def test_an_operator_that_returns_anything_else_is_named(operator, why):
    part, name = operator.split()
    words = ("population=20", f"{part}.use=from_outside:{name}", "--seed", "1")
    said = failed("solve", "12", "-a", "genetic", *words)
    assert said.err.startswith(f"genetic: the search failed: {part} from_outside:{name} {why}")


@pytest.mark.usefixtures("outside")
def test_where_an_operator_raised_is_shown():
    words = ("population=20", "mutation.use=from_outside:boom", "mutation.by=x")
    said = call("solve", "12", "-a", "genetic", *words, "--debug")
    assert said.code == 3
    first, _, *trace = said.err.splitlines()
    why = "mutation from_outside:boom with by='x': ValueError: kaput x"
    assert first == f"genetic: the search failed: {why}"
    assert trace[0] == "Traceback (most recent call last):"
    assert trace[1].endswith("in boom")
    assert "metaqueens" not in "".join(trace[2:])
    without = call("solve", "12", "-a", "genetic", *words)
    assert without.err.splitlines() == [first, "--debug shows the traceback"]


def test_parameters_are_set_as_in_a_config():
    words = "20", "-a", "simulated_annealing", "schedule.hot=2", "-s", "1", "schedule.cold=0.2"
    report = told("solve", *words)
    schedule = report["parameters"]["schedule"]
    assert (schedule["use"], schedule["hot"], schedule["cold"]) == ("geometric", 2.0, 0.2)
    name = "simulated_annealing schedule.hot=2 schedule.cold=0.2 on permutation: "
    assert f"\n{name}" in call("solve", *words).out
    assert told("solve", "8", "encoding=rows", "--seed", "1")["encoding"] == "rows"
