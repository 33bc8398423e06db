"""The one way this package compiles: ``@kernel``.

Numba is imported when the first kernel is called, so that ``--help`` and config errors are fast.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property, update_wrapper
from inspect import signature
from itertools import product
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar

from metaqueens.core import compilation, failures
from metaqueens.core.folders import digest_of, folder_for
from metaqueens.text.errors import RunFailed

F = TypeVar("F", bound=Callable[..., Any])

_is_interpreted = ContextVar("_is_interpreted", default=False)


@contextmanager
def interpret_kernels() -> Iterator[None]:
    """Run kernels as plain Python while the context lasts: for checks without machine code."""
    token = _is_interpreted.set(True)
    try:
        yield
    finally:
        _is_interpreted.reset(token)


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
        # Now: what is imported stays as it is when the file is edited before we are compiled.
        self.digest = digest_of(function)
        # Left to itself LLVM calls ``propose`` and halves the speed of the loops around it.
        # ``nogil``: the subtrees of an exact count run in threads, and nobody needs the lock.
        # ``no_cfunc_wrapper``: no other language calls a kernel.
        # Numba asks for these and for ``py_func`` where another kernel has us as a global.
        usual = {"forceinline": True, "nogil": True, "no_cfunc_wrapper": True}
        self.targetoptions = {**usual, **options}

    @cached_property
    def compiled(self) -> Callable[..., Any]:
        """What runs: Numba's dispatcher, or the plain function under ``NUMBA_DISABLE_JIT=1``."""
        return _dispatcher(self.function, folder_for(self.digest), self.targetoptions)

    @cached_property
    def _used(self) -> Any:
        """Numba's dispatcher for calls from other kernels."""
        if self.is_entry:
            return self.compiled
        options = {**self.targetoptions, "no_cpython_wrapper": True}
        folder = folder_for(self.digest)
        return _dispatcher(self.function, folder and folder / "used", options)

    @property
    def _numba_type_(self) -> Any:
        # Numba asks for this when it meets us as a global of another kernel.
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
        # Numba pickles what a kernel closes over, to look for it in the cache: our name says it,
        # since a folder of machine code is of one state of the sources. Of a user's function the
        # digest says the state; one without a file is never found.
        digest = token_hex(6) if self.digest is None else self.digest
        return str, (f"{self.function.__module__}.{self.function.__qualname__}{digest}",)


class DispatchedKernel(Kernel):
    """A kernel of the interface of a state: each kind of state may bring its own (``kernels``).

    Numba knows the type of the state when it compiles a call, so the choice costs nothing in a run
    and every search is compiled once for each kind. The function itself is the default.
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


def _dispatcher(
    function: Callable[..., Any], folder: Path | None, options: dict[str, Any]
) -> Callable[..., Any]:
    """Return what compiles ``function`` for each kind of arguments, and keeps it in ``folder``."""
    from numba import config, njit

    from metaqueens.core import kernel_cache

    compilation.listen()
    failures.codes[repr(function)] = function.__code__
    compiled: Callable[..., Any] = njit(**options)(function)
    if compiled is function or folder is None:
        return compiled
    usual, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        kernel_cache.keep(compiled, function)
    finally:
        config.CACHE_DIR = usual
    return compiled


def kernel(function: F) -> F:
    """Compile ``function`` on first use; keep the machine code until a kernel's source changes.

    >>> @kernel
    ... def double(value):
    ...     return 2 * value
    >>> double(4)
    8
    """
    return Kernel(function)  # type: ignore[return-value]


def entry(function: F) -> F:
    """Compile a function that a search calls from Python and from kernels: once for both."""
    return Kernel(function, is_entry=True)  # type: ignore[return-value]


def dispatch(function: F) -> F:
    """Compile a function of the interface of a state: ``state`` decides the kernel."""
    return DispatchedKernel(function)  # type: ignore[return-value]


def inline(function: F) -> F:
    """Compile a small function; other kernels have it as if its body were written there.

    A kernel is optimised by itself before it is put in place of its calls. That may leave it in a
    form that suits no loop, and what it returns as a tuple costs more than two assignments.
    """
    return Kernel(function, inline="always")  # type: ignore[return-value]


def outline(function: F) -> F:
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


def specialise(*choices: Iterable[int]) -> Callable[[Callable[..., F]], dict[Any, F]]:
    """Make one kernel for each choice (or tuple of choices), closed over as plain ints.

    A constant lets the compiler inline the moves into the loop: 45 to 100 M moves a second, against
    16 M when the choice is an argument. A closure over an int is still found in the cache.
    A comparison of choices belongs outside the kernel: closed over as a bool, what it rules out is
    not even typed, which is a quarter of the time that annealing compiles.
    """

    def table(factory: Callable[..., F]) -> dict[Any, F]:
        return {
            (choice[0] if len(choice) == 1 else choice): _name_after_choice(
                factory(*map(int, choice)), choice
            )
            for choice in product(*choices)
        }

    return table


def _name_after_choice(kernel: F, choice: tuple[int, ...]) -> F:
    """Name a kernel after its ``choice``.

    Numba's symbols have a function's name, the types of its arguments and a number that begins at
    1 in every process. So two kernels of one factory, compiled by two processes, may have the same
    symbol; a third that loads both from the cache would run one in place of the other.
    """
    function = kernel.function  # type: ignore[attr-defined]
    words = (getattr(value, "name", str(value)).lower() for value in choice)
    function.__qualname__ = "_".join((function.__qualname__, *words))
    return kernel
