"""YAML in, ``Experiment`` out; or every error at once, with its place and the right word."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path as FilePath
from typing import Any

from pydantic import ValidationError

from metaqueens.config import grid, strict_yaml
from metaqueens.config.errors import UNKNOWN_KEY, ConfigError, describe, explain
from metaqueens.config.experiment import (
    CONTESTANTS,
    KNOWN,
    MOST_RUNS,
    Cell,
    Experiment,
    ExperimentFile,
    class_of,
    file_model,
)
from metaqueens.config.strict_yaml import Document, Path, dump
from metaqueens.errors import did_you_mean
from metaqueens.problem import TooLarge
from metaqueens.search import Parameters, problem_for

__all__ = ["Cell", "ConfigError", "Experiment", "dump", "load", "parse"]


def load(path: str | FilePath, overrides: Sequence[str] = ()) -> Experiment:
    """Read the experiment in the YAML file ``path``, with ``key=value`` settings applied.

    Raises ``ConfigError``, which lists everything that is wrong.
    """
    try:
        text = FilePath(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(
            [
                f"{path}: not UTF-8 text: byte 0x{error.object[error.start]:02x}"
                f" at offset {error.start}"
            ]
        ) from None
    except OSError as error:
        raise ConfigError([_unreadable(FilePath(path), error)]) from None
    return parse(text, overrides, name=str(path))


def parse(text: str, overrides: Sequence[str] = (), name: str = "<text>") -> Experiment:
    """Read an experiment from YAML ``text``; ``name`` is what errors call it."""
    document = strict_yaml.read(text, name)
    if not isinstance(document.value, dict):
        got = "the file is empty" if document.value is None else f"got {describe(document.value)}"
        keys = ", ".join(field.alias or key for key, field in ExperimentFile.model_fields.items())
        raise ConfigError([f"{document.where[()]}: expected the keys {keys}; {got}"])
    document.value.setdefault("name", FilePath(name).stem)
    document = grid.override(document, overrides)
    errors: dict[str, None] = {}  # in order, each once
    skipped: dict[str, None] = {}
    cells: dict[Any, Cell] = {}  # a sweep over one algorithm leaves the others' cells as they are
    for combination, settings in _unfold(document, errors):
        try:
            file = _check(combination)
        except ConfigError as error:
            errors |= dict.fromkeys(error.problems)
            continue
        for cell, why in _cells(file, settings, combination):
            if cell is None:
                errors[why] = None
            elif settings and cell.algorithm.reach and cell.problem.n > cell.algorithm.reach:
                most = f"{cell.algorithm.reach:,}"
                skipped[f"n = {cell.problem.n:,}, {cell.name}: reaches {most} queens"] = None
            else:
                cells.setdefault(
                    (cell.problem, cell.label, repr(cell.algorithm), cell.budget), cell
                )
    if errors:
        raise ConfigError(sorted(errors, key=_line_of))
    if len(cells) * file.runs > MOST_RUNS:
        raise ConfigError([f"{name}: {len(cells) * file.runs:,} runs; at most {MOST_RUNS:,}"])
    return Experiment(
        name=file.name,
        cells=tuple(cells.values()),
        runs=file.runs,
        seed=file.seed,
        validation=file.validation,
        keep_boards=file.keep_boards,
        given=document.value,
        executor=file.executor,
        limits=file.limits,
        skipped=tuple(skipped),
    )


def _unfold(
    document: Document, errors: dict[str, None]
) -> Iterator[tuple[Document, dict[str, Any]]]:
    """The combinations; where the sweep is wrong, the file without it, for its other errors."""
    try:
        yield from grid.unfold(document)
    except ConfigError as error:
        errors |= dict.fromkeys(error.problems)
        yield Document({**document.value, "sweep": None}, document.where), {}


def _check(document: Document) -> ExperimentFile:
    """Validate one combination of a sweep."""
    uses, broken = _uses(document)
    model = file_model(uses)
    errors = [f"{_where(document, path)}: {_dotted(path)}: {why}" for path, why in broken.items()]
    try:
        file = model.model_validate(document.value)
    except ValidationError as error:
        for one in error.errors(include_url=False):
            path = _path(one, document.value)
            if path[:2] not in {broken_path[:2] for broken_path in broken}:
                at = (*path, "") if one["type"] in UNKNOWN_KEY else path
                what = f"{_dotted(path)}: " if path else ""
                errors.append(f"{_where(document, at)}: {what}{explain(one, model)}")
    if errors:
        raise ConfigError(errors)
    return file


def _uses(document: Document) -> tuple[dict[str, type[Parameters]], dict[Path, str]]:
    """The algorithms that this file uses, by name; and what is wrong with the other names."""
    uses: dict[str, type[Parameters]] = {}
    broken: dict[Path, str] = {}
    given = document.value.get("algorithms")
    for label, algorithm in given.items() if isinstance(given, dict) else ():
        if not isinstance(algorithm, dict):
            got = describe(algorithm)
            broken["algorithms", label] = (
                f"expected keys and values, such as use: genetic, got {got}"
            )
        elif "use" not in algorithm:
            broken["algorithms", label] = f"use: missing; it is one of {KNOWN}"
        else:
            try:
                if not isinstance(algorithm["use"], str):
                    raise ValueError(f"expected {KNOWN}, got {describe(algorithm['use'])}")
                uses[algorithm["use"]] = class_of(algorithm["use"])
            except ValueError as error:
                broken["algorithms", label, "use"] = str(error)
    return uses or dict(CONTESTANTS), broken


def _path(error: Any, value: Any) -> Path:
    """Where in the document an error of pydantic's is, without the tags it puts between keys."""
    path: list[str | int] = []
    for part in error["loc"]:
        if (isinstance(value, dict) and part in value) or (
            isinstance(value, list) and isinstance(part, int) and part < len(value)
        ):
            value = value[part]
        elif not (error["type"] == "missing" and part == error["loc"][-1]):
            continue
        path.append(part)
    if error["type"] == "union_tag_invalid":
        path.append("use")
    return tuple(path)


def _where(document: Document, path: Path) -> str:
    """The place of a value, or of the nearest thing around it that stands in the file."""
    while path and path not in document.where:
        path = path[:-1]
    return document.where[path]


def _line_of(problem: str) -> tuple[int, ...]:
    numbers = re.match(r"[^:]*:(\d+):(\d+):", problem)
    return tuple(map(int, numbers.groups())) if numbers else ()


def _dotted(path: Path) -> str:
    return ".".join(map(str, path))


def _cells(
    file: ExperimentFile, settings: dict[str, Any], document: Document
) -> Iterator[tuple[Cell | None, str]]:
    """Each contestant of one combination as a cell, or why it cannot be one."""
    for label, algorithm in file.algorithms.items():
        try:
            problem = problem_for(algorithm, file.problem)
            problem.require_memory(algorithm.bytes_per_queen)
        except TooLarge as error:
            yield None, f"{_where(document, ('problem', 'n'))}: problem.n: {error}"
            continue
        except ValueError as error:
            path = ("algorithms", label)
            yield None, f"{_where(document, (*path, 'use'))}: {_dotted(path)}: {error}"
            continue
        own = tuple(
            (key.removeprefix(f"algorithms.{label}."), value)
            for key, value in settings.items()
            if key == f"algorithms.{label}" or key.startswith((f"algorithms.{label}.", "budget"))
        )
        use = document.value["algorithms"][label]["use"]
        yield Cell(problem, label, own, use, algorithm, file.budget), ""


def _unreadable(path: FilePath, error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        beside = [one.name for one in path.parent.glob("*.y*ml")] if path.parent.is_dir() else []
        return f"{path}: no such file{did_you_mean(path.name, beside)}"
    return f"{path}: {(error.strerror or str(error)).lower()}"
