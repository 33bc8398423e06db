"""User code that ``check`` imports and tests, in a worker process: its end is a finding."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple, TypeVar

from metaqueens.cli.surroundings import CompilationSign
from metaqueens.conformance.checking import Check, Promise, check
from metaqueens.core.compilation import announce_compilation
from metaqueens.experiment.execution import pool
from metaqueens.experiment.execution.child import WorkerLost
from metaqueens.experiment.execution.worker import prepare
from metaqueens.text.errors import UserError

T = TypeVar("T")
Call = Callable[..., Any]


class Lost(Exception):
    """The worker did not come to the end of a call; it was killed if it took too long."""

    def __init__(self, why: str, is_late: bool) -> None:
        super().__init__(why)
        self.is_late = is_late


class Target(NamedTuple):
    """A class, or an operator of a ``kind``, with its settings, as ``check`` is given it."""

    name: str
    settings: tuple[str, ...]
    kind: str | None
    path: tuple[str, ...]


@contextmanager
def worker(seconds: float) -> Iterator[Call]:
    """Yield a function that calls another one in a worker process, for at most ``seconds``.

    It raises ``Lost`` if there is no answer.
    """
    workers = pool.Workers(1, _begin)
    try:
        workers.submit(int).result()  # it has started

        def call(function: Callable[..., T], *arguments: Any) -> T:
            try:
                return workers.submit(function, *arguments).result(seconds)
            except TimeoutError:
                raise Lost(f"no end after {seconds:g} s", is_late=True) from None
            except WorkerLost as error:
                raise Lost(f"its process {_describe_end(error.exitcode)}", is_late=False) from None

        yield call
    finally:
        workers.end()


def _describe_end(code: int | None) -> str:
    if code is None:
        return "is gone"
    return f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"


def _begin() -> None:
    """Prepare the worker: the code cannot use our output."""
    prepare()
    os.dup2(2, 1)


def list_promises(target: Target) -> tuple[str, list[str]]:
    """Import the target; return its kind and the names of its promises."""
    if not __debug__:
        raise UserError("promises are assertions: run check without PYTHONOPTIMIZE and -O")
    try:
        kind, promises = _promises(target)
    except UserError as error:  # some kinds cannot be sent
        raise UserError(str(error)) from None
    return kind, [promise.name for promise in promises]


def test_promise(target: Target, number: int) -> Check:
    """Test one of the promises."""
    with announce_compilation(_sign()):
        return check(_promises(target)[1][number])


def check_config(target: str, settings: Sequence[str], silent: bool) -> dict[str, Any]:
    """Return what is wrong with a config that names user code."""
    from metaqueens.cli.experiment import configs

    return configs.check_config(target, settings, silent)


@cache
def _sign() -> CompilationSign:
    return CompilationSign()


@cache
def _promises(target: Target) -> tuple[str, list[Promise]]:
    from metaqueens import conformance
    from metaqueens.cli.parameters import own_problem
    from metaqueens.config.contestant import contestant
    from metaqueens.conformance import problems
    from metaqueens.contestants.registry import use_of
    from metaqueens.plugins import code as plugins

    sys.path[:] = target.path
    with plugins.beside(target.name.partition(":")[0] if ".py" in target.name else "."):
        use = use_of(target.name)
        if target.kind:
            search = _with_part(target.kind, use, target.settings)
        elif _is_problem(use):
            return "problem", problems.promises(own_problem(use, target.settings))
        else:
            search = contestant(use, target.settings)
    return target.kind or "algorithm", conformance.promises(search)


def _is_problem(use: str) -> bool:
    from metaqueens.problem.problem import Problem
    from metaqueens.problem.registry import load_problem

    try:
        return issubclass(load_problem(use), Problem)
    except ValueError:  # ``contestant`` says what is wrong
        return False


def _with_part(kind: str, use: str, settings: Sequence[str]) -> Any:
    """Return a search that has an operator, and refuses what makes no board."""
    from metaqueens.config.contestant import contestant

    words = [word if word.startswith("encoding=") else f"{kind}.{word}" for word in settings]
    return contestant("genetic", [f"{kind}.use={use}", *words, "population=20"])
