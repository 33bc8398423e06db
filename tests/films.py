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
    return [_unpacked(film) for film in show["films"]]


def _unpacked(film: dict[str, Any]) -> dict[str, Any]:
    for name in ("queens", "alone"):
        if name in film:
            film[name] = [numbers(text) for text in film[name]]
    if "lines" in film:
        film["lines"] = [parted(numbers(text), 3) for text in film["lines"]]
    return film


def parted(values: list[int], size: int) -> list[list[int]]:
    return [values[k : k + size] for k in range(0, len(values), size)]


def numbers(text: str) -> list[int]:
    return [-1 if sign == "-" else SIGNS.index(sign) for sign in text]
