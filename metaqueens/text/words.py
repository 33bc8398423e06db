"""Numbers, durations, lists and docstrings as text."""

import re
from collections.abc import Iterable, Mapping, Sequence
from inspect import getdoc
from math import ceil, floor, inf, isinf, isnan
from typing import Any


def duration(seconds: float | None) -> str:
    """Return seconds as text, with a unit."""
    if seconds is None or isnan(seconds):
        return "-"
    if isinf(seconds):
        return "inf"
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}" if seconds < 1000 else f"{seconds:,.0f} s"
    return f"{seconds / 1e-9:.0f} ns"


def count(number: float) -> str:
    """Return a number of evaluations, grouped by thousands; from 10^15 on with an exponent.

    It is ``inf`` if infinite and ``-`` if undefined.
    """
    if isnan(number):
        return "-"
    if 1e15 <= number < inf:
        return f"{number:.0e}"
    return "inf" if isinf(number) else f"{number:,.0f}" if number >= 10 else f"{number:.3g}"


def three_digits(number: float) -> str:
    """Return a cost: whole and grouped by thousands from 100 on, to three digits below."""
    return f"{number:.3g}" if number < 100 else count(number)


def many(number: int, noun: str) -> str:
    """Return a number with a noun: ``1 run``, ``1,000 runs``, ``2 families``."""
    plural = f"{noun[:-1]}ies" if noun.endswith("ly") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def percent(share: float) -> str:
    """Return a share in per cent; 99.97 % is not shown as all, nor a rare event as none."""
    if isnan(share):
        return "-"
    if 0 < share < 0.01 or 0.99 < share < 1:
        return f"{min(99.9, max(0.1, 100 * share)):.1f} %"
    return f"{100 * share:.0f} %"


def shares(low: float, high: float) -> str:
    """Return an interval of shares in per cent, ``88 - 100``, rounded to the safe side."""
    if isnan(low) or isnan(high):
        return "-"
    return f"{floor(100 * low + 1e-9)} - {ceil(100 * high - 1e-9)}"


def times(ratio: float) -> str:
    """Return a ratio: ``1.60x``; beyond a million its order of magnitude."""
    if isnan(ratio) or isinf(ratio):
        return "-" if isnan(ratio) else "inf"
    if ratio >= 1e6:
        return f"{ratio:.0e}x"
    digits = 2 if ratio < 9.995 else 1 if ratio < 99.95 else 0
    return f"{ratio:,.{digits}f}x"


def chance(p: float) -> str:
    """Return a p-value, never as 0."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.2g}"


def p_value(p: float) -> str:
    """Return a p-value for a column of them: ``0.0021``, ``< 0.001``; ``-`` if there is none."""
    return "-" if isnan(p) else chance(p).removeprefix("p ").removeprefix("= ")


def join_names(names: Iterable[object], limit: int = 4) -> str:
    """Return ``a, b and c``, each name once; beyond ``limit`` names the number of the rest."""
    known = list(dict.fromkeys(map(str, names)))
    if len(known) > limit:
        known = [*known[: limit - 1], f"{len(known) - limit + 1} more"]
    return f"{', '.join(known[:-1])} and {known[-1]}" if len(known) > 1 else "".join(known)


def drop_common_words(names: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the words of each name that not all names have, or its first word if all have them."""
    common = set.intersection(*map(set, names))
    return [[word for word in words if word not in common] or [words[0]] for words in names]


# The counts of an exact method, in the order of the output, with their singular.
EFFORTS = {"nodes": "node", "attempts": "attempt", "branches": "branch", "failures": "failure"}


def describe_effort(report: Mapping[str, Any]) -> str:
    """Return the counts of a method as the start of a sentence: ``1 branch, 0 failures, ``."""
    counted = {name: report[name] for name in EFFORTS if report.get(name) is not None}
    return "".join(
        f"{number:,} {EFFORTS[name] if number == 1 else name}, " for name, number in counted.items()
    )


def paragraph(documented: Any, begin: str = "") -> str:
    """Return the first paragraph of a docstring with this ``begin``, without its marks."""
    paragraphs = (getdoc(documented) or "").split("\n\n")
    text = next((text for text in paragraphs if text.startswith(begin)), "")
    return re.sub(r" \[\d+\]_|``", "", " ".join(text.split()))
