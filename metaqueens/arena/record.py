"""The record of a league, a file of JSON lines: its settings first, then a line for each run.

A folder may be a stranger's: every line is checked before anything changes, and nothing is written
through a link.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Literal, TypeVar

from pydantic import NonNegativeFloat, TypeAdapter, ValidationError

from metaqueens.arena.boards import list_kinds
from metaqueens.arena.contestants import MAX_BYTES, Contestant, Kind
from metaqueens.arena.run import Played, Settings, start_seconds
from metaqueens.experiment.results.folder import lock
from metaqueens.files import reading
from metaqueens.files.writing import require_no_link, write_text
from metaqueens.programs.judging import can_confine
from metaqueens.text.errors import UserError, system_errors
from metaqueens.text.printable import printable
from metaqueens.text.validation import Strict

RUNS = "runs.jsonl"
T = TypeVar("T")
# By board and name.
Runs = dict[tuple[str, str], Played]


class Header(Strict):
    """The first line: hashes of the settings and of each contestant.

    starts : processor seconds until a contestant of each kind begins
    """

    league: str
    seed: int | Literal["unknown"] = "unknown"  # in a record of an early version
    contestants: dict[str, str]
    starts: dict[Kind, NonNegativeFloat]
    confined: bool


@contextmanager
def open_record(
    settings: Settings, contestants: Sequence[Contestant], folder: Path
) -> Iterator[tuple[BinaryIO, Header, Runs]]:
    """Hold the record in ``folder``, a new one if there is none; yield it with its content.

    Raises ``UserError`` if it is that of another league, or cannot be used.
    """
    with system_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        require_no_link(folder / RUNS)
        held = lock(folder)
    path, hashes = folder / RUNS, {entry.name: entry.hash for entry in contestants}
    with held, system_errors(path):
        kinds = sorted({entry.kind for entry in contestants})
        if not path.exists() or not path.stat().st_size:
            board = list_kinds(settings.key, settings.problem)[0]
            header = Header(
                league=settings.hash,
                seed=settings.seed,
                contestants=hashes,
                starts={kind: start_seconds(kind, board) for kind in kinds},
                confined=can_confine(),
            )
            write_text(path, json.dumps(header.model_dump()) + "\n")
        first, *lines = reading.content(path, MAX_BYTES).split(b"\n")
        if not lines:
            raise _format_error(path, first)
        header = _read(path, first, Header)
        if why := _find_difference(header, settings, hashes, kinds):
            raise UserError(f"{folder}: holds a league {why}; choose another folder with -o")
        # A process that dies while it writes leaves a last line without an end.
        found = [_read(path, line, Played) for line in lines[:-1]]
        with open(path, "r+b") as file:
            file.truncate(file.seek(-len(lines[-1]), 2))
            yield file, header, {(run.board, run.name): run for run in found}


def append(file: BinaryIO, run: Played) -> None:
    """Write a run at the end of the record."""
    file.write(json.dumps(run._asdict()).encode() + b"\n")
    file.flush()


def _find_difference(
    header: Header, settings: Settings, hashes: dict[str, str], kinds: Sequence[str]
) -> str:
    """Return the difference of a recorded league to the present one, or ""."""
    names = {**header.contestants, **hashes}
    changed = [name for name in names if header.contestants.get(name) != hashes.get(name)]
    if header.league != settings.hash:
        return f"of another seed, or other settings (its seed is {header.seed})"
    if changed:
        return f"in which {printable(', '.join(changed[:4]))} was another contestant, or none"
    if {*kinds} - {*header.starts}:
        return "without the time that a contestant takes to start"
    return ""


def _read(path: Path, line: bytes, kind: type[T]) -> T:
    try:
        return TypeAdapter(kind).validate_json(line, strict=True)
    except ValidationError:
        raise _format_error(path, line) from None


def _format_error(path: Path, line: bytes) -> UserError:
    return UserError(f"{path}: a line that no league wrote: {line[:40]!r}")
