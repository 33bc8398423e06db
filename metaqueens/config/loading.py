"""Read YAML files into an ``Experiment``; report all errors at once, each with its place."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any, Literal

# Before pydantic, which brings typing_extensions: after it numpy's own types take 20 ms longer.
import numpy  # noqa: F401

from metaqueens.config import shipped, strict_yaml
from metaqueens.config.contestant import assign, override
from metaqueens.config.file import MOST_RUNS, Executor, ExperimentFile, Limits, Tuning
from metaqueens.config.grid import MOST_CELLS, expand_names, split_keys
from metaqueens.config.sources import FROM_CACHE, AnyInstance, Find, Source
from metaqueens.config.strict_yaml import ConfigError, Document, Path
from metaqueens.config.unfolding import Cell, unfold
from metaqueens.contestants.registry import full_name
from metaqueens.files import reading
from metaqueens.plugins import code as plugins
from metaqueens.text.errors import did_you_mean_file, system_text
from metaqueens.text.validation import describe, to_python

# Far more than the values that a config may have.
MOST_BYTES = 2**21
# In a chain of files that extend each other.
MOST_EXTENDED = 10


@dataclass(frozen=True)
class Experiment:
    """A whole experiment, checked and unfolded.

    >>> load("ga_n50").name
    'ga_n50'

    Parameters
    ----------
    given, where
        The file as resolved, overrides applied and sweeps kept; the place of each of its values.
    skipped
        The combinations of a sweep that are beyond an algorithm's reach.
    tune
        The ``tune`` block of the file.
    listed
        The instances of its families.
    size
        Number of cells. If an experiment was only checked, ``cells`` has one instance of each
        family, and ``size`` counts all.
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
    find: Find | None = None,
    to_run: bool = True,
    place: str = "overrides",
) -> Experiment:
    """Read the experiment in the YAML file ``path``, with ``key=value`` settings applied.

    The keys and values of such a file may stand in its place. If there is no such file, the name of
    a config in the package means that one: ``ga_n50`` or ``configs/ga_n50.yaml``. ``find`` returns
    the instances of families: see ``config.sources``. Raises ``ConfigError``, a ``UserError``
    and so a ``ValueError``, which lists all errors.

    If it is not ``to_run`` but only checked, one instance stands for all of a family. Errors name
    ``place`` as that of the settings.

    >>> experiment = load("ga_n50", ["runs=5"])
    >>> experiment.runs, experiment.cells[0].problem.n
    (5, 50)
    """
    if isinstance(path, Mapping):
        try:
            text = strict_yaml.dump(to_python(dict(path)))
        except ConfigError as error:
            raise ConfigError([f"experiment: {error}"]) from None
        return parse(text, overrides, "experiment", find, to_run, place)
    if isinstance(path, str | FilePath):
        file = shipped.find(path)
        text = read_file(file, shipped.alternatives(path))
        with plugins.look_beside(file):
            return parse(text, overrides, file, find, to_run, place)
    raise ConfigError([f"path: expected the name of a file, got {describe(path)}"])


def parse(
    text: str,
    overrides: Sequence[str] = (),
    name: str = "<text>",
    find: Find | None = None,
    to_run: bool = True,
    place: str = strict_yaml.COMMAND_LINE,
) -> Experiment:
    """Read an experiment from YAML ``text``; ``name`` is its name in errors. See ``load``."""
    is_list = isinstance(overrides, list | tuple)
    if not is_list or not all(isinstance(text, str) for text in overrides):
        raise ConfigError([f"overrides: expected a list such as ['runs=5'], got {overrides!r:.60}"])
    document = strict_yaml.read(text, name)
    if not isinstance(document.value, dict):
        got = "the file is empty" if document.value is None else f"got {describe(document.value)}"
        keys = ", ".join(field.alias or key for key, field in ExperimentFile.model_fields.items())
        raise ConfigError([f"{document.place(())}: expected the keys {keys}; {got}"])
    document = extend(document, name)
    document.value.setdefault("name", FilePath(name).stem)
    document = document._replace(value=expand_names(document.value))
    return _unfold(override(document, overrides, place), name, find, to_run)


def revise(document: Document, settings: Mapping[str, Any], place: str) -> Experiment:
    """Return the experiment of ``document`` with other values of some keys, such as ``problem.n``.

    A list of values makes a sweep. Raises ``ConfigError``, in which ``place`` is their place.
    """
    document = Document({**document.value}, {**document.where})
    for key, value in settings.items():
        try:
            assign(document, key, value if value and isinstance(value, list) else [value], place)
        except ValueError as error:
            raise ConfigError([f"{place}: {error}"]) from None
    return _unfold(document, place, None, to_run=True)


def _unfold(document: Document, name: str, find: Find | None, to_run: bool) -> Experiment:
    find = find or FROM_CACHE
    found = unfold(document, find, checked_only=True)
    if found.file is not None and not found.errors:
        runs = found.size * found.file.runs
        if found.size > MOST_CELLS:
            raise ConfigError([f"{name}: {found.size:,} combinations; at most {MOST_CELLS:,}"])
        if runs > MOST_RUNS:
            raise ConfigError([f"{name}: {runs:,} runs; at most {MOST_RUNS:,}"])
        if found.listed and to_run:
            found = unfold(document, find)  # only now, because it may take minutes
    file = found.file
    if found.errors or file is None:
        raise ConfigError(sorted(found.errors.values(), key=_line_of))
    same = ("name", "runs", "seed", "validation", "keep_boards", "executor", "limits", "tune")
    return Experiment(
        **{name: getattr(file, name) for name in same},
        cells=tuple(found.cells.values()),
        given=document.value,
        skipped=tuple(found.skipped),
        listed=found.listed,
        size=found.size,
        where=document.where,
    )


def read_file(path: str | FilePath, known: Sequence[str] = ()) -> str:
    """Return the text of a config. Raises ``ConfigError``, which suggests ``known`` names too."""
    try:
        return reading.content(path, MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        reason = f"not UTF-8 text: byte 0x{error.object[error.start]:02x} at offset {error.start}"
        raise ConfigError([f"{path}: {reason}"]) from None
    except FileNotFoundError:
        file = FilePath(path)
        beside = [path.name for path in file.parent.glob("*.y*ml")] if file.parent.is_dir() else []
        hint = did_you_mean_file(file.name, [*beside, *known])
        if str(path) == "-":
            hint = "; a config is read from a file, not from standard input"
        raise ConfigError([f"{path}: no such file{hint}"]) from None
    except OSError as error:
        raise ConfigError([f"{path}: {system_text(error)}"]) from None
    except ValueError:
        raise ConfigError([f"{str(path)!r}: not the name of a file"]) from None


def extend(document: Document, name: str, above: int = 0) -> Document:
    """Merge ``document``, read from the file ``name``, into the file that it ``extends``.

    Keys are merged at every depth. A word, a list or a mapping with another ``use`` replaces the
    value below it, and a sweep of a key replaces sweeps of its parts. The name is not inherited. If
    there is no such file beside this one, a config of the package is meant. Raises ``ConfigError``
    if the file is missing or wrong, or extends itself.
    """
    if not isinstance(document.value, dict) or "extends" not in document.value:
        return document
    other, place = document.value["extends"], f"{document.where['extends',]}: extends"
    if not isinstance(other, str):
        raise ConfigError([f"{place}: expected the name of a file, got {describe(other)}"])
    path = FilePath(name).parent / other
    if other in shipped.names() and not path.exists():
        path = FilePath(shipped.find(other))
    if above == MOST_EXTENDED:
        raise ConfigError([f"{place}: a chain of more than {MOST_EXTENDED} files, or a circle"])
    try:
        text = read_file(path)
    except ConfigError as error:
        raise ConfigError([f"{place}: {error}"]) from None
    base = extend(strict_yaml.read(text, str(path)), str(path), above + 1)
    if not isinstance(base.value, dict):
        raise ConfigError([f"{place}: {path}: expected keys and values"])
    own = {key: value for key, value in document.value.items() if key != "extends"}
    below = {key: value for key, value in base.value.items() if key != "name"}
    if isinstance(below.get("sweep"), dict) and isinstance(own.get("sweep"), dict):
        over = tuple(f"{key}." for name in own["sweep"] for key in split_keys(name))
        below["sweep"] = {
            name: rows
            for name, rows in below["sweep"].items()
            if name in own["sweep"]
            or not any(f"{key}.".startswith(over) for key in split_keys(name))
        }
    return Document(_merge(below, own), {**base.where, **document.where})


def _merge(below: Any, above: Any) -> Any:
    if not (isinstance(below, dict) and isinstance(above, dict)):
        return above
    uses = {full_name(str(part["use"])) for part in (below, above) if "use" in part}
    if "use" in below and len(uses) > 1:
        return above
    own = {
        key: _merge(below[key], value) if key in below else value for key, value in above.items()
    }
    return {**below, **own}


def _line_of(problem: str) -> tuple[int, ...]:
    """Return the line and column of an error, to sort by."""
    numbers = re.match(r"[^:]*:(\d+):(\d+):", problem)
    return tuple(map(int, numbers.groups())) if numbers else ()
