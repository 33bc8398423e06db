"""OR-Tools, imported when it is used; where another library keeps it from loading, that is said."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from metaqueens.text.errors import UserError


def cp_model() -> Any:
    """The module of CP-SAT."""
    with _explained():
        from ortools.sat.python import cp_model
    return cp_model


def pywrapcp() -> Any:
    """The module of the original CP solver."""
    with _explained():
        from ortools.constraint_solver import pywrapcp
    return pywrapcp


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        # Both bring a libhighs.so.1, and a process loads one library of a name: the first.
        if "highspy" not in sys.modules:
            raise
        raise UserError(
            "OR-Tools cannot be loaded where highspy was: from version 1.15 on, highspy brings"
            " another build of the same library (HiGHS); use highspy<1.15, or import it in"
            f" another process ({error})"
        ) from None
