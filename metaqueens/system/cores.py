"""The number of processors that this process may use."""

import os
from contextlib import suppress
from math import ceil
from pathlib import Path

_GROUPS = Path("/sys/fs/cgroup")
_OWN_GROUP = Path("/proc/self/cgroup")


def usable_cores() -> int:
    """Return the number of processors by affinity and by the quota of the control group."""
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return max(1, min([cores, *map(ceil, _quotas())]))


def _quotas() -> list[float]:
    """Return the numbers of processors that our control group (version 2) and its parents allow."""
    try:
        _, version_2, path = _OWN_GROUP.read_text(encoding="utf-8").partition("0::/")
    except OSError:  # not Linux
        return []
    # In a container the path may exist outside only.
    group, found = _GROUPS / path.split("\n")[0], []
    for folder in (group, *group.parents) if version_2 else ():
        if _GROUPS not in (folder, *folder.parents):
            break
        with suppress(OSError, ValueError, ZeroDivisionError):  # "max": no limit
            quota, period = (folder / "cpu.max").read_text(encoding="utf-8").split()
            if int(quota) > 0:
                found.append(int(quota) / int(period))
    return found
