"""The provenance of a session: versions, processor, system, the commit of metaqueens."""

import platform
import shlex
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from metaqueens import __version__
from metaqueens.config import Cell
from metaqueens.core.folders import digest_of
from metaqueens.plugins import code as plugins
from metaqueens.problem.problem import digests_of
from metaqueens.text.printable import printable, utf_8

# Other packages that can change a result or its time.
PACKAGES = ("numpy", "numba", "llvmlite", "deap", "ortools", "scipy", "distributed")


def provenance() -> dict[str, Any]:
    """Return the provenance as plain values, as far as it is known."""
    return {
        "versions": {"python": platform.python_version(), **_versions()},
        "processor": processor(),
        "system": platform.platform(),
        "code": [utf_8(folder) for folder in plugins.folders],
        "git": _git(),
    }


def list_digests(cells: Sequence[Cell]) -> dict[str, dict[str, str]]:
    """Return digests of users' files, by kind and name: problems, algorithms with their operators.

    A name is in it if its class or function has a file.
    """
    uses = "".join({f"{cell.use!r} {cell.algorithm!r}" for cell in cells})
    algorithms = {}
    for name, code in plugins.loaded.items():
        if repr(name) in uses and not name.startswith(plugins.OURS):
            module = sys.modules.get(getattr(code, "__module__", ""))
            if digest := digest_of(getattr(module, "__file__", None) or ""):
                algorithms[name] = digest
    return {"problems": digests_of(cell.problem for cell in cells), "algorithms": algorithms}


def describe(known: dict[str, Any]) -> dict[str, str]:
    """Return the provenance of a session as texts: versions, machine, commits."""
    versions, git = known.get("versions", {}), known.get("git") or {}
    machine = (str(known[key]) for key in ("processor", "system") if known.get(key))
    commits = (
        f"{name} at {state['commit'][:12]}{', changed since' if state['dirty'] else ''}"
        for name, state in git.items()
    )
    text = ", ".join(f"{name} {version}" for name, version in versions.items())
    return {"versions": text, "machine": ", ".join(machine), "git": "; ".join(commits)}


def command_line(words: list[str]) -> str:
    """Return a command as typed, whatever the name of the program's file."""
    if words and Path(words[0]).name in ("metaqueens", "__main__.py"):
        words = ["metaqueens", *words[1:]]
    return shlex.join(words)


def host_name() -> str:
    """Return the name of this machine; bytes that are not UTF-8 are escaped."""
    return printable(socket.gethostname())


# Once a process: imported modules, ours too, stay as they are, whatever is installed meanwhile.
@cache
def _versions() -> dict[str, str]:
    found = {"metaqueens": __version__}
    for package in PACKAGES:
        with suppress(PackageNotFoundError):
            found[package] = version(package)
    return found


@cache
def processor() -> str:
    """Return the name of the processor."""
    if sys.platform == "linux":
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


@cache
def _git() -> dict[str, Any]:
    """Return our commit, and whether our files differ from it, if git tracks them."""
    commit = _call_git("rev-parse", "HEAD") if _call_git("ls-files", ".") else ""
    dirty = bool(_call_git("status", "--porcelain", "-uno"))
    return {"metaqueens": {"commit": commit, "dirty": dirty}} if commit else {}


def _call_git(*words: str) -> str:
    here = Path(__file__).parent
    try:
        return subprocess.run(
            ["git", *words], cwd=here, capture_output=True, text=True, timeout=5, check=False
        ).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""
