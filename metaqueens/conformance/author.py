"""Call an author's functions as plain Python, and report errors with the line in the file."""

import sys
from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb
from typing import Any, NoReturn

import numpy as np

from metaqueens.core.failures import describe_place, place_of
from metaqueens.core.jit import interpret_kernels
from metaqueens.problem.problem import Problem
from metaqueens.search.result import SHOWN
from metaqueens.text.validation import describe


class Author:
    """The functions of an author's problem. Faults are ``AssertionError`` with the line."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.folder = Path(type(problem).cost.__code__.co_filename).parent

    def data(self) -> Any:
        """Return fresh data of the problem."""
        return self.attempt(self.problem.data)

    def count(self, values: np.ndarray) -> tuple[int, Any]:
        """Return the cost of ``values`` on fresh data, and these data."""
        data = self.data()
        cost, place = self.call("cost", values, data)
        if cost < 0:
            raise AssertionError(f"{place}: cost() returned {cost:,}; expected 0 or more")
        return cost, data

    def call(self, name: str, values: Any, data: Any, *arguments: Any) -> tuple[int, str]:
        """Return the whole number that a function returns, and the place of its ``return``."""
        function = getattr(type(self.problem), name)
        file, line = place_of(function.__code__)

        def note(frame: Any, event: str, _: Any) -> None:
            nonlocal line
            if event == "return" and frame.f_code is function.__code__:
                line = frame.f_lineno

        sys.setprofile(note)
        try:
            got = self.attempt(function, values, data, *arguments)
        finally:
            sys.setprofile(None)
        place = describe_place(file, line)
        if not isinstance(got, int | np.integer | np.bool_) or abs(int(got)) >= 2**63:
            call = f"{show(name, *arguments)} returned {describe(got)}"
            raise AssertionError(f"{place}: {call}; expected a whole number of 64 bits")
        return int(got), place

    def attempt(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call code of the author; name the line of an error, or of an overflow."""
        try:
            with interpret_kernels(), np.errstate(over="raise", divide="raise", invalid="raise"):
                return function(*arguments)
        except Exception as error:
            frames = [*extract_tb(error.__traceback__)]
            frames = [at for at in frames if Path(at.filename).parent == self.folder]
            if not frames:
                raise
            why = f"{type(error).__name__}: {error}"
            if isinstance(error, OverflowError) or "overflow" in str(error):
                why = f"a number overflows ({error}); compute with np.int64"
            if isinstance(error, AttributeError) and error.name in type(self.problem).model_fields:
                why += "; fields are available only through data()"
            place = describe_place(frames[-1].filename, frames[-1].lineno or 0)
            raise AssertionError(f"{place}: `{frames[-1].line}`: {why}") from None

    def fail(self, name: str, fault: str) -> NoReturn:
        """Raise ``AssertionError`` about the function ``name``."""
        raise AssertionError(f"{self.place(name)}: {fault}")

    def place(self, name: str) -> str:
        """Return the place of the ``def`` of a function."""
        return describe_place(*place_of(getattr(type(self.problem), name).__code__))


def show(name: str, *arguments: Any) -> str:
    """Return a call as its author would write it."""
    return f"{name}({', '.join(map(str, arguments))})"


def show_values(values: np.ndarray) -> str:
    """Return the end of a message with up to forty ``values``, for which a function is wrong."""
    return f"; values: {values.tolist()}" if values.size <= SHOWN else ""


def find_difference(got: Any, expected: Any, name: str = "data") -> str:
    """Return the first difference of arrays, such as ``data.counts[2, 5] is 3, not 2``, or ""."""
    if isinstance(got, tuple):
        parts = zip(getattr(got, "_fields", range(len(got))), got, expected, strict=True)
        found = (find_difference(a, b, f"{name}.{part}") for part, a, b in parts)
        return next(filter(None, found), "")
    if not isinstance(got, np.ndarray) or np.array_equal(got, expected):
        return ""
    at = tuple(np.argwhere(np.asarray(got) != np.asarray(expected))[0])
    return f"{name}[{', '.join(map(str, at))}] is {got[at]}, not {expected[at]}"
