"""``metaqueens doctor``."""

import os
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any, Literal, NamedTuple

import click
from packaging.requirements import Requirement

from metaqueens import __version__
from metaqueens.cli import FAILED, parameters
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.system.cores import usable_cores, usable_memory

SIGNS = {"ok": "OK     ", "note": "note   ", "problem": "PROBLEM"}
# What each of the extras is for.
EXTRAS = {
    "asp": "clingo, a second exact engine for boards with rules",
    "dask": "`executor: {use: dask}`, runs on a cluster",
}


class Fact(NamedTuple):
    """A fact about this machine or this installation: its name, how good it is, words, numbers.

    A ``problem`` makes runs fail; a ``note`` is of something slow or missing.
    """

    name: str
    level: Literal["ok", "note", "problem"]
    said: str
    values: dict[str, Any]


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
    home = str(Path(__file__).parents[2])
    ours = {"version": __version__, "folder": home}
    yield Fact("metaqueens", "ok", f"{__version__} in {home}", ours)
    python = {"version": platform.python_version(), "executable": sys.executable}
    yield Fact("python", "ok", ", ".join(python.values()), python)
    asked = [Requirement(text) for text in requires("metaqueens") or ()]
    yield _versions("dependencies", [one for one in asked if not one.marker], "problem")
    for extra, what in EXTRAS.items():
        brought = [one for one in asked if one.marker and one.marker.evaluate({"extra": extra})]
        fact = _versions(f"extra {extra}", brought, "note")
        advice = f": pip install 'metaqueens[{extra}]' brings {what}"
        yield fact._replace(said=fact.said + (f": {what}" if fact.level == "ok" else advice))
    yield _machine()
    yield _kernels()


def _versions(name: str, needed: list[Requirement], otherwise: Literal["note", "problem"]) -> Fact:
    """Return the fact on the versions that are installed, and ``otherwise`` what is wrong."""
    found: dict[str, str | None] = {}
    wrong = []
    for one in needed:
        try:
            found[one.name] = there = version(one.name)
            if not one.specifier.contains(there, prereleases=True):
                wrong.append(f"{one.name} {there} is not {one.specifier}")
        except PackageNotFoundError:
            found[one.name] = None
            wrong.append(f"{one.name} is missing")
    if wrong:
        return Fact(name, otherwise, "; ".join(wrong), found)
    return Fact(name, "ok", ", ".join(" ".join(map(str, one)) for one in found.items()), found)


def _machine() -> Fact:
    from metaqueens.experiment.provenance import processor

    cores, memory = usable_cores(), usable_memory() / 2**30
    values = {"system": platform.platform(), "processor": processor()}
    said = ", ".join([*values.values(), f"{cores} usable cores", f"{memory:.1f} GB usable"])
    return Fact("machine", "ok", said, {**values, "cores": cores, "memory_gb": memory})


def _kernels() -> Fact:
    """Compiled kernels: where they are kept, and how many there are."""
    from metaqueens.core.jit import cache_folder

    folder = cache_folder()
    files = [*folder.rglob("*.nbc")]
    size = sum(path.stat().st_size for path in files) / 1e6
    values = {"folder": str(folder), "kept": len(files), "megabytes": size}
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        said = "NUMBA_DISABLE_JIT is set: nothing is compiled, runs take a thousand times longer"
    elif not files:
        said = f"none yet in {folder}: the first runs compile, some seconds for each search"
    else:
        said = f"{len(files):,} ({size:.0f} MB) in {folder}"
        return Fact("kernels kept", "ok", said, values)
    return Fact("kernels kept", "note", said, values)
