"""Read YAML files into an ``Experiment``; report all errors at once, each with its place."""

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any, Literal

# Before pydantic, which brings typing_extensions: after it numpy's own types take 20 ms longer.
import numpy  # noqa: F401

from metaqueens.config import other_files, shipped, strict_yaml
from metaqueens.config.contestant import assign, override
from metaqueens.config.file import MOST_RUNS, Executor, ExperimentFile, Limits, Tuning
from metaqueens.config.grid import MOST_CELLS, Grid
from metaqueens.config.sources import FROM_CACHE, Find
from metaqueens.config.strict_yaml import ConfigError, Document, Path
from metaqueens.config.unfolding import Cell, Unfolding
from metaqueens.files import copies
from metaqueens.plugins import code as plugins
from metaqueens.problem.source import AnyInstance, Source
from metaqueens.text.validation import describe


@dataclass(frozen=True)
class Experiment:
    """A whole experiment, checked and unfolded.

    Parameters
    ----------
    given, where
        The file as resolved, overrides applied and sweeps kept; the place of each of its values.
    skipped
        The combinations of a sweep that are beyond an algorithm's reach.
    tune
        What is to be tuned, as the file has it.
    listed
        The instances of its families.
    size
        How many cells there are. Of an experiment that was only checked, ``cells`` has one
        instance of each family, and ``size`` counts all.
    """

    name: str
    cells: tuple[Cell, ...]
    runs: int
    seed: int
    validation: Literal["cp_sat"] | None
    keep_boards: Literal["all", "best", "none"]
    given: Mapping[str, Any]
    executor: Executor = field(default_factory=Executor)
    limits: Limits | None = None
    skipped: tuple[str, ...] = ()
    tune: Tuning | None = None
    listed: Mapping[Source, tuple[AnyInstance, ...]] = field(default_factory=dict)
    size: int = 0
    where: Mapping[Path, str] = field(default_factory=dict, repr=False, compare=False)


def load(
    path: str | FilePath | Mapping[str, Any],
    overrides: Sequence[str] = (),
    find: Find = FROM_CACHE,
    to_run: bool = True,
) -> Experiment:
    """Read the experiment in the YAML file ``path``, with ``key=value`` settings applied.

    The keys and values of such a file may stand in its place. Where there is no such file, the
    name of a config that comes with the package means that one: ``ga_n50`` or
    ``configs/ga_n50.yaml``. ``find`` has the instances of families: see ``config.sources``. Raises
    ``ConfigError``, which lists everything that is wrong.

    Where it is not ``to_run`` but only checked, one instance stands for all of a family.

    >>> experiment = load("ga_n50", ["runs=5"])
    >>> experiment.runs, experiment.cells[0].problem.n
    (5, 50)
    """
    if isinstance(path, Mapping):
        return parse(_dump(path), overrides, "experiment", find, to_run)
    if isinstance(path, str | FilePath):
        file = shipped.find(path)
        text = other_files.read_file(file, shipped.alternatives(path))
        kept = copies.find(FilePath(file).parent / "code")
        with plugins.look_beside(file), plugins.use_copies(kept):
            return parse(text, overrides, file, find, to_run)
    raise ConfigError([f"path: expected the name of a file, got {describe(path)}"])


def parse(
    text: str,
    overrides: Sequence[str] = (),
    name: str = "<text>",
    find: Find = FROM_CACHE,
    to_run: bool = True,
) -> Experiment:
    """Read an experiment from YAML ``text``; ``name`` is what errors call it. See ``load``."""
    return _unfold(_read(text, overrides, name), name, find, to_run)


def revise(document: Document, settings: Mapping[str, Any], place: str) -> Experiment:
    """Return the experiment of ``document`` with other values of some keys, such as ``problem.n``.

    A list of values makes a sweep. Raises ``ConfigError``, in which ``place`` is where they are.
    """
    document = Document(deepcopy(document.value), {**document.where})
    for key, value in settings.items():
        try:
            assign(document, key, value if isinstance(value, list) else [value], place)
        except ValueError as error:
            raise ConfigError([f"{place}: {error}"]) from None
    return _unfold(document, place, FROM_CACHE, to_run=True)


def _unfold(document: Document, name: str, find: Find, to_run: bool) -> Experiment:
    errors: dict[str, None] = {}  # in order, each once
    grid = Grid(document)
    unfolding = Unfolding(grid, errors, find, checked=True)
    file = unfolding.file
    if not errors and file is not None:
        runs = unfolding.size * file.runs
        if unfolding.size > MOST_CELLS:
            raise ConfigError([f"{name}: {unfolding.size:,} combinations; at most {MOST_CELLS:,}"])
        if runs > MOST_RUNS:
            raise ConfigError([f"{name}: {runs:,} runs; at most {MOST_RUNS:,}"])
        if unfolding.listed and to_run:
            unfolding = Unfolding(grid, errors, find)  # only now, since it may take minutes
    if errors or file is None:
        raise ConfigError(sorted(errors, key=_line_of))
    return Experiment(
        name=file.name,
        cells=unfolding.cells,
        runs=file.runs,
        seed=file.seed,
        validation=file.validation,
        keep_boards=file.keep_boards,
        given=document.value,
        executor=file.executor,
        limits=file.limits,
        skipped=tuple(unfolding.skipped),
        tune=file.tune,
        listed=unfolding.listed,
        size=unfolding.size,
        where=document.where,
    )


def _dump(experiment: Mapping[str, Any]) -> str:
    try:
        return strict_yaml.dump(dict(experiment))
    except ConfigError as error:
        raise ConfigError([f"experiment: {error}"]) from None


def _read(text: str, overrides: Sequence[str], name: str) -> Document:
    """Read ``text`` with what it extends, and the settings."""
    if isinstance(overrides, str) or not all(isinstance(one, str) for one in overrides):
        raise ConfigError([f"overrides: expected a list such as ['runs=5'], got {overrides!r:.60}"])
    document = strict_yaml.read(text, name)
    if not isinstance(document.value, dict):
        got = "the file is empty" if document.value is None else f"got {describe(document.value)}"
        keys = ", ".join(field.alias or key for key, field in ExperimentFile.model_fields.items())
        raise ConfigError([f"{document.place(())}: expected the keys {keys}; {got}"])
    document = other_files.extended(document, name)
    document.value.setdefault("name", FilePath(name).stem)
    return override(document, overrides)


def _line_of(problem: str) -> tuple[int, ...]:
    """Return the line and column that an error names, to sort by."""
    numbers = re.match(r"[^:]*:(\d+):(\d+):", problem)
    return tuple(map(int, numbers.groups())) if numbers else ()
