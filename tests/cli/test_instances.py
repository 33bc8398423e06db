"""``metaqueens instances``, ``draw`` and ``solve --board``: files of boards with rules."""

import json
import multiprocessing
import os
import re
import signal
import sys

import numpy as np
import pytest

from metaqueens.cli.instances.instances import label_all
from metaqueens.exact import instances as labels
from metaqueens.queens import instances
from metaqueens.queens.check import recount
from metaqueens.text.errors import RunFailed
from tests.patience import until
from tests.processes import copy_package, written_by

from . import call, done, refused, start, told

FAMILY = """\
problem: {n: 10, excluded: {use: random, count: 7}, instances: 12, seed: 2}
algorithms: {exact: {use: backtracking, form: forward_checking}}
budget: {evaluations: 20_000}
"""
REGIONS = '{"n": 5, "regions": ["AABBB", "ACCBB", "ACDDB", "EEDDD", "EEEDD"], "id": "r"}'
PLACED = '{"n": 8, "placed": [[3, 1], [4, 3]], "blocked": [[0, 7]], "id": "p"}'


@pytest.fixture
def here(here):
    (here / "family.yaml").write_text(FAMILY)
    return here


def test_a_family_is_written_with_labels_and_witnesses(here):
    said = done("instances", "family.yaml", "-o", "out.jsonl", "-j", "1")
    found = list(instances.read("out.jsonl"))
    assert [one.name for one in found] == [str(k) for k in range(1, 13)]
    for one in found:
        assert (one.label == "satisfiable") == (one.witness is not None)
        assert one.engines == labels.ENGINES
        if one.witness:
            assert recount(one.problem, np.array(one.witness)) == 0
    solvable = sum(one.label == "satisfiable" for one in found)
    assert 0 < solvable < 12
    assert f"12 instances: {solvable} satisfiable, {12 - solvable} unsatisfiable;" in said.out


def test_what_is_labelled_stays_and_the_rest_is_labelled(here):
    lines = [PLACED, '{"n": 6, "id": "mine", "label": "unsatisfiable"}', REGIONS]
    (here / "in.jsonl").write_text("\n".join(lines))
    report = json.loads(call("instances", "in.jsonl", "-o", "out.jsonl", "-j1", "--json").out)
    assert report["unsatisfiable"] == 1
    first, second, third = instances.read("out.jsonl")
    assert (first.name, first.label) == ("p", "satisfiable")
    # A label is taken on trust; only a witness can be checked.
    assert (second.label, second.engines) == ("unsatisfiable", ())
    assert third.label == "satisfiable"


def test_a_killed_command_goes_on_and_the_file_is_the_same(here):
    done("instances", "family.yaml", "-o", "whole.jsonl", "-j", "1")
    words = ("instances", "family.yaml", "-o", "out.jsonl", "-j", "2")
    killed = start(*words, folder=here)
    out = here / "out.jsonl"
    until(lambda: out.exists() and out.read_bytes().count(b"\n") >= 2)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    kept = out.read_bytes().splitlines(keepends=True)[:11]
    # As if the kill had come in the middle of a line.
    out.write_bytes(b"".join(kept) + b'{"n": 10, "excl')
    assert json.loads(done(*words, "--json").out)["new"] == 12 - len(kept)
    assert out.read_bytes() == (here / "whole.jsonl").read_bytes()
    assert told(*words)["new"] == 0


@pytest.mark.parametrize(
    ("there", "said"),
    [
        (
            '{"n": 6, "id": "mine", "note": 1}',
            "mine.jsonl: holds other instances; choose another file",
        ),
        ('{"n": 6}\n{"n": 7}', "mine.jsonl: holds other instances; choose another file"),
        ('{"n": 6}\n', "mine.jsonl: holds other instances; choose another file"),
        ("no JSON\n{", "mine.jsonl:1: expected one JSON object a line"),
    ],
)
def test_a_file_of_something_else_stays_as_it_is(there, said, here):
    (here / "mine.jsonl").write_text(there)
    assert said in refused("instances", "family.yaml", "-o", "mine.jsonl").err
    assert (here / "mine.jsonl").read_text() == there


def labelled_alone(here, *words, **board):
    """A board as the command labels it."""
    (here / "in.jsonl").write_text(json.dumps(board))
    (here / "out.jsonl").unlink(missing_ok=True)
    done("instances", "in.jsonl", "-o", "out.jsonl", *words)
    (one,) = instances.read("out.jsonl")
    return one.label, one.engines


def test_without_time_nothing_is_known_and_more_time_is_given_to_it(here):
    assert labelled_alone(here, "--seconds", "1e-9", n=40, torus=True) == ("unknown", ())
    assert labelled_alone(here, "--seconds", "5", n=99999999999) == ("unknown", ())
    label, _ = labelled_alone(here, "-j", "1", n=7, torus=True, label="unknown")
    assert label == "satisfiable"


def test_boards_with_a_line_without_a_square_are_boards_of_a_file(here):
    rng = np.random.default_rng(30)
    lines = [
        json.dumps({"n": 6, "blocked": rng.integers(6, size=(4, 2)).tolist()}) for _ in range(391)
    ]
    column = [[[row, line] for row in range(6)] for line in range(6)]
    row = [[[line, column] for column in range(6)] for line in range(3)]
    for place, blocked in enumerate(column + row):
        lines.insert(40 * place, json.dumps({"n": 6, "blocked": blocked}))
    (here / "in.jsonl").write_text("\n".join(lines))
    said = done("instances", "in.jsonl", "-o", "out.jsonl", "-j", "1", "--json")
    found = list(instances.read("out.jsonl"))
    assert len(found) == json.loads(said.out)["instances"] == 400
    assert {one.label for one in found} == {"satisfiable", "unsatisfiable"}
    for one in found[: 40 * 9 : 40]:
        assert (one.label, one.engines) == ("unsatisfiable", labels.ENGINES)
    done("instances", "out.jsonl", "-o", "again.jsonl", "-j", "1")
    assert (here / "again.jsonl").read_bytes() == (here / "out.jsonl").read_bytes()


@pytest.mark.compiled("the time that compiling takes")
def test_the_time_for_a_board_does_not_include_compiling(here, tmp_path):
    """Without machine code forward checking takes seconds to compile, and microseconds to end."""
    package = copy_package(tmp_path / "package")
    line = json.dumps({"n": 6, "blocked": [[row, 3] for row in range(6)]})
    (here / "in.jsonl").write_text(line)
    words = ("instances", "in.jsonl", "-o", "out.jsonl", "-j", "1", "--seconds", "1")
    written_by(sys.executable, "-m", "metaqueens", *words, folder=here, PYTHONPATH=str(package))
    (board,) = instances.read(here / "out.jsonl")
    assert (board.label, board.engines) == ("unsatisfiable", labels.ENGINES)


def test_one_method_alone_is_not_believed(here):
    # Only row 5 is left to columns 0 and 1: CP-SAT says so, forward checking takes fewer queens.
    blocked = [[row, column] for row in range(64) for column in (0, 1) if row != 5]
    assert labelled_alone(here, "-j", "1", n=64, blocked=blocked) == ("unknown", ("cp_sat",))


def test_a_contradiction_ends_the_command_and_what_was_labelled_stays(here, monkeypatch):
    monkeypatch.setattr(labels.methods, "METHODS", dict(labels.methods.METHODS))
    wrong = labels.methods.METHODS["cp_sat"]._replace(boards=lambda *_, **__: (one for one in ()))
    labels.methods.METHODS["cp_sat"] = wrong
    labelled = {"label": "satisfiable", "witness": [1, 3, 0, 2], "engines": ["cp_sat"]}
    first = json.dumps({"n": 4, "id": "one", **labelled})
    (here / "in.jsonl").write_text(f'{first}\n{{"n": 5, "torus": true, "id": "two"}}\n')
    said = call("instances", "in.jsonl", "-o", "a.jsonl", "-j", "1")
    assert said.code == 3
    assert "contradict each other: " in said.err
    assert "forward_checking: [" in said.err
    assert "cp_sat: no solution" in said.err
    (one,) = instances.read("a.jsonl")
    assert (one.name, one.label) == ("one", "satisfiable")
    assert call("instances", "in.jsonl", "-o", "a.jsonl", "-j", "1").code == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere.jsonl", "-o", "a.jsonl"], "nowhere.jsonl: no such file or directory"),
        (["nowhere.yaml", "-o", "a.jsonl"], "nowhere.yaml: no such file"),
        (["family.yaml", "-o", "a.txt"], "-o a.txt: expected a name that ends in .jsonl"),
        (["in.jsonl", "-o", "in.jsonl"], "-o in.jsonl: this is what is read"),
        (["bad.jsonl", "-o", "a.jsonl"], "bad.jsonl:2: excludet: no such key; did you mean exclu"),
        (["empty.jsonl", "-o", "a.jsonl"], "empty.jsonl: no instances in it"),
        (["in.jsonl", "-o", "bad.jsonl"], "bad.jsonl:2: excludet: no such key"),
        (["in.jsonl", "-o", "no/a.jsonl"], "-o no/a.jsonl: there is no folder no"),
    ],
)
def test_bad_input_is_named(here, words, said):
    (here / "in.jsonl").write_text('{"n": 8}\n')
    (here / "bad.jsonl").write_text('{"n": 8}\n{"n": 8, "excludet": []}\n')
    (here / "empty.jsonl").write_text("\n")
    assert refused("instances", *words, "-j", "1").err.startswith(said)


@pytest.fixture
def boards(here):
    lines = [PLACED, REGIONS, '{"n": 3, "id": "none"}', '{"n": 5, "torus": true, "id": "t"}']
    (here / "in.jsonl").write_text("\n".join(lines))
    (here / "large.jsonl").write_text('{"n": 10000000000, "id": "1"}\n')
    call("instances", "in.jsonl", "-o", "boards.jsonl", "-j", "1")
    return here


def test_a_board_is_drawn_as_text(boards):
    said = done("draw", "boards.jsonl", "--id", "p")
    head, *rows = said.out.splitlines()
    assert head.startswith("p: n=8, 1 square blocked, 2 queens placed #")
    assert sum(row.count("Q") for row in rows[:8]) == 6
    assert rows[3][2] == rows[4][6] == "P"
    assert rows[0][14] == "x"
    assert rows[8] == "P a placed queen, x a square where none may stand"
    empty = call("draw", "boards.jsonl", "--id", "p", "--empty").out
    assert empty.count("Q") == 0
    assert empty.count("P") == 3  # and in the legend
    letters = call("draw", "boards.jsonl", "--id", "r").out.splitlines()[1:]
    assert len(letters) == 5
    assert sum(row.count("Q") for row in letters) == 5
    assert letters[0].startswith("A")


def test_a_board_is_drawn_as_a_picture(boards):
    for name, said in (("p", "8 queens, none of them attacked; rows by "), ("none", "0 queens")):
        done("draw", "boards.jsonl", "--id", name, "-o", "drawn.svg")
        assert f'aria-label="{said}' in (boards / "drawn.svg").read_text()


def test_a_saved_board_is_drawn_with_its_rules(here):
    (here / "wrong.json").write_text("[0, 1, 3, 2]")
    said = done("draw", "wrong.json")
    assert said.out.splitlines()[:2] == ["wrong.json: n=4; 2 attacking pairs", "! _ _ _"]
    rules = {"n": 4, "placed": [[1, 0]], "blocked": [[0, 0]]}
    saved = {"n": 4, "problem": rules, "cost": 0, "values": [1, 3, 0, 2]}
    (here / "saved.json").write_text(json.dumps(saved))
    done("draw", "saved.json", "-o", "saved.svg")
    title = "4 queens, none of them attacked; rows by column: 1, 3, 0, 2"
    assert f'aria-label="{title}"' in (here / "saved.svg").read_text()
    head, *rows = done("draw", "saved.json").out.splitlines()
    assert re.fullmatch(
        r"saved\.json: n=4, 1 square blocked, 1 queen placed #\w+; 0 attacking pairs", head
    )
    assert rows[:4] == ["x _ Q _", "P _ _ _", "_ _ _ Q", "_ Q _ _"]
    wrong = {
        "not a board: expected whole numbers, the row of the queen in each column": {"n": 4},
        "1: placed.0: [1, 0] is not on a board of 1 rows and columns, which are 0 to 0": {
            **saved,
            "values": [0],
        },
    }
    for reason, other in wrong.items():
        (here / "saved.json").write_text(json.dumps(other))
        error = refused("draw", "saved.json").err
        assert re.fullmatch(rf"saved\.json: ?{re.escape(reason)}\n", error)


def test_what_solve_saves_is_drawn(here):
    call("solve", "8", "-s", "1", "--save", "b.json")
    assert done("draw", "b.json").out.startswith("b.json: n=8; 0 attacking pairs\n_ Q _ _")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["draw", "boards.jsonl"], "boards.jsonl: several instances; choose one with --id, such"),
        (["draw", "boards.jsonl", "--id", "q"], "boards.jsonl: no instance has the id 'q'"),
        (["draw", "no.jsonl"], "no.jsonl: no such file"),
        (["draw", "large.jsonl"], "large.jsonl: boards are drawn up to 100 queens\n"),
        (
            ["draw", "large.jsonl", "-o", "l.svg"],
            "large.jsonl: boards are drawn up to 100 queens\n",
        ),
        (["draw", "boards.jsonl", "--id", "p", "-o", "p.png"], "-o p.png: expected a name that e"),
        (["solve", "--board", "boards.jsonl"], "boards.jsonl: several instances"),
        (["solve", "8", "--id", "p"], "--id: of the instances in a file"),
        (["solve", "--board", "boards.jsonl", "--id", "p", "-a", "queue_search"], "QueueSearch ta"),
        (["solve", "8", "--board", "boards.jsonl", "--id", "p"], "N and --board: give one of them"),
    ],
)
def test_wrong_boards_are_named(boards, words, said):
    assert said in refused(*words).err


@pytest.mark.parametrize("use", ["simulated_annealing", "clingo", "backtracking", "cp_sat"])
def test_a_board_is_solved_and_checked(boards, use):
    form = ["form=forward_checking"] if use == "backtracking" else []
    report = told("solve", "--board", "boards.jsonl", "--id", "p", "-a", use, *form)
    assert report["verified"]
    assert report["problem"] == {"n": 8, "blocked": [[0, 7]], "placed": [[3, 1], [4, 3]]}
    problem = next(instances.read("boards.jsonl")).problem
    assert recount(problem, np.array(report["values"])) == 0


@pytest.mark.usefixtures("uncompiled")
def test_a_solved_board_is_shown_with_its_rules(boards):
    said = call("solve", "--board", "boards.jsonl", "--id", "r", "-s", "1")
    assert "solved: 5 queens, no rule is broken" in said.out
    assert "no attacking pairs, no rule broken" in said.out
    failed = call("solve", "--board", "boards.jsonl", "--id", "p", "-s", "1", "--evaluations", "1")
    assert "not solved: " in failed.out
    assert "a queen that breaks a rule" in failed.out


def test_boards_that_are_drawn_twice_are_written_once(here):
    (here / "few.yaml").write_text(
        "problem: {n: 5, placed: {use: random, count: 1}, instances: 30}\n"
        "algorithms: {exact: {use: backtracking, form: forward_checking}}\n"
        "budget: {evaluations: 100}\nvalidate: null\n"
    )
    assert call("instances", "few.yaml", "-o", "few.jsonl", "-j", "1").code == 0
    names = [one.name for one in instances.read("few.jsonl")]
    assert len(names) <= 25, "there are 25 squares"
    assert [int(name) for name in names] == sorted(map(int, names)), "each the first of its kind"


class Deadly(instances.Instance):
    """The worker that looks at its label is killed."""

    @property
    def label(self):
        if multiprocessing.parent_process():
            os.kill(os.getpid(), signal.SIGKILL)


def test_an_instance_that_each_worker_is_lost_at_is_named_after_the_others_before_it(here):
    (one,) = instances.read_lines("x", [REGIONS.encode()])
    labelled = label_all([one, Deadly(*one)], 2, 60)
    assert next(labelled).label
    with pytest.raises(RunFailed, match="instance r: its worker process was killed"):
        next(labelled)
