"""A promise and its check, without pytest: a fault is one line."""

import random
from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb
from typing import Any, Literal, NamedTuple

import numpy as np


class Check(NamedTuple):
    """The verdict on a promise, with a sentence."""

    name: str
    verdict: Literal["ok", "failed", "note"]
    said: str


class Promise(NamedTuple):
    """A promise; ``test`` raises an error if it is broken, and may return a check."""

    name: str
    test: Callable[[], Check | None]


def check(promise: Promise) -> Check:
    """Test a promise, which fails by any error."""
    try:
        return promise.test() or Check(promise.name, "ok", "")
    except (Exception, SystemExit) as error:
        return Check(promise.name, "failed", _describe(error))


def _describe(error: BaseException) -> str:
    """Return the broken assertion; or the type, the text and the line of another error."""
    line = extract_tb(error.__traceback__)[-1]
    is_ours = Path(line.filename).parent == Path(__file__).parent
    if isinstance(error, AssertionError) and is_ours:
        return str(error) or f"this does not hold: {(line.line or '').removeprefix('assert ')}"
    return f"{type(error).__name__}: {error} ({Path(line.filename).name}:{line.lineno})"


def global_random_states() -> Any:
    """Return the states of the global generators of Python and NumPy."""
    legacy: Any = np.random.get_state()  # noqa: NPY002, it is the subject
    return random.getstate(), legacy[1].tolist(), legacy[2]
