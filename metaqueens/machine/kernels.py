"""Compiled kernels: where they are kept, how many there are, and how fast one of them runs."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from metaqueens.core.jit import cache_folder
from metaqueens.machine.fact import Fact
from metaqueens.system.cores import LEAST_GB, address_space_gb


def facts() -> Iterator[Fact]:
    """Of the cache, and of the speed of one small kernel."""
    yield _cache(cache_folder())
    space = address_space_gb()
    if space is None or space >= LEAST_GB:  # the compiler would end the process
        yield _speed()


def _cache(folder: Path) -> Fact:
    files = [*folder.rglob("*.nbc")]
    size = sum(path.stat().st_size for path in files) / 1e6
    values = {"folder": str(folder), "kept": len(files), "megabytes": size}
    if folder.parent == Path(tempfile.gettempdir()):
        said = (
            "neither the package's folder nor the user's cache can be written:"
            " each command compiles anew"
        )
        return Fact("kernels kept", "note", said, values)
    if not files:
        said = f"none yet in {folder}: the first runs compile"
        return Fact("kernels kept", "note", said, values)
    return Fact("kernels kept", "ok", f"{len(files):,} ({size:.0f} MB) in {folder}", values)


def _speed() -> Fact:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        said = "NUMBA_DISABLE_JIT is set: nothing is compiled, runs take a thousand times longer"
        return Fact("kernel speed", "note", said, {"compiled": False})
    from metaqueens.machine import speed

    found = speed.of_counting()
    low, high = speed.USUAL
    said = (
        f"{found.ratio:.2f} steps of a reference loop to count a queen (usual: {low} to {high});"
        f" {found.nanoseconds:.2f} ns"
    )
    values = {"compiled": True, "ratio": found.ratio, **found._asdict(), "usual": [low, high]}
    return Fact("kernel speed", "ok" if low <= found.ratio <= high else "note", said, values)
