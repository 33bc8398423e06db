"""A promise and its check, without pytest: a fault is one line."""

import random
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from contextvars import copy_context
from math import inf
from pathlib import Path
from traceback import extract_tb
from typing import Any, Literal, NamedTuple

import numpy as np

from metaqueens.plugins.code import place_in
from metaqueens.text.errors import RunFailed

# The begin of the fault of a test that took too long, after which no other promise is checked.
NO_END = "no end after"


class Check(NamedTuple):
    """The verdict on a promise, with a sentence."""

    name: str
    verdict: Literal["ok", "failed", "note"]
    said: str


class Note(str):
    """A remark of a test whose promise is kept, for its author to look at."""


class Promise(NamedTuple):
    """A promise; ``test`` raises an error if it is broken, and may return a sentence or a note.

    is_basis : whether the promises after it rely on it
    """

    name: str
    test: Callable[[], str | None]
    is_basis: bool = False


class TooLong(BaseException):
    """A test took too long; no ``except Exception`` of the tested code catches it."""


def check_all(promises: Iterable[Promise], seconds: float = inf) -> Iterator[Check]:
    """Check ``promises``, until one has no end or is broken that the others rely on."""
    for promise in promises:
        found = check(promise, seconds)
        yield found
        if found.verdict == "failed" and (promise.is_basis or found.said.startswith(NO_END)):
            return


def check(promise: Promise, seconds: float = inf) -> Check:
    """Test a promise, which fails by any error, or if it takes longer than ``seconds``.

    The limit does not end compiled code. What the code prints goes to the standard error.
    """
    try:
        with limit(seconds), redirect_stdout(sys.stderr):
            # In a context of its own: the end may come as a variable is set, or reset.
            remark = copy_context().run(promise.test) or ""
        return Check(promise.name, "note" if isinstance(remark, Note) else "ok", remark)
    except TooLong:
        why = f"{NO_END} {seconds:g} s: does what is reported reach its budget?"
        return Check(promise.name, "failed", f"{why} No further checks were made")
    except (Exception, SystemExit) as error:
        return Check(promise.name, "failed", _describe(error))


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Raise ``TooLong`` in this thread, the main one, after ``seconds``, on systems with timers."""
    if seconds == inf or not hasattr(signal, "setitimer"):
        yield
        return

    def end(number: int, frame: Any) -> None:
        raise TooLong

    usual = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)


def _describe(error: BaseException) -> str:
    """Return the broken assertion; or the type, the text and the line of another error."""
    if type(error) is RunFailed:
        return str(error)
    line = extract_tb(error.__traceback__)[-1]
    is_ours = Path(line.filename).parent == Path(__file__).parent
    place = place_in(error) or f"{Path(line.filename).name}:{line.lineno}"
    if isinstance(error, AssertionError) and is_ours:
        return str(error) or f"this does not hold: {(line.line or '').removeprefix('assert ')}"
    return f"{type(error).__name__}: {error} ({place})"


def global_random_states() -> Any:
    """Return the states of the global generators of Python and NumPy."""
    legacy: Any = np.random.get_state()  # noqa: NPY002, it is the subject
    return random.getstate(), legacy[1].tolist(), legacy[2]
