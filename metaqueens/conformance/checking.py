"""How a promise is checked without pytest: within a time, and what is wrong in one line."""

import random
import signal
from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple

import numpy as np

AGAIN = 1.0  # seconds to the next ``TimeoutError``, for whoever catches the first one


class Check(NamedTuple):
    """A promise on an encoding; ``wrong`` says what is wrong, and is empty where it is kept.

    ``encoding`` is empty for a promise that has nothing to do with one.
    """

    promise: str
    encoding: str
    wrong: str


def wrong_with(seconds: float, test: Callable[..., None], *arguments: Any) -> str:
    """Return what is wrong, where ``test(*arguments)`` raises or takes so many ``seconds``."""
    try:
        _within(seconds, test, arguments)
    except (Exception, SystemExit) as error:  # whatever goes wrong in a plug-in
        return _said(error)
    return ""


def _within(seconds: float, test: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    """Do the ``test``; ``TimeoutError`` is raised in it after so many seconds."""
    if not hasattr(signal, "setitimer"):
        test(*arguments)
        return

    armed = True

    def late(*_: Any) -> None:
        if armed:
            said = f"no end after {seconds:g} s: does what is reported reach its budget?"
            raise TimeoutError(said)

    before = signal.signal(signal.SIGALRM, late)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        test(*arguments)
    finally:
        armed = False  # before any call, where one more could be raised and the timer left running
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _said(error: BaseException) -> str:
    """What was expected and is not so; of any other error its kind, its text and its line."""
    line = extract_tb(error.__traceback__)[-1]
    ours = Path(line.filename).parent == Path(__file__).parent
    if isinstance(error, AssertionError) and ours:
        return str(error) or f"this does not hold: {(line.line or '').removeprefix('assert ')}"
    return f"{type(error).__name__}: {error} ({Path(line.filename).name}:{line.lineno})"


def global_random_states() -> Any:
    """Return those of Python's and NumPy's global generators, to be compared."""
    legacy: Any = np.random.get_state()  # noqa: NPY002, it is the subject
    return random.getstate(), legacy[1].tolist(), legacy[2]
