"""The one way this package compiles: ``@kernel``.

Numba is imported when the first kernel is called, so that ``--help`` and config errors are fast.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, cached_property, update_wrapper
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

from metaqueens.core import compilation
from metaqueens.files.writing import user_cache

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parents[1]
# States of the sources whose machine code is kept: of two branches, or two versions, and one more.
KEPT = 3
# The layers that kernels may inline code from: import-linter keeps them from knowing any other.
_KERNEL_LAYERS = (
    "core/*.py",
    "problem/*.py",
    "search/*.py",
    "algorithms/**/*.py",
    "exact/**/*.py",
    "landscape/basins.py",
    "landscape/ground.py",
    "landscape/plateaus.py",
    "landscape/sampling.py",
)


class Kernel:
    """A function that is compiled when it is first called or first used by another kernel.

    Most kernels are only used by others. Those are compiled without what lets Python call them, by
    far the larger part of a small function: the first run of a search takes half the time.
    """

    def __init__(
        self, function: Callable[..., Any], is_entry: bool = False, **options: Any
    ) -> None:
        update_wrapper(self, function)
        self.is_entry = is_entry
        self.function = self.py_func = function
        # Left to itself LLVM calls ``propose`` and halves the speed of the loops around it.
        # ``nogil``: the subtrees of an exact count run in threads, and nobody needs the lock.
        # ``no_cfunc_wrapper``: no other language calls a kernel.
        # Numba asks for these and for ``py_func`` where another kernel has us as a global.
        usual = {"forceinline": True, "nogil": True, "no_cfunc_wrapper": True}
        self.targetoptions = {**usual, **options}

    @cached_property
    def compiled(self) -> Callable[..., Any]:
        """What runs: Numba's dispatcher, or the plain function under ``NUMBA_DISABLE_JIT=1``."""
        return _dispatcher(self.function, cache_folder(), self.targetoptions)

    @cached_property
    def _used(self) -> Any:
        """Numba's dispatcher for calls from other kernels."""
        if self.is_entry:
            return self.compiled
        options = {**self.targetoptions, "no_cpython_wrapper": True}
        return _dispatcher(self.function, cache_folder() / "used", options)

    @property
    def _numba_type_(self) -> Any:
        # Numba asks for this when it meets us as a global of another kernel.
        return self._used._numba_type_

    def __call__(self, *arguments: Any) -> Any:
        return self.compiled(*arguments)

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        # Numba pickles what a kernel closes over, to look for it in the cache: our name says it,
        # since a folder of machine code is of one state of the sources.
        return str, (f"{self.function.__module__}.{self.function.__qualname__}",)


def _dispatcher(
    function: Callable[..., Any], folder: Path, options: dict[str, Any]
) -> Callable[..., Any]:
    """Return what compiles ``function`` for each kind of arguments, and keeps it in ``folder``."""
    from numba import config, njit

    from metaqueens.core import kernel_cache

    compilation.listen()
    compiled: Callable[..., Any] = njit(**options)(function)
    if compiled is function:
        return compiled
    usual, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        kernel_cache.keep(compiled, function)
    finally:
        config.CACHE_DIR = usual
    return compiled


def kernel(function: F) -> F:
    """Compile ``function`` on first use; keep the machine code until a kernel's source changes."""
    return Kernel(function)  # type: ignore[return-value]


def entry(function: F) -> F:
    """Compile a function that a search calls from Python and from kernels: once for both."""
    return Kernel(function, is_entry=True)  # type: ignore[return-value]


def spelled_out(function: F) -> F:
    """Compile a small function; other kernels have it as if its body were written there.

    A kernel is optimised by itself before it is put in place of its calls. That may leave it in a
    form that suits no loop, and what it returns as a tuple costs more than two assignments.
    """
    return Kernel(function, inline="always")  # type: ignore[return-value]


def outlined(function: F) -> F:
    """Compile a large function that is called seldom: once a generation, or once a child.

    In place of its calls it would be optimised again with each of the kernels around it, which
    takes seconds; the call itself costs nothing that can be measured.
    """
    return Kernel(function, forceinline=False)  # type: ignore[return-value]


class Native:
    """A function that kernels have as instructions of the processor, for which there is no Python.

    ``plain`` does the same where nothing is compiled, ``make`` returns what Numba is to use.
    """

    def __init__(self, plain: Callable[..., Any], make: Callable[[], Any]) -> None:
        self.plain, self.make = plain, make

    def __call__(self, *arguments: Any) -> Any:
        return self.plain(*arguments)

    @cached_property
    def _numba_type_(self) -> Any:
        from numba.core.registry import cpu_target

        made = self.make()
        cpu_target.typing_context.refresh()  # or it would not know of what was made just now
        return cpu_target.typing_context.resolve_value_type(made)


def per(*choices: Iterable[int]) -> Callable[[Callable[..., F]], dict[Any, F]]:
    """Make one kernel for each choice (or tuple of choices), closed over as plain ints.

    A constant lets the compiler inline the moves into the loop: 45 to 100 M moves a second, against
    16 M when the choice is an argument. A closure over an int is still found in the cache.
    A comparison of choices belongs outside the kernel: closed over as a bool, what it rules out is
    not even typed, which is a quarter of the time that annealing compiles.
    """

    def table(factory: Callable[..., F]) -> dict[Any, F]:
        return {
            (choice[0] if len(choice) == 1 else choice): _named(factory(*map(int, choice)), choice)
            for choice in product(*choices)
        }

    return table


def _named(one: F, choice: tuple[int, ...]) -> F:
    """Name a kernel after its ``choice``.

    Numba's symbols have a function's name, the types of its arguments and a number that begins at
    1 in every process. So two kernels of one factory, compiled by two processes, may have the same
    symbol; a third that loads both from the cache would run one in place of the other.
    """
    function = one.function  # type: ignore[attr-defined]
    words = (getattr(value, "name", str(value)).lower() for value in choice)
    function.__qualname__ = "_".join((function.__qualname__, *words))
    return one


@cache
def cache_folder() -> Path:
    """Where machine code is kept: beside the package, or in the user's cache, or for this process.

    Numba's own cache watches only the file that holds a kernel, so it would go on serving code
    inlined from an older ``board.py``. One folder per state of the sources makes a stale kernel
    impossible.
    """
    files = sorted(path for layer in _KERNEL_LAYERS for path in _PACKAGE.glob(layer))
    # Of the other layers only files that hold kernels: an edit around them compiles nothing.
    core = _PACKAGE / "core"
    sources = [
        content
        for path in files
        if b"core.jit import" in (content := path.read_bytes()) or path.parent == core
    ]
    name = f"kernels-{sha256(b''.join(sources)).hexdigest()[:12]}"
    for folder in (_PACKAGE / "__pycache__" / name, user_cache() / name):
        try:
            is_new = not folder.exists()
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.R_OK | os.W_OK | os.X_OK):
            if is_new:
                _remove_older(folder.parent)
            return folder
    return Path(tempfile.mkdtemp(prefix="metaqueens-"))


def _remove_older(parent: Path) -> None:
    """Keep the machine code of the latest states of the sources only: each takes up to 150 MB."""
    with suppress(OSError):  # another process may be doing the same
        found = sorted(parent.glob("kernels-*"), key=lambda folder: folder.stat().st_mtime_ns)
        for folder in found[:-KEPT]:
            shutil.rmtree(folder, ignore_errors=True)
