"""Scores of solvers: each common complaint about evaluators of generated programs is a test."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import numpy as np
import psutil
import pytest

from metaqueens import Costas, Queens, score
from metaqueens.arena import score as home
from metaqueens.arena.score import estimate
from metaqueens.core.compilation import MESSAGE
from metaqueens.programs import judging
from metaqueens.programs.judging import can_confine
from metaqueens.text.errors import UserError
from tests.arena import BABBLES, DIES, FLOODS, HANGS, LIES, POOR, written
from tests.cli import call
from tests.patience import PATIENCE, until

pytestmark = pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="programs are for Linux")
BOARDS = [Queens(n, placed=((1, 0),)) for n in (6, 8, 10)]
# Random boards with the placed queen, each improvement written, until its evaluations are spent.
RANDOM = """\
#!/usr/bin/env python3
import json, random, sys
task = json.loads(sys.stdin.readline())
n, limit = task["n"], task["budget"]["evaluations"]
random.seed(task["seed"])
best, left = None, [r for r in range(n) if r != 1]
for count in range(1, limit + 1):
    random.shuffle(left)
    rows = [1, *left]
    pairs = sum(abs(rows[j] - rows[i]) == j - i for j in range(n) for i in range(j))
    if best is None or pairs < best:
        best = pairs
        print(json.dumps({"queens": rows, "evaluations": count}), flush=True)
    if best == 0:
        break
else:
    print(json.dumps({"evaluations": limit}), flush=True)
"""


@pytest.fixture
def judged(here):
    """Return the result of a program, given as its text."""

    def judge(text, evaluations=300, seconds=20.0, problem=BOARDS, name="solver", **more):
        (path,) = written(here, **{name: text})
        return score(path, problem, evaluations, seconds, **more)

    return judge


def reasons(found):
    return {instance["reason"] for instance in found["instances"]}


def test_the_same_seed_gives_the_same_bits(judged):
    found = judged(RANDOM)
    assert found["score"] > 0
    assert json.dumps(found) == json.dumps(judged(RANDOM))
    assert json.dumps(found) == json.dumps(judged(RANDOM, np.int64(300), seed=np.int64(0)))
    assert [one["seed"] for one in judged(RANDOM, seed=1)["instances"]] != [
        one["seed"] for one in found["instances"]
    ]
    low, high = found["score_ci95"]
    assert low < found["score"] < high
    mean = np.mean([instance["score"] for instance in found["instances"]])
    assert found["score"] == pytest.approx(mean, rel=1e-4)


def test_a_slower_machine_has_the_same_score_or_none(judged):
    fast = judged(RANDOM)
    slow = judged(RANDOM.replace("\nbest,", "\nimport time\ntime.sleep(0.3)\nbest,"))
    assert slow == fast
    late = judged(RANDOM.replace("\nbest,", "\nimport time\ntime.sleep(3)\nbest,"), seconds=1.5)
    assert late["score"] is None


def test_a_better_solver_has_a_higher_score_and_a_failure_none(judged):
    found = {text: judged(text) for text in (RANDOM, POOR)}
    assert found[RANDOM]["score"] > found[POOR]["score"] > 0
    for text, reason in ((BABBLES, "failed"), (DIES, "failed"), (LIES, "rejected")):
        failure = judged(text)
        assert failure["score"] is failure["score_ci95"] is None
        assert reasons(failure) == {reason}
        assert failure["text"].startswith("no score: 8 of 8 runs failed: ")
        assert all(one["score"] is one["cost"] is None for one in failure["instances"])
        assert all(one["why"] for one in failure["instances"])


def test_each_reason_of_a_failure_has_its_number_of_runs(judged):
    text = "#!/usr/bin/env python3\nimport sys\nn = int(sys.argv[1])\n"
    text += "if n == 6:\n    sys.exit(n)\nprint('no' if n == 8 else '1 2', flush=True)\n"
    found = judged(text)["text"].partition("; if it")[0]
    assert re.fullmatch(
        r"no score: 8 of 8 runs failed: it ended with exit code 6 \(3 runs\);"
        r" line 1 of its output: .*'no' \(3 runs\); line 1 of its output: .*'1 2' \(2 runs\).*",
        found,
    )


def test_frequent_reasons_come_first_and_runs_not_started_last():
    late = ["not started: all 6 s of the call were used up"] * 3
    lies = ["it claimed 0 attacking pairs of a board with 308"] * 2
    assert home._count_reasons([*late, "it wrote no board", *lies]) == (
        f"{lies[0]} (2 runs); it wrote no board (1 run); {late[0]} (3 runs)"
    )


@pytest.mark.parametrize("text", [HANGS, POOR + "while True: pass\n"])
def test_a_hang_or_a_timeout_has_no_score(judged, text):
    began = time.perf_counter()
    found = judged(text, seconds=2.0)
    assert found["score"] is None
    assert reasons(found) == {"seconds"}
    if text != HANGS:
        assert "all 2 s of the call were used up" in found["instances"][0]["why"]
    late = "not started: all 2 s of the call were used up"
    assert late in {one["why"] for one in found["instances"]}
    assert re.search(
        rf"; {late} \(\d runs\); if it is slow, lower evaluations or raise seconds", found["text"]
    )
    assert time.perf_counter() - began < 60


def test_a_fork_bomb_is_ended(judged):
    bomb = "#!/usr/bin/env python3\nimport os\nwhile True: os.fork()\n"
    assert judged(bomb, seconds=3.0)["score"] is None


@pytest.mark.parametrize(
    "line",
    [
        '{"queens": [0, 1], "cost": NaN}',
        '{"values": [NaN, NaN], "evaluations": 1}',
        '{"values": %s, "cost": -1, "evaluations": 1}',
        '{"values": %s, "evaluations": Infinity}',
        '{"values": %s}',
    ],
)
def test_nan_and_wrong_numbers_are_failures(judged, line):
    text = f"#!/usr/bin/env python3\nimport sys\nrows = [*range(int(sys.argv[1]))]\nprint({line!r}"
    found = judged(f"{text}.replace('%s', str(rows)), flush=True)\n")
    assert found["score"] is None
    assert reasons(found) == {"failed"}
    json.dumps(found, allow_nan=False)


def test_a_megabyte_of_output_stays_out_of_the_result(judged):
    found = judged(FLOODS)
    assert found["score"] is None
    noisy = RANDOM.replace("\nbest,", "\nsys.stderr.write('\\x1b[2J' * 2**18)\nbest,")
    assert judged(noisy)["score"] == judged(RANDOM)["score"]
    for said in (found, judged(noisy)):
        assert len(json.dumps(said)) < 10_000
        assert "\x1b" not in json.dumps(said)


CHEAT = """\
import numpy as np
from metaqueens import Algorithm
from metaqueens.arena import ranking, score
from metaqueens.programs import judging, referee
from metaqueens.queens.problem import Queens
from metaqueens.search.snapshot import Snapshot

Queens.recount = lambda *given: 0
Queens.is_solution = judging.is_true = lambda *given: True
ranking.share = score.share = lambda *given: 1.0
referee.Referee.take = lambda *given: True


class Cheat(Algorithm):
    rules = ("placed",)

    def search(self, space, checkpoints, rng):
        values = np.arange(space.n, dtype=np.int32)
        yield Snapshot(values, 0, 1, 1, 1)
"""


def test_an_import_that_cheats_changes_only_its_own_process(judged, programs_as_python):
    cheat = judged(CHEAT)
    if cheat["score"] is not None:
        assert all(one["cost"] > 0 for one in cheat["instances"])
    assert judged(RANDOM)["score"] > (cheat["score"] or 0.0)


OWN = """\
import os
import numpy as np
from metaqueens import Algorithm
from metaqueens.search.snapshot import Snapshot

CALLS = []


class Own(Algorithm):
    rules = ("placed",)

    def search(self, space, checkpoints, rng):
        CALLS.append(space.n)
        count = len(CALLS)
        while True:
            values = np.array(space.random_state(rng).values)
            yield Snapshot(values, space.problem.recount(values), count, count, count)
            count += 1
"""
# Before the first solution of a board of eight queens.
TRAPS = {
    "ends": "if space.n == 8: os._exit(3)",
    "hangs": "while space.n == 8: pass",
    "forges": 'os.write(4, b\'{"": [0, 0]}\\n{"": [\\n\') if space.n == 8 else 0',
}


def test_runs_of_a_class_do_not_depend_on_each_other(judged, monkeypatch, programs_as_python):
    found = []
    for workers in (1, 3, 8):
        monkeypatch.setattr(home, "usable_cores", lambda workers=workers: workers)
        found.append(judged(OWN, evaluations=60))
    assert found[0]["score"] > 0, found[0]["text"]
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("claim", ["0", "cost - 1", "cost + 1"])
def test_a_class_that_reports_a_wrong_cost_has_no_score(judged, programs_as_python, claim):
    text = OWN.replace("yield", "cost = space.problem.recount(values)\n            yield")
    told = "Snapshot(values, space.problem.recount(values)"
    lie = text.replace(told, f"Snapshot(values, {claim}")
    found = judged(lie, evaluations=60)
    assert found["score"] is None
    assert "rejected" in reasons(found) <= {"rejected", "failed"}  # a claim below 0 is no line
    assert any(one["why"].startswith("it claimed") for one in found["instances"])


def test_one_of_several_classes_in_a_file(judged, here, programs_as_python):
    two = f"{OWN}\n\nclass Other(Own):\n    pass\n"
    refused = judged(two, evaluations=60)
    assert "several classes, Own, Other; name one" in refused["text"]
    found = score(here / "solver.py:Other", BOARDS, 60, 20.0)
    assert found["score"] > 0, found["text"]


@pytest.mark.parametrize("trap", TRAPS)
def test_a_class_that_fails_on_one_problem(judged, monkeypatch, programs_as_python, trap):
    monkeypatch.setattr(home, "usable_cores", lambda: 1)
    text = OWN.replace("CALLS.append", f"{TRAPS[trap]}\n        CALLS.append")
    found = judged(text, evaluations=60, seconds=6.0)
    assert found["score"] is None
    first, second, third, *_ = found["instances"]  # of 6, 8 and 10 queens
    assert first["score"] > 0
    assert second["score"] is None
    assert (third["score"] is None) == (trap == "hangs")
    if trap == "ends":
        assert second["why"] == "it ended with status 3"


def test_a_class_that_imports_a_file_beside_it_is_told_that_it_sees_none(judged):
    why = judged("import a_file_beside_it\n" + OWN)["text"]
    assert "No module named 'a_file_beside_it'; it sees its own file and installed packages" in why


def test_a_class_that_hangs_in_its_rehearsal_says_so(judged, programs_as_python):
    found = judged(
        OWN.replace("            count += 1", "            while True: pass"), seconds=2.0
    )
    assert reasons(found) == {"seconds"}
    assert re.fullmatch(
        r"no score: 8 of 8 runs failed: all 2 s of the call were used up by its import and its"
        r" rehearsal on a small board: a loop without yield, or too slow \(8 runs\);"
        r" if it is slow, lower evaluations or raise seconds",
        found["text"].removesuffix(" (not confined: bwrap cannot be used)"),
    )


def test_a_rehearsal_has_a_tenth_of_the_evaluations_of_a_run(judged, programs_as_python):
    text = OWN.replace("CALLS.append(space.n)", "os._exit(len(CALLS)) if CALLS else None")
    text = text.replace(
        "            count += 1", "            count += 1\n            CALLS.append(1)"
    )
    found = judged(text, evaluations=100)
    assert {one["why"] for one in found["instances"]} == {"it ended with status 11"}


def test_a_solution_after_the_budget_is_none(judged):
    late = RANDOM.replace('"evaluations": count', '"evaluations": 1000 * count')
    found = judged(late)
    assert not any(one["reason"] == "solved" for one in found["instances"])


def test_illegal_values_of_another_problem_are_failures(judged):
    found = judged(
        "#!/usr/bin/env python3\nimport json, sys\nn = json.loads(sys.stdin.readline())['n']\n"
        'print(\'{"values": %s, "evaluations": 1}\' % ([0] * n), flush=True)\n',
        problem=Costas(n=6),
    )
    assert reasons(found) == {"failed"}
    assert "a value occurs twice in a permutation" in found["text"]


def test_the_input_of_another_problem_has_its_space(judged):
    text = (
        "#!/usr/bin/env python3\nimport json, sys\ntask = json.loads(sys.stdin.readline())\n"
        "assert task['encoding'] == 'rows' and task['problem']['colours'] == 5, task\n"
        "values = [k % task['value_count'] for k in range(task['n'])]\n"
        "print(json.dumps({'values': values, 'evaluations': 1}), flush=True)\n"
    )
    found = judged(text, problem="colouring queens=4 colours=5")
    assert found["score"] > 0, found["text"]


def test_a_system_without_confinement_is_named(judged, monkeypatch):
    monkeypatch.setattr(home, "can_confine", lambda: False)
    monkeypatch.setattr(judging, "can_confine", lambda: False)
    found = judged(RANDOM)
    assert found["confined"] is False
    assert "not confined" in found["text"]


@pytest.mark.skipif(not can_confine(), reason="bwrap cannot be used")
def test_it_reads_no_other_file(judged, here):
    (here / "secret").write_text("7")
    found = judged(f"#!/usr/bin/env python3\nopen({str(here / 'secret')!r})\n")
    assert "No such file or directory" in found["text"]
    assert found["confined"] is True


def test_the_boards_with_excluded_diagonals_follow_from_the_seed(here):
    (path,) = written(here, solver=POOR)
    first, again, other = (score(path, evaluations=100, seed=seed) for seed in (0, 0, 1))
    assert first == again
    labels = [[one["problem"] for one in found["instances"]] for found in (first, other)]
    assert not {*labels[0]} & {*labels[1]}
    assert all("diagonals excluded" in label for label in labels[0])


def test_ctrl_c_ends_it_at_once(here):
    (path,) = written(here, hangs="#!/usr/bin/env python3\nwhile True: pass\n")
    command = [sys.executable, "-m", "metaqueens", "score", path, "--seconds", "3000"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True)
    until(lambda: psutil.Process(process.pid).children(recursive=True), process)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors.replace(MESSAGE.encode(), b"").strip() == b"interrupted"


def test_the_interval_is_that_of_the_ratio():
    assert estimate([0.2] * 4, [0.4] * 4) == (50.0, (50.0, 50.0))
    middle, (low, high) = estimate([0.1, 0.3, 0.2, 0.4], [0.5] * 4)
    assert (low + high) / 2 == pytest.approx(middle) == pytest.approx(50)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"problem": "costass"}, "did you mean costas?"),
        ({"problem": 7}, "expected a problem or its name, got 7"),
        ({"problem": "costas n=5,6 form=repeats,weighted,repeats"}, "expected one value of each"),
        ({"evaluations": 0}, "evaluations"),
        ({"seconds": float("nan")}, "seconds"),
        ({"seed": -1}, "score: seed: expected a whole number from 0 on, got -1"),
    ],
)
def test_a_wrong_argument_is_named(judged, change, said):
    with pytest.raises(UserError, match=said.replace("?", r"\?")):
        judged(POOR, **change)


def test_the_command(here):
    (good, bad) = written(here, good=RANDOM, bad=BABBLES)
    words = ["--problem", "queens n=6,8", "--evaluations", "300", "--json"]
    said = call("score", good, *words)
    assert said.code == 0, said.err
    assert json.loads(said.out)["score"] > 0
    said = call("score", bad, *words)
    assert (said.code, json.loads(said.out)["score"]) == (3, None)
    said = call("score", bad, *words[:-1])
    assert "no score: 8 of 8 runs failed" in said.out
    assert call("score", "none.py").code == 2
