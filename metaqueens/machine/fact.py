"""A fact about this machine or this installation."""

from typing import Any, Literal, NamedTuple


class Fact(NamedTuple):
    """What is so.

    Parameters
    ----------
    name
        What it is about.
    level
        ``problem``: runs would fail. ``note``: something is slow, small or left out.
    said
        The fact in words.
    values
        Its numbers and names.
    """

    name: str
    level: Literal["ok", "note", "problem"]
    said: str
    values: dict[str, Any]
