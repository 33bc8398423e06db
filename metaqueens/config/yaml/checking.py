"""One document against its model: every error with its place in the file."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path as FilePath
from typing import Any

from pydantic import TypeAdapter, ValidationError

from metaqueens.config.file import ExperimentFile
from metaqueens.config.yaml.errors import ConfigError
from metaqueens.config.yaml.strict_yaml import Document, Path
from metaqueens.contestants.registry import KNOWN, class_of
from metaqueens.problem.families import InstanceFile, Source, kind_of
from metaqueens.problem.queens import Queens
from metaqueens.problem.rules import without_square
from metaqueens.search.budget import Budget
from metaqueens.search.parameters import Parameters
from metaqueens.text.errors import did_you_mean
from metaqueens.text.validation import (
    MISSPELT,
    UNKNOWN_KEY,
    describe,
    explain,
    misspelt_use,
    path_of,
)


class Frame(ExperimentFile):
    """All of a file but its problem, its algorithms and its budget, which are checked apart."""

    problem: Any
    budget: Any


def check_file(document: Document) -> ExperimentFile:
    """Validate a file without a sweep. Raises ``ConfigError`` with every error."""
    errors: list[str] = []

    def attempt(check: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return check(*arguments)
        except ConfigError as error:
            errors.extend(error.problems)

    file: Frame = attempt(check_frame, document)
    value = document.value
    problem, budget = (
        attempt(check, document) if key in value else None
        for key, check in (("problem", check_problem), ("budget", check_budget))
    )
    given = value.get("algorithms")
    algorithms = {
        label: attempt(check_algorithm, document, ("algorithms", label))
        for label in (given if isinstance(given, dict) else ())
    }
    if errors:
        raise ConfigError(errors)
    parts = {"problem": problem, "algorithms": algorithms, "budget": budget}
    return file.model_copy(update=parts)


def check_frame(document: Document) -> Frame:
    """Validate all but the parts that have checks of their own."""
    frame: Frame = check_value(Frame, document, ())
    return frame


def check_problem(document: Document) -> Queens | Source:
    """Validate what stands at ``problem``: one, a family, or a file of them."""
    path: Path = ("problem",)
    problem: Queens | Source = check_value(kind_of(value_at(document, path)), document, path)
    if isinstance(problem, Queens) and (said := without_square(problem)):
        # In a file of instances it is one board of many; alone it is a slip.
        raise ConfigError([f"{where_of(document, path)}: problem: {said}"])
    if isinstance(problem, InstanceFile):
        return problem.beside(folder_of(where_of(document, (*path, "file"))))
    return problem


def folder_of(place: str) -> FilePath:
    """The folder of the file in which ``place`` is; the present one for the command line."""
    name, *_ = re.split(r":\d+:\d+$", place)
    return FilePath() if name == place else FilePath(name).parent


def check_budget(document: Document) -> Budget:
    """Validate what stands at ``budget``."""
    budget: Budget = check_value(Budget, document, ("budget",))
    return budget


def check_algorithm(document: Document, path: Path, meant: Sequence[str] = ()) -> Parameters:
    """Validate the algorithm at ``path``, which its key ``use`` names.

    ``meant``: labels, one of which was meant where there is no ``use``.
    """
    given, at = value_at(document, path), path
    try:
        if not isinstance(given, dict):
            got = describe(given)
            raise ValueError(f"expected keys and values, such as use: genetic, got {got}")
        if "use" not in given:
            raise _no_use(given, document, path, meant)
        at = (*path, "use")
        if not isinstance(given["use"], str):
            raise ValueError(f"expected {KNOWN}, got {describe(given['use'])}")
        kind = class_of(given["use"])
    except ConfigError:
        raise
    except ValueError as error:
        raise ConfigError([f"{where_of(document, at)}: {dotted(at)}: {error}"]) from None
    algorithm: Parameters = check_value(kind, document, path)
    return algorithm


def _no_use(given: Any, document: Document, path: Path, meant: Sequence[str]) -> ConfigError:
    """What is wrong with keys and values, the ``given``, that name no algorithm."""
    at, what = path, f": use: missing; it is one of {KNOWN}"
    if meant:
        there = f"; there are {', '.join(meant)}, and one more needs a `use`"
        what = f": no such algorithm here{did_you_mean(str(path[-1]), meant) or there}"
    elif key := misspelt_use(given):
        at, what = (*path, key, ""), f".{key}: {MISSPELT}"
    return ConfigError([f"{where_of(document, at)}: {dotted(path)}{what}"])


def check_value(kind: type, document: Document, path: Path) -> Any:
    """What stands at ``path`` as a ``kind``. Raises ``ConfigError`` with every error."""
    value = value_at(document, path)
    try:
        return _adapter(kind).validate_python(value)
    except ValidationError as error:
        raise ConfigError(
            [_located(one, kind, value, document, path) for one in error.errors(include_url=False)]
        ) from None


@cache
def _adapter(kind: type) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _located(error: Any, kind: type, value: Any, document: Document, above: Path) -> str:
    path = (*above, *path_of(error, value))
    at = (*path, "") if error["type"] in UNKNOWN_KEY else path
    what = f"{dotted(path)}: " if path else ""
    return f"{where_of(document, at)}: {what}{explain(error, kind)}"


def value_at(document: Document, path: Path) -> Any:
    """What stands at ``path``."""
    value = document.value
    for part in path:
        value = value[part]
    return value


def where_of(document: Document, path: Path) -> str:
    """The place of a value, or of the nearest thing around it that stands in the file."""
    while path and path not in document.where:
        path = path[:-1]
    return document.where[path]


def line_of(problem: str) -> tuple[int, ...]:
    """Line and column that an error names, to sort by."""
    numbers = re.match(r"[^:]*:(\d+):(\d+):", problem)
    return tuple(map(int, numbers.groups())) if numbers else ()


def dotted(path: Path) -> str:
    """The path as people write it."""
    return ".".join(map(str, path))
