"""What a target of the Makefile makes, once for all processes of the suite; links of its pages."""

import os
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

from filelock import FileLock

from tests.processes import written_by

ROOT = Path(__file__).parents[1]
# What a page is made of, as against where its text refers to.
LOADED = {"src", "srcset", "poster", "data", "xlink:href", "action"}


def made_by(target, tmp_path_factory):
    """The folder that ``make TARGET`` fills, by its own words but in a place of the suite's."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    made, done = shared / target, shared / f"{target}.done"
    with FileLock(shared / f"{target}.lock"):
        if not done.exists():
            makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
            rule = rf"^{target}:.*\n\t\$\(BIN\)/python (.*) build/{target}$"
            (words,) = re.findall(rule, makefile, re.MULTILINE)
            written_by(sys.executable, *words.split(), made, folder=ROOT)
            done.touch()
    return made


class Links(HTMLParser):
    """What a page refers to, and the names within it."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.names: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.names |= {given.get("id"), given.get("name")}
        self.loaded += [value for name, value in attributes if name in LOADED and value]
        if href := given.get("href"):
            (self.loaded if tag == "link" else self.links).append(href)

    @property
    def all(self) -> list[str]:
        return [*self.links, *self.loaded]
