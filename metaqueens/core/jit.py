"""Compilation of kernels by ``@kernel``.

Numba is imported when the first kernel is called, so that ``--help`` and config errors are fast.
"""

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, cached_property, update_wrapper
from importlib import import_module
from inspect import signature
from itertools import product
from secrets import token_hex
from typing import Any

from metaqueens.core import boxing, compilation, failures
from metaqueens.core.folders import digest_of, folder_for
from metaqueens.text.errors import RunFailed

_is_interpreted = ContextVar("_is_interpreted", default=False)


@contextmanager
def interpret_kernels() -> Iterator[None]:
    """Run kernels as plain Python within the context, for checks without machine code."""
    token = _is_interpreted.set(True)
    try:
        yield
    finally:
        _is_interpreted.reset(token)


class Kernel:
    """A function that is compiled when it is first called or first used by another kernel.

    Most kernels are only used by others. They are compiled without the code by which Python calls
    them, the larger part of a small function: it halves the time of the first run of a search.
    """

    def __init__(
        self, function: Callable[..., Any], is_entry: bool = False, **options: Any
    ) -> None:
        update_wrapper(self, function)
        self.is_entry = is_entry
        self.function = self.py_func = function
        # At once: the function stays as it is if its file is edited before it is compiled.
        self.digest = digest_of(function.__code__.co_filename)
        # Without ``forceinline`` LLVM calls ``propose``, which halves the speed of search loops.
        # ``nogil``: the subtrees of an exact count run in threads, and no kernel needs the lock.
        # ``no_cfunc_wrapper``: no other language calls a kernel.
        # Numba reads these and ``py_func`` if another kernel has this one as a global.
        usual = {"forceinline": True, "nogil": True, "no_cfunc_wrapper": True}
        self.targetoptions = {**usual, **options}

    @cached_property
    def compiled(self) -> Callable[..., Any]:
        """Numba's dispatcher, or the plain function under ``NUMBA_DISABLE_JIT=1``."""
        return self._make_dispatcher("")

    @cached_property
    def _used(self) -> Any:
        """Numba's dispatcher for calls from other kernels."""
        if self.is_entry:
            return self.compiled
        return self._make_dispatcher("used", no_cpython_wrapper=True)

    def _make_dispatcher(self, subfolder: str, **options: bool) -> Callable[..., Any]:
        """Return Numba's dispatcher; its machine code is in a ``subfolder``."""
        from numba import config, njit
        from numba.core.errors import NumbaWarning

        from metaqueens.core import kernel_cache

        # About users' code, whose faults ``failures`` explains. The user's own filters come first.
        warnings.simplefilter("ignore", NumbaWarning, append=True)
        _import_arrays()
        boxing.box_in_c()
        compilation.listen()
        failures.codes[repr(self.function)] = self.function.__code__
        compiled: Callable[..., Any] = njit(**self.targetoptions, **options)(self.function)
        if compiled is self.function or self.digest is None:
            return compiled
        usual, config.CACHE_DIR = config.CACHE_DIR, str(folder_for(self.digest) / subfolder)
        try:
            kernel_cache.keep(compiled, self.function)
        finally:
            config.CACHE_DIR = usual
        return compiled

    @property
    def _numba_type_(self) -> Any:
        # Numba reads this if another kernel has this one as a global.
        return self._used._numba_type_

    def __call__(self, *arguments: Any) -> Any:
        if _is_interpreted.get():
            return self.function(*arguments)
        try:
            return self.compiled(*arguments)
        except Exception as error:
            if message := failures.explain(error, self.function, arguments):
                raise RunFailed(message) from error
            raise

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        # Numba pickles the closure of a kernel to look for it in the cache. The name identifies a
        # built-in kernel, since a folder of machine code belongs to one state of the sources. The
        # digest identifies a user's function; a function without a file is never found.
        digest = token_hex(6) if self.digest is None else self.digest
        return str, (f"{self.function.__module__}.{self.function.__qualname__}{digest}",)


class DispatchedKernel(Kernel):
    """A kernel of the interface of a state; each kind of state may have its own (``kernels``).

    Numba knows the type of the state when it compiles a call, so that the choice takes no time in
    a run and every search is compiled once for each kind. The function itself is the default.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self.place = [*signature(function).parameters].index("state")

    def choose(self, kind: Any) -> Kernel:
        """Return the kernel for one kind of state, a class or None."""
        chosen: Kernel = getattr(kind, "kernels", {}).get(self.function.__name__, self)
        return chosen

    def __call__(self, *arguments: Any) -> Any:
        return Kernel.__call__(self.choose(type(arguments[self.place])), *arguments)

    @cached_property
    def _chooser(self) -> Any:
        return _Chooser(self)

    @property
    def _numba_type_(self) -> Any:
        from numba.core import types

        return types.Dispatcher(self._chooser)


class _Chooser:
    """The members of a dispatcher that Numba uses to type a call and to compile it."""

    is_compiling = False

    def __init__(self, kernel: DispatchedKernel) -> None:
        self.kernel = kernel

    def _dispatcher(self, types: Any) -> Any:
        kind = getattr(types[self.kernel.place], "instance_class", None)
        return self.kernel.choose(kind)._used  # noqa: SLF001

    def get_call_template(self, types: Any, keywords: Any) -> Any:
        return self._dispatcher(types).get_call_template(types, keywords)

    def get_overload(self, types: Any) -> Any:
        return self._dispatcher(types).get_overload(types)


@cache
def _import_arrays() -> None:
    """Import Numba's functions of arrays, but not SciPy's linear algebra, which they look for.

    That takes a fifth of a second. Without it only ``np.kron`` in a kernel of a user is slower;
    ``np.dot`` imports it when it is compiled.
    """
    blas = "scipy.linalg.cython_blas"
    found: Any = sys.modules.setdefault(blas, None)  # type: ignore[arg-type]  # halts an import
    try:
        import_module("numba.np.arraymath")
    finally:
        if found is None:
            del sys.modules[blas]


def kernel(function: Callable[..., Any]) -> Kernel:
    """Compile ``function`` on first use; store the machine code until a kernel's source changes.

    >>> @kernel
    ... def double(value):
    ...     return 2 * value
    >>> double(4)
    8
    """
    return Kernel(function)


def entry(function: Callable[..., Any]) -> Kernel:
    """Compile a function once for calls from Python and from kernels."""
    return Kernel(function, is_entry=True)


def inline(function: Callable[..., Any]) -> Kernel:
    """Compile a small function whose body replaces its calls before anything is optimised.

    Another kernel is optimised by itself first, and a tuple that it returns takes longer than two
    assignments.
    """
    return Kernel(function, inline="always")


def outline(function: Callable[..., Any]) -> Kernel:
    """Compile a large function that is called rarely, such as once a generation, without inlining.

    Inlined, it would be optimised again with each kernel that calls it, which takes seconds. The
    time of the call itself is too short to measure.
    """
    return Kernel(function, forceinline=False)


class Native:
    """A function that is made of instructions of the processor.

    ``plain`` does the same if nothing is compiled; ``make`` returns the function for Numba.
    """

    def __init__(self, plain: Callable[..., Any], make: Callable[[], Any]) -> None:
        self.plain, self.make = plain, make

    def __call__(self, *arguments: Any) -> Any:
        return self.plain(*arguments)

    @cached_property
    def _numba_type_(self) -> Any:
        from numba.core.registry import cpu_target

        made = self.make()
        cpu_target.typing_context.refresh()  # or it would not know the new function
        return cpu_target.typing_context.resolve_value_type(made)


def specialise(*choices: Iterable[int]) -> Callable[[Callable[..., Kernel]], dict[Any, Kernel]]:
    """Make one kernel for each choice (or tuple of choices), closed over as plain ints.

    A constant lets the compiler inline the moves into the loop: 45 to 100 M moves a second, against
    16 M if the choice is an argument. The cache finds a closure over an int. A comparison of
    choices belongs outside the kernel: a branch that a bool of the closure excludes is not typed,
    which saves a quarter of the compilation time of annealing.
    """

    def table(factory: Callable[..., Kernel]) -> dict[Any, Kernel]:
        return {
            (choice[0] if len(choice) == 1 else choice): _name_after_choice(
                factory(*map(int, choice)), choice
            )
            for choice in product(*choices)
        }

    return table


def _name_after_choice(kernel: Kernel, choice: tuple[int, ...]) -> Kernel:
    """Name a kernel after its ``choice``.

    Numba's symbols consist of a function's name, the types of its arguments and a number that
    begins at 1 in every process. Without this name, two kernels of one factory that two processes
    compiled could have the same symbol, and a third process would run one instead of the other.
    """
    function = kernel.function
    words = (getattr(value, "name", str(value)).lower() for value in choice)
    function.__qualname__ = "_".join((function.__qualname__, *words))
    return kernel
