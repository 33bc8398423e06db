"""What a judged program may use: its limits, and a file system and processes of its own.

``bwrap`` (bubblewrap) confines it, where the system has it and lets this user use it.
"""

import os
import subprocess
import sys
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from metaqueens.core.folders import cache_folder
from metaqueens.programs.keyrings import keyring_filter
from metaqueens.text.words import duration

# What a keeper looks at: of all processes together.
TOGETHER = ("cpu_seconds", "memory", "processes")
FILES = 256
# The number of the open file from which ``bwrap`` reads its filter of system calls.
FILTER_FROM = 100
KEPT = ("PATH", "NUMBA_DISABLE_JIT")
# Two runs of one seed are the same, and take one processor.
FIXED = {
    **{"LANG": "C.UTF-8", "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"),
}
# Where machine code lies that may be read and not written; a thousand links to it take some room.
KERNELS, ROOM = "METAQUEENS_KERNELS", 2**25
_PACKAGE = Path(__file__).parents[1]
# What programs in most languages need of the system; no file of a user is below.
_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"),
    *("/etc/ld.so.cache", "/etc/alternatives", *map(str, Path("/etc").glob("java*"))),
)
# These list the keys of all of the user's processes.
_KEY_LISTS = ("/proc/keys", "/proc/key-users")
# Inside no namespace can be made in which a file system of any size is mounted; bwrap 0.8.
_NONE_BELOW = ("--unshare-user", "--disable-userns")


@dataclass(frozen=True)
class Limits:
    """What a run may use, all its processes together unless it says otherwise.

    Parameters
    ----------
    seconds
        Wall time from its start.
    cpu_seconds
        Time on processors; None for no limit but ``seconds`` times the number of cores.
    evaluations
        By the referee's count where the program does not tell its own; None for no limit.
    memory
        Bytes: resident, and of each process the private ones that it may write to.
    processes
        Processes and threads at any moment.
    file_bytes
        The longest file; where it is confined, all files in /tmp, and in /dev/shm, or 32 MB.
    output_bytes
        Standard output and standard error.
    """

    seconds: float
    cpu_seconds: float | None = None
    evaluations: int | None = None
    memory: int = 2**31
    processes: int = 64
    file_bytes: int = 2**26
    output_bytes: int = 2**26

    def passed(self, name: str) -> str:
        """Say that a program passed the limit ``name``."""
        most = getattr(self, name)
        return {
            "cpu_seconds": f"it used more than {duration(most or 0)} of processors",
            "memory": f"it used more than {most / 2**20:,.0f} MB of memory",
            "processes": f"it had more than {most:,} processes and threads",
            "output_bytes": f"it wrote more than {most / 2**20:,.0f} MB of output",
        }[name]


@dataclass(frozen=True)
class Box:
    """Where a judged program runs.

    Parameters
    ----------
    limits
        What it may use.
    scratch
        A folder of its own, empty; where it is confined it has a /tmp in memory instead.
    files
        The files and folders that it may read beside the system, at their own places.
    confined
        Whether ``bwrap`` hides all others.
    """

    limits: Limits
    scratch: Path
    files: tuple[Path, ...] = ()
    confined: bool = True

    def order(self, command: Sequence[str], folder: Path) -> dict[str, Any]:
        """Return what a keeper is told of ``command``, to run in ``folder``."""
        limits = self.limits
        rlimits = {"DATA": limits.memory, "FSIZE": limits.file_bytes, "NOFILE": FILES, "CORE": 0}
        return {
            "command": self.words(command, folder),
            "environment": self.environment,
            "memory": None,
            "rlimits": rlimits,
            "confined": self.confined,
            "filter": (FILTER_FROM, keyring_filter().hex()) if self.confined else None,
            "limits": {name: getattr(limits, name) for name in TOGETHER},
        }

    @property
    def environment(self) -> dict[str, str]:
        """All variables that it is given: none of this process's that may hold a secret."""
        own = "/tmp" if self.confined else str(self.scratch)
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        kernels = str(_kernels() if self.confined else cache_folder())
        return {**kept, **FIXED, "HOME": own, "TMPDIR": own, KERNELS: kernels}

    def words(self, command: Sequence[str], folder: Path) -> list[str]:
        """Return what starts ``command`` in ``folder``, which it can only read where confined."""
        if not self.confined:
            return list(command)
        seen = {*map(Path, _SYSTEM), *_of_python(), *self.files}
        kernels = ("--ro-bind", str(cache_folder()), str(_kernels()))
        room = max(self.limits.file_bytes, ROOM)
        return [*_bwrap(room, seen, folder, kernels), "--", *command]


@cache
def can_confine() -> bool:
    """Whether ``bwrap`` is installed and this user may use it, which a start of it tells."""
    try:
        words = [*_bwrap(2**20, {*map(Path, _SYSTEM)}, Path("/tmp"), filter_from=0), "--", "true"]
        done = subprocess.run(words, input=keyring_filter(), capture_output=True, timeout=10)
        return done.returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _kernels() -> Path:
    """Return where a confined program has ``cache_folder``: links to a short name take no page."""
    return Path("/", cache_folder().name)


def _bwrap(
    room: int,
    seen: Set[Path],
    folder: Path,
    more: Sequence[str] = (),
    filter_from: int = FILTER_FROM,
) -> list[str]:
    """Return the beginning of a command line with nothing but what is ``seen``, read-only."""
    words = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    words += [*_options(), "--seccomp", str(filter_from), "--proc", "/proc", "--dev", "/dev"]
    for keys in _KEY_LISTS:
        words += ["--ro-bind", "/dev/null", keys] if Path(keys).exists() else []
    for own in ("/dev/shm", "/tmp"):
        words += ["--size", str(room), "--tmpfs", own]
    for path in sorted(seen):
        if path.is_symlink() and str(path) in _SYSTEM:
            words += ["--symlink", os.readlink(path), str(path)]
        elif path.exists() and seen.isdisjoint(path.parents):  # each costs a third of a millisecond
            words += ["--ro-bind", str(path), str(path)]
    words += [*more, "--dir", str(folder), "--chdir", str(folder)]
    # Of root, settings of the kernel too could be written.
    return [*words, *(word for own in ("/proc", "/dev", "/") for word in ("--remount-ro", own))]


@cache
def _options() -> tuple[str, ...]:
    said = subprocess.run(["bwrap", "--help"], capture_output=True, text=True, timeout=10).stdout
    return _NONE_BELOW if _NONE_BELOW[1] in said else ()


@cache
def _of_python() -> frozenset[Path]:
    """Return where this interpreter and its packages lie, with ours."""
    packages = [one for one in sys.path if one.endswith(("site-packages", "dist-packages"))]
    return frozenset(map(Path, (sys.prefix, sys.base_prefix, str(_PACKAGE), *packages)))
