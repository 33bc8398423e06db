"""Nothing that was computed is lost: real processes killed, real disks full, real files damaged."""

import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep

import psutil
import pytest

from tests.patience import GATE, PATIENCE, computed, gone, until

from . import Said, call, call_in, ended, finished, last_line, query, really, rows, start

# Three queens have no solution: every run of theirs lasts as long as its budget. The experiment
# lasts as long as its gate is shut.
LONG = """\
name: long
problem: {n: 3}
algorithms:
  sa: {use: simulated_annealing}
  hc: {use: hill_climbing, encoding: rows}
  gate: {use: "gate:Gate"}
budget: {evaluations: 20_000}
runs: 60
sweep: {problem.n: [3, 12]}
validate: null
"""
RUNS = 360
# However late a test looks, it finds the experiment in the middle: in the first of ten passes
# over its cells, at the gate (`patience.GATE`) until it is opened. Two cells before it have 6 runs.
BEFORE = 12
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="signals and mounts of Linux")


def other_errors(said):
    """What is said of errors, without the warning that the problem has no solution."""
    return re.sub(r"^warning: no solution exists for 3 queens: .*\n", "", said.err)


def written(folder: Path) -> Path:
    """``folder`` with the experiment in it, its gate open."""
    (folder / "long.yaml").write_text(LONG)
    (folder / "gate.py").write_text(GATE)
    (folder / "open").touch()
    return folder


def run(folder: Path, *words: str) -> Said:
    """What is said of the experiment, which must end well."""
    said = call_in(folder, "run", "long.yaml", "-j", "1", *words)
    assert said.code == 0, said.err
    return said


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A folder in which nothing happened to the experiment."""
    folder = written(tmp_path_factory.mktemp("whole"))
    run(folder)
    return folder


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A folder with the first of its runs."""
    folder = written(tmp_path_factory.mktemp("begun"))
    run(folder, "problem.n=8", "runs=1")
    return folder


@pytest.fixture(scope="module")
def undisturbed(whole):
    """The rows that it leaves then."""
    return rows(whole / "results/long")


@pytest.fixture
def here(tmp_path):
    return written(tmp_path)


@pytest.fixture
def kept(here, whole):
    """The database of all runs, in a folder that a test may change."""
    shutil.copytree(whole / "results", here / "results")
    return here / "results/long/runs.sqlite"


@pytest.fixture
def running(here):
    """The experiment in the middle of its runs, in a group of processes of its own."""
    (here / "open").unlink()
    process = start("run", "long.yaml", "-j", "2", folder=here, start_new_session=True)
    until(lambda: finished(here / "results/long") >= BEFORE, process)
    yield process
    for child in [*children(process), process]:
        child.kill()
    process.communicate()


def children(process) -> list[psutil.Process]:
    try:
        return psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def workers_of(process) -> list[psutil.Process]:
    """Those that do the runs: children of the server that it forks them from."""
    found = []
    for child in children(process):
        with suppress(psutil.NoSuchProcess):  # one may end while we look
            if child.ppid() != process.pid:
                found.append(child)
    return found


def gone_on_with(folder: Path) -> list[tuple]:
    """The rows after the experiment was run again, which must not do anything twice."""
    kept = finished(folder / "results/long")
    (folder / "open").touch()
    assert f"restored {kept} of {RUNS}, running {RUNS - kept}\n" in run(folder).err
    return rows(folder / "results/long")


@LINUX
def test_a_coordinator_that_is_killed_leaves_no_workers_and_loses_no_batch(
    here, running, undisturbed
):
    workers = children(running)
    assert len(workers) >= 2
    kept = finished(here / "results/long")
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    assert gone(workers)
    assert kept <= finished(here / "results/long") < RUNS
    assert gone_on_with(here) == undisturbed


@LINUX
def test_a_worker_that_is_killed_costs_one_run_at_the_most(here, running, undisturbed):
    max(workers_of(running), key=computed).kill()
    (here / "open").touch()
    _, err = ended(running, 0, 3)  # 3 where it was alone with a long run
    assert finished(here / "results/long") == RUNS
    if running.returncode == 3:
        assert "its worker process was killed" in err
        run(here)
    assert rows(here / "results/long") == undisturbed


def server_of(process) -> psutil.Process | None:
    """What forks its workers, whose name is in what it was started with."""
    for child in children(process):
        with suppress(psutil.NoSuchProcess):
            if child.ppid() == process.pid and "forkserver" in " ".join(child.cmdline()):
                return child
    return None


@LINUX
def test_what_forks_workers_is_killed_as_it_begins(here, undisturbed):
    process = start("run", "long.yaml", "-j", "2", folder=here)
    until(lambda: server_of(process), process)
    server_of(process).kill()  # it imports all that workers need
    # No run is lost, and those that were at work are done by the same command.
    ended(process, 0, 3)
    assert finished(here / "results/long") == RUNS
    run(here)
    assert rows(here / "results/long") == undisturbed


ENDLESS = LONG.replace("20_000", "1_000_000_000_000").replace("60", "2")


@LINUX
def test_a_second_ctrl_c_ends_it_at_once(here, undisturbed):
    (here / "long.yaml").write_text(ENDLESS)
    process = start("run", "long.yaml", "-j", "2", folder=here, start_new_session=True)
    until(lambda: sum(computed(worker) > 1.5 for worker in workers_of(process)) == 2, process)
    os.killpg(process.pid, signal.SIGINT)
    said, line = "", "-"
    while line and "finishing what is under way" not in line:  # the first lets runs end
        line = process.stderr.readline()
        said += line
    assert line, said
    workers = children(process)
    os.killpg(process.pid, signal.SIGINT)
    out, err = ended(process, 130)
    assert (out, err.splitlines()[-1]) == ("", "interrupted")
    assert "Traceback" not in said
    assert gone(workers)


@LINUX
@pytest.mark.parametrize("command", [("run", "long.yaml", "-j", "2"), ("count", "18")])
def test_however_often_ctrl_c_is_pressed_it_ends_in_good_order(here, command):
    (here / "long.yaml").write_text(ENDLESS)
    process = start(*command, folder=here, start_new_session=True)
    until(lambda: sum(map(computed, [process, *children(process)])) > 4, process)
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        sleep(0.01)  # quicker than a hand, slower than what outruns any handler
    ended(process, 130)


# It notes that it was begun, and is to be interrupted before it ends.
SEARCHES_ON = """\
from pathlib import Path
from metaqueens.search import Algorithm, Snapshot


class SearchesOn(Algorithm):
    encodings = ("permutation",)

    def search(self, space, checkpoints, rng):
        board, looked = rng.permutation(space.n).astype("int32"), 0
        while True:
            looked += 1
            yield Snapshot(board, space.problem.max_cost, 1, looked // 10**6, looked)
            if looked == 100 and space.n > 3:
                Path("begun").touch()
"""


@LINUX
@pytest.mark.parametrize("command", ["--program ./waits.sh", "searches_on:SearchesOn"])
def test_ctrl_c_ends_a_command_of_many_runs_and_not_only_one_of_them(here, command):
    (here / "searches_on.py").write_text(SEARCHES_ON)
    (here / "waits.sh").write_text("#!/bin/sh\necho $$ > pid\ntouch begun\nexec sleep 100000\n")
    (here / "waits.sh").chmod(0o755)
    process = start("check", *command.split(), folder=here, start_new_session=True)
    until((here / "begun").exists, process)
    os.killpg(process.pid, signal.SIGINT)
    assert last_line(ended(process, 130)[1]) == "interrupted"
    if (here / "pid").exists():
        until(lambda: not psutil.pid_exists(int((here / "pid").read_text())))


@LINUX
def test_one_process_at_a_time_writes_and_the_lock_dies_with_it(here, running):
    second = really("run", "long.yaml", "-j", "1", folder=here)
    assert second.code == 2
    assert other_errors(second) == (
        f"results/long: another process is writing there (process {running.pid} on"
        f" {os.uname().nodename}); wait for it, or choose another folder with -o\n"
    )
    assert finished(here / "results/long") >= BEFORE
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    (here / "open").touch()
    run(here, "runs=1")


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size * 6 // 10 // 4096 * 4096)


def overwritten(path: Path) -> None:
    """Pages in the middle of the runs, as after a bad sector."""
    with path.open("r+b") as file:
        size = path.stat().st_size
        for share in (0.3, 0.5, 0.8):
            file.seek(int(size * share) // 4096 * 4096)
            file.write(os.urandom(4096))


@pytest.mark.parametrize("damage", [truncated, overwritten])
def test_a_damaged_database_is_named_and_its_runs_are_done_again(here, kept, undisturbed, damage):
    damage(kept)
    broken = kept.read_bytes()
    said = call_in(here, "run", "long.yaml", "-j", "1")
    assert said.code == 2
    assert other_errors(said).startswith("results/long/runs.sqlite is damaged (")
    assert kept.read_bytes() == broken
    shutil.rmtree(kept.parent)
    run(here)
    assert rows(kept.parent) == undisturbed


@pytest.mark.skipif(not shutil.which("sqlite3"), reason="needs SQLite's shell")
def test_what_can_be_read_of_a_damaged_database_is_kept_as_the_docs_say(here, kept, undisturbed):
    truncated(kept)
    page = (Path(__file__).parents[2] / "docs/how-to/results.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"^mv .*\n(?:sqlite3 .*\n)+", page, re.MULTILINE)
    words = ["sh", "-c", script.replace("results/mine", "results/long")]
    subprocess.run(words, cwd=here, check=True, capture_output=True)
    restored = int(re.match(r"restored (\d+) of", other_errors(run(here)))[1])
    assert 50 < restored < RUNS
    assert rows(here / "results/long") == undisturbed


@pytest.mark.parametrize("more", ["show", "compare", "report", "replay 1-1", "export"])
def test_every_reader_names_a_damaged_database(here, kept, more):
    truncated(kept)
    command, *words = more.split()
    said = call_in(here, command, "results/long", *words)
    assert said.code == 2
    assert other_errors(said).startswith("results/long/runs.sqlite ")
    assert said.err.count("\n") == 1
    assert "remove results/long, and" in said.err


def mounted(here: Path, options: str, script: str) -> subprocess.CompletedProcess:
    """Run ``script`` in a mount namespace of its own, with a small file system at results/."""
    (here / "results").mkdir(exist_ok=True)
    mount = f"mount -t tmpfs -o {options} tmpfs results || exit 99\n"
    done = in_a_shell(here, mount + script, "unshare", "--mount", "--map-root-user")
    if done.returncode in (1, 99):
        pytest.skip(f"no file system of our own here: {done.stderr}")
    return done


@LINUX
def test_a_full_disk_loses_the_batch_at_hand_and_no_more(here, undisturbed):
    done = mounted(here, "size=130k", """
        metaqueens run long.yaml -j 2; echo "code $?"
        mount -o remount,size=50m results
        metaqueens run long.yaml -j 1 --no-report >again.txt 2>&1 || exit 98
        cp -r results/long kept
    """)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == "code 2\n"
    assert "Traceback" not in done.stderr
    assert "results/long: cannot keep any more results: database or disk is full." in done.stderr
    assert "restored" in (here / "again.txt").read_text()
    assert rows(here / "kept") == undisturbed


@LINUX
def test_a_folder_that_cannot_be_written_is_named_and_can_still_be_read(here, kept):
    kept.parent.rename(here / "copy")
    done = mounted(here, "size=10m", """
        cp -r copy results/long
        mount -o remount,ro results
        metaqueens run long.yaml; echo "code $?"
        metaqueens run long.yaml -o results/other; echo "code $?"
        metaqueens validate results/long; echo "code $?"
        echo 'SELECT 1' && python3 - <<'PYTHON'
import sqlite3
print(sqlite3.connect("file:results/long/runs.sqlite?mode=ro", uri=True).execute(
    "SELECT COUNT(*) FROM results").fetchone()[0])
PYTHON
    """)  # fmt: skip
    assert done.stdout.count("code 2\n") == 2, (done.stdout, done.stderr)
    assert f"results/long: {RUNS} boards: " in done.stdout
    assert "results/long: cannot be written; the verdicts are not kept there\n" in done.stderr
    assert done.stdout.endswith(f"{RUNS}\n")
    assert "Traceback" not in done.stderr
    assert "results/long: cannot write there: read-only file system" in done.stderr
    assert "results/other: cannot write results there: " in done.stderr


FAKETIME = [*Path("/usr/lib").glob("*/faketime/libfaketime.so.1")]


@pytest.mark.skipif(not FAKETIME, reason="libfaketime is not installed")
def test_a_clock_that_jumps_changes_no_result_and_no_duration(here, undisturbed):
    clock = here / "clock"
    clock.write_text("2030-01-01 00:00:00")
    jumping = {
        **os.environ, "LD_PRELOAD": str(FAKETIME[0]), "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }  # fmt: skip
    (here / "open").unlink()
    # One process: this libfaketime makes Python's sleep fail, which a pool of processes needs.
    process = start("run", "long.yaml", "-j", "1", folder=here, env=jumping)
    try:
        until(lambda: finished(here / "results/long") >= BEFORE, process)
        clock.write_text("2010-01-01 00:00:00")
        (here / "open").touch()
        ended(process, 0)
    finally:
        process.kill()
    folder = here / "results/long"
    assert rows(folder) == undisturbed
    years = query(folder, "SELECT DISTINCT strftime('%Y', started, 'unixepoch') FROM runs")
    assert sorted(years) == [("2010",), ("2030",)]
    ((shortest, longest),) = query(folder, "SELECT MIN(ended - started), MAX(seconds) FROM runs")
    assert shortest >= 0
    assert longest < 1e6  # twenty years are 6e8


@LINUX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_end_keeps_what_is_finished_and_says_so(here, running, undisturbed, number):
    """As a terminal sends it: to everybody. Ctrl-C finishes what is under way."""
    workers = children(running)
    os.killpg(running.pid, number)
    if number == signal.SIGINT:
        (here / "open").touch()
    out, err = ended(running, 128 + number)
    assert out == ""
    kept = finished(here / "results/long")
    lines = [line for line in err.splitlines() if line]
    assert lines[-2] == f"{kept} of {RUNS} runs are kept; the same command continues"
    assert lines[-1] == ("interrupted" if number == signal.SIGINT else f"ended by {number.name}")
    cut_short = "SELECT COUNT(*) FROM runs WHERE reason = 'interrupted' OR status = 'failed'"
    assert query(here / "results/long", cut_short) == [(0,)]
    assert gone(workers)
    assert gone_on_with(here) == undisturbed


@LINUX
@pytest.mark.parametrize("what", ["removed", "moved", "replaced"])
def test_a_folder_that_is_taken_away_ends_the_run(here, running, undisturbed, what):
    if what == "removed":
        shutil.rmtree(here / "results/long")
    else:
        (here / "results/long").rename(here / "results/moved")
    if what == "replaced":
        shutil.copytree(here / "results/moved", here / "results/long")
    (here / "open").touch()
    out, err = ended(running, 2)
    assert (out, last_line(err)) == (
        "", "results/long was deleted or moved while results were being written there; what was"
        " kept is where the folder is now, if anywhere"
    )  # fmt: skip
    if what != "removed":
        (here / "results/moved").rename(here / "again")
        run(here, "-o", "again")
        assert rows(here / "again") == undisturbed


def in_a_shell(here: Path, script: str, *before: str) -> subprocess.CompletedProcess:
    """Run ``script``, in which ``metaqueens`` is this program."""
    program = f'metaqueens() {{ {sys.executable} -m metaqueens "$@"; }}\n'
    return subprocess.run(
        [*before, "sh", "-c", program + script], cwd=here, capture_output=True, text=True,
        timeout=PATIENCE, check=False,
    )  # fmt: skip


@LINUX
@pytest.mark.parametrize(
    ("streams", "code"), [(">&-", 0), ("2>&-", 0), ("<&- >&- 2>&-", 0), (">/dev/full", 2)]
)
def test_streams_that_are_closed_or_full_lose_no_run(here, begun, streams, code):
    shutil.copytree(begun / "results", here / "results")
    words = "long.yaml problem.n=8 -j 1 --no-report runs=2"
    done = in_a_shell(here, f"metaqueens run {words} {streams}")
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    folder = here / "results/long"
    assert query(folder, "SELECT COUNT(*) FROM runs WHERE verdict IS NOT NULL") == [(6,)]
    assert (folder / "summary.csv").read_text().count("\n") == 4
    assert call("validate", folder).code == 0  # nothing was printed into the database


@LINUX
@pytest.mark.parametrize(
    ("command", "page"),
    [
        ("report results/long", "results/long/report.html"),
        ("export results/long -o all.csv", "all.csv"),
        ("animate 8 -o film.html", "film.html"),
    ],
)
def test_a_page_is_written_whole_or_not_at_all(here, begun, command, page):
    shutil.copytree(begun / "results", here / "results")
    (here / page).write_text("before")
    # A limit on the size of files fails in the middle of one, as a full disk does. Python would
    # leave half of a module that it compiles then, and find no end of it in the next process.
    limit = "export PYTHONDONTWRITEBYTECODE=1; ulimit -f 1"
    done = in_a_shell(here, f"{limit}; metaqueens {command}")
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert (here / page).read_text() == "before"
    assert not [*here.glob("**/*.part*")]
