"""A promise, checked without pytest: within a time, and what is wrong in one line."""

import random
import signal
from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb
from typing import Any, Literal, NamedTuple

import numpy as np

AGAIN = 1.0  # seconds to the next ``TimeoutError``, for whoever catches the first one


class Check(NamedTuple):
    """A check: its name, its verdict, and what was found."""

    name: str
    verdict: Literal["ok", "failed", "note"]
    said: str


def checked(
    seconds: float, test: Callable[..., None], *arguments: Any, encoding: str = ""
) -> Check:
    """Do ``test(*arguments)``: it fails where it raises, or takes so many ``seconds``."""
    name = test.__name__.removeprefix("test_").strip("_").replace("_", " ")
    name = f"{name}, {encoding}" if encoding else name
    try:
        _within(seconds, test, arguments)
    except (Exception, SystemExit) as error:  # whatever goes wrong in a plug-in
        return Check(name, "failed", _said(error))
    return Check(name, "ok", "")


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
