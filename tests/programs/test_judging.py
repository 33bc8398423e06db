"""A class is a program, and a program that is not trusted has its verdict whatever it does."""

import json
import subprocess
import sys
from contextlib import nullcontext
from math import inf
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace

import numpy as np
import pytest

from metaqueens import Program, Queens, solve
from metaqueens.arena.run import start_seconds
from metaqueens.contestants.host import program
from metaqueens.programs.confinement import ProgramLimits
from metaqueens.programs.judging import can_confine, judge
from metaqueens.queens.check import recount

from . import SOLUTION

MINE = """\
import numpy as np
from metaqueens import Algorithm
from metaqueens.queens.check import recount
from metaqueens.search.snapshot import Snapshot


class Mine(Algorithm):
    noise: float = 0.5

    def search(self, space, checkpoints, rng):
        print("a word of its own")
        best, count = None, 0
        while True:
            queens, count = rng.permutation(space.n).astype(np.int32), count + 1
            guards = recount(space.problem, queens)
            if best is None or guards < best.cost:
                best = Snapshot(queens, guards, count, count, count)
            yield best._replace(evaluations=count)


class Raises(Algorithm):
    def search(self, space, checkpoints, rng):
        raise KeyError("<b>\\x1b[31m")
        yield
"""
# Confined where that can be tried.
WAYS = [False, *([True] * can_confine())]


@pytest.fixture(params=WAYS, ids={False: "open", True: "confined"}.get)
def judged(request, tmp_path, programs_as_python):
    (tmp_path / "mine.py").write_text(MINE)

    def verdict(one, n=8, seed=1, files=("mine.py",), **limits):
        one = one if isinstance(one, Program) else program(one, tells_start=True)
        given = ProgramLimits(**{"seconds": 600.0, **limits})
        files = [Path(file) for file in files]
        problem = n if isinstance(n, Queens) else Queens(n)
        (found,) = judge(
            one,
            [(problem, seed)],
            given,
            folder=tmp_path,
            files=files,
            confined=request.param,
        )
        return found

    return verdict


def code(text: str, **settings) -> Program:
    """A program that is some Python; braces are doubled nowhere."""
    return Program(command=[sys.executable, "-c", text], **settings)


def test_a_name_has_the_board_that_it_has_in_this_process(judged):
    for n, seed in ((8, 1), (12, 5)):
        found, here = judged("sa", n, seed), solve(n, "simulated_annealing", seed=seed)
        assert found.solved
        assert found.values == tuple(here.values)
        assert (found.cost, found.evaluations) == (0, here.found_at)
        assert found.ended == "solved"
        assert found.why == f"it solved the board after {here.found_at} evaluations"


def test_a_class_in_a_file(judged):
    found = judged("mine.py:Mine")
    assert found.solved
    times = {name: getattr(found, name) for name in ("seconds", "cpu_seconds", "start_seconds")}
    assert found == judged("mine.py:Mine")._replace(**times)


def test_the_start_of_a_class_is_not_counted_and_it_has_no_say_in_that(judged, tmp_path):
    found = judged("mine.py:Mine")
    assert 0 < found.cpu_seconds < found.start_seconds
    (tmp_path / "writes.py").write_text("import os\nfor k in range(3, 9):\n    os.write(k, b'9')\n")
    assert judged("writes.py:Mine", files=("writes.py",)).start_seconds < 9
    (tmp_path / "tells.py").write_text("print(0.5)\nprint([1, 3, 0, 2])\n")
    tells = judged(Program(command=["{python}", "tells.py"]), files=("tells.py",), n=4)
    assert (tells.ended, tells.start_seconds) == ("failed", 0)


def test_evaluations_end_it(judged):
    found = judged("mine.py:Mine", n=50, evaluations=30)
    assert (found.ended, found.evaluations) == ("evaluations", 30)
    assert found.cost == recount(Queens(50), np.array(found.values)) > 0
    assert found.why.startswith("its 30 evaluations were spent; its best board has")


def test_a_class_that_raises_says_where(judged):
    found = judged("mine.py:Raises")
    assert (found.ended, found.values, found.cost) == ("failed", None, None)
    assert "it ended with exit code 1: mine.py, line 23: raise KeyError(" in found.why
    assert "\x1b" not in found.why
    assert r"KeyError: '<b>\x1b[31m'" in found.why


@pytest.mark.parametrize(
    ("end", "why"),
    [
        ("raise SystemExit('no more')", "SystemExit: no more"),
        ("yield Snapshot(values, float('nan'), 1, 1, 0)", "cost: expected a whole number, got nan"),
    ],
)
def test_a_class_that_exits_or_has_no_cost_says_so(judged, tmp_path, end, why):
    (tmp_path / "odd.py").write_text(
        "from metaqueens.search import Algorithm, Snapshot\n\n\nclass Odd(Algorithm):\n"
        "    def search(self, space, checkpoints, rng):\n"
        "        values = space.random_state(rng).values\n"
        f"        {end}\n        yield\n"
    )
    assert why in judged("odd.py:Odd", files=("odd.py",)).why


def test_a_program_that_raises_says_where(judged, tmp_path):
    (tmp_path / "crash.py").write_text("def f():\n    return 1 / 0\n\n\nf()\n")
    found = judged(Program(command=["{python}", "crash.py"]), files=("crash.py",))
    assert found.why == (
        "it ended with exit code 1: crash.py, line 2: ZeroDivisionError: division by zero"
    )


def test_the_host_ends_its_rehearsal_and_each_run_by_a_line():
    task = json.dumps({"n": 6, "seed": 1, "budget": {"evaluations": 1}})
    host = [sys.executable, "-m", "metaqueens.contestants.host", "random_search"]
    done = subprocess.run(host, input=f"{task}\n" * 3, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert [k for k, line in enumerate(lines) if line == '{"": ""}'] == [0, 2, 4]
    assert [json.loads(lines[k])["evaluations"] for k in (1, 3)] == [1, 1]


BOARD, END = b'{"queens": [0, 1, 2, 3], "cost": 6, "evaluations": 3}', b'{"": ""}'
USED_UP = "all 50 s of the call were used up"
NO_REHEARSAL = f"{USED_UP} by its import and its rehearsal on a small board: a loop without yield"
FOUND = "its best board has 6 attacking pairs"


@pytest.mark.parametrize(
    ("lines", "ends"),
    [
        ([], [("seconds", NO_REHEARSAL)] * 3),
        ([END], [("seconds", f"{USED_UP}; it wrote no board")]),
        ([END, BOARD], [("seconds", f"{USED_UP} after 3 of its 9 evaluations; {FOUND}")]),
        ([END, b"?"], [("failed", "line 1 of its output: ")]),
        ([END, BOARD, END], [("gave up", f"it ended by itself; {FOUND}"), ("seconds", USED_UP)]),
        ([END, END, END, END], [("failed", "it wrote no board")] * 3),
    ],
)
def test_the_clock_ends_a_rehearsal_or_the_run_under_way(tmp_path, lines, ends):
    """The clock is over when the lines are, on any machine."""
    process = SimpleNamespace(
        has_finished=False, seconds=0.0, total_seconds=60.0, cpu_seconds=1.0, over=None, errors=""
    )

    def wait(seconds):
        process.seconds = inf
        return lines

    process.wait = wait
    host = SimpleNamespace(counts=True, launch=lambda *_: nullcontext(process))
    limits = ProgramLimits(50.0, evaluations=9, until=perf_counter() + 1000)
    tasks = [(Queens(4), 1)] * 4
    found = judge(host, tasks, limits, folder=tmp_path, confined=False)
    ends = [*ends, *[("seconds", f"not started: {USED_UP}")] * (3 - len(ends))]
    for run, (ended, why) in zip(found, ends, strict=True):
        assert (run.ended, run.why[: len(why)]) == (ended, why)


def test_a_program_without_a_board_in_time_has_the_reason_seconds(judged):
    found = judged(code("while True: pass"), seconds=0.1)
    assert (found.ended, found.values) == ("seconds", None)
    assert found.why.startswith("it wrote no board within its 100 ms of wall time; one that may")


def test_what_is_not_there(judged):
    assert "no such file" in judged("other.py:Mine").why
    assert judged("mine.py:Min").why.endswith("mine has no 'Min'; did you mean Mine?")
    assert "did you mean simulated_annealing?" in judged("simulated_anealing").why


def test_a_program(judged):
    found = judged(code(f"print({SOLUTION})"))
    assert (found.solved, found.evaluations) == (True, 1)
    found = judged(code("print([0, 1, 2, 3, 4, 5, 6, 7])"))
    assert (found.ended, found.cost) == ("gave up", 28)
    found = judged(code("import os; os.kill(os.getpid(), 9)"))
    assert (found.ended, found.why) == ("failed", "it was ended by SIGKILL")


def test_a_rule_of_the_board_that_is_not_honoured(judged):
    blocked = Queens(8, blocked=((0, 0),))
    assert judged(code(f"print({SOLUTION})"), blocked).ended == "gave up"
    assert "takes no account of the rule blocked" in judged("queue_search", blocked).why


def test_an_interpreter_s_start_has_its_seconds():
    assert start_seconds("class", Queens(4)) > 0
