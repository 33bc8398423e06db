"""What users get wrong: each with its exact message, exit code 2, and nothing done."""

import pytest

from metaqueens.cli import COMMANDS

from . import CONFIG, call, call_in, last_line, query

pytestmark = pytest.mark.usefixtures("here")


def change(old: str, new: str) -> bytes:
    assert CONFIG.count(old) == 1
    return CONFIG.replace(old, new).encode()


# What the file holds, and all that is then said after its name; tests/config has many more.
BAD_FILES = {
    "unknown key": (change("runs:", "rusn:"), [":7:1: rusn: no such key; did you mean runs?"]),
    "code": (
        change("small", "!!python/object/apply:os.system ['touch ran']"),
        [":1:7: the tag !!python/object/apply:os.system is not allowed; only plain values are"],
    ),
    "several": (
        b"problem: {n: 0}\nalgorithms: {a: {use: genetic, elites: -1}}\nrusn: 3\n",
        [
            ":1:1: budget: missing; write budget: {evaluations: 10000}",
            ":1:14: problem.n: must be at least 1, got 0",
            ":2:40: algorithms.a.elites: must be at least 0, got -1",
            ":3:1: rusn: no such key; did you mean runs?",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_FILES)
@pytest.mark.parametrize("command", ["run", "check"])
def test_a_bad_file(here, case, command):
    content, errors = BAD_FILES[case]
    (here / "bad.yaml").write_bytes(content)
    assert call(command, "bad.yaml") == (2, "", "".join(f"bad.yaml{error}\n" for error in errors))
    assert sorted(path.name for path in here.iterdir()) == ["bad.yaml", "small.yaml"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("runs", "command line: runs: expected key=value, such as runs=5 or problem.n=20,50"),
        ("-j 0", "Error: Invalid value for '-j' / '--jobs': 0 is not in the range x>=1."),
        ("-j two",
         "Error: Invalid value for '-j' / '--jobs': 'two' is not a valid integer."),
        ("-o small.yaml",
         "Error: Invalid value for '-o' / '--output': Directory 'small.yaml' is a file."),
        ("-o small.yaml/x", "small.yaml/x: cannot write results there: not a directory"),
        ("-o papers", "papers holds other files and no results; choose another folder with -o"),
    ],
)  # fmt: skip
def test_bad_words(here, words, error):
    (here / "papers").mkdir()
    (here / "papers" / "thesis.tex").write_text("\\section{Queens}")
    said = call("run", "small.yaml", *words.split())
    assert (said.code, said.out, last_line(said.err)) == (2, "", error)
    assert [*here.rglob("*.sqlite")] == []
    assert [path.name for path in (here / "papers").iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("--populatio 10", "no option --populatio: a parameter is written populatio=10"),
        ("--sed=3", "no option --sed: a parameter is written sed=3; did you mean --seed?"),
        ("--x", "no option --x: a parameter is written x=VALUE"),
        ("-seed 1", "no option -seed; did you mean --seed?"),
        ("-evaluations=5", "no option -evaluations; did you mean --evaluations?"),
    ],
)
def test_a_parameter_that_is_given_as_an_option(words, error):
    said = call("solve", "50", "genetic", *words.split())
    assert (said.code, last_line(said.err)) == (2, f"Error: {error}")


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("-s abc", "'-s' / '--seed': 'abc' is not a valid integer."),
        ("--seconds long", "'--seconds': 'long' is not a valid number."),
    ],
)
def test_words_in_the_place_of_numbers(words, error):
    said = call("solve", "8", *words.split())
    assert (said.code, last_line(said.err)) == (2, f"Error: Invalid value for {error}")


def test_results_of_another_experiment(here):
    call("run", "small.yaml", "-o", "mine", "-j", "1", "--quiet")
    before = query(here / "mine", "SELECT * FROM runs")
    why = "mine holds the results of 'small', not of 'other'; choose another folder with -o\n"
    assert call("run", "small.yaml", "name=other", "-o", "mine", "-j", "1") == (2, "", why)
    assert query(here / "mine", "SELECT * FROM runs") == before


@pytest.mark.parametrize("kind", ["unknown key", "several"])
def test_check_tells_all_errors(here, kind):
    text, errors, *_ = BAD_FILES[kind]
    (here / "a.yaml").write_bytes(text)
    said = call("check", "a.yaml")
    assert (said.code, said.out) == (2, "")
    assert said.err.splitlines() == [f"a.yaml{error}" for error in errors]


@pytest.mark.parametrize(
    ("word", "error"),
    [
        ("rnu", "no command 'rnu'; did you mean run?"),
        ("xyzzy", f"no command 'xyzzy'; the commands are {', '.join(COMMANDS)}"),
    ],
)
def test_an_unknown_command(word, error):
    said = call(word, "8")
    assert (said.code, said.out, last_line(said.err)) == (2, "", f"Error: {error}")


EXITING = """\
import sys
from metaqueens import Algorithm


class Exiting(Algorithm):
    def supports(self, problem, encoding):
        sys.exit(0)

    def search(self, space, checkpoints, rng):
        yield
"""


def test_a_problem_without_fields_has_no_size(here):
    text = "from metaqueens import Problem\n\nclass Bare(Problem):\n    def cost(self): return 1\n"
    (here / "bare.py").write_text(text)
    said = call_in(here, "solve", "bare.py:Bare", "n=8")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("n=8: no such key; the keys are encoding, restarts,")
    said = call_in(here, "solve", "bare.py:Bare")
    assert (said.code, said.out) == (2, "")
    assert "Bare.n: expected a whole number from 1 on, got nothing" in said.err


@pytest.mark.parametrize("command", ["solve", "landscape", "animate"])
@pytest.mark.parametrize("cost", ["1 // (values[0] - values[0])", "values.missing()"])
def test_a_cost_that_fails_in_a_search_is_a_failed_run(here, command, cost):
    text = "from metaqueens import Problem\n\nclass Wrong(Problem):\n    n: int\n"
    (here / "wrong.py").write_text(f"{text}    def cost(values, data):\n        return {cost}\n")
    said = call_in(here, command, "wrong.py:Wrong", "n=6")
    assert (said.code, said.out) == (3, "")
    assert "Traceback" not in said.err


def test_code_that_ends_the_command_is_named(here):
    (here / "exiting.py").write_text(EXITING)
    said = call_in(here, "compare", "exiting.py:Exiting", "hc", "-n", "8", "--runs", "1")
    assert (said.code, said.out) == (3, "")
    assert said.err == "your code ended the command: exiting.py, line 7: sys.exit(0)\n"


@pytest.mark.parametrize(
    ("old", "new", "place", "why"),
    [
        ("problem, encoding", "problem", "line 6", "takes 2 positional arguments but 3 were given"),
        ("sys.exit(0)", "1 / 0", "line 7: 1 / 0", "division by zero"),
    ],
)
def test_a_wrong_method_of_an_algorithm_is_one_line(here, old, new, place, why):
    assert EXITING.count(old) == 1
    (here / "wrong.py").write_text(EXITING.replace(old, new))
    said = call_in(here, "run", "small.yaml", "algorithms.mc.use=wrong:Exiting")
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    failed = f"algorithms.mc: wrong.py, {place}: Exiting.supports(problem, encoding) failed: "
    assert failed in said.err
    assert why in said.err
