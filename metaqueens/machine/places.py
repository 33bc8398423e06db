"""Where runs write: whether the present folder and its results/ take files and locks."""

import multiprocessing
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from filelock import FileLock

from metaqueens.machine.fact import Fact
from metaqueens.text.errors import system_text

ENOUGH_GB = 1.0


def facts(folder: Path) -> Iterator[Fact]:
    """What may be written there, and whether processes can be started."""
    results = folder / "results"
    yield _writable("present folder", folder)
    if results.exists():
        yield _writable("results/", results)
    else:
        yield Fact("results/", "ok", "not there yet: `run` makes it", {"folder": str(results)})
    yield _processes()
    said = "none needed: reports and films are files that any browser opens"
    yield Fact("browser", "ok", said, {})


def _writable(name: str, folder: Path) -> Fact:
    """A file is written there, under a lock as a run's database has, and removed."""
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
    return Fact(name, "note" if free < ENOUGH_GB else "ok", said, values)


def _processes() -> Fact:
    """Workers need semaphores, which some sandboxes do not have."""
    try:
        multiprocessing.get_context().Lock()
    except (OSError, ImportError) as error:
        said = f"workers cannot be started ({error}); give runs -j 1"
        return Fact("processes", "problem", said, {})
    return Fact("processes", "ok", "workers can be started", {})
