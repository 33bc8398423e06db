"""The provenance of a session: versions, processor, system, the commit of metaqueens."""

import platform
import shlex
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from metaqueens.plugins import code as plugins
from metaqueens.text.printable import utf_8

# What can change a result or its time.
PACKAGES = ("metaqueens", "numpy", "numba", "llvmlite", "deap", "ortools", "scipy", "distributed")


def provenance() -> dict[str, Any]:
    """Return all of it as plain values; what cannot be found out is left out."""
    return {
        "versions": {"python": platform.python_version(), **_versions()},
        "processor": processor(),
        "system": platform.platform(),
        "code": [utf_8(folder) for folder in plugins.folders()],
        "git": _git(),
    }


def described(known: dict[str, Any]) -> dict[str, str]:
    """Return what was noted of a session as texts: versions, machine, commits."""
    versions, git = known.get("versions", {}), known.get("git") or {}
    machine = (str(known[key]) for key in ("processor", "system") if known.get(key))
    commits = (
        f"{name} at {one['commit'][:12]}{', changed since' if one['dirty'] else ''}"
        for name, one in git.items()
    )
    told = ", ".join(f"{name} {version}" for name, version in versions.items())
    return {"versions": told, "machine": ", ".join(machine), "git": "; ".join(commits)}


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
        with suppress(PackageNotFoundError):
            found[package] = version(package)
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
def _git() -> dict[str, Any]:
    """Return our commit and whether our files differ from it; nothing if git keeps none of them."""
    commit = _told("rev-parse", "HEAD") if _told("ls-files", ".") else ""
    dirty = bool(_told("status", "--porcelain", "-uno"))
    return {"metaqueens": {"commit": commit, "dirty": dirty}} if commit else {}


def _told(*words: str) -> str:
    here = Path(__file__).parent
    try:
        return subprocess.run(
            ["git", *words], cwd=here, capture_output=True, text=True, timeout=5, check=False
        ).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""
