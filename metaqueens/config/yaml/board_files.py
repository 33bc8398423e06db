"""``blocked: mask.txt``, ``regions: puzzle.txt``, ``start: {board: FILE}``: files of a config."""

from collections.abc import Callable, Iterator
from pathlib import Path as FilePath
from typing import Any

from metaqueens.config.yaml.checking import folder_of, value_at
from metaqueens.config.yaml.errors import ConfigError
from metaqueens.config.yaml.strict_yaml import Document, Path
from metaqueens.files import reading
from metaqueens.problem import board_file
from metaqueens.problem.rules import MOST_SQUARES
from metaqueens.text.errors import did_you_mean_file, system_text

IN_FILES = ("blocked", "regions")


def resolve(document: Document) -> Document:
    """``document`` with what is in each such file in place of its name.

    A name is relative to the config that has it. Raises ``ConfigError``.
    """
    errors = []
    readers: dict[Path, Callable[[FilePath], list[Any]]] = dict.fromkeys(
        _named(document.value), _lines
    )
    readers |= dict.fromkeys(_started(document.value), _board)
    for path, read in readers.items():
        name = value_at(document, path)
        file = folder_of(document.where[path]) / name
        try:
            lines = read(file)
        except (OSError, ValueError) as error:
            said = _unreadable(file, error) if isinstance(error, OSError) else str(error)
            at = ".".join(map(str, path))
            errors.append(f"{document.where[path]}: {at}: {name}: {said}")
            continue
        value_at(document, path[:-1])[path[-1]] = lines
        document.where[path] = str(file)
        if read is _lines:
            document.where.update({(*path, k): f"{file}:{k + 1}" for k in range(len(lines))})
    if errors:
        raise ConfigError(errors)
    return document


def _named(value: dict[str, Any]) -> Iterator[Path]:
    """Where a rule of the board is a text: in ``problem``, or in a sweep over it."""
    yield from _of_problem(value.get("problem"), ("problem",))
    sweep = value.get("sweep")
    for key, listed in sweep.items() if isinstance(sweep, dict) else ():
        for place, given in enumerate(listed) if isinstance(listed, list) else ():
            at: Path = ("sweep", key, place)
            if key == "problem":
                yield from _of_problem(given, at)
            elif isinstance(given, str) and key in [f"problem.{rule}" for rule in IN_FILES]:
                yield at


def _of_problem(problem: Any, path: Path) -> Iterator[Path]:
    if isinstance(problem, dict):
        for rule in IN_FILES:
            if isinstance(problem.get(rule), str):
                yield (*path, rule)


def _started(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where the board of a start is a text: of an algorithm, wherever it stands, or in a sweep."""
    if not isinstance(value, dict | list):
        return
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        at = (*path, key)
        if _is_start(at) and isinstance(one, dict) and isinstance(one.get("board"), str):
            yield (*at, "board")
        elif ".".join(map(str, path)).endswith("start.board") and isinstance(one, str):
            yield at
        else:
            yield from _started(one, at)


def _is_start(path: Path) -> bool:
    """Whether a start stands there: under that key, or as a value of a sweep over that key."""
    last = path[-2] if isinstance(path[-1], int) and len(path) > 1 else path[-1]
    return str(last).rpartition(".")[2] == "start"


def _lines(file: FilePath) -> list[str]:
    """The lines of a file, blanks between signs and empty lines at the end left out.

    Raises ``ValueError`` where it is no text, ``OSError`` where it cannot be read.
    """
    try:
        text = reading.content(file, 3 * MOST_SQUARES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("not UTF-8 text") from None
    lines = [line.replace(" ", "") for line in text.rstrip().splitlines()]
    if not lines:
        raise ValueError("there is nothing in it")
    return lines


def _board(file: FilePath) -> list[int]:
    """The rows of a board. Raises as ``board_file.from_file`` does."""
    rows: list[int] = board_file.from_file(str(file)).tolist()
    return rows


def _unreadable(file: FilePath, error: OSError) -> str:
    beside: list[str] = []
    if isinstance(error, FileNotFoundError) and file.parent.is_dir():
        beside = [one.name for one in file.parent.iterdir() if one.is_file()]
    return system_text(error) + did_you_mean_file(file.name, beside)
