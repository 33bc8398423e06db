"""A problem in a file of its author's: on the command line, in configs, and where it is wrong."""

import json
import re
from pathlib import Path

import pytest

from metaqueens import solve
from metaqueens.problem.registry import load_problem
from metaqueens.text.errors import RunFailed
from tests.cli import call, done, query, really, refused
from tests.outside import none_yet

from .authors import INTERVAL

BROKEN = INTERVAL.replace("return repeats", "return repeats + values.nothing  # line 17")
SENTENCE = (
    "broken.py, line 17: Numba cannot compile `return repeats + values.nothing  # line 17`:"
    " Unknown attribute 'nothing' of type array(int32, 1d, C)"
)
CONFIG = """\
name: own
problem: {{use: "{}", n: 6}}
algorithms: {{mine: {{use: "{}"}}}}
budget: {{evaluations: 200}}
runs: 1
seed: 1
validate: null
"""
SEARCH = """\
from metaqueens import RandomSearch


class Mine(RandomSearch):
    pass
"""


@pytest.fixture(autouse=True)
def home(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/interval.py").write_text(INTERVAL)
    (tmp_path / "sub/search.py").write_text(SEARCH)
    (tmp_path / "broken.py").write_text(BROKEN)
    with none_yet() as patch:
        patch.chdir(tmp_path)
        yield tmp_path


@pytest.mark.compiled("without machine code there is no compiler that could fail")
def test_an_error_of_the_compiler_is_one_sentence_with_the_line(home):
    (home / "broken.yaml").write_text(CONFIG.format("broken:AllInterval", "tabu_search"))
    assert call("run", "broken.yaml", "-j", "1", "-o", "r").code == 3
    assert query(home / "r", "select error from runs") == [(SENTENCE,)]


EMPTY = """found = {}
        for i in range(values.size):
            found[i] = found.get(i, 0) + values[i]
        return found[0]
"""


@pytest.mark.compiled("without machine code there is no compiler that could warn")
def test_no_warning_of_the_compiler_is_shown(home):
    (home / "empty.py").write_text(HEAD + EMPTY)
    said = really("solve", "empty.py", "n=6", "-a", "tabu_search", folder=home)
    assert said.code == 3
    line = "found[i] = found.get(i, 0) + values[i]"
    reason = "an empty dict or list has no type; begin with an element, such as {0: 0}"
    assert said.err.splitlines() == [
        f"empty.py, line 10: Numba cannot compile `{line}`: {reason}",
        "`metaqueens check` says more about the same problem",
    ]


HEAD = """\
from metaqueens import Problem

class Mine(Problem):
    n: int

    @staticmethod
    def cost(values, data):
        """
SWAP = "\n\n    @staticmethod\n    def swap(values, data, i, j):\n        "
FAULT = "returned nothing; expected a whole number of 64 bits"


@pytest.mark.compiled("without machine code there is no compiler that could fail")
@pytest.mark.parametrize(
    ("name", "body", "place", "fault"),
    [
        ("nothing", "values.sum()", "line 8: ", f"cost() {FAULT}"),
        ("half", "return abs(values - 9).sum() / 2", "line 8: ", "cost() returned 19.5;"),
        ("missing", "return total", "line 8: `return total`: ", "NameError: name 'total'"),
        (
            "field",
            "return Mine.n",
            "line 8: `return Mine.n`: ",
            "AttributeError: n; fields are available only through data()",
        ),
        ("swapped", f"return 1{SWAP}pass", "line 12: swap(", FAULT),
    ],
)
def test_solve_explains_a_function_as_check_does(name, body, place, fault, home):
    (home / f"{name}.py").write_text(f"{HEAD}{body}\n")
    said = call("solve", f"{name}.py", "n=6", "tabu_search")
    assert said.code == 3
    assert said.err.startswith(f"{name}.py, {place}")
    assert fault in said.err
    with pytest.raises(RunFailed) as error:
        solve(load_problem(f"{name}:Mine")(n=6), "tabu_search")
    assert str(error.value) == said.err.strip()
    checked = call("check", f"{name}.py", "n=6").out
    assert re.sub(r"\d, \d|\d+\.5", "", said.err.strip()) in re.sub(r"\d, \d|\d+\.5", "", checked)


@pytest.mark.compiled("without machine code there is no compiler that could fail")
def test_an_error_that_only_the_compiler_finds_names_the_command_that_says_more(home):
    (home / "only.py").write_text(f"{HEAD}return len(f'{{values[0]:d}}')\n")
    said = call("solve", "only.py", "n=6", "tabu_search")
    assert said.code == 3
    assert said.err.endswith("\n`metaqueens check` says more about the same problem\n")


def test_a_field_without_a_type_is_named_with_its_line(home):
    (home / "bare.py").write_text(HEAD.replace("n: int", "n = 6") + "return 0\n")
    said = call("solve", "bare.py:Mine")
    assert (said.code, said.out) == (2, "")
    assert said.err.endswith(": bare.py, line 4: n has no type; write `n: int = 6`\n")


def test_check_names_the_line(home):
    said = call("check", "broken.py", "n=6", "--json")
    (target,) = json.loads(said.out)["targets"]
    assert (said.code, target["kind"]) == (3, "problem")
    found = target["checks"][-1]["said"]
    assert found.startswith("broken.py, line 17: `return repeats + values.nothing")
    assert found.endswith("AttributeError: 'numpy.ndarray' object has no attribute 'nothing'")


@pytest.mark.parametrize("form", ["{}.py:{}", "sub/{}.py:{}", "{folder}/{}.py:{}", "{}:{}"])
def test_a_file_and_a_module_mean_the_same(form, home, monkeypatch):
    problem = form.format("interval", "AllInterval", folder=home / "sub")
    search = form.format("search", "Mine", folder=home / "sub")
    if form.startswith("{}"):
        monkeypatch.chdir(home / "sub")
    Path("own.yaml").write_text(CONFIG.format(problem, search))
    done("check", "own.yaml")
    done("run", "own.yaml", "-j", "1", "-o", "r")
    assert query(Path("r"), "select problem, use from cells") == [
        ('{"n":6,"use":"interval:AllInterval"}', "search:Mine")
    ]
    said = done("solve", problem, "n=6", "-a", search, "--evaluations", "300", "--json", "-s", "1")
    assert json.loads(said.out)["problem"] == {"n": 6, "use": "interval:AllInterval"}


@pytest.mark.parametrize("words", ["solve {} n=6", "check {} n=6", "solve 8 -a {}"])
def test_a_file_that_is_missing_is_named_with_its_drive(words):
    said = refused(*words.format(r"C:\\x.py:Class").split())
    assert r"C:\x.py: no such file" in said.err.replace(r"\\", "\\")


def test_a_file_that_another_module_hides_is_refused(home):
    (home / "interval.py").write_text(INTERVAL)
    done("solve", "sub/interval.py:AllInterval", "n=6", "-a", "random_search", "--evaluations", "9")
    said = refused("solve", "interval.py:AllInterval", "n=6", "-a", "random_search")
    assert "sub/interval.py hides interval.py" in said.err


def test_a_key_of_the_problem_and_of_the_search_is_refused(home):
    text = INTERVAL.replace("    n: int\n", "    n: int\n    longest: int = 3\n")
    (home / "both.py").write_text(text)
    words = ("solve", "both.py", "n=6", "tabu_search", "--evaluations", "300", "--json")
    said = refused(*words, "longest=6")
    assert said.err == (
        "longest=6: a field of AllInterval and a parameter of the search; write problem.longest=6"
        " or algorithm.longest=6\n"
    )
    for key, expected in (("problem", (6, None)), ("algorithm", (3, 6))):
        found = json.loads(done(*words, f"{key}.longest=6").out)
        assert (found["problem"]["longest"], found["parameters"]["longest"]) == expected
