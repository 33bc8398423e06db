"""Check user code in a worker process, whose end is a finding."""

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, NamedTuple

from metaqueens.cli.surroundings import CompilationSign
from metaqueens.conformance.checking import Check, Promise, check
from metaqueens.core.compilation import announce_compilation
from metaqueens.experiment.execution.pool import SAFE_PATH, Worker, WorkerLost
from metaqueens.experiment.execution.worker import prepare
from metaqueens.text.errors import UserError

Call = Callable[..., Any]


class Target(NamedTuple):
    """A config, a class, or an operator of a ``kind``, with its settings."""

    name: str
    settings: tuple[str, ...]
    kind: str | None
    path: tuple[str, ...]


class Lost(Exception):
    """The process ended, or was killed after its time limit, before an answer."""

    def __init__(self, why: str, is_late: bool) -> None:
        super().__init__(why)
        self.is_late = is_late


@contextmanager
def start_worker(seconds: float) -> Iterator[Call]:
    """Yield a function that calls another in a worker process, for at most ``seconds``.

    It raises ``Lost`` if there is no answer. At the end the process is killed with its children.
    """
    worker = Worker(SAFE_PATH in os.environ, _begin)
    worker.is_ready()

    @cache
    def kill() -> int | None:
        """Kill the worker and its children, once; return its exit code."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(worker.pid, signal.SIGKILL)
        return worker.close()

    with ThreadPoolExecutor(1) as thread:

        def call(function: Call, *arguments: Any) -> Any:
            try:
                return thread.submit(worker.call, function, *arguments).result(seconds)
            except TimeoutError:
                raise Lost(f"no end after {seconds:g} s", is_late=True) from None
            except WorkerLost:
                code = kill()
                end = f"ended with exit code {code}"
                if code is not None and code < 0:
                    end = f"was ended by signal {-code}"
                raise Lost(f"its process {end}", is_late=False) from None

        try:
            yield call
        finally:
            kill()


def _begin() -> None:
    """Prepare the worker: a group of its own, whose output is no answer."""
    prepare()
    if hasattr(os, "setsid"):
        os.setsid()
    os.dup2(2, 1)


def run_checks(target: Target, seconds: float) -> Generator[tuple[str, Check], None, None]:
    """Yield the kind of the target and each of its checks, also after a lost worker."""
    done, is_over = 0, False
    while not is_over:
        kind, names = target.kind or "algorithm", ["import"]
        try:
            with start_worker(seconds) as call:
                kind, names = call(list_promises, target)
                while done < len(names):
                    found = call(test_promise, target, done)
                    done += 1
                    yield kind, found
                    # The promises of a problem build on each other.
                    if kind == "problem" and found.verdict == "failed":
                        return
            is_over = True
        except Lost as lost:
            is_over = names == ["import"] or kind == "problem"
            hint = ": does what is reported reach its budget?"
            hint = hint if lost.is_late and names != ["import"] else ""
            name = names[done] if names != ["import"] else "import"
            yield kind, Check(name, "failed", f"{lost}{hint}")
            done += 1


def list_promises(target: Target) -> tuple[str, list[str]]:
    """Import the target; return its kind and the names of its promises."""
    if not __debug__:
        raise UserError("promises are assertions: run check without PYTHONOPTIMIZE and -O")
    try:
        kind, promises = _load(target)
    except UserError as error:  # some subclasses cannot be sent
        raise UserError(str(error)) from None
    return kind, [promise.name for promise in promises]


def test_promise(target: Target, number: int) -> Check:
    """Test one of the promises."""
    with announce_compilation(_sign()):
        return check(_load(target)[1][number])


def check_config(target: Target) -> dict[str, Any]:
    """Check a config that names user code."""
    from metaqueens.cli.experiment import configs

    return configs.check_config(target.name, target.settings, quiet=True)


@cache
def _sign() -> CompilationSign:
    return CompilationSign()


@cache
def _load(target: Target) -> tuple[str, list[Promise]]:
    """Import the target; return its kind and its promises."""
    from metaqueens import conformance
    from metaqueens.cli.parameters import own_problem
    from metaqueens.config.contestant import contestant
    from metaqueens.conformance import problems
    from metaqueens.contestants.registry import use_of
    from metaqueens.plugins import code as plugins

    sys.path[:] = target.path
    with plugins.look_beside(target.name.partition(":")[0] if ".py" in target.name else "."):
        use = use_of(target.name)
        if target.kind:  # an operator, tested in a search that refuses wrong results
            words = [
                word if word.startswith("encoding=") else f"{target.kind}.{word}"
                for word in target.settings
            ]
            search = contestant("genetic", [f"{target.kind}.use={use}", *words, "population=20"])
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
    except ValueError:  # ``contestant`` explains the error
        return False
