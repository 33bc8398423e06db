"""Errors that the user can correct."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path


class UserError(ValueError):
    """An error with its place, the expected and the given value, shown without a traceback.

    >>> issubclass(UserError, ValueError)
    True
    """


class RunFailed(UserError):
    """A run failed for a reason that needs no traceback: the last line of its text."""


class RunLate(RunFailed):
    """A run wrote no solution before the clock ended it."""


class PluginFailed(RunFailed):
    """A user's function failed, or returned a wrong value."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``"; did you mean X?"`` for the nearest of the ``known`` words, or ""."""
    near = nearest(word, known)
    return f"; did you mean {near}?" if near else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the nearest of the ``known`` words: with the same beginning, or similar; or ""."""
    known = list(known)
    longer = [other for other in known if len(word) > 2 and other.startswith(word)]
    close = longer or get_close_matches(word, known, n=1)
    return close[0] if close else ""


def did_you_mean_file(name: str, known: Iterable[str]) -> str:
    """Return the same for names of files; folders and endings do not count."""
    stem, ending = Path(name).stem, Path(name).suffix
    others = [file for file in known if file != name]  # a link to nothing may have this name
    files = sorted(others, key=lambda file: Path(file).suffix != ending)
    close = get_close_matches(stem, [Path(file).stem for file in files], n=1)
    near = [file for file in files if [Path(file).stem] == close]
    return f"; did you mean {near[0]}?" if near else ""


def system_text(error: Exception) -> str:
    """Return the message of the operating system, or SQLite: ``permission denied``."""
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return text[:1].lower() + text[1:]


@contextmanager
def system_errors(
    where: str | Path | None = None, kind: type[UserError] = UserError
) -> Iterator[None]:
    """Turn an ``OSError`` into a line of ``kind``: ``FILE: permission denied``.

    ``where`` is the file, or the option that names it. Default: the file that the error names.
    """
    try:
        yield
    except OSError as error:
        raise kind(f"{where or error.filename}: {system_text(error)}") from None
