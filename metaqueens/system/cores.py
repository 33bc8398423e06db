"""How many processors this process may use: not what the machine has."""

import os
from contextlib import suppress
from math import ceil
from pathlib import Path

_GROUPS = Path("/sys/fs/cgroup")
_MINE = Path("/proc/self/cgroup")


def usable_cores() -> int:
    """Processors that this process may run on at a time: by its affinity and its control group."""
    if hasattr(os, "sched_getaffinity"):
        there = len(os.sched_getaffinity(0))
    else:
        there = os.cpu_count() or 1
    return max(1, min([there, *map(ceil, _quotas())]))


def _quotas() -> list[float]:
    """Processors that our control group (version 2) and those above it allow: shares of time."""
    try:
        _, version_2, path = _MINE.read_text(encoding="utf-8").partition("0::/")
    except OSError:  # no Linux
        return []
    # In a container the path may be one that is known outside alone.
    group, found = _GROUPS / path.split("\n")[0], []
    for folder in (group, *group.parents) if version_2 else ():
        if _GROUPS not in (folder, *folder.parents):
            break
        with suppress(OSError, ValueError, ZeroDivisionError):  # "max": no limit
            quota, period = (folder / "cpu.max").read_text(encoding="utf-8").split()
            if int(quota) > 0:
                found.append(int(quota) / int(period))
    return found
