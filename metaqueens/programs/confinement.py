"""The limits of a judged program, and its confinement by ``bwrap`` (bubblewrap) if possible."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

from metaqueens.core.folders import cache_folder
from metaqueens.text.words import duration, three_digits

# Limits of all processes together, which the supervisor checks.
TOGETHER = ("cpu_seconds", "memory", "processes")
FILES = 256
INHERITED = ("PATH", "NUMBA_DISABLE_JIT")
# Two runs of one seed are equal, and take one processor.
FIXED = {
    **{"LANG": "C.UTF-8", "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"),
}
# The variable with the folder of machine code, read-only; a thousand links to it take some room.
KERNELS, ROOM = "METAQUEENS_KERNELS", 2**25
_PACKAGE = Path(__file__).parents[1]
# Folders of the system that programs in most languages need, without files of users.
_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"),
    *("/etc/ld.so.cache", "/etc/alternatives", *map(str, Path("/etc").glob("java*"))),
)
# These list the keys of all of the user's processes.
_KEY_LISTS = ("/proc/keys", "/proc/key-users")
# Forbids namespaces inside, in which a file system of any size could be mounted; bwrap 0.8.
_NONE_BELOW = ("--unshare-user", "--disable-userns")


@dataclass(frozen=True)
class ProgramLimits:
    """The limits of a run, of all its processes together unless stated otherwise.

    seconds : wall time from its start
    until : time of ``perf_counter`` that ends it too, which the program is not told
    cpu_seconds : time on processors; None for no limit
    evaluations : by the referee's count, or the program's own if it tells it; None for no limit
    memory : bytes of resident memory, and of private writable memory of each process
    processes : processes and threads at a time
    file_bytes : the longest file; if confined, all files in /tmp and in /dev/shm, at least 32 MB
    output_bytes : standard output and standard error
    """

    seconds: float
    cpu_seconds: float | None = None
    evaluations: int | None = None
    memory: int = 2**31
    processes: int = 64
    file_bytes: int = 2**26
    output_bytes: int = 2**26
    until: float = inf

    def describe_excess(self, name: str) -> str:
        """Describe that a program exceeded the limit ``name``."""
        limit = getattr(self, name)
        over = f"it used all its {duration(self.seconds)} of wall time"
        if self.until < inf:  # this run had less
            over = f"all {duration(self.seconds)} of the call were used up"
        return {
            "seconds": over,
            "cpu_seconds": f"it used more than {three_digits(limit or 0)} s of processor time",
            "memory": f"it used more than {limit / 2**20:,.0f} MB of memory",
            "processes": f"it had more than {limit:,} processes and threads",
            "output_bytes": f"it wrote more than {limit / 2**20:,.0f} MB of output",
        }[name]


@dataclass(frozen=True)
class Box:
    """The place of a judged program.

    limits : its limits
    scratch : an empty folder for it; if confined it has a /tmp in memory instead
    files : files and folders that it may read beside the system
    confined : whether ``bwrap`` hides all others
    """

    limits: ProgramLimits
    scratch: Path
    files: tuple[Path, ...] = ()
    confined: bool = True

    def order(self, command: Sequence[str], folder: Path, calls: int) -> dict[str, Any]:
        """Return the order for the supervisor to run ``command`` in ``folder``.

        calls : the number of the open file from which ``bwrap`` reads its filter of system calls
        """
        limits = self.limits
        own = "/tmp" if self.confined else str(self.scratch)
        kernels = str(_kernels() if self.confined else cache_folder())
        # No other variable of this process, which may hold a secret.
        inherited = {name: os.environ[name] for name in INHERITED if name in os.environ}
        rlimits = {"DATA": limits.memory, "FSIZE": limits.file_bytes, "NOFILE": FILES, "CORE": 0}
        return {
            "command": self.words(command, folder, calls),
            "environment": inherited | FIXED | {"HOME": own, "TMPDIR": own, KERNELS: kernels},
            "rlimits": rlimits,
            "confined": self.confined,
            "keep": [calls] if self.confined else [],
            "limits": {name: getattr(limits, name) for name in TOGETHER},
        }

    def words(self, command: Sequence[str], folder: Path, calls: int) -> list[str]:
        """Return the command line that runs ``command`` in ``folder``, read-only if confined."""
        if not self.confined:
            return list(command)
        words = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session"]
        words += ["--cap-drop", "ALL", *_options(), "--seccomp", str(calls)]
        words += ["--proc", "/proc", "--dev", "/dev"]
        for keys in _KEY_LISTS:
            words += ["--ro-bind", "/dev/null", keys] if Path(keys).exists() else []
        for own in ("/dev/shm", "/tmp"):
            words += ["--size", str(max(self.limits.file_bytes, ROOM)), "--tmpfs", own]
        visible = {*map(Path, _SYSTEM), *_python_folders(), *self.files}
        for path in sorted(visible):
            if path.is_symlink() and str(path) in _SYSTEM:
                words += ["--symlink", os.readlink(path), str(path)]
            elif path.exists() and visible.isdisjoint(path.parents):
                # Each costs a third of a millisecond.
                words += ["--ro-bind", str(path), str(path)]
        words += ["--ro-bind", str(cache_folder()), str(_kernels())]
        words += ["--dir", str(folder), "--chdir", str(folder)]
        for own in ("/proc", "/dev", "/"):  # root could write settings of the kernel too
            words += ["--remount-ro", own]
        return [*words, "--", *command]


def _kernels() -> Path:
    """Return the place of ``cache_folder`` for a confined program; links to it stay short."""
    return Path("/", cache_folder().name)


@cache
def _options() -> tuple[str, ...]:
    text = subprocess.run(["bwrap", "--help"], capture_output=True, text=True, timeout=10).stdout
    return _NONE_BELOW if _NONE_BELOW[1] in text else ()


@cache
def _python_folders() -> frozenset[Path]:
    """Return the folders of this interpreter and its packages, including ours."""
    packages = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    return frozenset(map(Path, (sys.prefix, sys.base_prefix, str(_PACKAGE), *packages)))
