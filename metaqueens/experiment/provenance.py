"""The provenance of a session: versions, processor, system, the state of git."""

import platform
import shlex
import shutil
import subprocess
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import psutil

from metaqueens.plugins import code as plugins

# What can change a result or its time.
PACKAGES = ("metaqueens", "numpy", "numba", "llvmlite", "deap", "ortools", "scipy", "distributed")


def provenance(of_folder: bool = True) -> dict[str, Any]:
    """Return all of it as plain values; what cannot be found out is left out.

    Not the state of the working folder unless asked for: asking git runs what is configured there.
    """
    states = {"working folder": _git(Path.cwd()) if of_folder else None, "metaqueens": _own_git()}
    return {
        "versions": {"python": platform.python_version(), **_versions()},
        "processor": processor(),
        "cores": psutil.cpu_count(),
        "memory_gb": round(psutil.virtual_memory().total / 2**30, 1),
        "system": platform.platform(),
        "code": plugins.folders(),
        "git": {name: state for name, state in states.items() if state},
    }


def command_line(words: list[str]) -> str:
    """Return what was typed, whatever the program was called by."""
    if words and Path(words[0]).name in ("metaqueens", "__main__.py"):
        words = ["metaqueens", *words[1:]]
    return shlex.join(words)


# What was imported stays as it was, whatever is installed meanwhile: once a process.
@cache
def _versions() -> dict[str, str]:
    found = {}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


@cache
def processor() -> str:
    """Return the processor's name."""
    if sys.platform == "linux":
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


@cache
def _own_git() -> dict[str, Any] | None:
    return _git(Path(__file__).parent)


def _git(folder: Path) -> dict[str, Any] | None:
    """Return the commit of ``folder`` and whether it differs; None if git keeps no file of it."""
    if not shutil.which("git") or not _told(folder, "ls-files", "."):
        return None
    commit = _told(folder, "rev-parse", "HEAD")
    if not commit:
        return None
    return {"commit": commit, "dirty": bool(_told(folder, "status", "--porcelain", "-uno"))}


def _told(folder: Path, *words: str) -> str:
    try:
        return subprocess.run(
            ["git", *words], cwd=folder, capture_output=True, text=True, timeout=5, check=False
        ).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""
