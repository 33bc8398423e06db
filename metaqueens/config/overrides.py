"""Settings ``key=value`` of the command line: of a config, or of one algorithm."""

import re
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from metaqueens.config import strict_yaml
from metaqueens.config.strict_yaml import MOST_LEVELS, ConfigError, Document, scalar

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
    """Return the key of a setting ``key=value`` and its value; or its values, between commas.

    A comma inside brackets, braces or quotes belongs to a value in YAML's notation. Raises
    ``ValueError``.
    """
    key, equals, text = setting.partition("=")
    if not equals or not all(key.split(".")):
        raise ValueError(f"expected key=value, such as {example}")
    if key.count(".") >= MOST_LEVELS:
        raise ValueError(f"nested too deep: more than {MOST_LEVELS} levels")
    words, depth = [""], 0
    for piece in _PIECE.findall(text):
        if piece == "," and depth <= 0:
            words.append("")
            continue
        depth += (piece in "[{") - (piece in "]}")
        words[-1] += piece
    return key, [_value(word.strip()) for word in words]


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
        document.assign(("sweep", key), values, place)
    else:
        document.assign(tuple(key.split(".")), values[0], place)
