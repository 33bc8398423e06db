"""Waiting for the thing itself, however busy the machine is."""

import time
from collections.abc import Callable

import psutil

# Only against a test that hangs: nothing that any machine gets done may take as long.
PATIENCE = 1200.0


def until(condition: Callable[[], object], process=None) -> None:
    """Wait for ``condition()``; a ``process`` that ends before it fails, with what it said."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if process is not None and process.poll() is not None and not condition():
            said = process.stderr.read() if process.stderr else ""
            raise AssertionError(f"it ended with {process.returncode}: {said}")
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.05)


def gone(processes: list[psutil.Process]) -> bool:
    """Wait for the ``processes`` to end; whether they have."""
    return not psutil.wait_procs(processes, timeout=PATIENCE)[1]


def computed(process) -> float:
    """The seconds of processor that a process has used: what it has come to, on any machine."""
    try:
        times = psutil.Process(process.pid).cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return times.user + times.system


# A plug-in, for a run that must be met in its middle.
GATE = """\
from pathlib import Path
from select import select
from metaqueens import HillClimbing, Algorithm


class Gate(Algorithm):
    \"\"\"Waits for a file `open`.\"\"\"

    def search(self, problem, budget, rng):
        while not Path("open").exists():
            select([], [], [], 0.01)  # under a false clock `sleep` fails
        yield from HillClimbing(restarts=0).search(problem, budget, rng)
"""
