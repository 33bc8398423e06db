"""Preparation of a command: streams, address space, imports put off, compilation told."""

import importlib
import io
import os
import sys
from types import ModuleType
from typing import Any

from metaqueens.cli.terminal.consoles import rewrites
from metaqueens.core.compilation import SAID
from metaqueens.text.errors import UserError

LINEAR_ALGEBRA = "scipy.linalg.cython_blas"


class _Later(ModuleType):
    """A module that is imported when something in it is used, other than its ``__file__``."""

    def __getattr__(self, name: str) -> Any:
        used = name == "__pyx_capi__" or not name.startswith("__")
        if used and sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
            vars(self).update(vars(importlib.import_module(self.__name__)))
            return getattr(self, name)
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")


def put_off_linear_algebra() -> None:
    """Let Numba find SciPy's linear algebra without importing it: our kernels use none.

    Those of plug-ins may; it is imported when one is compiled.
    """
    sys.modules.setdefault(LINEAR_ALGEBRA, _Later(LINEAR_ALGEBRA))


class _Forgiving(io.FileIO):
    """A stream that drops what cannot be written."""

    def write(self, data: object) -> int:
        try:
            return super().write(data) or 0  # type: ignore[arg-type]
        except OSError:
            return memoryview(data).nbytes  # type: ignore[arg-type]


def prepare_streams() -> None:
    """Make the standard streams usable; what standard error cannot take is dropped.

    Call it first: a file that is opened takes the number of a closed stream, and gets its output.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # what the terminal cannot show is escaped
            ascii_alone = only_ascii() and stream.isatty()
            encoding = "ascii" if ascii_alone else stream.encoding
            stream.reconfigure(encoding=encoding, errors="backslashreplace")
    if type(sys.stderr) is io.TextIOWrapper and sys.stderr.fileno() == 2:
        raw = io.BufferedWriter(_Forgiving(2, "w", closefd=False))
        sys.stderr = io.TextIOWrapper(
            raw, encoding=sys.stderr.encoding, errors="backslashreplace", line_buffering=True
        )


def only_ascii() -> bool:
    """Whether the locale is one without Unicode, where Python itself writes UTF-8."""
    settings = (os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    chosen = next(filter(None, settings), "utf-8")
    return os.name != "nt" and "utf" not in chosen.lower()


def give_up_stdout() -> None:
    """Drop all output from now on: what is left in the buffer would fail again at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def require_address_space() -> None:
    """Raise ``UserError`` where this process may have less than searches and solvers take.

    Where the compiler finds too little it ends the process.
    """
    from metaqueens.system.cores import LEAST_GB, address_space_gb

    space = address_space_gb()
    if space is not None and space < LEAST_GB:
        raise UserError(
            f"memory: an address space of {space:.2g} GB (ulimit -v) is too small to run"
            f" searches and solvers; expected {LEAST_GB:g} GB or more"
        )


class CompilationSign:
    """Tells that kernels are being compiled: a spinner on a terminal, elsewhere a line, once."""

    def __init__(self) -> None:
        self.said = False
        self.spinner: Any = None

    def __call__(self, begun: bool) -> None:
        if self.spinner:
            self.spinner.stop()
            self.spinner = None
        if begun and rewrites(sys.stderr):
            from metaqueens.cli.terminal.progress import shown

            self.spinner = shown()
            self.spinner.add_task(SAID, total=None, note="")
            self.spinner.start()
        elif begun and not self.said:
            print(SAID, file=sys.stderr, flush=True)
        self.said |= begun
