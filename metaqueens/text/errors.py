"""Errors that the user can put right."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path


class UserError(ValueError):
    """Says where, what was expected and got; the command line shows it without a traceback."""


class RunFailed(UserError):
    """A run failed for a reason that needs no traceback: the last line of its text."""


class PluginFailed(RunFailed):
    """A function from outside failed, or returned what it should not: which one, and why."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``"; did you mean X?"`` for the nearest of the ``known`` words, or nothing."""
    near = nearest(word, known)
    return f"; did you mean {near}?" if near else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the nearest of the ``known`` words: one that begins like it, or is like it; or ""."""
    known = list(known)
    begun = [one for one in known if len(word) > 2 and one.startswith(word)]
    close = begun or get_close_matches(word, known, n=1)
    return close[0] if close else ""


def did_you_mean_file(name: str, known: Iterable[str]) -> str:
    """As ``did_you_mean`` for names of files, in which folders and endings are no likeness."""
    stem, ending = Path(name).stem, Path(name).suffix
    files = sorted(known, key=lambda one: Path(one).suffix != ending)
    close = get_close_matches(stem, [Path(one).stem for one in files], n=1)
    near = [one for one in files if [Path(one).stem] == close]
    return f"; did you mean {near[0]}?" if near else ""


def system_text(error: Exception) -> str:
    """What the operating system, or SQLite, says of a file in lower case: ``permission denied``."""
    text = error.strerror if isinstance(error, OSError) else None
    return (text or str(error)).lower()


@contextmanager
def system_errors(
    where: str | Path | None = None, kind: type[UserError] = UserError
) -> Iterator[None]:
    """An ``OSError`` inside becomes one line: ``WHERE: permission denied``.

    Parameters
    ----------
    where
        The file or folder, or the option that names it; what the error names when not given.
    kind
        The class of the error that is raised.
    """
    try:
        yield
    except OSError as error:
        raise kind(f"{where or error.filename}: {system_text(error)}") from None
