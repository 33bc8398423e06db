"""Errors that the user can put right."""

from collections.abc import Iterable
from difflib import get_close_matches


class UserError(ValueError):
    """Says where, what was expected and got; the command line shows it without a traceback."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``"; did you mean X?"`` for the nearest of the ``known`` words, or nothing."""
    close = get_close_matches(word, list(known), n=1)
    return f"; did you mean {close[0]}?" if close else ""
