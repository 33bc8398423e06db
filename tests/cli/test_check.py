"""`metaqueens check` on operators, right and wrong ones."""

import json
import subprocess
import sys

import pytest

from tests.outside import none_yet
from tests.tuning import ANNEALING

from . import CONFIG, call, done, refused

MODULE = """\
import metaqueens  # noqa: F401
import random

import numpy as np

SEEN = []


def turn(board, by=1):
    by = by + random.randrange(len(board))
    board[:] = board[by % len(board):] + board[:by % len(board)]
    return (board,)


def anywhere(board):
    board[random.randrange(len(board))] = random.randrange(len(board))
    return (board,)


def remembers(board):
    SEEN.append(1)
    k = len(SEEN) % len(board)
    random.random(), np.random.random()
    board[:] = board[k:] + board[:k]
    return (board,)


def longer(one, other):
    one.append(random.randrange(2))
    return one, other


NUMBER = 5
"""
SEARCH = """\
from metaqueens import RandomSearch


class Mine(RandomSearch):
    pass
"""
MODULES = {
    "two_of_them": f"{SEARCH}\n\nclass Other(Mine):\n    pass\n",
    "broken_file": "import metaqueens\n1 / 0\n",
    "slip": "from metaqueens import Problem\n\nclass W(Problem):\n    n: int\n\n"
    "    @staticmethod\n    def cots(values, data):\n        return 0\n",
}


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plugins")
    (folder / "to_be_tested.py").write_text(MODULE)
    for name, text in MODULES.items():
        (folder / f"{name}.py").write_text(text)
    (folder / "program.py").write_text("#!/usr/bin/env python3\nprint(1)\n")
    (folder / "no_class.py").write_text("import sys\nwhile True:\n    pass\n")
    (folder / "no_end.py").write_text("import metaqueens\nwhile True:\n    pass\n")
    (folder / "program.c").write_text("#include <stdio.h>\n")
    with none_yet() as patch:
        patch.chdir(folder)
        yield folder


def of_genetic(kind, words):
    """A genetic algorithm with an operator, such as ``mine:turn by=2 encoding=rows``."""
    use, *settings = words.split()
    own = [one if one.startswith("encoding=") else f"{kind}.{one}" for one in settings]
    return ("genetic", f"{kind}.use={use}", "population=20", *own)


def checked(name, *words):
    """The exit code, and what is wrong by promise and encoding."""
    said = call("check", name, *words, "--json")
    assert said.code in (0, 3), said.err
    (target,) = json.loads(said.out)["targets"]
    assert target["checks"]
    wrong = {one["name"]: one["said"] for one in target["checks"] if one["verdict"] == "failed"}
    assert target["ok"] == (not wrong) == (said.code == 0)
    return target["kind"], wrong


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("to_be_tested:turn by=2", "mutation"),
        ("to_be_tested:anywhere encoding=rows", "mutation"),
        ("deap.tools:cxPartialyMatched encoding=permutation", "crossover"),
        ("deap.tools:selTournament tournsize=3 encoding=permutation", "selection"),
        ("deap.tools:mutShuffleIndexes indpb=0.2 encoding=permutation", "mutation"),
    ],
)
def test_a_good_one_keeps_every_promise(words, kind):
    assert checked(*of_genetic(kind, words)) == ("algorithm", {})


def test_one_in_a_file_is_named_with_its_file(home):
    (home / "sub").mkdir()
    (home / "sub/one_search.py").write_text(SEARCH)
    for target in ("sub/one_search.py", "sub/one_search.py:Mine"):
        said = done("check", target, "encoding=rows", "--json")
        assert [one["kind"] for one in json.loads(said.out)["targets"]] == ["algorithm"]
    assert call("check", *of_genetic("mutation", "to_be_tested.py:turn encoding=rows")).code == 0


@pytest.mark.parametrize(
    ("words", "kind", "code"),
    [
        (["a.yaml"], "config", 0),
        (["ga_n50"], "config", 0),
        (["construction"], "algorithm", 0),
        (["--program", "false"], "program", 3),
        (["wrong.yaml"], "config", 2),
    ],
)
def test_the_kind_of_a_target_is_found_out(home, words, kind, code):
    (home / "a.yaml").write_text(CONFIG)
    (home / "wrong.yaml").write_text(CONFIG.replace("use: genetic", "use: genetics"))
    said = call("check", *words, "--json")
    assert (said.code, said.err) == (code, "")
    (found,) = json.loads(said.out)["targets"]
    assert (found["target"], found["kind"], found["ok"]) == (words[-1], kind, code == 0)


def test_several_configs(home):
    (home / "a.yaml").write_text(CONFIG)
    (home / "wrong.yaml").write_text(CONFIG.replace("use: genetic", "use: genetics"))
    said = call("check", "wrong.yaml", "a.yaml", "runs=7")
    assert (said.code, said.out) == (
        2,
        "a.yaml: ok: 2 combinations of problem and algorithm, 14 runs\n",
    )
    assert said.err.startswith("wrong.yaml:")
    found = json.loads(call("check", "a.yaml", "wrong.yaml", "--json").out)["targets"]
    assert [(one["target"], one["ok"]) for one in found] == [
        ("a.yaml", True),
        ("wrong.yaml", False),
    ]


def test_a_setting_of_a_config(home):
    (home / "a.yaml").write_text(CONFIG)
    assert call("check", "a.yaml", "runs=7").out.endswith("14 runs\n")


def test_a_problem_that_is_known_to_have_no_solution_is_a_warning(home):
    (home / "a.yaml").write_text(CONFIG)
    said = done("check", "a.yaml", "problem.n=3,8")
    assert said.err.startswith("warning: no solution exists for 3 queens: a queen in the middle")
    assert said.err.count("\n") == 1
    assert not done("check", "a.yaml", "problem.n=3,8", "--json").err


def test_a_tuning_with_too_few_runs():
    said = call("check", "configs/tune_ga.yaml", "tune.max_runs=10")
    assert said.code == 2
    assert "tune.max_runs: 10 are too few: 120 are for the test" in said.err


@pytest.mark.parametrize(("instances", "notes"), [(1, 0), (2, 1), (9, 1), (10, 0)])
def test_a_family_that_is_too_small_to_compare_is_noted(home, instances, notes):
    family = "problem.blocked={use: random, count: 3}", f"problem.instances={instances}"
    (home / "a.yaml").write_text(CONFIG)
    *_, last = call("check", "a.yaml", *family).out.splitlines()
    note = f"note: {instances} instances of a family: a test needs 6, an interval 10"
    assert (last == note) == (notes == 1)
    (found,) = json.loads(call("check", "a.yaml", *family, "--json").out)["targets"]
    assert len(found["notes"]) == notes


def test_the_note_on_a_small_family_counts_all_pairs_of_algorithms(home):
    """Holm's adjustment does: 2 / 2^7 times 4 pairs is more than 0.05, 2 / 2^8 times 4 is not."""
    family = "problem.blocked={use: random, count: 3}", "problem.instances=7"
    (home / "a.yaml").write_text(CONFIG)
    *_, last = call("check", "a.yaml", *family, "problem.n=6,7,8,9").out.splitlines()
    assert last == "note: 7 instances of a family: a test needs 8, an interval 10 (4 pairs)"


def test_of_a_tuning_the_families_of_the_test_are_noted(home):
    """The problem of the file is only the base of the blocks of training and test."""
    family = "problem: {n: 8, blocked: {use: random, count: 3}, instances: 4}"
    (home / "a.yaml").write_text(ANNEALING.replace("problem: {n: 8}", family))
    enough = "tune.test.problem.instances=12"
    assert "note" not in call("check", "a.yaml", enough).out
    assert "note: 4 instances of a family: a test needs 6" in call("check", "a.yaml").out


@pytest.mark.parametrize(
    ("name", "kind", "promise", "wrong"),
    [
        ("anywhere", "mutation", "same seed same run, permutation",
         "put two queens on one row, which is not a permutation"),
        ("remembers", "mutation", "same seed same run, permutation",
         "two runs with one seed differ"),
        ("longer", "crossover", "same seed same run, rows", "changed the length of a board"),
    ],
)  # fmt: skip
def test_a_broken_promise_is_named(name, kind, promise, wrong):
    _, found = checked(*of_genetic(kind, f"to_be_tested:{name}"))
    assert wrong in found[promise]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("to_be_tested:longer", "expected an algorithm"),
        ("to_be_tested:NUMBER", "expected an algorithm"),
        ("to_be_tested:gone", "to_be_tested has no 'gone'"),
        ("genetic mutation.use=to_be_tested:turn mutation.bi=2",
         "turn takes no such argument; its arguments are by, probability"),
        ("no_such_module:turn", "cannot import 'no_such_module'"),
        ("to_be_tested.py", "no algorithm in it"),
        ("two_of_them.py", "several classes, Mine, Other; name one: two_of_them.py:Class"),
        ("broken_file.py", "'broken_file.py': cannot import 'broken_file': ZeroDivisionError"),
        ("program.py", 'metaqueens check --program "python3 program.py {n} {seed}"'),
        ("no_class.py", 'metaqueens check --program "python3 no_class.py {n} {seed}"'),
        ("no_class.py", "not a config or a file with a class, which would import metaqueens; "),
        ("no_end.py --seconds 2", "no_end.py: its import did not end within 2 s"),
        ("program.c", "program.c: a program, not a config or a file with a class;"),
        ("sub/mine.py:turn", "sub/mine.py: no such file"),
        ("to_be_tsted.py", "to_be_tsted.py: no such file; did you mean to_be_tested.py?"),
        ("ga_n5", "ga_n5: no such file; did you mean ga_n50?"),
        ("a.yaml gone.yaml", "gone.yaml: no such file"),
        ("genetic mutation.use=turn", "mutation.use: 'turn' is not one of"),
    ],
)  # fmt: skip
def test_what_cannot_be_tested_is_said(words, said):
    assert said in refused("check", *words.split()).err


@pytest.mark.parametrize("command", ["check", "solve"])
@pytest.mark.parametrize("name", ["slip.py", "slip.py:W"])
def test_a_problem_without_cost_names_the_slip(command, name):
    said = "'slip:W' has no cost(values, data); did you mean cost instead of cots?\n"
    assert refused(command, name, "n=6").err == said


@pytest.mark.parametrize("form", ["bare.py", "bare.py:Bare", "bare:Bare"])
@pytest.mark.parametrize(("function", "base"), [("cost", "Problem"), ("search", "Algorithm")])
def test_a_class_without_its_base_is_named(home, form, function, base):
    text = f"import metaqueens\nclass Part: pass\nclass Bare:\n    def {function}(a, b): pass\n"
    (home / "bare.py").write_text(text)
    sys.modules.pop("bare", None)
    said = f"class Bare is no {base}: write class Bare({base})\n"
    assert refused("check", form).err == f"'bare:Bare': {said}"
    if base == "Problem":
        assert refused("solve", form, "n=6").err == f"'bare:Bare': {said}"


def test_one_traceback_is_shown_once(home):
    (home / "raising.py").write_text("def turn(board):\n    return board.gone\n")
    said = call("check", *of_genetic("mutation", "raising:turn encoding=rows"))
    assert said.code == 3
    assert said.out.count("Traceback") == 1
    assert "FAILED  the claim is true, rows: as above\n" in said.out


def test_an_error_that_differs_in_numbers_is_shown_once(home):
    text = "def turn(board):\n    raise ValueError(f'not for {len(board)}\\nqueens')\n"
    (home / "counting.py").write_text(text)
    said = call("check", *of_genetic("mutation", "counting:turn encoding=rows"))
    assert said.code == 3
    assert said.out.count("Traceback") == 1


# A search that does something where n is 40.
IN_SEARCH = """\
import time
from metaqueens.queens.check import recount
from metaqueens.search import Algorithm, Snapshot


class Mine(Algorithm):
    encodings = ("rows",)

    def search(self, space, checkpoints, rng):
        if space.n == 40:  # of one check
            {}
        queens = rng.integers(space.n, size=space.n).astype("int32")
        yield Snapshot(queens, recount(space.problem, queens), 1, 1, 0)
"""


def test_a_search_without_end_breaks_one_promise(home):
    text = IN_SEARCH.format("while True:\n                time.sleep(0.1)")
    (home / "ending.py").write_text(text)
    said = "no end after 3 s: does what is reported reach its budget? No further checks were made"
    promise = "the budget is kept to within one step, rows"
    assert checked("ending:Mine", "--seconds", "3") == ("algorithm", {promise: said})


def test_a_search_without_end_is_not_run_again(home):
    text = IN_SEARCH.replace("== 40", ">= 12")
    text = text.format("while True:\n                time.sleep(0.1)")
    (home / "unending.py").write_text(text)
    checks = json.loads(call("check", "unending:Mine", "--seconds", "0.5", "--json").out)
    verdicts = [check["verdict"] for check in checks["targets"][0]["checks"]]
    assert verdicts == ["ok", "ok", "failed"]


def test_without_assertions_nothing_is_said_to_be_kept(home):
    words = (sys.executable, "-O", "-m", "metaqueens", "check", "tabu_search")
    said = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (2, "")
    assert "run check without PYTHONOPTIMIZE and -O" in said.stderr


def test_a_search_that_draws_from_elsewhere_breaks_two_promises(home):
    text = IN_SEARCH.format("pass").replace("rng.integers", "__import__('numpy').random.randint")
    (home / "dicing.py").write_text(text)
    _, wrong = checked("dicing:Mine")
    assert "global random states are left alone, rows" in wrong
    assert "same seed same run, rows" in wrong


def test_what_the_code_prints_is_not_the_answer(home):
    (home / "talking.py").write_text(f"{SEARCH}\nprint('{{}}')\n")
    assert checked("talking.py", "encoding=rows") == ("algorithm", {})


def test_an_error_names_its_line_in_the_code_of_the_author(home):
    line = "Snapshot(None, 0, 1, 1, 1)._replace(evalutions=1)"
    (home / "misspelling.py").write_text(IN_SEARCH.format(line))
    _, wrong = checked("misspelling.py")
    (fault,) = wrong.values()
    assert f"(misspelling.py, line 11: {line})" in fault


PROBLEM = """\
from metaqueens import Problem


class Sorted(Problem):
    n: int

    @staticmethod
    def cost(values, data):
        return (values[1:] < values[:-1]).sum()

    @staticmethod
    def variable_costs(values, data, i):
        return 0

    def draw(self, values):
        return {}
"""


@pytest.mark.parametrize(
    ("picture", "fault"),
    [
        ("'<svg xmlns=\"http://www.w3.org/2000/svg\"/>'", None),
        ("'<p/>'", "draw() returned XML whose first element is not svg"),
        ("'svg'", "draw() returned text that is no XML"),
        ("5", "draw() returned 5"),
    ],
)
def test_the_functions_of_a_problem_are_listed_and_its_picture_is_drawn(home, picture, fault):
    name = f"sorting_{len(picture)}.py"
    (home / name).write_text(PROBLEM.format(picture))
    called = call("check", name, "n=5", "--json")
    checks = {one["name"]: one for one in json.loads(called.out)["targets"][0]["checks"]}
    assert checks["functions"]["verdict"] == "note"
    names = "cost, draw; variable_costs is not used; did you mean variable_cost?"
    assert checks["functions"]["said"] == names
    assert checks["picture"]["verdict"] == ("failed" if fault else "ok")
    assert (fault or "") in checks["picture"]["said"]
    assert called.code == (3 if fault else 0)
