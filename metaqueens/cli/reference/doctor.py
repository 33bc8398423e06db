"""``metaqueens doctor``."""

import multiprocessing
import os
import platform
import re
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

from metaqueens import __version__
from metaqueens.cli import FAILED, parameters
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.system.cores import LEAST_GB, address_space_gb, usable_cores, usable_memory
from metaqueens.text.errors import system_text

SIGNS = {"ok": "OK     ", "note": "note   ", "problem": "PROBLEM"}
DEVELOPERS = {"dev", "docs", "test"}
# What each of the other extras is for.
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
    """A fact about this machine or this installation.

    Parameters
    ----------
    name
        What it is about.
    level
        ``problem``: runs would fail. ``note``: something is slow, small or missing.
    said
        The fact in words.
    values
        Its numbers and names.
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
    found = [*facts(Path())]
    problems = sum(fact.level == "problem" for fact in found)
    if as_json:
        print_json({"problems": problems, "facts": [fact._asdict() for fact in found]})
    else:
        for fact in found:
            say(f"{SIGNS[fact.level]}  {fact.name}: {fact.said}")
    return FAILED if problems else 0


def facts(folder: Path) -> Iterator[Fact]:
    """Yield every fact about this installation, and about working in ``folder``."""
    home = str(Path(__file__).parents[2])
    yield Fact(
        "metaqueens",
        "ok",
        f"{__version__} in {home}",
        {"version": __version__, "folder": home},
    )
    python = {"version": platform.python_version(), "executable": sys.executable}
    yield Fact("python", "ok", ", ".join(python.values()), python)
    yield from _packages(requirements())
    yield _system()
    yield _cores()
    yield _memory()
    yield _writable("present folder", folder)
    if (results := folder / "results").exists():
        yield _writable("results/", results)
    yield _processes()
    yield _kernels()


class Requirement(NamedTuple):
    """A package, the oldest version that will do (empty: any), and the extra that asks for it."""

    package: str
    oldest: str
    extra: str


def requirements() -> list[Requirement]:
    """Return what the package's metadata ask for."""
    found = []
    for text in requires("metaqueens") or ():
        asked, _, marker = text.partition(";")
        package = re.match(r"[\w.-]+", asked.strip())
        oldest = re.search(r">=\s*([\w.]+)", asked)
        extra = re.search(r"""extra\s*==\s*["']([\w-]+)""", marker)
        if package and (extra or not marker.strip()):
            names = (one[1] if one else "" for one in (oldest, extra))
            found.append(Requirement(package[0], *names))
    return found


def _packages(needed: list[Requirement]) -> Iterator[Fact]:
    """Yield a fact on what every run needs, and one on each extra."""
    for extra in dict.fromkeys(one.extra for one in needed if one.extra not in DEVELOPERS):
        found, wrong = versions([one for one in needed if one.extra == extra])
        listed = ", ".join(f"{package} {number}" for package, number in found.items())
        if not extra:
            said = f"{'; '.join(wrong)}: install them" if wrong else listed
            yield Fact("dependencies", "problem" if wrong else "ok", said, found)
            continue
        what = EXTRAS.get(extra, "more")
        help_text = f"pip install 'metaqueens[{extra}]' brings {what}"
        said = f"{'; '.join(wrong)}: {help_text}" if wrong else f"{listed}: {what}"
        yield Fact(f"extra {extra}", "note" if wrong else "ok", said, found)


def versions(needed: list[Requirement]) -> tuple[dict[str, str | None], list[str]]:
    """Return the versions that are installed, and what is wrong with them."""
    found, wrong = dict[str, str | None](), []
    for package, oldest, _ in needed:
        try:
            found[package] = there = version(package)
        except PackageNotFoundError:
            found[package] = None
            wrong.append(f"{package} is missing")
            continue
        if numbers(there) < numbers(oldest):
            wrong.append(f"{package} {there} is older than {oldest}")
    return found, wrong


def numbers(text: str) -> list[int]:
    """Return the numbers that a version begins with: 2, 0, 1 of ``2.0.1rc1``."""
    return [int(number) for number in re.findall(r"(?:^|\.)(\d+)", text)]


def _system() -> Fact:
    from metaqueens.experiment.provenance import processor

    values = {"system": platform.platform(), "processor": processor()}
    return Fact("system", "ok", ", ".join(values.values()), values)


def _cores() -> Fact:
    usable, there = usable_cores(), os.cpu_count() or 1
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    busy = load > BUSY * there
    said = f"{usable} usable of {there}"
    if busy:
        said += f", busy ({load:.1f} processes at work): runs take longer than on a quiet machine"
    values = {"usable": usable, "of": there, "load": load}
    return Fact("cores", "note" if busy else "ok", said, values)


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
            os.replace(Path(inside) / "file", Path(inside) / "renamed")
        free = shutil.disk_usage(folder).free / 2**30
    except NotImplementedError:
        return Fact(name, "problem", f"{home}: files cannot be locked there", values)
    except OSError as error:
        said = f"{home}: nothing can be written there: {system_text(error)}; give runs -o FOLDER"
        return Fact(name, "problem", said, values)
    values["free_gb"] = free
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
    said = f"{len(files):,} ({size:.0f} MB) in {folder}"
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        said = "NUMBA_DISABLE_JIT is set: nothing is compiled, runs take a thousand times longer"
    elif folder.parent == Path(tempfile.gettempdir()):
        said = (
            "neither the package's folder nor the user's cache can be written:"
            " each command compiles anew"
        )
    elif files:
        return Fact("kernels kept", "ok", said, values)
    else:
        said = f"none yet in {folder}: the first runs compile, some seconds for each search"
    return Fact("kernels kept", "note", said, values)
