"""Check the parts of a document against their models: every error with its place in the file."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path as FilePath
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from metaqueens.config.grid import SWEEPABLE
from metaqueens.config.sources import Source
from metaqueens.config.strict_yaml import COMMAND_LINE, ConfigError, Document, Path, join_path
from metaqueens.contestants.registry import CONTESTANTS, KNOWN, class_of
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.registry import QUEENS, load_part, load_problem
from metaqueens.problem.space import Space
from metaqueens.search.algorithm import Algorithm
from metaqueens.text.errors import did_you_mean
from metaqueens.text.validation import UNKNOWN_KEY, describe, explain, path_of

T = TypeVar("T")
_adapter: Any = cache(TypeAdapter)
# Errors of pydantic in the place of one value.
_SINGLE = ("int_type", "float_type", "bool_type", "string_type", "literal_error")


def check_problem(document: Document) -> Space | Source:
    """Check the problem: a single one, a family, or a file of them."""
    path: Path = ("problem",)
    value = document.get(path)
    if isinstance(value, dict) and "use" in value:
        use, fields = value["use"], {key: value[key] for key in value if key != "use"}
        document = Document({**document.value, "problem": fields}, document.where)
        if use != QUEENS:
            return _check_named_problem(use, document, path)
    models = load_part("models")
    found: Any = check_value(models.kind_of(document.get(path)), document, path)
    if isinstance(found, BaseProblem):
        if reason := models.find_full_line(found):
            # In a file of instances it is one board of many; alone it is a slip.
            raise document.wrong(path, reason)
        return Space(found.queens, found.encoding)  # type: ignore[attr-defined]
    if found.is_file:
        # Beside the file that names it; the current folder for the command line.
        name, *has_position = re.split(r":\d+:\d+$", document.place((*path, "file")))
        found = found.locate_in(FilePath(name).parent if has_position else FilePath())
    return found  # type: ignore[no-any-return]


def _check_named_problem(use: Any, document: Document, path: Path) -> Space:
    """Check the fields of the problem ``use``; ``document`` no longer has that key."""
    try:
        kind = load_problem(str(use))
    except ValueError as error:
        raise document.wrong((*path, "use"), str(error)) from None
    found = check_value(kind, document, path)
    try:
        return Space(found, found.encoding)
    except ValueError as error:
        raise document.wrong(path, str(error)) from None


def check_algorithm(document: Document, path: Path, labels: Sequence[str] = ()) -> Algorithm:
    """Check the algorithm at ``path``, which its key ``use`` names; ``labels`` are the file's."""
    value, label = document.get(path), str(path[-1]) if path else ""
    if not isinstance(value, dict):
        such = f"such as {{use: {label if label in CONTESTANTS else 'genetic'}}}"
        raise document.wrong(path, f"expected keys and values, {such}, got {describe(value)}")
    if "use" not in value:
        near = did_you_mean(label, {*labels} - {label})
        hint = f"write use: {label}" if label in CONTESTANTS else f"it is one of {KNOWN}{near}"
        raise document.wrong(path, f"use: missing; {hint}")
    if not isinstance(value["use"], str):
        raise document.wrong((*path, "use"), f"expected {KNOWN}, got {describe(value['use'])}")
    try:
        kind = class_of(value["use"])
    except ValueError as error:
        raise document.wrong((*path, "use"), str(error)) from None
    return check_value(kind, document, path)


def check_value(kind: type[T], document: Document, path: Path) -> T:
    """Return the value at ``path`` as a ``kind``. Raises ``ConfigError`` with every error."""
    value = document.get(path)
    try:
        return _adapter(kind).validate_python(value)  # type: ignore[no-any-return]
    except ValidationError as error:
        problems = []
        for detail in error.errors(include_url=False):
            whole = (*path, *path_of(detail, value))
            place = (*whole, "") if detail["type"] in UNKNOWN_KEY else whole
            # A setting of a command has its whole path.
            is_setting = not path and document.place(path).startswith(COMMAND_LINE)
            prefix = "".join(f"{key}." for key in whole[:-1]) if is_setting else ""
            reason = explain(detail, kind, prefix) + _suggest(whole, detail, document.place(whole))
            problems.append(document.problem(whole, reason, place))
        raise ConfigError(problems) from None


def _suggest(path: Path, error: Any, place: str) -> str:
    """Return the right form of several values, algorithms without labels, or a field; or ""."""
    if error["type"] == "missing" and place == COMMAND_LINE and path[:1] == ("problem",):
        return f"; write {path[1]}={'12' if path[1] == 'n' else 'VALUE'}"
    if path == ("budget",) and error["type"] in ("missing", "dataclass_type"):
        return "; write budget: {evaluations: 10000}"
    value = error["input"]
    if value is None and error["type"] in UNKNOWN_KEY and re.fullmatch(r"\d{3}", str(path[-1])):
        return "; a number is written without a comma, such as 200_000"
    values = value if isinstance(value, list) else [value]
    if path == ("algorithms",) and values and all(isinstance(name, str) for name in values):
        return f"; write {{{', '.join(f'{name}: {{use: {name}}}' for name in values)}}}"
    if value is values and values and error["type"] in _SINGLE and path[0] in SWEEPABLE:
        return f"; for several values write sweep: {{{join_path(path)}: {value}}}"
    return ""
