"""The machine, and how much of it this process may use."""

import os
import platform
from collections.abc import Iterator

import psutil

from metaqueens.experiment.provenance import processor
from metaqueens.machine.fact import Fact
from metaqueens.system.cores import LEAST_GB, address_space_gb, usable_cores, usable_memory

GB = 2**30
# Of memory, for Numba's compiler and the solvers: below, a worker may fail.
ENOUGH_GB = 2.0
# More processes than this for each processor: what is timed now is not what it would be alone.
BUSY = 1.5


def facts() -> Iterator[Fact]:
    """System, processors, memory."""
    there = {"system": platform.platform(), "processor": processor()}
    yield Fact("system", "ok", ", ".join(there.values()), there)
    yield _cores()
    yield _memory()


def _cores() -> Fact:
    usable, there = usable_cores(), os.cpu_count() or 1
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    values = {"usable": usable, "of": there, "load": load}
    said = f"{usable} usable of {there}"
    if load > BUSY * there:
        said += f", busy ({load:.1f} processes at work): seconds are not those of a quiet machine"
        return Fact("cores", "note", said, values)
    return Fact("cores", "ok", said, values)


def _memory() -> Fact:
    usable, free = usable_memory() / GB, psutil.virtual_memory().available / GB
    space = address_space_gb()
    values = {"usable_gb": usable, "free_gb": free, "address_space_gb": space}
    said = f"{usable:.1f} GB usable, {free:.1f} GB free"
    if space is not None:
        said += f", address space {space:.2g} GB (ulimit -v)"
    least = usable if space is None else min(usable, space)
    if least < LEAST_GB:
        return Fact("memory", "problem", f"{said}: too little to compile and to solve", values)
    if min(least, free) < ENOUGH_GB:
        return Fact("memory", "note", f"{said}: little; give runs -j 1", values)
    return Fact("memory", "ok", said, values)
