"""Errors of the compiler in users' functions, as one sentence with the line."""

import linecache
import os
import re
from collections.abc import Callable
from pathlib import Path
from traceback import walk_tb
from types import CodeType, TracebackType
from typing import Any

_PACKAGE = Path(__file__).parents[1]
# The functions that were given to the compiler: Numba names them without their files.
codes: dict[str, CodeType] = {}
# Places in Numba's messages: in two forms, or by the function alone.
_PLACE = re.compile(
    r'\b(?:at|from) ([^\s(][^()]*?) \((\d+)\)|File "(.+?)", line (\d+)|(<function .+? at 0x\w+>)'
)
_NOISE = re.compile(
    r"<function (\S+) at 0x\w+>|Literal\[\w+\]\((.*?)\)"
    r"|,? (?:defined at|Raised from) (?:None|\S.*? \(\d+\))"
)


def explain(error: Exception, function: Callable[..., Any], arguments: tuple[Any, ...]) -> str:
    """Return why a user's code cannot be compiled, with its line; "" if it is no user's code.

    error : raised by a call of ``function``, which compiled it first or not
    """
    from numba.core.errors import NumbaError

    last = _list_compiled(error.__traceback__)
    if isinstance(error, NumbaError):
        parts = [part for given in arguments if isinstance(given, tuple) for part in given]
        last += [function.__code__]
        last += [getattr(type(part), "code", None) for part in (*arguments, *parts)]
    elif not last:  # raised by compiled code
        return ""
    text = str(error)
    places = [
        place_of(codes.get(found[5]))
        if found[5]
        else (os.path.abspath(found[1] or found[3]), int(found[2] or found[4]))
        for found in _PLACE.finditer(text)
    ]
    places += map(place_of, last)
    file, line = next((place for place in places if _is_users(place[0])), ("", 0))
    if not file:
        return ""
    source = linecache.getline(file, line).strip()
    return f"{describe_place(file, line)}: Numba cannot compile `{source}`: {_reason(text)}"


def describe_place(file: str, line: int) -> str:
    """Return ``mine.py, line 9``."""
    return f"{Path(file).name}, line {line}"


def place_of(code: CodeType | None) -> tuple[str, int]:
    """Return the file of a function and the line of its ``def``."""
    if code is None:
        return "", 0
    line = code.co_firstlineno
    while linecache.getline(code.co_filename, line).lstrip().startswith("@"):
        line += 1
    return code.co_filename, line


def _list_compiled(traceback: TracebackType | None) -> list[CodeType | None]:
    """Return the functions that Numba was compiling, the innermost first.

    Errors of other kinds than its own have no place in their text.
    """
    states = [frame.f_locals.get("state") for frame, _ in walk_tb(traceback)]
    functions = [getattr(state, "func_id", None) for state in reversed(states)]
    return [identity.code for identity in functions if identity is not None]


def _is_users(file: str) -> bool:
    import numba

    path = Path(file)
    ours = _PACKAGE, Path(numba.__file__).parent
    return path.is_absolute() and not any(path.is_relative_to(folder) for folder in ours)


def _reason(text: str) -> str:
    """Return the first line with a reason, without addresses and places."""
    lines = [line for line in text.splitlines() if not line.startswith("Failed in")]
    reason = lines[0] if lines else text
    if call := re.search(r">>> (.+)", text):
        reason = f"it has no {call[1]}"
    if "[undefined" in text:
        reason = "an empty dict or list has no type; begin with an element, such as {0: 0}"
    if "caused by the following argument" in text:
        reason = "data() must return a NamedTuple of arrays of numbers, or None"
    return _NOISE.sub(lambda found: found[1] or found[2] or "", reason).strip()
