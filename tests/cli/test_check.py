"""`metaqueens check` on operators and sets of instances, right and wrong ones."""

import json
from inspect import getsource

import pytest

from tests.algorithms import criteria
from tests.outside import none_yet

from . import CONFIG, call

MODULE = """\
import random
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
GOOD, TWICE, WRONG, EMPTY, NONE = (
    HERE / f"{name}.jsonl" for name in ("good", "twice", "wrong", "empty", "none")
)
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


def patient(rng, best, current, candidate):
    return candidate <= current or rng.random() < 0.02


def dice(rng, best, current, candidate):
    return candidate <= current or random.random() < 0.02


NUMBER = 5


"""
SEARCH = """\
from metaqueens import RandomSearch


class Mine(RandomSearch):
    pass
"""
FILES = {
    "good": '{"n": 8}\n{"n": 9, "blocked": [[0, 0]]}\n',
    "twice": '{"n": 8, "id": "a"}\n{"n": 9, "id": "a"}\n',
    "wrong": '{"n": 8}\n{"n": 8, "label": "satisfiable", "witness": [0, 1, 2, 3, 4, 5, 6, 7]}\n',
    "empty": "\n",
}
MODULES = {"two_of_them": f"{SEARCH}\n\nclass Other(Mine):\n    pass\n", "broken_file": "1 / 0\n"}


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plugins")
    (folder / "to_be_tested.py").write_text(MODULE + getsource(criteria.Late))
    for name, text in FILES.items():
        (folder / f"{name}.jsonl").write_text(text)
    for name, text in MODULES.items():
        (folder / f"{name}.py").write_text(text)
    with none_yet() as patch:
        patch.chdir(folder)
        yield folder


def checked(name, *words):
    """The exit code, and what is wrong by promise and encoding."""
    said = call("check", f"to_be_tested:{name}", *words, "--json")
    assert said.code in (0, 3), said.err
    (target,) = json.loads(said.out)["targets"]
    assert target["checks"]
    wrong = {one["name"]: one["said"] for one in target["checks"] if one["verdict"] == "failed"}
    assert target["ok"] == (not wrong) == (said.code == 0)
    return target["kind"], wrong


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (("turn", "by=2"), "mutation"),
        (("anywhere", "encoding=rows"), "mutation"),
        (("patient",), "acceptance"),
        (("Late", "length=3"), "acceptance"),
        (("GOOD",), "instances"),
    ],
)
def test_a_good_one_keeps_every_promise(words, kind):
    assert checked(*words) == (kind, {})


def test_one_in_a_file_is_named_with_its_file(home):
    (home / "sub").mkdir()
    (home / "sub/one_search.py").write_text(SEARCH)
    for target in ("sub/one_search.py", "sub/one_search.py:Mine"):
        said = call("check", target, "encoding=rows", "--json")
        assert said.code == 0, said.err
        assert [one["kind"] for one in json.loads(said.out)["targets"]] == ["algorithm"]
    assert call("check", "to_be_tested.py:turn", "encoding=rows").code == 0


def test_several_targets_are_found_out(home):
    (home / "a.yaml").write_text(CONFIG)
    (home / "wrong.yaml").write_text(CONFIG.replace("use: genetic", "use: genetics"))
    (home / "fails.sh").write_text("#!/bin/sh\nexit 3\n")
    (home / "fails.sh").chmod(0o755)
    targets = ("a.yaml", "ga_n50", "construction", "to_be_tested:GOOD", "./fails.sh")
    said = call("check", *targets, "--program", "false", "--json")
    assert (said.code, said.err) == (3, "")
    found = [(one["target"], one["kind"], one["ok"]) for one in json.loads(said.out)["targets"]]
    assert found == [
        ("a.yaml", "config", True), ("ga_n50", "config", True), ("construction", "algorithm", True),
        ("to_be_tested:GOOD", "instances", True), ("./fails.sh", "program", False),
        ("false", "program", False),
    ]  # fmt: skip
    assert call("check", "wrong.yaml", "./fails.sh").code == 2
    assert call("check", "a.yaml", "runs=7").out.endswith("14 runs\n")


@pytest.mark.parametrize(
    ("use", "kind"),
    [("cxPartialyMatched", "crossover"), ("selTournament", "selection"),
     ("mutShuffleIndexes", "mutation")],
)  # fmt: skip
def test_those_of_deap_do(use, kind):
    keys = {"selTournament": ["tournsize=3"], "mutShuffleIndexes": ["indpb=0.2"]}.get(use, [])
    said = call("check", f"deap.tools:{use}", *keys, "encoding=permutation", "--as", kind)
    assert said.code == 0, said.out


@pytest.mark.parametrize(
    ("words", "kind", "promise", "wrong"),
    [
        (("anywhere",), "mutation", "same seed same run, permutation",
         "put two queens on one row, which is not a permutation"),
        (("remembers",), "mutation", "same seed same run, permutation", "this does not hold"),
        (("longer", "--as", "crossover"), "crossover", "same seed same run, rows",
         "changed the length of a board"),
        (("dice",), "acceptance", "global random states are left alone, rows",
         "this does not hold"),
        (("TWICE",), "instances", "tells its instances apart", "the id a is there 2 times"),
        (("WRONG",), "instances", "is read", "wrong.jsonl:2: witness: it is no solution"),
        (("EMPTY",), "instances", "is read", "no instances in it"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)  # fmt: skip
def test_a_broken_promise_is_named(words, kind, promise, wrong):
    what, found = checked(*words)
    assert what == kind
    assert wrong in found[promise]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("to_be_tested:longer",), "say what it is: --as crossover or --as selection"),
        (("to_be_tested:NUMBER",), "not an algorithm"),
        (("to_be_tested:gone",), "to_be_tested has no 'gone'"),
        (
            ("to_be_tested:turn", "bi=2"),
            "turn takes no such argument; its arguments are by, probability",
        ),
        (("to_be_tested:GOOD", "by=2"), "a set of instances, which has no settings"),
        (("no_such_module:turn",), "cannot import 'no_such_module'"),
        (("to_be_tested.py",), "no algorithm in it"),
        (("two_of_them.py",), "several algorithms, Mine, Other; name one: two_of_them.py:Class"),
        (("broken_file.py",), "broken_file.py: cannot be imported: ZeroDivisionError"),
        (("sub/mine.py:turn",), "sub/mine.py: no such file"),
        (("to_be_tsted.py",), "to_be_tsted.py: no such file; did you mean to_be_tested.py?"),
        (("constructio",), "no config, algorithm, plug-in or program of this name; did you mean"),
        (("ga_n50", "construction", "runs=7"), "runs=7: settings are those of one target"),
        (("turn", "--as", "mutation"), "no config, algorithm, plug-in or program of this name"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)
def test_what_cannot_be_tested_is_said(words, said):
    found = call("check", *words)
    assert found.code == 2
    assert said in found.err
