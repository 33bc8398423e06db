"""How a promise is checked without pytest: within a time, and what is wrong in one line."""

import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple, NoReturn

import numpy as np


class Check(NamedTuple):
    """A promise on an encoding; ``wrong`` says what is wrong, and is empty where it is kept.

    ``encoding`` is empty for a promise that has nothing to do with one.
    """

    promise: str
    encoding: str
    wrong: str


def wrong_with(seconds: float, test: Callable[..., None], *arguments: Any) -> str:
    """What is wrong, where ``test(*arguments)`` raises or takes so many ``seconds``."""
    try:
        with _at_most(seconds):
            test(*arguments)
    except (Exception, SystemExit) as error:  # whatever goes wrong in a plug-in
        return _said(error)
    return ""


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raise ``TimeoutError`` in what is done inside after so many seconds."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def late(*_: Any) -> NoReturn:
        raise TimeoutError(f"no end after {seconds:g} s: does what is reported reach its budget?")

    before = signal.signal(signal.SIGALRM, late)
    # Again and again, for whoever catches the first one.
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)
    try:
        yield
    finally:
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
    """Those of Python's and NumPy's global generators, to be compared."""
    legacy: Any = np.random.get_state()  # noqa: NPY002, it is the subject
    return random.getstate(), legacy[1].tolist(), legacy[2]
