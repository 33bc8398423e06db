"""A promise and its check, without pytest: what is wrong is said in one line."""

import random
from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb
from typing import Any, Literal, NamedTuple

import numpy as np


class Check(NamedTuple):
    """A check: its name, its verdict, and what was found."""

    name: str
    verdict: Literal["ok", "failed", "note"]
    said: str


class Promise(NamedTuple):
    """A promise: its name, and the test that raises an error if it is broken."""

    name: str
    test: Callable[[], None]


def check(promise: Promise) -> Check:
    """Test a promise, which fails by any error."""
    try:
        promise.test()
    except (Exception, SystemExit) as error:  # whatever goes wrong in a plug-in
        return Check(promise.name, "failed", _said(error))
    return Check(promise.name, "ok", "")


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
