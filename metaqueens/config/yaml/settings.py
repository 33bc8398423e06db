"""Settings ``key=value`` of the command line, and how one is put in its place in a document."""

import re
from collections.abc import Iterator, MutableMapping, Sequence
from copy import deepcopy
from typing import Any

from metaqueens.config.yaml import strict_yaml
from metaqueens.config.yaml.errors import ConfigError
from metaqueens.config.yaml.strict_yaml import MOST_LEVELS, Document, Path, scalar

# What holds no comma of a sweep: a quoted text; whatever else is not a comma or a bracket.
_PIECE = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'|[^,\[\]{}]|[\[\]{}]|,', re.DOTALL)


def override(document: Document, overrides: Sequence[str]) -> Document:
    """Apply ``key=value`` settings; a comma makes a sweep. Raises ``ConfigError``."""
    document = Document(deepcopy(document.value), dict(document.where))
    errors = []
    for setting in overrides:
        place = f"command line: {setting}"
        try:
            _apply(setting, document, place)
        except ValueError as error:
            errors.append(f"{place}: {error}")
    if errors:
        raise ConfigError(errors)
    return document


def read_setting(setting: str, example: str) -> tuple[str, list[Any]]:
    """The key of a setting ``key=value``, and its value; or its values, with commas between them.

    A comma inside brackets, braces or quotes belongs to a value in YAML's notation. Raises
    ``ValueError``.
    """
    key, equals, text = setting.partition("=")
    if not equals or not all(key.split(".")):
        raise ValueError(f"expected key=value, such as {example}")
    if key.count(".") >= MOST_LEVELS:
        raise ValueError(f"nested too deep: more than {MOST_LEVELS} levels")
    return key, [_value(word.strip()) for word in _split(text)]


def _split(text: str) -> list[str]:
    """``text`` cut at the commas that stand in no brackets, braces or quotes."""
    words, depth = [""], 0
    for piece in _PIECE.findall(text):
        if piece == "," and depth <= 0:
            words.append("")
            continue
        depth += (piece in "[{") - (piece in "]}")
        words[-1] += piece
    return words


def _value(word: str) -> Any:
    if not word.startswith(("{", "[", '"', "'")):
        return scalar(word)
    try:
        return strict_yaml.read(word, "").value
    except ConfigError as error:
        why = re.sub(r"^:(\d+:\d+: )?", "", error.problems[0])
        raise ValueError(f"not a value that YAML allows: {why}") from None


def _apply(setting: str, document: Document, place: str) -> None:
    """Make one setting in ``document``."""
    value = document.value
    key, values = read_setting(setting, "runs=5 or problem.n=20,50")
    if setting == "sweep=null":
        value["sweep"] = None
        return
    if key.split(".")[0] == "sweep":
        raise ValueError("a comma makes a sweep, such as problem.n=20,50")
    sweep = {} if value.get("sweep") is None else value["sweep"]
    if not isinstance(sweep, dict):
        return  # ``Grid`` says what is wrong with it
    sweep.pop(key, None)
    value["sweep"] = sweep or None
    if len(values) > 1:
        assign(document, ("sweep", key), values, place)
    else:
        assign(document, tuple(key.split(".")), values[0], place)


def assign(document: Document, path: Path, setting: Any, place: str) -> None:
    """Set what stands at ``path`` in ``document``; errors will name ``place``."""
    put(document.value, path, setting)
    mark(document.where, path, place)
    for inner in inside(setting):
        document.where[*path, *inner] = document.where[*path, *inner, ""] = place


def mark(where: MutableMapping[Path, str], path: Path, place: str) -> None:
    """Let ``path``, and what is new on the way to it, stand at ``place``."""
    where[path] = where[*path, ""] = place
    for k in range(1, len(path)):
        if path[:k] not in where:
            where[path[:k]] = where[*path[:k], ""] = place


def inside(value: Any) -> Iterator[Path]:
    """The paths of all that ``value`` holds."""
    if not isinstance(value, dict | list):
        return
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        yield (key,)
        yield from ((key, *rest) for rest in inside(one))


def put(value: dict[str, Any], path: Path, setting: Any) -> None:
    """Set what stands at ``path``, and make the mappings on the way where there are none."""
    for key in path[:-1]:
        if not isinstance(value.get(key), dict):  # type: ignore[arg-type]
            value[key] = {}  # type: ignore[index]
        value = value[key]  # type: ignore[index]
    value[path[-1]] = setting  # type: ignore[index]
