"""Signals that end a command."""

import signal
import subprocess
import sys

import pytest

from tests.patience import PATIENCE

# The signal comes while an object ends, where Python drops what is raised.
ENDING_OBJECTS = """
from metaqueens import interrupts

class Slow:
    def __del__(self):
        print("now", flush=True)
        while True:
            pass

try:
    interrupts.end_by_signals()
    Slow()
    while True:
        pass
except KeyboardInterrupt:
    interrupts.leave(5)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_is_heard_wherever_it_comes(number):
    process = subprocess.Popen(
        [sys.executable, "-c", ENDING_OBJECTS], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout.readline() == b"now\n"
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (5, b"")
