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
    """Processors that control groups (version 2) allow, as shares of time."""
    found = []
    for text in _said("cpu.max"):
        quota, _, period = text.partition(" ")
        if quota.isdigit() and period.isdigit() and int(quota) and int(period):
            found.append(int(quota) / int(period))
    return found


def _said(name: str) -> list[str]:
    """Return what the file ``name`` says in this process's control group and in those above it."""
    try:
        _, version_2, path = _MINE.read_text(encoding="utf-8").partition("0::/")
    except OSError:  # no Linux
        return []
    # In a container the path may be one that is known outside alone.
    group, found = _GROUPS / path.split("\n")[0], []
    for folder in (group, *group.parents) if version_2 else ():
        if _GROUPS not in (folder, *folder.parents):
            break
        with suppress(OSError, UnicodeDecodeError):
            found.append((folder / name).read_text(encoding="utf-8").strip())
    return found
