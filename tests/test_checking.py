"""What a plug-in promises is checked within a time."""

import signal

import pytest

from metaqueens.conformance import checking


def endless():
    while True:
        pass


# One may come where Python cannot raise it.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer on this system")
def test_no_timer_is_left_wherever_the_next_alarm_comes(monkeypatch):
    monkeypatch.setattr(checking, "AGAIN", 3e-4)
    before = signal.getsignal(signal.SIGALRM)
    for _ in range(300):
        name, verdict, said = checking.checked(1e-3, endless)
        assert (name, verdict) == ("endless", "failed")
        assert said.startswith("TimeoutError: no end after 0.001 s")
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
        assert signal.getsignal(signal.SIGALRM) is before
