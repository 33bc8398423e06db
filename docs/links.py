"""Links to files of the repository that are not pages become the paths of these files."""

import re
from os.path import relpath
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
INCLUDED = re.compile(r"^<!-- included: ([\w.]+) -->$", re.MULTILINE)  # in place of the page
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!\w+:|#)([^)#\s]+)(#[\w-]+)?\)")


def rewrite_links(app: Any, docname: str, source: list[str]) -> None:
    """Replace the links of a page; Sphinx calls this for each page."""
    folder = Path(app.env.doc2path(docname)).parent
    found = INCLUDED.search(source[0])
    source[0] = include_file(found[1], folder) if found else replace_links(source[0], folder)


def include_file(name: str, page: Path) -> str:
    """Return the file ``name`` of the repository's root, for a page in the folder ``page``."""
    return replace_links((ROOT / name).read_text(encoding="utf-8"), ROOT, page)


def replace_links(text: str, folder: Path, page: Path | None = None) -> str:
    """Return the text with ``words (`path`)`` for each link that leaves the pages.

    Other links become relative to the folder ``page``, if given.
    """

    def replace(found: re.Match[str]) -> str:
        words, target, anchor = found.groups()
        path = (folder / target).resolve()
        if path.is_relative_to(DOCS) and path.is_file():
            return f"[{words}]({relpath(path, page)}{anchor or ''})" if page else found[0]
        place = str(path.relative_to(ROOT))
        if place.endswith(words.strip("/")):
            return f"`{place}`"
        return f"{words} (`{place}`)" if place not in words else words

    return LINK.sub(replace, text)
