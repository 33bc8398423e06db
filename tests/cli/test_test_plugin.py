"""`metaqueens test-plugin` on operators and sets of instances, right and wrong ones."""

import json
from inspect import getsource

import pytest

from tests.algorithms import criteria
from tests.outside import none_yet

from . import call

MODULE = """\
import random
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
GOOD, TWICE, WRONG, EMPTY, NONE = (
    HERE / f"{name}.jsonl" for name in ("good", "twice", "wrong", "empty", "none")
)
DRAWN = HERE / "drawn.jsonl"
ROW = random.SystemRandom().randrange(10**9)
DRAWN.write_text('{"n": 8, "id": "%d"}' % ROW)
SEEN = []


def turn(board, by=1):
    by = by + random.randrange(len(board))
    board[:] = board[by % len(board):] + board[:by % len(board)]
    return (board,)


def anywhere(board):
    board[random.randrange(len(board))] = random.randrange(len(board))
    return (board,)


def bare(board):
    return board


def listed(board):
    return (list(board),)


def reseeds(board):
    random.seed(1)
    np.random.seed(1)
    return turn(board)


def remembers(board):
    SEEN.append(1)
    k = len(SEEN) % len(board)
    random.random(), np.random.random()
    board[:] = board[k:] + board[:k]
    return (board,)


def longer(one, other):
    one.append(random.randrange(2))
    return one, other


def few(boards, k):
    return boards[:3]


def spoils(boards, k):
    for board in boards:
        board[0] = 1
    return boards[:k]


def patient(rng, best, current, candidate):
    return candidate <= current or rng.random() < 0.02


def dice(rng, best, current, candidate):
    return candidate <= current or random.random() < 0.02


def never(rng, best, current, candidate):
    return candidate < 0


def counts(rng, best, current, candidate):
    SEEN.append(candidate)
    return candidate <= current or len(SEEN) % 7 == 0


NUMBER = 5


"""
FILES = {
    "good": '{"n": 8}\n{"n": 9, "blocked": [[0, 0]]}\n',
    "twice": '{"n": 8, "id": "a"}\n{"n": 9, "id": "a"}\n',
    "wrong": '{"n": 8}\n{"n": 8, "label": "satisfiable", "witness": [0, 1, 2, 3, 4, 5, 6, 7]}\n',
    "empty": "\n",
}


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plugins")
    (folder / "to_be_tested.py").write_text(MODULE + getsource(criteria.Late))
    for name, text in FILES.items():
        (folder / f"{name}.jsonl").write_text(text)
    with none_yet() as patch:
        patch.chdir(folder)
        yield folder


def checked(name, *words):
    """The exit code, and what is wrong by promise and encoding."""
    said = call("test-plugin", f"to_be_tested:{name}", *words, "--json")
    assert said.code in (0, 3), said.err
    checks = json.loads(said.out)["checks"]
    assert checks
    return said.code, {(one["promise"], one["encoding"]): one["wrong"]
                       for one in checks if one["wrong"]}  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [
        ("turn", "by=2"),
        ("anywhere", "encoding=rows"),
        ("patient",),
        ("Late", "length=3"),
        ("GOOD",),
    ],
)
def test_a_good_one_keeps_every_promise(words):
    assert checked(*words) == (0, {})


@pytest.mark.parametrize(
    ("use", "kind"),
    [("cxPartialyMatched", "crossover"), ("selTournament", "selection"),
     ("mutShuffleIndexes", "mutation")],
)  # fmt: skip
def test_those_of_deap_do(use, kind):
    keys = {"selTournament": ["tournsize=3"], "mutShuffleIndexes": ["indpb=0.2"]}.get(use, [])
    said = call("test-plugin", f"deap.tools:{use}", *keys, "encoding=permutation", "--as", kind)
    assert said.code == 0, said.out


@pytest.mark.parametrize(
    ("words", "promise", "encoding", "wrong"),
    [
        (("anywhere",), "keeps the encoding", "permutation", "is no permutation"),
        (("bare",), "returns boards as deap does", "rows",
         "it returned Individual; expected a tuple of 1, as DEAP's do"),
        (("listed",), "returns boards as deap does", "rows",
         "it returned a list; expected the board it was given"),
        (("reseeds",), "does not seed the global generators", "rows",
         "it seeds random, of which every run has its own"),
        (("remembers",), "same seed same children", "permutation",
         "another child from the same seed"),
        (("longer", "--as", "crossover"), "keeps the encoding", "rows",
         "a board of 2 queens came back with 3"),
        (("few", "--as", "selection"), "selects as many as asked", "rows",
         "asked for 7 of 20 boards it returned 3"),
        (("spoils", "--as", "selection"), "leaves the population as it is", "permutation",
         "it changed boards"),
        (("dice",), "leaves global generators alone", "rows",
         "it draws from a global generator; rng is the run's"),
        (("never",), "lets some move pass", "rows", "it lets no move pass"),
        (("counts",), "same seed same answers", "permutation",
         "does it remember an earlier run?"),
        (("TWICE",), "tells its instances apart", "", "the id a is there 2 times"),
        (("WRONG",), "is read", "", "wrong.jsonl:2: witness: it is no solution"),
        (("EMPTY",), "is read", "", "no instances in it"),
        (("NONE",), "is read", "", "none.jsonl"),
        (("DRAWN",), "is the same in another process", "", "another process finds another content"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)  # fmt: skip
def test_a_broken_promise_is_named(words, promise, encoding, wrong):
    code, found = checked(*words)
    assert code == 3
    assert wrong in found[promise, encoding]


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
        (("to_be_tested.py",), "is a file: name a class in it, to_be_tested:Class"),
        (("to_be_tested.py:turn",), "did you mean to_be_tested:turn?"),
        (("sub/mine.py:turn",), "did you mean sub.mine:turn?"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)
def test_what_cannot_be_tested_is_said(words, said):
    found = call("test-plugin", *words)
    assert found.code == 2
    assert said in found.err
