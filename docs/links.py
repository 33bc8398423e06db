"""Links to files of the repository that are no pages: here they say where the file is."""

import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!\w+:|#)([^)#\s]+)(#[\w-]+)?\)")


def say_where(app: Any, docname: str, source: list[str]) -> None:
    """Called by Sphinx for each page that it has read."""
    page = Path(app.env.doc2path(docname))
    source[0] = said(source[0], page.parent)


def said(text: str, folder: Path) -> str:
    """``text``, with ``words (`path`)`` for each link that leads out of the pages."""

    def replaced(found: re.Match[str]) -> str:
        words, target, _ = found.groups()
        path = (folder / target).resolve()
        if path.is_relative_to(DOCS) and path.is_file():
            return found[0]
        where = path.relative_to(ROOT)
        return f"{words} (`{where}`)" if str(where) not in words else words

    return LINK.sub(replaced, text)
