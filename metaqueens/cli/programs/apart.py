"""Check user code in a process of its own, whose end is a finding.

The parent starts ``main`` and sends a request, a line of JSON. The child answers in lines: the kind
of the target and the names of its promises first, then a check for each promise.
"""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import IO, Any, NamedTuple

from metaqueens.cli.surroundings import CompilationSign
from metaqueens.conformance.checking import Check, Promise, check
from metaqueens.core.compilation import announce_compilation
from metaqueens.text.errors import UserError

Receive = Callable[[], Any]
# For a process that closed its output, before it is killed.
SECONDS_TO_END = 3.0


class Target(NamedTuple):
    """A config, a class, or an operator of a ``kind``, with its settings."""

    name: str
    settings: Sequence[str]
    kind: str | None


class Lost(Exception):
    """The process ended, or was killed after its time limit, before an answer."""

    def __init__(self, why: str, is_late: bool) -> None:
        super().__init__(why)
        self.is_late = is_late


@contextmanager
def start(target: Target, first: int, seconds: float) -> Iterator[Receive]:
    """Start a process that checks ``target`` from promise ``first`` on; yield ``receive``.

    ``receive`` waits up to ``seconds`` for an answer. It raises ``Lost`` or ``UserError``. At the
    end the process is killed with its children.
    """
    code = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import main; main()"
    flags = [f"-{'O' * sys.flags.optimize}"] if sys.flags.optimize else []
    process = subprocess.Popen(
        [sys.executable, *flags, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdin
    assert process.stdout
    answers: queue.Queue[bytes] = queue.Queue()
    reader = threading.Thread(target=_read, args=(process.stdout, answers), daemon=True)
    reader.start()

    def receive() -> Any:
        try:
            line = answers.get(timeout=seconds)
        except queue.Empty:
            raise Lost(f"no end after {seconds:g} s", is_late=True) from None
        if not line:
            raise Lost(f"its process {_describe_end(process)}", is_late=False)
        answer = json.loads(line)
        if "error" in answer:
            raise UserError(answer["error"])
        return answer

    try:
        with suppress(BrokenPipeError):
            process.stdin.write(json.dumps([*target, first]).encode() + b"\n")
            process.stdin.flush()
        yield receive
    finally:
        _kill(process)
        with suppress(BrokenPipeError):
            process.stdin.close()
        reader.join(SECONDS_TO_END)


def _read(output: IO[bytes], answers: "queue.Queue[bytes]") -> None:
    with output:
        for line in output:
            answers.put(line)
    answers.put(b"")


def _describe_end(process: subprocess.Popen[bytes]) -> str:
    with suppress(subprocess.TimeoutExpired):
        process.wait(SECONDS_TO_END)
    if process.poll() is None:
        _kill(process)
    code = process.wait()
    return f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"


def _kill(process: subprocess.Popen[bytes]) -> None:
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def main() -> None:
    """Serve one request of the parent, and end with it. The code can neither read nor answer."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    name, settings, kind, first = json.loads(requests.readline())
    threading.Thread(target=lambda: [requests.read(), os._exit(1)], daemon=True).start()

    def send(answer: dict[str, Any]) -> None:
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()

    try:
        _serve(Target(name, settings, kind), first, send)
    except UserError as error:
        send({"error": str(error)})
    os._exit(0)  # whatever its threads do


def _serve(target: Target, first: int, send: Callable[[dict[str, Any]], None]) -> None:
    from metaqueens.cli.experiment import configs

    if target.kind == "config":
        send(configs.check_config(target.name, target.settings, quiet=True))
        return
    if not __debug__:
        raise UserError("promises are assertions: run check without PYTHONOPTIMIZE and -O")
    kind, promises = _list_promises(target)
    send({"kind": kind, "names": [promise.name for promise in promises]})
    with announce_compilation(CompilationSign()):
        for promise in promises[first:]:
            send(check(promise)._asdict())


def _list_promises(target: Target) -> tuple[str, list[Promise]]:
    """Import the target; return its kind and its promises."""
    from metaqueens import conformance
    from metaqueens.cli.parameters import own_problem
    from metaqueens.config.contestant import contestant
    from metaqueens.conformance import problems
    from metaqueens.contestants.registry import use_of
    from metaqueens.plugins import code as plugins

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


def run_checks(target: Target, seconds: float) -> Generator[tuple[str, Check], None, None]:
    """Yield the kind of the target and each of its checks, also after a lost process."""
    done = 0
    while True:
        kind, names = target.kind or "algorithm", ["import"]
        with start(target, done, seconds) as receive:
            try:
                head = receive()
                kind, names = head["kind"], head["names"]
                for _ in names[done:]:
                    found = Check(**receive())
                    done += 1
                    yield kind, found
                    # The promises of a problem build on each other.
                    if kind == "problem" and found.verdict == "failed":
                        return
                return
            except Lost as lost:
                is_import = names == ["import"]
                hint = ": does what is reported reach its budget?" if lost.is_late else ""
                name = names[0 if is_import else done]
                yield kind, Check(name, "failed", f"{lost}{'' if is_import else hint}")
                done += 1
                if is_import or kind == "problem":
                    return
