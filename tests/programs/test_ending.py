"""However a run ends, nothing of its program is left."""

import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from metaqueens import Budget, Queens, solve
from metaqueens.programs import process
from metaqueens.text.errors import RunFailed
from tests.patience import gone, until

from . import DIAGONAL, SOLUTION, python, shell, solved_by

# A child in a session of its own, whose parent has ended: out of reach of a process group.
ESCAPED = (
    "import os, time\n"
    "if os.fork() == 0:\n os.setsid()\n if os.fork() == 0:\n"
    "  open('pid', 'w').write(str(os.getpid()))\n  time.sleep(100_000)\n os._exit(0)\n"
    "while not os.path.exists('pid') or not open('pid').read(): time.sleep(0.01)\n"
)


def left(folder):
    return [psutil.Process(int(name.read_text())) for name in folder.glob("pid*") if is_there(name)]


def is_there(name):
    number = name.read_text()  # empty between its opening and its writing
    return bool(number) and psutil.pid_exists(int(number))


@pytest.mark.parametrize("then", [f"print({SOLUTION}, flush=True)", "os._exit(3)", "1/0"])
def test_children_are_ended_with_it_wherever_they_hid(here, then):
    with suppress(RunFailed):
        solved_by(python(ESCAPED + then))
    assert (here / "pid").read_text()
    assert left(here) == []


def test_a_child_that_holds_the_output_keeps_nobody_waiting(here):
    script = f"sleep 100000 & echo $! > pid; echo '{DIAGONAL}'"
    assert solved_by(shell(script)).cost == 28
    assert left(here) == []


def test_sigterm_comes_first_and_sigkill_after(here, monkeypatch):
    monkeypatch.setattr(process, "GRACE_SECONDS", 100_000)
    on = f"echo '{SOLUTION}'; while :; do sleep 0.01; done"
    assert solved_by(shell(f"trap 'echo bye > ended; exit 0' TERM; {on}")).solved
    assert (here / "ended").read_text() == "bye\n"
    monkeypatch.setattr(process, "GRACE_SECONDS", 0.05)
    assert solved_by(shell(f"trap '' TERM; echo $$ > pid; {on}")).solved
    assert left(here) == []


def test_a_fork_bomb_of_some_hundred_ends(here):
    code = (
        "import os, time\n"
        "first = os.getpid()\nfor k in range(8):\n os.fork()\n"
        "os.setsid() if os.getpid() != os.getsid(0) else None\n"
        f"open(f'pid{{os.getpid()}}', 'w').write(str(os.getpid()))\n"
        f"if os.getpid() == first: print({DIAGONAL}, flush=True)\n"
        "time.sleep(100_000)"
    )
    assert solved_by(python(code), seconds=1).cost == 28
    assert left(here) == []


def test_it_is_asked_to_stop(here):
    asked = iter([False, False, True])
    result = solve(
        Queens(8), shell(f"echo '{DIAGONAL}'; echo $$ > pid; exec sleep 100000"),
        Budget(seconds=600.0), 1, stop=lambda: next(asked, True),
    )  # fmt: skip
    assert result.reason == "interrupted"
    until(lambda: left(here) == [])


def test_threads_have_programs_of_their_own(here):
    results = []
    threads = [
        threading.Thread(target=lambda: results.append(solved_by(shell(f"echo '{SOLUTION}'"))))
        for _ in range(4)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert [result.solved for result in results] == [True] * 4


def test_the_caller_killed_takes_all_with_it(here):
    code = (
        "from tests.programs import *\n"
        'solved_by(python("""' + ESCAPED.replace("\\", "\\\\") + 'time.sleep(100_000)"""))'
    )
    root = str(Path(__file__).parents[2])
    caller = subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": root})
    until(lambda: (here / "pid").exists() and (here / "pid").read_text())
    (child,) = left(here)
    caller.kill()
    caller.wait()
    assert gone([child])


@pytest.mark.parametrize("hidden", [False, True])
def test_a_program_that_kills_its_supervisor_leaves_nothing_behind(here, hidden):
    mine = "open('pid0', 'w').write(str(os.getpid()))\n"
    more = ESCAPED if hidden else "import os, time\n"
    kill = "os.kill(os.getppid(), 9)\ntime.sleep(100_000)"
    with pytest.raises(RunFailed, match="the process that looks after programs is gone"):
        solved_by(python(more + mine + kill))
    assert len(list(here.glob("pid*"))) == 1 + hidden
    assert left(here) == []
    assert solved_by(shell(f"echo '{SOLUTION}'")).solved  # the next one has another supervisor
