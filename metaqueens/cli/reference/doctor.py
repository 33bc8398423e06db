"""``metaqueens doctor``."""

import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Literal, NamedTuple

import click
from packaging.requirements import Requirement

from metaqueens import __version__
from metaqueens.cli import FAILED, parameters
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.system.cores import usable_cores

SIGNS = {"ok": "OK     ", "note": "note   ", "problem": "PROBLEM"}
# What each of the extras is for.
EXTRAS = {
    "asp": "clingo, a second exact engine for boards with rules",
    "dask": "`executor: {use: dask}`, runs on a cluster",
}


class Fact(NamedTuple):
    """A fact about this machine or this installation: its name, how good it is, and words.

    A ``problem`` makes runs fail; a ``note`` is of something missing.
    """

    name: str
    level: Literal["ok", "note", "problem"]
    said: str


@click.command("doctor")
@parameters.as_json
def command(as_json: bool) -> int:
    """Say what is installed, on what machine, and where compiled kernels are kept.

    Exit code 3 where a package that runs need is missing or too old.
    """
    found = [*_facts()]
    problems = sum(fact.level == "problem" for fact in found)
    if as_json:
        print_json({"problems": problems, "facts": [fact._asdict() for fact in found]})
    else:
        for fact in found:
            say(f"{SIGNS[fact.level]}  {fact.name}: {fact.said}")
    return FAILED if problems else 0


def _facts() -> Iterator[Fact]:
    from metaqueens.core.folders import cache_folder
    from metaqueens.experiment.provenance import processor

    yield Fact("metaqueens", "ok", f"{__version__} in {Path(__file__).parents[2]}")
    yield Fact("python", "ok", f"{platform.python_version()}, {sys.executable}")
    asked = [Requirement(text) for text in requires("metaqueens") or ()]
    yield _versions("dependencies", [one for one in asked if not one.marker], "problem")
    for extra, what in EXTRAS.items():
        brought = [one for one in asked if one.marker and one.marker.evaluate({"extra": extra})]
        fact = _versions(f"extra {extra}", brought, "note")
        advice = f": pip install 'metaqueens[{extra}]' brings {what}"
        yield fact._replace(said=fact.said + (f": {what}" if fact.level == "ok" else advice))
    machine = f"{platform.platform()}, {processor()}, {usable_cores()} usable cores"
    yield Fact("machine", "ok", machine)
    folder = cache_folder()
    yield Fact("kernels kept", "ok", f"{len([*folder.rglob('*.nbc')]):,} in {folder}")


def _versions(name: str, needed: list[Requirement], otherwise: Literal["note", "problem"]) -> Fact:
    """Return the fact on the versions that are installed, and ``otherwise`` what is wrong."""
    found, wrong = [], []
    for one in needed:
        try:
            found.append(f"{one.name} {version(one.name)}")
            if not one.specifier.contains(version(one.name), prereleases=True):
                wrong.append(f"{found[-1]} is not {one.specifier}")
        except PackageNotFoundError:
            wrong.append(f"{one.name} is missing")
    return Fact(name, otherwise if wrong else "ok", "; ".join(wrong) or ", ".join(found))
