"""Versions: of this package, of Python, of what the package needs, and of its extras."""

import platform
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import NamedTuple

from metaqueens import __version__
from metaqueens.machine.fact import Fact

DEVELOPERS = {"dev", "docs", "test"}
# What each of the other extras is for.
EXTRAS = {
    "asp": "clingo, a second exact engine for boards with rules",
    "dask": "`executor: {use: dask}`, runs on a cluster",
    "parquet": "`export --to parquet`",
}


class Requirement(NamedTuple):
    """A package, the least version that will do (empty for any), and the extra that asks for it."""

    package: str
    least: str
    extra: str


def facts() -> Iterator[Fact]:
    """What is installed, and what is not."""
    ours, home = __version__, str(Path(__file__).parents[1])
    yield Fact("metaqueens", "ok", f"{ours} in {home}", {"version": ours, "folder": home})
    python = platform.python_version()
    said = f"{python}, {sys.executable}"
    yield Fact("python", "ok", said, {"version": python, "executable": sys.executable})
    needed = requirements()
    yield _dependencies([one for one in needed if not one.extra])
    for extra in dict.fromkeys(one.extra for one in needed if one.extra):
        if extra not in DEVELOPERS:
            mine = [one for one in needed if one.extra == extra]
            yield _extra(extra, EXTRAS.get(extra, "more"), mine)


def requirements() -> list[Requirement]:
    """What the package's metadata ask for."""
    found = []
    for text in requires("metaqueens") or ():
        asked, _, marker = text.partition(";")
        package = re.match(r"[\w.-]+", asked.strip())
        least = re.search(r">=\s*([\w.]+)", asked)
        extra = re.search(r"""extra\s*==\s*["']([\w-]+)""", marker)
        if package and (extra or not marker.strip()):
            found.append(
                Requirement(package[0], least[1] if least else "", extra[1] if extra else "")
            )
    return found


def _dependencies(needed: list[Requirement]) -> Fact:
    there, wrong = _looked_up(needed)
    if wrong:
        return Fact("dependencies", "problem", f"{'; '.join(wrong)}: install them", there)
    return Fact("dependencies", "ok", _listed(there), there)


def _extra(extra: str, what: str, needed: list[Requirement]) -> Fact:
    there, wrong = _looked_up(needed)
    if wrong:
        said = f"{'; '.join(wrong)}: pip install 'metaqueens[{extra}]' brings {what}"
        return Fact(f"extra {extra}", "note", said, there)
    return Fact(f"extra {extra}", "ok", f"{_listed(there)}: {what}", there)


def _looked_up(needed: list[Requirement]) -> tuple[dict[str, str | None], list[str]]:
    """The versions that are installed, and what is wrong with them."""
    there, wrong = dict[str, str | None](), []
    for one in needed:
        try:
            there[one.package] = found = version(one.package)
        except PackageNotFoundError:
            there[one.package] = None
            wrong.append(f"{one.package} is missing")
            continue
        if _numbers(found) < _numbers(one.least):
            wrong.append(f"{one.package} {found} is older than {one.least}")
    return there, wrong


def _numbers(text: str) -> list[int]:
    """What a version begins with: ``2.0.1rc1`` comes to 2, 0, 1."""
    return [int(number) for number in re.findall(r"(?:^|\.)(\d+)", text)]


def _listed(there: dict[str, str | None]) -> str:
    return ", ".join(f"{package} {found}" for package, found in there.items())
