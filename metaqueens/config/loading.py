"""Read YAML files into an ``Experiment``; report all errors at once, each with its place."""

from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

# Before pydantic, which brings typing_extensions: after it numpy's own types take 20 ms longer.
import numpy  # noqa: F401

from metaqueens.config import families, shipped
from metaqueens.config.experiment import Experiment
from metaqueens.config.families import Find, one_of_each
from metaqueens.config.file import MOST_RUNS, ExperimentFile
from metaqueens.config.unfolding import Unfolding
from metaqueens.config.yaml import board_files, extends, settings, strict_yaml
from metaqueens.config.yaml.checking import line_of
from metaqueens.config.yaml.errors import ConfigError
from metaqueens.config.yaml.grid import MOST_CELLS, Grid
from metaqueens.config.yaml.strict_yaml import Document
from metaqueens.plugins import code as plugins
from metaqueens.text.validation import describe

if TYPE_CHECKING:
    from metaqueens.config.tuning.task import Task

_FROM_CACHE = families.drawn(lambda name: None)


def load(
    path: str | FilePath,
    overrides: Sequence[str] = (),
    find: Find = _FROM_CACHE,
    to_run: bool = True,
) -> Experiment:
    """Read the experiment in the YAML file ``path``, with ``key=value`` settings applied.

    Where there is no such file, the name of a config that comes with the package means that one:
    ``ga_n50`` or ``configs/ga_n50.yaml``. ``find`` has the instances of families: see
    ``config.families``. Raises ``ConfigError``, which lists everything that is wrong.

    Where it is not ``to_run`` but only checked, one instance stands for all of a family.
    """
    if not isinstance(path, str | FilePath):
        raise ConfigError([f"path: expected the name of a file, got {describe(path)}"])
    file = shipped.find(path)
    text = extends.read_file(file, shipped.alternatives(path))
    with plugins.beside(file):
        return parse(text, overrides, file, find, to_run)


def parse(
    text: str,
    overrides: Sequence[str] = (),
    name: str = "<text>",
    find: Find = _FROM_CACHE,
    to_run: bool = True,
) -> Experiment:
    """Read an experiment from YAML ``text``; ``name`` is what errors call it. See ``load``."""
    if isinstance(overrides, str) or not all(isinstance(one, str) for one in overrides):
        raise ConfigError([f"overrides: expected a list such as ['runs=5'], got {overrides!r:.60}"])
    document = strict_yaml.read(text, name)
    if not isinstance(document.value, dict):
        got = "the file is empty" if document.value is None else f"got {describe(document.value)}"
        keys = ", ".join(field.alias or key for key, field in ExperimentFile.model_fields.items())
        raise ConfigError([f"{document.where[()]}: expected the keys {keys}; {got}"])
    document = extends.resolve(document, name)
    document.value.setdefault("name", FilePath(name).stem)
    document = board_files.resolve(settings.override(document, overrides))
    errors: dict[str, None] = {}  # in order, each once
    grid = _grid(document, errors)
    unfolding = Unfolding(grid, errors, find, checked=True)
    _require_sound(unfolding, name)
    if unfolding.listed and to_run and not errors:
        # Only now, since it may take minutes.
        unfolding = Unfolding(grid, errors, find)
    file = unfolding.file
    task = None if errors else _task(document, errors, find if to_run else one_of_each(find))
    if errors or file is None:
        raise ConfigError(sorted(errors, key=line_of))
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
        tune=task,
        listed=tuple(unfolding.listed.values()),
        size=unfolding.size,
    )


def _require_sound(unfolding: Unfolding, name: str) -> None:
    """Raise ``ConfigError`` for a file that is wrong, or that asks for too many runs."""
    file = unfolding.file
    if unfolding.errors or file is None:
        return  # its ``tune`` block may have more errors
    if unfolding.size > MOST_CELLS:
        raise ConfigError([f"{name}: {unfolding.size:,} combinations; at most {MOST_CELLS:,}"])
    if (runs := unfolding.size * file.runs) > MOST_RUNS:
        raise ConfigError([f"{name}: {runs:,} runs; at most {MOST_RUNS:,}"])


def _grid(document: Document, errors: dict[str, None]) -> Grid:
    """The sweep; where it is wrong, the file without it, for its other errors."""
    try:
        return Grid(document)
    except ConfigError as error:
        errors |= dict.fromkeys(error.problems)
        return Grid(Document({**document.value, "sweep": None}, document.where))


def _task(document: Document, errors: dict[str, None], find: Find) -> "Task | None":
    if document.value.get("tune") is None:
        return None
    from metaqueens.config.tuning.task import read_task

    try:
        return read_task(document, find)
    except ConfigError as error:
        errors |= dict.fromkeys(error.problems)
        return None
