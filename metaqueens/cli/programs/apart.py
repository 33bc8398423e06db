"""User code that ``check`` imports and tests, in a process of its own.

Whatever the code does there, this process learns what was found: the other one is killed if it
takes too long, and its end is a finding. It sends messages, a line of JSON each.
"""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, BinaryIO

IMPORT = "import"
_ROOT = Path(__file__).parents[3]
# Until our own package is imported.
_START_SECONDS = 3600.0
# From the end of the messages to the end of the process.
_END_SECONDS = 1.0


def messages(request: Mapping[str, Any], seconds: float) -> Generator[dict[str, Any], None, None]:
    """Yield what a process says that answers ``request``; the last message is its end.

    It has so many ``seconds`` for each step that it begins. If it did not come to its end, the last
    message is ``{"lost": WHY}``, with ``"late"`` if it was killed.
    """
    # -P: nothing in the present folder hides a library.
    program = f"import sys; sys.path.append({str(_ROOT)!r}); from {__name__} import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONOPTIMIZE": ""},  # promises are assertions
        start_new_session=True,  # Ctrl-C is for this process
    )
    assert process.stdin
    assert process.stdout
    lines = queue.SimpleQueue[bytes]()
    threading.Thread(target=_collect, args=(process.stdout, lines), daemon=True).start()
    try:
        with suppress(BrokenPipeError):
            process.stdin.write(json.dumps({**request, "path": sys.path}).encode() + b"\n")
            process.stdin.flush()
        yield from _received(lines, process, seconds)
    finally:
        _kill(process)


def _received(
    lines: "queue.SimpleQueue[bytes]", process: "subprocess.Popen[bytes]", seconds: float
) -> Iterator[dict[str, Any]]:
    limit = _START_SECONDS
    while True:
        try:
            message = json.loads(lines.get(timeout=limit))
        except queue.Empty:
            yield {"lost": f"no end after {limit:g} s", "late": True}
            return
        except ValueError:  # the end, or a line that we did not write
            yield {"lost": f"its process {_end(process)}"}
            return
        yield message
        if "end" in message:
            return
        limit = seconds


def _end(process: "subprocess.Popen[bytes]") -> str:
    """Return how the process ended."""
    with suppress(subprocess.TimeoutExpired):
        code = process.wait(_END_SECONDS)
        return f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"
    return "closed its output"


def _collect(file: IO[bytes], lines: "queue.SimpleQueue[bytes]") -> None:
    with suppress(ValueError):  # the file is closed when the process is killed
        for line in file:
            lines.put(line)
    lines.put(b"")


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill the process with those that it started and that did not leave its session."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.communicate()


def main() -> None:
    """Answer the request on standard input; the code cannot use our input and output."""
    given, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    request = json.loads(given.readline())
    threading.Thread(target=_follow, args=(given,), daemon=True).start()
    sys.path[:] = request["path"]
    _answer(request, out)
    sys.stderr.flush()
    os._exit(0)  # threads that the code started may run on


def _follow(given: BinaryIO) -> None:
    """End with the process that asked."""
    given.read()
    os._exit(1)


def _answer(request: dict[str, Any], out: BinaryIO) -> None:
    from metaqueens.cli.surroundings import CompilationSign
    from metaqueens.core.compilation import told
    from metaqueens.text.errors import UserError

    def say(message: dict[str, Any]) -> None:
        out.write(json.dumps(message).encode() + b"\n")
        out.flush()

    try:
        with told(CompilationSign()):
            for message in (_of_config if "skip" not in request else _of_code)(request):
                say(message)
    except UserError as error:
        say({"refused": str(error)})
    say({"end": True})


def _of_config(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    from metaqueens.cli.experiment.configs import check_config

    yield {"begin": IMPORT}
    yield {"found": check_config(request["target"], request["settings"], request["silent"])}


def _of_code(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    from metaqueens.config.contestant import contestant
    from metaqueens.conformance import check, promises
    from metaqueens.contestants.registry import use_of
    from metaqueens.plugins import code as plugins

    yield {"begin": IMPORT}
    target, settings, kind = (request[name] for name in ("target", "settings", "kind"))
    with plugins.beside(target.partition(":")[0] if ".py" in target else "."):
        use = use_of(target)
        if kind is None and _is_problem(use):
            yield from _of_problem(use, request)
            return
        search = contestant(use, settings) if kind is None else _with_part(kind, use, settings)
        for promise in promises(search)[request["skip"] :]:
            yield {"begin": promise.name}
            yield {"check": check(promise)._asdict()}


def _is_problem(use: str) -> bool:
    from metaqueens.problem.problem import Problem
    from metaqueens.problem.registry import load_problem

    try:
        return issubclass(load_problem(use), Problem)
    except ValueError:  # ``contestant`` says what is wrong
        return False


def _of_problem(use: str, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Check a problem until a check fails: the others build on it."""
    from metaqueens.cli.parameters import own_problem
    from metaqueens.conformance import check
    from metaqueens.conformance.problems import promises

    if request["skip"]:  # a process before this one was lost
        return
    for promise in promises(own_problem(use, request["settings"])):
        yield {"begin": promise.name}
        found = check(promise)
        yield {"check": found._asdict(), "kind": "problem"}
        if found.verdict == "failed":
            return


def _with_part(kind: str, use: str, settings: Sequence[str]) -> Any:
    """Return a search that has an operator, and refuses what makes no board."""
    from metaqueens.config.contestant import contestant

    words = [word if word.startswith("encoding=") else f"{kind}.{word}" for word in settings]
    part_of, few = ("local_search", []) if kind == "acceptance" else ("genetic", ["population=20"])
    return contestant(part_of, [f"{kind}.use={use}", *words, *few])
