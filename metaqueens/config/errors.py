"""What is wrong with a config, in words that finish the user's thought: where, expected, got."""

import re
from collections.abc import Sequence
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import Tag

from metaqueens.errors import UserError, did_you_mean

_EXPECTED = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "text",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "keys and values",
    "model_type": "keys and values",
    "model_attributes_type": "keys and values",
    "dataclass_type": "keys and values",
    "finite_number": "a finite number",
    "string_pattern_mismatch": "letters, digits, dots, dashes and underscores",
}
UNKNOWN_KEY = ("extra_forbidden", "unexpected_keyword_argument")
_BOUNDS = {
    "greater_than": ("more than", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than": ("less than", "lt"),
    "less_than_equal": ("at most", "le"),
}


class ConfigError(UserError):
    """A config that does not say what it must; ``problems`` has a line for each error."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


def explain(error: Any, annotation: Any) -> str:
    """One of pydantic's errors, found in a value of type ``annotation``, in our words."""
    kind, got, context = error["type"], error["input"], error.get("ctx", {})
    if kind in _EXPECTED:
        return f"expected {_EXPECTED[kind]}, got {describe(got)}"
    if kind in _BOUNDS:
        words, key = _BOUNDS[kind]
        bound = int(context[key]) if context[key] == int(context[key]) else context[key]
        return f"must be {words} {bound:,}, got {got:,}"
    if kind in _FIXED:
        return _FIXED[kind]
    if kind in _CHOICES:
        return _CHOICES[kind](error, annotation)
    if kind == "value_error":
        return str(context["error"])
    return f"{error['msg'][0].lower()}{error['msg'][1:]}, got {describe(got)}"


def _no_such_key(error: Any, annotation: Any) -> str:
    known = _keys(annotation, error["loc"][:-1])
    hint = did_you_mean(error["loc"][-1], known)
    return f"no such key{hint or '; the keys are ' + ', '.join(known)}"


def _no_such_word(error: Any, annotation: Any) -> str:
    context = error["ctx"]
    known = re.findall(r"'([^']*)'", context.get("expected") or context["expected_tags"])
    known = [word for word in known if word != "plugin"]
    word = context.get("tag", error["input"])
    if not isinstance(word, str):
        return f"expected one of {', '.join(known)}, got {describe(word)}"
    return f"{word!r} is not one of {', '.join(known)}{did_you_mean(word, known)}"


def _no_use(error: Any, annotation: Any) -> str:
    known = _tags(annotation, error["loc"])
    if not isinstance(error["input"], dict):
        got = describe(error["input"])
        return f"expected keys and values, such as {{use: {known[0]}}}, got {got}"
    return f"use: missing; it is one of {', '.join(known)}, or package.module:Name"


_FIXED = {"missing": "missing", "too_short": "expected at least one, got none"}
_CHOICES = {
    "extra_forbidden": _no_such_key,
    "unexpected_keyword_argument": _no_such_key,
    "literal_error": _no_such_word,
    "union_tag_invalid": _no_such_word,
    "union_tag_not_found": _no_use,
}


def describe(value: Any) -> str:
    """A value as its writer would call it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"the text {value!r}" if len(value) < 40 else f"the text {value[:36] + '...'!r}"
    if isinstance(value, list):
        return "a list"
    return "keys and values" if isinstance(value, dict) else f"{value}"


def _keys(annotation: Any, path: Sequence[str | int]) -> list[str]:
    """The keys of the mapping at ``path``, tags of unions included, in a value of this type."""
    for part in path:
        annotation = _step(annotation, part)
    fields = _fields(_bare(annotation)) or {}
    return [field.alias or name for name, field in fields.items()]


def _tags(annotation: Any, path: Sequence[str | int]) -> list[str]:
    """The tags of the union at ``path``."""
    for part in path:
        annotation = _step(annotation, part)
    return [tag for kind in get_args(_bare(annotation)) for tag in _tags_of(kind) if ":" not in tag]


def _step(annotation: Any, part: str | int) -> Any:
    annotation = _bare(annotation)
    if get_origin(annotation) in (Union, UnionType):
        return next((kind for kind in get_args(annotation) if part in _tags_of(kind)), None)
    if get_origin(annotation) in (dict, list):
        return get_args(annotation)[-1]
    fields = _fields(annotation) or {}
    return fields[part].annotation if part in fields else annotation  # the tag of a lone choice


def _tags_of(kind: Any) -> list[str]:
    """What chooses ``kind`` out of a union: a mark, or the words that its field ``use`` may be."""
    marks = [mark.tag for mark in getattr(kind, "__metadata__", ()) if isinstance(mark, Tag)]
    use = (_fields(_bare(kind)) or {}).get("use")
    return marks or ([] if use is None else [str(tag) for tag in get_args(use.annotation)])


def _bare(annotation: Any) -> Any:
    """Without ``Annotated`` and without ``None``."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) in (Union, UnionType):
        kinds = [kind for kind in get_args(annotation) if kind is not type(None)]
        return _bare(kinds[0]) if len(kinds) == 1 else annotation
    return annotation


def _fields(kind: Any) -> Any:
    return getattr(kind, "model_fields", None) or getattr(kind, "__pydantic_fields__", None)
