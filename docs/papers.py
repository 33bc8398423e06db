"""Papers: docstrings number their references, pages cite the entries of references.bib."""

import inspect
import re
import sys
import unicodedata
from typing import Any

from metaqueens.contestants.registry import CONTESTANTS

# A reference at the end of a docstring: its number, and all lines of it.
REFERENCE = re.compile(
    r"^\.\. \[(\d+)\] (.+?)(?=\n\.\. \[|\n\S|\n\s*\n|\Z)", re.MULTILINE | re.DOTALL
)
SECTION = re.compile(r"^References\n-+\n", re.MULTILINE)
FIRST_AUTHOR_AND_YEAR = re.compile(r"(?:van |de )?([\w-]+).*?\((\d{4})\)")


def references(*documented: Any) -> dict[str, str]:
    """Return the references of a class and of its module, or of other objects, by number."""
    found: dict[str, str] = {}
    for one in documented:
        texts = REFERENCE.findall(inspect.getdoc(one) or "")
        found = {number: " ".join(text.split()) for number, text in texts} | found
    return found


def of(use: str) -> list[str]:
    """Return the papers of an algorithm."""
    kind, home = CONTESTANTS[use], CONTESTANTS.data[use].partition(":")[0]
    return [*references(kind, inspect.getmodule(kind), sys.modules[home]).values()]


def key(reference: str) -> str:
    """Its entry in references.bib: the first author's surname and the year."""
    author, year = FIRST_AUTHOR_AND_YEAR.match(reference).groups()  # type: ignore[union-attr]
    plain = unicodedata.normalize("NFKD", author).encode("ascii", "ignore").decode()
    return f"{plain.lower()}{year}"


def cite(
    _app: Any, _what: str, _name: str, documented: Any, _options: Any, lines: list[str]
) -> None:
    """Called by Sphinx for each docstring: its numbers become citations."""
    given = references(documented, sys.modules.get(getattr(documented, "__module__", "")))
    text = SECTION.sub("", REFERENCE.sub("", "\n".join(lines)))
    text = re.sub(r"\[(\d+)\]_", lambda found: f":cite:p:`{key(given[found[1]])}`", text)
    # `mu_` is no link.
    lines[:] = re.sub(r"\b(\w+)_(?=[\s.,;])", r"\1\\_", text).splitlines()


def escape(_app: Any, _context: Any, lines: list[str]) -> None:
    """Called by sphinx-click for the text of each command: an asterisk is no emphasis."""
    lines[:] = [line.replace("*", r"\*") for line in lines]
