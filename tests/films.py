"""Films in pages, unpacked."""

import json
import re
import string
from pathlib import Path
from typing import Any

SIGNS = string.digits + string.ascii_lowercase + string.ascii_uppercase


def films_of(path: Path) -> list[dict[str, Any]]:
    """The films that the page at ``path`` plays side by side, boards as lists of rows."""
    (show,) = json.loads(
        re.search(r'<script type="application/json">(.*?)</script>', path.read_text())[1]
    )
    return [_unpacked(film, film["n"]) for film in show["films"]]


def _unpacked(film: dict[str, Any], n: int) -> dict[str, Any]:
    for name in ("queens", "alone", "parent"):
        if name in film:
            film[name] = [None if text is None else numbers(text) for text in film[name]]
    for name, size in (("lines", 3), ("boards", n)):
        if name in film:
            film[name] = [parted(numbers(text), size) for text in film[name]]
    if "child" in film:
        _complete(film)
    return film


def _complete(film: dict[str, Any]) -> None:
    """Rows that follow from those of the parents are not in the page."""
    for k, origin in enumerate(film["origin"]):
        if origin is None:
            continue
        parent = film["parent"][k]
        if film["mate"][k] is not None:
            rest = iter(numbers(film["mate"][k]))
            film["mate"][k] = [
                parent[c] if letter == "=" else next(rest) for c, letter in enumerate(origin)
            ]
        rest = iter(numbers(film["child"][k]))
        film["child"][k] = [
            parent[c] if letter in "a=" else film["mate"][k][c] if letter == "b" else next(rest)
            for c, letter in enumerate(origin)
        ]


def parted(values: list[int], size: int) -> list[list[int]]:
    return [values[k : k + size] for k in range(0, len(values), size)]


def numbers(text: str) -> list[int]:
    return [-1 if sign == "-" else SIGNS.index(sign) for sign in text]
