"""Real processes: their number changes nothing, and their death is survived."""

import atexit
import multiprocessing
import os
import shutil
import signal
import sys
import threading
import time
from concurrent.futures import Future
from pathlib import Path

import psutil
import pytest

from metaqueens import Budget, Queens, solve
from metaqueens.config import parse
from metaqueens.config.file import Limits
from metaqueens.exact.contestants import Backtracking
from metaqueens.experiment.execution import pool
from metaqueens.experiment.execution.executors import drive, open_pool, run_serially
from metaqueens.experiment.plan import Outcome
from metaqueens.text.errors import RunFailed, UserError
from tests.cli import query
from tests.experiment import runs_of
from tests.patience import computed, until
from tests.processes import ran

TEXT = """
name: small
problem: {n: 12}
algorithms:
  hc: {use: hill_climbing}
  sa: {use: simulated_annealing}
  ga: {use: genetic, population: 20}
  mc: {use: min_conflicts, encoding: rows}
budget: {evaluations: 3000}
runs: 12
seed: 7
"""

PLUGIN = '''
import os, signal
from metaqueens import MinConflicts, Algorithm


class Dies(Algorithm):
    """Its process is killed on every other seed."""

    def search(self, problem, budget, rng):
        if problem.n > 3 and rng.integers(2):
            os.kill(os.getpid(), signal.SIGKILL)
        yield from MinConflicts(encoding="rows").search(problem, budget, rng)
'''


def never():
    return False


def together(runs, stop=never, limits=None):
    with open_pool(2, limits) as do:
        return [outcome for batch in do(runs, stop) for outcome in batch]


def test_no_more_is_begun_once_it_is_told_to_stop():
    runs = list(runs_of(parse(TEXT, ["runs=5000"])))
    done: list = []
    enough = lambda: len(done) >= 20  # noqa: E731
    with open_pool(2) as do:
        for batch in do(runs, enough):
            done.extend(batch)
    assert 20 <= len(done) < len(runs)
    assert all(outcome.error is None for outcome in done)


def test_at_a_stop_what_waits_for_a_worker_is_taken_back():
    futures: list[Future] = []

    def submit(chunk):
        futures.append(Future())
        if len(futures) <= 2:  # as many as there are workers
            futures[-1].set_running_or_notify_cancel()
        return futures[-1]

    def stop():
        if len(futures) < 4:
            return False
        for one in futures[:2]:
            one.done() or one.set_result(([], 1.0))
        return True

    assert list(drive(submit, lambda: 2, runs_of(parse(TEXT)), stop)) == []
    assert [one.cancelled() for one in futures] == [False, False, True, True]


def with_plugin(tmp_path, monkeypatch, source, use, *overrides):
    """The experiment with its first contestant one from outside."""
    name = use.partition(":")[0]
    (tmp_path / f"{name}.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    text = TEXT.replace("{use: hill_climbing}", f"{{use: '{use}', encoding: rows}}")
    return list(runs_of(parse(text, overrides)))


def test_a_run_that_kills_its_worker_fails_alone(tmp_path, monkeypatch):
    runs = with_plugin(tmp_path, monkeypatch, PLUGIN, "deadly:Dies", "runs=8")
    outcomes = together(runs)
    assert len(outcomes) == len(runs) == 32
    failed = {o.run.repetition: o.error for o in outcomes if o.error}
    assert all(outcome.run.cell.label == "hc" for outcome in outcomes if outcome.error)
    assert set(failed.values()) == {
        "its worker process was killed, possibly because memory ran out"
    }
    # Which of them die is in their seeds, not in who shared a chunk with whom.
    import numpy as np

    dying = [run for run in runs if run.cell.label == "hc"]
    assert 2 <= len(failed) <= 6
    assert set(failed) == {
        run.repetition for run in dying if np.random.default_rng(run.seed).integers(2)
    }


GREEDY = """
import signal, time
from metaqueens import MinConflicts, Algorithm


class TakesAll(Algorithm):
    \"\"\"Every third seed sleeps past the limit.\"\"\"

    def search(self, problem, budget, rng):
        lot = int(rng.integers(3)) if problem.n > 3 else 0
        if lot == 1 and signal.getitimer(signal.ITIMER_REAL)[0] > 0:
            # The limit is so long that no other run can miss it; here its end comes at once.
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            time.sleep(1000)
        yield from MinConflicts(encoding="rows").search(problem, budget, rng)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits are Unix's")
def test_a_run_that_takes_too_long_fails_and_says_so(tmp_path, monkeypatch):
    runs = with_plugin(tmp_path, monkeypatch, GREEDY, "greedy:TakesAll", "runs=8")
    outcomes = together(runs, limits=Limits(seconds=3600))
    assert len(outcomes) == 32
    assert all(outcome.error is None for outcome in outcomes if outcome.run.cell.label != "hc")
    errors = [outcome.error for outcome in outcomes if outcome.error]
    assert {*errors} == {"ran longer than limits.seconds"}
    assert len(errors) < 8


ENDS = """
import os, time
from metaqueens import Algorithm


class Ends(Algorithm):
    def search(self, problem, budget, rng):
        {}
        yield
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits are Unix's")
@pytest.mark.parametrize(
    ("name", "does", "limits", "said"),
    [
        ("sleepy", "time.sleep(1000)", Limits(seconds=0.2), "ran longer than limits.seconds"),
        ("exiting", "os._exit(7)", None, "its worker process died with exit code 7"),
        ("leaving", "os._exit(0)", None, "its worker process died with exit code 0"),
    ],
)
def test_a_run_that_ends_its_process_does_not_end_ours(
    tmp_path, monkeypatch, name, does, limits, said
):
    one, *_ = with_plugin(tmp_path, monkeypatch, ENDS.format(does), f"{name}:Ends", "runs=1")
    (outcome,) = together([one], limits=limits)
    assert outcome.error == said


@pytest.mark.skipif(not hasattr(os, "fork"), reason="POSIX signals")
def test_workers_leave_ctrl_c_to_the_coordinator():
    runs = list(runs_of(parse(TEXT, ["runs=50"])))
    with open_pool(2) as do:
        batches = do(runs, never)
        first = next(batches)
        for child in _children():
            os.kill(child, signal.SIGINT)
        rest = [outcome for batch in batches for outcome in batch]
    assert len(first) + len(rest) == 200
    assert all(outcome.error is None for outcome in [*first, *rest])


def _children():
    return [process.pid for process in multiprocessing.active_children()]


ODD = '''
import sys
import numpy as np
from metaqueens.search import Algorithm, Snapshot


class Odd(Algorithm):
    """It gives its number of cost, and raises what it is told to."""

    encodings = ("permutation",)
    cost: str = "np.int64(3)"
    raises: str = ""
    stuck: bool = False

    def search(self, problem, budget, rng):
        board, count = rng.permutation(problem.n).astype(np.int32), 0
        while True:
            count = count if self.stuck and problem.n == 3 else count + 10
            yield Snapshot(board, eval(self.cost), np.int64(10), np.int64(count), np.int32(count))
            if self.raises:
                raise eval(self.raises)
'''


@pytest.fixture
def odd(tmp_path, monkeypatch):
    (tmp_path / "odd_plugin.py").write_text(ODD)
    monkeypatch.syspath_prepend(tmp_path)
    yield lambda given: runs_of(
        parse(f"""
name: odd
problem: {{n: 8}}
algorithms: {{odd: {{use: odd_plugin:Odd, {given}}}}}
budget: {{evaluations: 100}}
runs: 1
""")
    )
    sys.modules.pop("odd_plugin", None)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("raises: sys.exit(0)", "SystemExit"),
        ("raises: GeneratorExit", "GeneratorExit"),
        ("raises: 'ValueError(chr(0xd800))'", r"ValueError: \ud800"),
        ("cost: 'float(\"nan\")'", "TypeError"),
        ("cost: str(3)", "TypeError"),
    ],
)
def test_whatever_an_algorithm_does_fails_its_run_alone(odd, given, said):
    ((outcome,),) = run_serially(odd(given), never)
    assert outcome.result is None
    assert said in outcome.error


def test_whole_numbers_of_numpy_are_kept_as_such(odd):
    ((outcome,),) = run_serially(odd("stuck: true"), never)
    found = outcome.result
    assert (found.cost, found.evaluations, found.steps) == (3, 100, 100)
    kept = (found.cost, found.evaluations, found.steps, found.found_at, *found.trace[0][:2])
    assert {type(number) for number in kept} == {int}


def test_runs_that_a_cluster_forgot_are_handed_out_again():
    runs = list(runs_of(parse(TEXT, ["runs=5000"])))
    handed: list[int] = []

    def submit(chunk):
        handed.append(len(chunk))
        future: Future = Future()
        if len(handed) <= 8:
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_result(([Outcome(run, None, "done") for run in chunk], 1e-9))
        return future

    done = [outcome.run for batch in drive(submit, lambda: 2, runs, never) for outcome in batch]
    assert len(done) == len(runs)
    assert {(run.cell_key, run.repetition) for run in done} == {
        (run.cell_key, run.repetition) for run in runs
    }


def test_nothing_is_imported_from_the_folder_that_workers_are_started_in(tmp_path):
    """Modules of Python's own names may lie there; a program finds its own ones beside it."""
    for name in ("queue", "random", "re", "socket"):
        (tmp_path / f"{name}.py").write_text("open('imported', 'a')\nraise SystemExit(9)\n")
    beside = tmp_path / "programs"
    beside.mkdir()
    (beside / "rows.py").write_text("ROWS = 1, 3, 0, 2\n")
    (beside / "answers.py").write_text("from rows import ROWS\nprint(*ROWS)\n")
    command = [sys.executable, str(beside / "answers.py")]
    (tmp_path / "here.yaml").write_text(
        f"name: here\nproblem: {{n: 4}}\nruns: 2\nbudget: {{evaluations: 100, seconds: 60}}\n"
        f"algorithms: {{p: {{use: program, command: {command}}}}}\n"
    )
    program = shutil.which("metaqueens", path=Path(sys.executable).parent)
    given = [program, "run", "here.yaml", "-j", "2", "--no-report", "-q"]
    run = ran(*given, folder=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert not (tmp_path / "imported").exists()
    assert query(tmp_path / "results" / "here", "SELECT status FROM runs") == [("solved",)] * 2


def dies(times: int, folder: Path) -> str:
    """Killed so many times, each in another process, and done then."""
    if (before := len([*folder.iterdir()])) < times:
        (folder / str(before)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def test_what_a_lost_worker_was_at_is_done_by_another_one_but_not_for_ever(tmp_path):
    (tmp_path / "twice").mkdir()
    (tmp_path / "always").mkdir()
    with pool.Pool(2) as processes:
        tasks = [processes.task(dies, 2, tmp_path / "twice"), processes.task(dies, 0, tmp_path)]
        assert [one.result() for one in tasks] == ["done", "done"]
        with pytest.raises(RunFailed, match="its worker process was killed"):
            processes.task(dies, 100, tmp_path / "always").result()
    assert len([*(tmp_path / "always").iterdir()]) == pool.MAX_LOSSES


def test_a_pool_whose_idle_workers_are_killed_begins_again(tmp_path):
    with pool.Pool(2) as processes:
        assert processes.task(dies, 0, tmp_path).result() == "done"
        for _ in range(pool.MAX_STARTS):
            for child in _children():
                os.kill(child, signal.SIGKILL)
            assert processes.task(dies, 0, tmp_path).result() == "done"


def half_a_message() -> None:
    """Killed while it sends what it came to."""
    frame = sys._getframe()
    while "pipe" not in frame.f_locals:
        frame = frame.f_back
    os.write(frame.f_locals["pipe"].fileno(), b"\0\0\xff\xff a part of it")
    os.kill(os.getpid(), signal.SIGKILL)


def once(folder: Path, times: int) -> int:
    """Wait for a file ``open``, and note that it was done."""
    (folder / f"{os.getpid()}-{times}").touch()
    while not (folder / "open").exists():
        time.sleep(0.01)
    return times


def done(folder: Path) -> int:
    return len([*folder.glob("*-*")])


def test_one_that_is_killed_as_it_answers_costs_no_other_its_work(tmp_path):
    with pool.Pool(2) as processes:
        others = [processes.task(once, tmp_path, 1)]
        until(lambda: done(tmp_path) == 1)
        killed = [processes.submit(half_a_message) for _ in range(3)]
        others += [processes.task(once, tmp_path, times) for times in (2, 3)]
        assert [one.exception().exitcode for one in killed] == [-signal.SIGKILL] * 3
        (tmp_path / "open").touch()
        assert [one.result() for one in others] == [1, 2, 3]
    assert done(tmp_path) == 3


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked from a server")
def test_workers_go_on_where_what_forks_them_is_killed(tmp_path):
    from multiprocessing import forkserver

    with pool.Pool(2) as processes:
        tasks = [processes.task(once, tmp_path, times) for times in (1, 2)]
        until(lambda: done(tmp_path) == 2)
        os.kill(forkserver._forkserver._forkserver_pid, signal.SIGKILL)
        (tmp_path / "open").touch()
        assert [one.result() for one in tasks] == [1, 2]
        assert done(tmp_path) == 2
        (tmp_path / "dies").mkdir()
        assert processes.task(dies, 1, tmp_path / "dies").result() == "done"
        workers = _children()
    until(lambda: not any(map(psutil.pid_exists, workers)))


@pytest.mark.skipif(sys.platform != "linux", reason="POSIX signals")
def test_a_worker_in_compiled_code_is_ended_at_once():
    """By the first signal: nobody waits for what it is at, and has it killed then."""
    with pool.Pool(1) as processes:
        processes.submit(solve, Queens(60), Backtracking(), Budget(seconds=100_000), 0)
        until(multiprocessing.active_children)
        (worker,) = multiprocessing.active_children()
        until(lambda: computed(worker) > 1.5)
    assert worker.exitcode == -signal.SIGTERM


def exits() -> None:
    os._exit(1)


def test_workers_that_die_as_they_start_are_an_error_of_one_line(tmp_path):
    with (
        pytest.raises(UserError, match="the worker processes die as they start"),
        pool.Pool(2, exits) as processes,
    ):
        processes.task(dies, 0, tmp_path).result()


def test_a_pool_that_is_interrupted_as_it_begins_ends_what_has_begun(monkeypatch):
    """As by Ctrl-C, before its last thread has started."""
    start, begun = threading.Thread.start, []

    def starts_one(thread):
        if begun:
            raise KeyboardInterrupt
        begun.append(thread)
        start(thread)

    ends = []
    monkeypatch.setattr(threading.Thread, "start", starts_one)
    monkeypatch.setattr(atexit, "register", ends.append)
    with pytest.raises(KeyboardInterrupt):
        pool.Pool(2, pool.prepare)
    (end,) = ends
    end()  # as Python does at its end
    until(lambda: not begun[0].is_alive())
    assert not multiprocessing.active_children()
