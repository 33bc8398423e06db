"""One document against its model: every error with its place in the file."""

import re
from typing import Any

from pydantic import ValidationError

from metaqueens.config.errors import UNKNOWN_KEY, ConfigError, describe, explain
from metaqueens.config.experiment import CONTESTANTS, KNOWN, ExperimentFile, class_of, file_model
from metaqueens.config.strict_yaml import Document, Path
from metaqueens.search import Parameters


def check_file(document: Document) -> ExperimentFile:
    """Validate one combination of a sweep."""
    uses, broken = _uses(document)
    model = file_model(uses)
    errors = [f"{where_of(document, path)}: {dotted(path)}: {why}" for path, why in broken.items()]
    try:
        file = model.model_validate(document.value)
    except ValidationError as error:
        for one in error.errors(include_url=False):
            path = path_of(one, document.value)
            if path[:2] not in {broken_path[:2] for broken_path in broken}:
                at = (*path, "") if one["type"] in UNKNOWN_KEY else path
                what = f"{dotted(path)}: " if path else ""
                errors.append(f"{where_of(document, at)}: {what}{explain(one, model)}")
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


def path_of(error: Any, value: Any) -> Path:
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
