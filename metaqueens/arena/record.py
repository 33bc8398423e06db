"""The record of a league, a file of JSON lines: its settings first, then a line for each run.

A folder may come from a stranger: nothing is changed before every line was checked, and nothing is
written through a link.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Annotated, BinaryIO, TypeVar

from filelock import FileLock, Timeout
from pydantic import Field, TypeAdapter, ValidationError

from metaqueens.arena.boards import Board
from metaqueens.arena.contestants import Contestant, Kind
from metaqueens.arena.run import Played, Settings, start_seconds
from metaqueens.files import reading
from metaqueens.files.writing import require_no_link, write_text
from metaqueens.programs.confinement import can_confine
from metaqueens.text.errors import UserError, system_errors
from metaqueens.text.printable import printable
from metaqueens.text.validation import Strict

RUNS, LOCK = "runs.jsonl", "lock"
MOST_BYTES = 2**30
T = TypeVar("T")
# By board and name.
Runs = dict[tuple[str, str], Played]


class Header(Strict):
    """The first line: the hashes of settings and contestants, and where and how they start.

    starts : processor seconds until a contestant of each kind begins
    """

    league: str
    contestants: dict[str, str]
    starts: dict[Kind, Annotated[float, Field(ge=0)]]
    confined: bool


@contextmanager
def opened(
    settings: Settings, contestants: Sequence[Contestant], folder: Path
) -> Iterator[tuple[BinaryIO, Header, Runs]]:
    """Hold the record in ``folder``, a new one if there is none, with its header and runs.

    Raises ``UserError`` if it is that of another league, or cannot be used.
    """
    with system_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for path in (folder / RUNS, folder / LOCK):
            require_no_link(path)
        lock = FileLock(folder / LOCK)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise UserError(f"{folder}: another process is playing a league there") from None
    path = folder / RUNS
    with lock, system_errors(path):
        if not path.exists() or not path.stat().st_size:
            write_text(path, json.dumps(_begin(settings, contestants).model_dump()) + "\n")
        first, *lines = reading.content(path, MOST_BYTES).split(b"\n")
        if not lines:
            raise _stranger(path, first)
        header = _read(path, first, Header)
        _require_same(header, settings, contestants, folder)
        # A process that dies while it writes leaves a last line without an end.
        found = [_read(path, line, Played) for line in lines[:-1]]
        with open(path, "r+b") as file:
            file.truncate(file.seek(-len(lines[-1]), 2))
            yield file, header, {(run.board, run.name): run for run in found}


def append(file: BinaryIO, played: Played) -> None:
    """Write a run at the end of the record."""
    file.write(json.dumps(played._asdict()).encode() + b"\n")
    file.flush()


def require_fit(played: Played, board: Board, folder: Path) -> None:
    """Raise ``UserError`` unless the solutions of a run are boards of this size."""
    n = board.problem.n
    for _, queens in played.boards:
        if len(queens) != n or not all(0 <= row < n for row in queens):
            raise _stranger(folder / RUNS, json.dumps(played._asdict()).encode())


def _begin(settings: Settings, contestants: Sequence[Contestant]) -> Header:
    return Header(
        league=settings.hash,
        contestants=_hashes(contestants),
        starts={kind: start_seconds(kind) for kind in sorted({one.kind for one in contestants})},
        confined=can_confine(),
    )


def _hashes(contestants: Sequence[Contestant]) -> dict[str, str]:
    return {one.name: sha256(one.content.encode()).hexdigest() for one in contestants}


def _require_same(
    header: Header, settings: Settings, contestants: Sequence[Contestant], folder: Path
) -> None:
    before, now = header.contestants, _hashes(contestants)
    changed = [name for name in {**before, **now} if before.get(name) != now.get(name)]
    what = ""
    if header.league != settings.hash:
        what = "of other settings"
    elif changed:
        what = f"in which {printable(', '.join(changed[:4]))} was another contestant, or none"
    elif {one.kind for one in contestants} - {*header.starts}:
        what = "without the time that a contestant takes to start"
    if what:
        raise UserError(f"{folder}: holds a league {what}; choose another folder with -o")


def _read(path: Path, line: bytes, kind: type[T]) -> T:
    try:
        return TypeAdapter(kind).validate_json(line, strict=True)
    except ValidationError:
        raise _stranger(path, line) from None


def _stranger(path: Path, line: bytes) -> UserError:
    return UserError(f"{path}: a line that no league wrote: {line[:40]!r}")
