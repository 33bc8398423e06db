"""YAML in, ``Experiment`` out; or every error at once, with its place and the right word."""

from collections.abc import Iterator, Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from metaqueens.config import extends, grid, shipped, strict_yaml
from metaqueens.config.checking import check_file, dotted, line_of, where_of
from metaqueens.config.errors import ConfigError, describe
from metaqueens.config.experiment import MOST_RUNS, Cell, Experiment, ExperimentFile
from metaqueens.config.strict_yaml import Document, dump
from metaqueens.problem import TooLarge
from metaqueens.search import problem_for

if TYPE_CHECKING:
    from metaqueens.config.task import Task

__all__ = ["Cell", "ConfigError", "Experiment", "dump", "load", "parse"]


def load(path: str | FilePath, overrides: Sequence[str] = ()) -> Experiment:
    """Read the experiment in the YAML file ``path``, with ``key=value`` settings applied.

    Where there is no such file, the name of a config that comes with the package means that one:
    ``ga_n50`` or ``configs/ga_n50.yaml``. Raises ``ConfigError``, which lists everything that is
    wrong.
    """
    file = shipped.find(path)
    return parse(extends.read_file(file, shipped.names()), overrides, name=file)


def parse(text: str, overrides: Sequence[str] = (), name: str = "<text>") -> Experiment:
    """Read an experiment from YAML ``text``; ``name`` is what errors call it."""
    document = strict_yaml.read(text, name)
    if not isinstance(document.value, dict):
        got = "the file is empty" if document.value is None else f"got {describe(document.value)}"
        keys = ", ".join(field.alias or key for key, field in ExperimentFile.model_fields.items())
        raise ConfigError([f"{document.where[()]}: expected the keys {keys}; {got}"])
    document = extends.resolve(document, name)
    document.value.setdefault("name", FilePath(name).stem)
    document = grid.override(document, overrides)
    errors: dict[str, None] = {}  # in order, each once
    skipped: dict[str, None] = {}
    cells: dict[Any, Cell] = {}  # a sweep over one algorithm leaves the others' cells as they are
    for combination, settings in _unfold(document, errors):
        try:
            file = check_file(combination)
        except ConfigError as error:
            errors |= dict.fromkeys(error.problems)
            continue
        for cell, why in _cells(file, settings, combination):
            if cell is None:
                errors[why] = None
                continue
            if settings and cell.algorithm.reach and cell.problem.n > cell.algorithm.reach:
                most = f"{cell.algorithm.reach:,}"
                skipped[f"n = {cell.problem.n:,}, {cell.name}: reaches {most} queens"] = None
                continue
            try:
                cell.problem.require_memory(cell.algorithm.bytes_per_queen)
            except TooLarge as error:
                at = where_of(combination, ("problem", "n"))
                errors[f"{at}: problem.n: {cell.label}: {error}"] = None
            cells.setdefault((cell.problem, cell.label, repr(cell.algorithm), cell.budget), cell)
    task = None if errors else _task(document, errors)
    if errors:
        raise ConfigError(sorted(errors, key=line_of))
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
        tune=task,
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


def _task(document: Document, errors: dict[str, None]) -> "Task | None":
    if document.value.get("tune") is None:
        return None
    from metaqueens.config.task import read_task

    try:
        return read_task(document)
    except ConfigError as error:
        errors |= dict.fromkeys(error.problems)
        return None


def _cells(
    file: ExperimentFile, settings: dict[str, Any], document: Document
) -> Iterator[tuple[Cell | None, str]]:
    """Each contestant of one combination as a cell, or why it cannot be one."""
    for label, algorithm in file.algorithms.items():
        try:
            problem = problem_for(algorithm, file.problem)
        except ValueError as error:
            path = ("algorithms", label)
            yield None, f"{where_of(document, (*path, 'use'))}: {dotted(path)}: {error}"
            continue
        own = tuple(
            (key.removeprefix(f"algorithms.{label}."), value)
            for key, value in settings.items()
            if key == f"algorithms.{label}" or key.startswith((f"algorithms.{label}.", "budget"))
        )
        use = document.value["algorithms"][label]["use"]
        yield Cell(problem, label, own, use, algorithm, file.budget), ""
