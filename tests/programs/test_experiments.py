"""Experiments with programs: run, resume, kill, tune, compare, replay, readers of strangers."""

import json
import os
import shutil
import signal

import psutil
import pytest

from tests.cli import call, call_in, finished, query, really, rows, start
from tests.cli.test_strangers import READERS, words_of
from tests.patience import gone, until

from . import DIAGONAL, RANDOM, SOLUTION, written

CONFIG = """\
name: arena
problem: {n: 8}
algorithms:
  theirs: {use: program, command: [./searcher, "{n}", "{seed}"], counts: true}
  ours: {use: min_conflicts, encoding: rows}
budget: {evaluations: 50_000, seconds: 600}
runs: 3
seed: 7
"""


@pytest.fixture
def home(here):
    """A config with its program beside it, in another folder than the present one."""
    (here / "configs").mkdir()
    (here / "configs" / "arena.yaml").write_text(CONFIG)
    written(here / "configs", "searcher", RANDOM)
    return here


def with_program(home, script: str, **changes: str):
    """Another program in the place of the searcher."""
    written(home / "configs", "searcher", f"#!/bin/sh\n{script}\n")
    text = CONFIG.replace(", counts: true", "")
    for old, new in changes.items():
        text = text.replace(old, new)
    (home / "configs" / "arena.yaml").write_text(text)


def test_it_runs_beside_our_searches(home):  # by Dask: tests/cli/test_code_from_outside.py
    said = really("run", "configs/arena.yaml", "-o", "results", "-j", "2", folder=home)
    assert said.code == 0, said.err
    found = query(
        home / "results",
        "SELECT status, verdict, evaluations > 0, error LIKE 'searched 8 %',"
        " json_extract(counters, '$.evaluations_told') = evaluations"
        " FROM results WHERE use = 'program'",
    )
    assert len(found) == 3
    assert {(*one[:3], one[4]) for one in found} == {("solved", "validated", 1, 1)}
    assert {one[3] for one in found} <= {1, None}
    ((command,),) = query(
        home / "results", "SELECT json_extract(parameters, '$.command') FROM cells WHERE cell = 1"
    )
    assert json.loads(command) == ["./searcher", "{n}", "{seed}"]


def test_the_same_runs_whatever_the_number_of_workers(home):
    for workers in "12":
        assert call("run", "configs/arena.yaml", "-q", "-o", workers, "-j", workers).code == 0
    one, two = (rows(home / workers) for workers in "12")
    # What it writes as it is ended depends on the moment.
    assert [row[:19] for row in one] == [row[:19] for row in two]


def test_a_replay_repeats_it_where_its_user_says_so(home):
    call_in(home, "run", "configs/arena.yaml", "-q", "-o", "results", "-j", "1")
    elsewhere = home / "elsewhere"
    elsewhere.mkdir()
    said = call_in(elsewhere, "replay", "../results", "1-0", "--allow-code")
    assert said.code == 0, said.err
    assert said.out.startswith("../results 1-0: identical")
    said = call_in(elsewhere, "replay", "../results", "1-0")
    assert said.code == 2
    assert said.err == ("'./searcher': user code, which is not run without --allow-code\n")
    written(home / "configs", "searcher", "#!/bin/sh\nexit 3\n")
    said = call_in(elsewhere, "replay", "../results", "1-0", "--allow-code")
    assert said.code == 4
    assert "it fails now: it ended with exit code 3" in said.out


def test_a_false_claim_is_rejected_and_its_board_kept(home):
    with_program(home, f'echo \'{{"queens": {DIAGONAL}, "guards": 0}}\'')
    said = call("run", "configs/arena.yaml", "-o", "results", "-j", "1")
    assert said.code == 4
    found = query(home / "results", "SELECT verdict, board FROM results WHERE use = 'program'")
    assert found == [("rejected", DIAGONAL.replace(" ", ""))] * 3
    said = call("compare", "results")
    assert said.code == 0
    assert "cannot be compared; use --metric median_time" in said.out


@pytest.mark.parametrize(
    ("script", "why"),
    {
        "echo oops >&2; kill -SEGV $$": "it was ended by SIGSEGV",
        "yes": "line 1 of its output: expected whole numbers from 0, got 'y'",
        "rm -f $0": "it wrote no board before it ended; one that may find nothing writes any board"
        " first",
    }.items(),
)
def test_a_failure_fails_its_run_alone(home, script, why):
    with_program(home, script)
    said = call("run", "configs/arena.yaml", "-o", "results", "-j", "1")
    assert said.code == 3
    assert why in said.err
    assert "Traceback" not in said.err
    failed = query(home / "results", "SELECT error FROM runs WHERE cell = 1 ORDER BY repetition")
    assert failed[0][0].endswith(why)
    assert "oops\n" not in script or failed[0][0].startswith("oops\n")
    assert query(home / "results", "SELECT status FROM runs WHERE cell = 2") == [("solved",)] * 3
    assert why.partition(":")[0] in call("show", "results").out
    # A program that is put right is all that is run again.
    written(home / "configs", "searcher", f"#!/bin/sh\necho '{SOLUTION}'\n")
    said = call("run", "configs/arena.yaml", "-o", "results", "-j", "1")
    assert said.code == 0, said.err
    assert "restored 3 of 6, running 3" in said.err


def test_limits_hold_for_programs(home):
    with_program(home, "exec sleep 100000")
    words = ["-o", "late", "-j", "1", "runs=1", "limits.seconds=0.5"]
    said = call("run", "configs/arena.yaml", *words)
    assert said.code == 3
    assert "ran longer than limits.seconds" in said.err


WAITS = f"echo '{DIAGONAL}'; echo $$ >> pids; exec sleep 100000"


def programs_of(home):
    path = home / "configs" / "pids"
    return [psutil.Process(int(line)) for line in path.read_text().split()]


def begun(home):
    path = home / "configs" / "pids"
    return path.exists() and path.read_text().endswith("\n")


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_whoever_ends_the_run_ends_its_programs(home, workers, number):
    with_program(home, WAITS)
    process = start("run", "configs/arena.yaml", "-o", "results", "-j", workers, folder=home)
    until(lambda: begun(home), process)
    running = programs_of(home)
    process.send_signal(number)
    process.communicate()
    assert gone(running)
    with_program(home, f"echo '{SOLUTION}'")
    said = call_in(home, "run", "configs/arena.yaml", "-o", "results", "-j", "1")
    assert said.code == 0, said.err
    assert finished(home / "results") == 6


def test_ctrl_c_lets_the_program_end_and_a_second_one_ends_it(home):
    with_program(home, WAITS)
    process = start(
        "run", "configs/arena.yaml", "-o", "results", "-j", "2", folder=home,
        start_new_session=True,
    )  # fmt: skip
    until(lambda: begun(home), process)
    running = programs_of(home)
    os.killpg(process.pid, signal.SIGINT)
    assert "finishing what is under way" in process.stderr.readline()
    assert all(one.is_running() for one in running)
    os.killpg(process.pid, signal.SIGINT)
    process.communicate()
    assert process.returncode  # which one: tests/cli/test_survival.py
    assert gone(running)


def test_the_budget_must_have_seconds_where_nothing_is_counted(home):
    with_program(home, "true", **{", seconds: 600": ""})
    said = call("check", "configs/arena.yaml")
    assert said.code == 2
    assert said.err == (
        "configs/arena.yaml:6:9: budget.seconds is missing: a program that does not tell its"
        " evaluations (counts: true) is ended by the clock\n"
    )


TUNED = """\
name: tuned
problem: {n: 6}
algorithms:
  theirs:
    use: program
    command: [./searcher, "{wait}"]
    parameters: {wait: 9}
    counts: true
budget: {evaluations: 1000, seconds: 600}
seed: 1
tune:
  algorithm: theirs
  space: {parameters.wait: {int: [1, 9]}}
  max_runs: 60
  train: {runs: 2}
  test: {runs: 2}
"""
COUNTS_TO = (
    'echo \'{"queens": [0,1,2,3,4,5], "evaluations": 1}\'\n'
    'echo "{\\"queens\\": [1,3,5,0,2,4], \\"evaluations\\": $(($1 * 10))}"'
)


def test_a_program_that_lies_for_some_settings_is_not_the_best(home):
    lies = 'echo \'{"queens": [0,1,2,3,4,5], "guards": 0, "evaluations": 1}\''
    script = f'if [ "$1" -lt 5 ]; then {lies}; else\n{COUNTS_TO}\nfi'
    written(home / "configs", "searcher", f"#!/bin/sh\n{script}\n")
    (home / "configs" / "tuned.yaml").write_text(TUNED)
    for _ in range(2):  # the second time from the results alone
        call("tune", "configs/tuned.yaml", "-o", "results", "-j", "1", "-q")
        assert "wait: 5\n" in (home / "results" / "best.yaml").read_text()


@pytest.fixture(scope="module")
def strangers_results(tmp_path_factory):
    """Results of a program that leaves a mark each time it is started."""
    folder = tmp_path_factory.mktemp("strangers")
    text = CONFIG.replace(", counts: true", "")
    (folder / "arena.yaml").write_text(text)
    written(folder, "searcher", f"#!/bin/sh\ntouch started\necho '{SOLUTION}'\n")
    assert call("run", folder / "arena.yaml", "-j", "1", "-q", "-o", folder / "results").code == 0
    return folder


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_runs_no_program(strangers_results, here, reader):
    shutil.copytree(strangers_results, here, dirs_exist_ok=True)
    shutil.copy(here / "searcher", here / "results" / "searcher")
    (here / "started").unlink()
    said = call(*words_of(reader, here / "results", here))
    assert said.code == (2 if reader == "replay" else 0)
    assert list(here.rglob("started")) == []


def test_solve_takes_a_command(home):
    said = call("solve", "8", "--program", "configs/searcher {n} {seed}", "-s", "5", "counts=true")
    assert said.code == 0, said.err
    assert "evaluations by its own count" in said.out
    assert "verified by an independent count: no attacking pairs" in said.out
    said = call("solve", "8", "--program", "sh -c 'echo 1 2'")
    assert said.code == 3
    assert said.err == "line 1 of its output: expected 8 values, got 2: '1 2'\n"
    said = call("solve", "8", "--program", "configs/searcher '")
    assert (said.code, said.err) == (2, "no closing quotation: configs/searcher '\n")
    claim = json.dumps({"queens": json.loads(DIAGONAL), "guards": 3})
    said = call("solve", "8", "--program", f"echo '{claim}'")
    assert said.code == 4
    assert "says 3 attacking pairs, there are 28" in said.out
    said = call("solve", "8", "--program", "x", "-a", "genetic")
    assert said.err == "--algorithm or --program: give one of them\n"
