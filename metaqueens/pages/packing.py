"""Films as a page holds them: a character for each row or column, so that thousands fit."""

import string
from collections.abc import Iterable, Sequence
from typing import Any

# As many as the largest board of a film has rows, and more; "-" is a column without a queen.
ALPHABET = string.digits + string.ascii_lowercase + string.ascii_uppercase
BOARDS = ("queens", "alone", "parent")
LISTS = ("lines", "boards")


def packed(shows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the player takes: of each show its title and its films, played side by side."""
    found = []
    for show in shows:
        films = show.get("films", [show])
        found.append({"title": show["title"], "films": [_film(film) for film in films]})
    return found


def _film(film: dict[str, Any]) -> dict[str, Any]:
    small = dict(film)
    for name in (*BOARDS, *LISTS):
        if name in film:
            pack = _joined if name in LISTS else _characters
            small[name] = [None if value is None else pack(value) for value in film[name]]
    if "child" in film:
        small["mate"] = _rest(film, "mate", "=")
        small["child"] = _rest(film, "child", "ab=")
    return small


def _rest(film: dict[str, Any], name: str, known: str) -> list[str | None]:
    """Of each such board the rows that do not follow from its relatives: others than ``known``."""
    found: list[str | None] = []
    for queens, origin in zip(film[name], film["origin"], strict=True):
        pairs = zip(queens, origin, strict=True) if queens else ()
        rest = [row for row, letter in pairs if letter not in known]
        found.append(_characters(rest) if queens else None)
    return found


def _characters(numbers: Sequence[int]) -> str:
    return "".join("-" if number < 0 else ALPHABET[number] for number in numbers)


def _joined(rows: Iterable[Sequence[int]]) -> str:
    return "".join(map(_characters, rows))
