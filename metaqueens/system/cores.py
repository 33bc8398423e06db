"""How many processors and how much memory this process may use: not what the machine has."""

import os
from math import ceil
from pathlib import Path

# Of address space: Numba's compiler, the solvers and the libraries that they come with.
LEAST_GB = 1.0
_GROUPS = Path("/sys/fs/cgroup")
_MINE = Path("/proc/self/cgroup")


def usable_cores() -> int:
    """Processors that this process may run on at a time: by its affinity and its control group."""
    if hasattr(os, "sched_getaffinity"):
        there = len(os.sched_getaffinity(0))
    else:
        there = os.cpu_count() or 1
    return max(1, min([there, *map(ceil, _quotas())]))


def usable_memory() -> int:
    """Bytes that this process and its workers may hold at the most."""
    import psutil  # 7 ms: no command begins with it

    return min([psutil.virtual_memory().total, *_limits()])


def address_space_gb() -> float | None:
    """Return what ``ulimit -v`` leaves; None for no limit."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if limit == resource.RLIM_INFINITY else limit / 2**30


def _quotas() -> list[float]:
    """Processors that control groups allow, as shares of time (version 2, and version 1)."""
    found = []
    for text in _said("cpu.max"):
        quota, _, period = text.partition(" ")
        if quota.isdigit() and period.isdigit() and int(period):
            found.append(int(quota) / int(period))
    for quota, period in zip(
        _said("cpu.cfs_quota_us", "cpu"), _said("cpu.cfs_period_us", "cpu"), strict=False
    ):
        if quota.isdigit() and period.isdigit() and int(period):  # -1 is no limit
            found.append(int(quota) / int(period))
    return [quota for quota in found if quota > 0]


def _limits() -> list[int]:
    texts = [*_said("memory.max"), *_said("memory.limit_in_bytes", "memory")]
    return [int(text) for text in texts if text.isdigit() and int(text) > 0]


def _said(name: str, controller: str = "") -> list[str]:
    """Return what the file ``name`` says in this process's control group and in those above it."""
    try:
        lines = [line.split(":", 2) for line in _MINE.read_text(encoding="utf-8").splitlines()]
    except OSError:  # no Linux
        return []
    found = []
    for _, controllers, path in (line for line in lines if len(line) == 3):
        if controller not in controllers.split(","):
            continue
        top = _GROUPS / controllers if controller else _GROUPS
        # In a container the path may be one that is known outside alone.
        group = top / path.lstrip("/")
        for folder in (group, *group.parents):
            if top not in (folder, *folder.parents):
                break
            try:
                found.append((folder / name).read_text(encoding="utf-8").strip())
            except (OSError, UnicodeDecodeError):
                continue
    return found
