"""Links to files of the repository that are no pages: here they say where the file is."""

import re
from os.path import relpath
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
INCLUDED = re.compile(r"^<!-- included: ([\w.]+) -->$", re.MULTILINE)  # in place of the page
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!\w+:|#)([^)#\s]+)(#[\w-]+)?\)")


def say_where(app: Any, docname: str, source: list[str]) -> None:
    """Called by Sphinx for each page that it has read."""
    folder = Path(app.env.doc2path(docname)).parent
    found = INCLUDED.search(source[0])
    source[0] = taken(found[1], folder) if found else said(source[0], folder)


def taken(name: str, page: Path) -> str:
    """The file ``name`` of the repository's root, for a page in the folder ``page``."""
    return said((ROOT / name).read_text(encoding="utf-8"), ROOT, page)


def said(text: str, folder: Path, page: Path | None = None) -> str:
    """``text`` of ``folder``, with ``words (`path`)`` for each link that leads out of the pages.

    Others lead to the same place from the folder ``page``, when given.
    """

    def replaced(found: re.Match[str]) -> str:
        words, target, anchor = found.groups()
        path = (folder / target).resolve()
        if path.is_relative_to(DOCS) and path.is_file():
            return f"[{words}]({relpath(path, page)}{anchor or ''})" if page else found[0]
        where = path.relative_to(ROOT)
        if str(where).endswith(words.strip("/")):
            return f"`{where}`"
        return f"{words} (`{where}`)" if str(where) not in words else words

    return LINK.sub(replaced, text)
