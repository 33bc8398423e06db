"""``metaqueens doctor``."""

import multiprocessing
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any, Literal, NamedTuple

import click
import psutil
from filelock import FileLock
from packaging.requirements import Requirement

from metaqueens import __version__
from metaqueens.cli import FAILED, parameters
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.system.cores import LEAST_GB, address_space_gb, usable_cores, usable_memory
from metaqueens.text.errors import system_text

SIGNS = {"ok": "OK     ", "note": "note   ", "problem": "PROBLEM"}
# What each of the extras is for.
EXTRAS = {
    "asp": "clingo, a second exact engine for boards with rules",
    "dask": "`executor: {use: dask}`, runs on a cluster",
    "parquet": "`export --to parquet`",
}
# Of memory, for the compiler and the solvers, and of the disk: with less, runs may fail.
ENOUGH_MEMORY_GB, ENOUGH_DISK_GB = 2.0, 1.0
# With more processes than this for each processor, times are longer than on a quiet machine.
BUSY = 1.5


class Fact(NamedTuple):
    """A fact about this machine or this installation: its name, how good it is, words, numbers.

    A ``problem`` makes runs fail; a ``note`` is of something slow, small or missing.
    """

    name: str
    level: Literal["ok", "note", "problem"]
    said: str
    values: dict[str, Any]


@click.command("doctor")
@parameters.as_json
def command(as_json: bool) -> int:
    """Say what this machine and this installation can do: a fact a line, with what is wrong.

    Versions, extras that are missing and what they would bring, processors and memory that may be
    used, whether results can be written here, where compiled kernels are kept. Exit code 3 where
    runs would fail.
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
    """Yield every fact, also on working in the present folder."""
    home = str(Path(__file__).parents[2])
    ours = {"version": __version__, "folder": home}
    yield Fact("metaqueens", "ok", f"{__version__} in {home}", ours)
    python = {"version": platform.python_version(), "executable": sys.executable}
    yield Fact("python", "ok", ", ".join(python.values()), python)
    yield from _packages()
    yield _system()
    yield _cores()
    yield _memory()
    yield _writable("present folder", Path())
    if (results := Path("results")).exists():
        yield _writable("results/", results)
    yield _processes()
    yield _kernels()


def _packages() -> Iterator[Fact]:
    """Yield a fact on what every run needs, and one on each extra."""
    asked = [Requirement(text) for text in requires("metaqueens") or ()]
    yield _versions("dependencies", [one for one in asked if not one.marker], "problem")
    for extra, what in EXTRAS.items():
        brought = [one for one in asked if one.marker and one.marker.evaluate({"extra": extra})]
        fact = _versions(f"extra {extra}", brought, "note")
        advice = f": pip install 'metaqueens[{extra}]' brings {what}"
        yield fact._replace(said=fact.said + (f": {what}" if fact.level == "ok" else advice))


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


def _system() -> Fact:
    from metaqueens.experiment.provenance import processor

    values = {"system": platform.platform(), "processor": processor()}
    return Fact("system", "ok", ", ".join(values.values()), values)


def _cores() -> Fact:
    usable, there = usable_cores(), os.cpu_count() or 1
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    values, said = {"usable": usable, "of": there, "load": load}, f"{usable} usable of {there}"
    if load <= BUSY * there:
        return Fact("cores", "ok", said, values)
    busy = f"busy ({load:.1f} processes at work): runs take longer than on a quiet machine"
    return Fact("cores", "note", f"{said}, {busy}", values)


def _memory() -> Fact:
    usable, free = (one / 2**30 for one in (usable_memory(), psutil.virtual_memory().available))
    space = address_space_gb()
    values = {"usable_gb": usable, "free_gb": free, "address_space_gb": space}
    said = f"{usable:.1f} GB usable, {free:.1f} GB free"
    if space is not None:
        said += f", address space {space:.2g} GB (ulimit -v)"
    at_most = usable if space is None else min(usable, space)
    if at_most < LEAST_GB:
        return Fact("memory", "problem", f"{said}: too little to compile and to solve", values)
    if min(at_most, free) < ENOUGH_MEMORY_GB:
        return Fact("memory", "note", f"{said}: little; give runs -j 1", values)
    return Fact("memory", "ok", said, values)


def _writable(name: str, folder: Path) -> Fact:
    """Write a file there, under a lock as a run's database has, and remove it."""
    home = str(folder.resolve())
    values: dict[str, Any] = {"folder": home, "free_gb": None}
    try:
        made = tempfile.TemporaryDirectory(prefix=".metaqueens-doctor-", dir=folder)
        with made as inside, FileLock(Path(inside) / "lock", timeout=1):
            (Path(inside) / "file").write_bytes(b"written")
    except NotImplementedError:
        return Fact(name, "problem", f"{home}: files cannot be locked there", values)
    except OSError as error:
        said = f"{home}: nothing can be written there: {system_text(error)}; give runs -o FOLDER"
        return Fact(name, "problem", said, values)
    values["free_gb"] = free = shutil.disk_usage(folder).free / 2**30
    said = f"{home}: can be written, {free:.1f} GB free"
    return Fact(name, "note" if free < ENOUGH_DISK_GB else "ok", said, values)


def _processes() -> Fact:
    """Workers need semaphores, which some sandboxes do not have."""
    try:
        multiprocessing.get_context().Lock()
    except (OSError, ImportError) as error:
        said = f"workers cannot be started ({error}); give runs -j 1"
        return Fact("processes", "problem", said, {})
    return Fact("processes", "ok", "workers can be started", {})


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
