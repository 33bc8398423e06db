"""Columns of tables that sort on a page."""

from collections.abc import Callable, Iterable
from math import isinf, isnan
from typing import Any

import numpy as np

from metaqueens.text.tables import Column


def numbers(head: str, values: Iterable[Any], text: Callable[[Any], str]) -> Column:
    """A column of numbers, which sorts by them, shown as ``text`` has it; None is infinite."""
    values = [np.inf if value is None else value for value in values]
    return Column(head, [text(value) for value in values], order=list(map(for_script, values)))


def words(head: str, texts: Iterable[Any]) -> Column:
    """Return a column of words, which sorts by them."""
    return Column(head, list(map(str, texts)), is_number=False)


def for_script(value: float) -> str:
    """Return a number as a script sorts it."""
    return "" if isnan(value) else "Infinity" if isinf(value) else repr(float(value))
