"""Kill a command before each change that it makes to a folder, and see what the next one does.

A program of its own: ``python -m tests.cli.killer`` reads what to do from standard input, as JSON.
The command runs in a fork, in a copy of ``prepared``, where an audit hook kills it with SIGKILL
before its k-th change: for every k until it comes to its end.
"""

import json
import os
import shutil
import signal
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

CHANGES = {"os.rename", "os.remove", "os.rmdir", "os.mkdir", "sqlite3.connect"}
TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def kill_before(left: int, folder: str) -> None:
    """Kill this process before it changes something in ``folder`` once more than ``left`` times."""

    def hook(event: str, arguments: tuple) -> None:
        nonlocal left
        if (event == "open" and arguments[2] & TO_WRITE) or event in CHANGES:
            beside = event in ("os.remove", "os.rmdir") and arguments[-1] != -1  # in an open folder
            if beside or lies_in(folder, arguments[0]):
                if not left:
                    os.kill(os.getpid(), signal.SIGKILL)
                left -= 1

    sys.addaudithook(hook)


def lies_in(folder: str, place: object) -> bool:
    """Whether what is opened is a file there, and not only to be read, as a database may be."""
    if isinstance(place, int):
        return False
    path = os.fsdecode(place).removeprefix("file://")
    return os.path.abspath(path).startswith(folder) and not path.endswith("mode=ro")


def forked(words: list[str], folder: Path, said: Path, left: int | None = None) -> int:
    """Run the program in ``folder``; how it ended, as a process does."""
    from metaqueens.cli import main

    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.chdir(folder)
    for stream in (1, 2):
        os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT | os.O_APPEND), stream)
    sys.argv = ["metaqueens", *words]
    if left is not None:
        kill_before(left, str(folder))
    code = 1
    try:
        main()
    except SystemExit as end:
        code = end.code
    finally:
        sys.stdout.flush()
        os._exit(code)


def import_what_each_fork_would(asked: dict) -> None:
    """Run both commands here, in a copy that is thrown away."""
    from metaqueens.cli import main

    before = os.getcwd()
    with TemporaryDirectory() as folder, (Path(folder) / "said").open("w") as said:
        shutil.copytree(asked["prepared"], folder, dirs_exist_ok=True)
        os.chdir(folder)
        for sys.argv[1:] in (asked["command"], asked["next"]):
            with suppress(SystemExit), redirect_stdout(said), redirect_stderr(said):
                main()
        os.chdir(before)


def main() -> None:
    asked = json.load(sys.stdin)
    base, ends = Path(asked["base"]), []
    import_what_each_fork_would(asked)
    for k in count():
        folder = base / str(k)
        shutil.copytree(asked["prepared"], folder)
        code = forked(asked["command"], folder, base / f"{k}.txt", k)
        if code == -signal.SIGKILL:
            code = forked(asked["next"], folder, base / f"{k}-next.txt")
            ends.append([code, (base / f"{k}-next.txt").read_text()])
        else:
            print(json.dumps({"code": code, "ends": ends}))
            return


if __name__ == "__main__":
    main()
