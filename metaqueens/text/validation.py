"""Errors of values in plain words: the place, the expected and the given value."""

import linecache
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from inspect import Parameter, Signature, stack
from numbers import Real
from pathlib import Path
from types import FunctionType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, PydanticUserError, Tag, ValidationError
from pydantic.fields import FieldInfo
from pydantic.functional_validators import model_validator
from pydantic_core import PydanticCustomError

from metaqueens.text.errors import UserError, did_you_mean, nearest

_EXPECTED = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "text",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "keys and values",
    "model_type": "keys and values",
    "model_attributes_type": "keys and values",
    "dataclass_type": "keys and values",
    "finite_number": "a finite number",
    "string_pattern_mismatch": "letters, digits, dots, dashes and underscores",
}
_FIXED = {
    "missing": "missing",
    "too_short": "expected at least one, got none",
    "unexpected_positional_argument": "one argument too many",
}
_WRONG_ARGUMENT = "wrong_argument"
UNKNOWN_KEY = ("extra_forbidden", "unexpected_keyword_argument", _WRONG_ARGUMENT)
# Pydantic's words on an attribute without a type, of a class or of its base.
_WITHOUT_TYPE = re.compile(r"(?:attribute was detected: `|^Field ')(\w+)(?: = |' defined)")
_BOUNDS = {
    "greater_than": ("more than", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than": ("less than", "lt"),
    "less_than_equal": ("at most", "le"),
}


def wrong_argument(key: str | int, why: str) -> PydanticCustomError:
    """Return an error for a validator: the ``key`` of a value, or its item, is wrong."""
    return PydanticCustomError(_WRONG_ARGUMENT, "{why}", {"key": key, "why": why})


def explain(
    error: Any, annotation: Any, prefix: str | None = "", others: Sequence[str] = ()
) -> str:
    """Return an error of pydantic, in a value of type ``annotation``, in plain words.

    A key that it suggests has the ``prefix``, which is None in Python, or is one of the ``others``.
    """
    kind, got, context = error["type"], error["input"], error.get("ctx", {})
    if kind == "int_type" and isinstance(got, float) and abs(got) >= 2**63:
        return f"must be from -2^63 to 2^63 - 1, got {got:g}"
    if kind in _EXPECTED:
        return f"expected {_EXPECTED[kind]}, got {describe(got)}"
    if kind in _BOUNDS:
        words, key = _BOUNDS[kind]
        bound = int(context[key]) if context[key] == int(context[key]) else context[key]
        return f"must be {words} {bound:,}, got {got:,}"
    if kind in _FIXED:
        return _FIXED[kind]
    if "why" in context or kind == "value_error":  # of a validator of ours
        return str(context.get("why", context.get("error")))
    if kind in UNKNOWN_KEY:
        known = [*others, *_keys(annotation, error["loc"][:-1])]
        near = _find_key(error, annotation, prefix, known)
        hint = f"did you mean {near}?" if near else f"the keys are {', '.join(known)}"
        return f"no such key; {hint}"
    if kind in ("literal_error", "union_tag_invalid"):
        return _no_such_word(context.get("tag", got), context)
    if kind == "union_tag_not_found":
        kinds = get_args(_bare(reduce(_step, error["loc"], annotation)))
        known = [tag for kind in kinds for tag in _tags_of(kind) if ":" not in tag]
        if isinstance(got, dict):
            return f"use: missing; it is one of {', '.join(known)}, or package.module:Name"
        return f"expected keys and values, such as {{use: {known[0]}}}, got {describe(got)}"
    return f"{error['msg'][0].lower()}{error['msg'][1:]}, got {describe(got)}"


def _find_key(error: Any, annotation: Any, prefix: str | None, known: Sequence[str]) -> str:
    """Return the setting that was meant by an unknown key: of a part, or a near one; or ""."""
    *path, key = map(str, error["loc"])
    part, in_python = reduce(_step, path, annotation), prefix is None
    if near := find_nested(part, key, error["input"], in_python) or nearest(key, known):
        return f"{prefix or ''}{near}"
    # Perhaps a key of the part with another ``use``.
    whole = reduce(_step, path[:-2], annotation)
    other = find_nested(whole, key, error["input"], in_python)
    return other if other.startswith(tuple(path[-2:])) else ""


def _no_such_word(word: Any, context: Mapping[str, str]) -> str:
    known = re.findall(r"'([^']*)'", context.get("expected") or context["expected_tags"])
    known = [word for word in known if word != "plugin"]
    if not isinstance(word, str):
        return f"expected one of {', '.join(known)}, got {describe(word)}"
    return f"{word!r} is not one of {', '.join(known)}{did_you_mean(word, known)}"


def to_python(value: Any) -> Any:
    """Return a value with Python's numbers in place of those of NumPy, at every depth."""
    if isinstance(value, Real) and hasattr(value, "item"):
        return value.item()
    if type(value) is dict:
        return {key: to_python(inner) for key, inner in value.items()}
    return type(value)(map(to_python, value)) if type(value) in (list, tuple) else value


def describe(value: Any) -> str:
    """Return a value in the words of its writer."""
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f"the text {value!r}" if len(value) < 40 else f"the text {value[:36] + '...'!r}"
    if isinstance(value, list | dict):
        items = "a list" if value else "an empty list"
        return items if isinstance(value, list) else "keys and values"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if isinstance(value, FunctionType):
        return f"the function {value.__name__}"
    return f"{value}" if isinstance(value, Real) else f"{value!r:.60}"


def path_of(error: Any, value: Any) -> tuple[str | int, ...]:
    """Return the path of an error of pydantic in ``value``, without tags between keys."""
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
    if error["type"] == _WRONG_ARGUMENT:
        path.append(error["ctx"]["key"])
    return tuple(path)


class ExplainedValue(type):
    """The metaclass of classes that refuse wrong arguments by a ``UserError``."""

    if not TYPE_CHECKING:  # a type checker takes the fields for the arguments

        def __call__(cls, *arguments: Any, **keywords: Any) -> Any:
            if arguments and issubclass(cls, BaseModel):
                known = _keys(cls, ())
                such = f"such as {known[0]}=..." if known else "and there are none"
                raise UserError(f"{cls.__name__}: parameters are given by name, {such}")
            arguments, keywords = to_python(arguments), to_python(keywords)
            try:
                return super().__call__(*arguments, **keywords)
            except PydanticUserError as error:
                raise UserError(f"{cls.__name__}: {error.message.splitlines()[0]}") from None
            except (AttributeError, TypeError) as error:
                code = getattr(vars(cls).get("__init__"), "__code__", None)
                if code is None or not issubclass(cls, BaseModel):
                    raise
                place = f"{Path(code.co_filename).name}, line {code.co_firstlineno}"
                raise UserError(f"{place}: {error}; write no __init__()") from None
            except ValidationError as error:
                placed = [name for name, field in _fields(cls).items() if not field.kw_only]
                values = dict(zip(placed, arguments, strict=False)) | keywords
                lines = [
                    _describe_error(one, cls, values, placed)
                    for one in error.errors(include_url=False)
                ]
                raise UserError("\n".join(lines)) from None


if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass as ExplainedModel
else:

    class ExplainedModel(ExplainedValue, type(BaseModel)):
        """The same for models; within others they are checked and explained with the whole."""

        def __new__(mcs, name, bases, namespace, **keywords):
            try:
                with warnings.catch_warnings():  # such a field is refused by ``Strict``
                    warnings.filterwarnings("ignore", 'Field name "[^"]*".* shadows')
                    return super().__new__(mcs, name, bases, namespace, **keywords)
            except PydanticUserError as error:
                why = f"{name}: {error.message.splitlines()[0]}"
                if found := _WITHOUT_TYPE.search(error.message):
                    why = _ask_for_type(name, found[1], namespace)
                raise UserError(why) from None


def _ask_for_type(kind: str, name: str, namespace: Mapping[str, Any]) -> str:
    """Return the message for the attribute ``name`` of the class that is being defined."""
    value, (_, file, first, *_) = namespace[name], stack(0)[2]
    shown = repr(value) if isinstance(value, int | float | str) else "..."
    lines = enumerate(linecache.getlines(file)[first:], first + 1)
    found = (number for number, line in lines if re.match(rf"\s+{name}\s*=", line))
    number = next(found, None)
    place = f"{Path(file).name}, line {number}" if number else kind
    remedy = f"write `{name}: {type(value).__name__} = {shown}`"
    if "cost" in namespace and (isinstance(value, list | tuple) or hasattr(value, "dtype")):
        remedy = "return it from data(), as np.array([...])"
    return f"{place}: {name} has no type; {remedy}"


class Strict(BaseModel, metaclass=ExplainedModel):
    """A frozen value that is strict about names, types and numbers."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, allow_inf_nan=False, defer_build=True
    )

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        """Yield the parameters that differ from their defaults."""
        for name, value in super().__repr_args__():
            field = type(self).model_fields.get(name or "")
            if field is None or field.is_required() or value != _default(field):
                yield name, value

    def __str__(self) -> str:
        return repr(self)

    if not TYPE_CHECKING:  # a type checker knows that the value is frozen

        def __setattr__(self, name, value):
            try:
                super().__setattr__(name, value)
            except ValidationError:
                remedy = f"keep {name} in a local variable; a parameter is a field of the class"
                raise AttributeError(f"{type(self).__name__} is frozen: {remedy}") from None

    @model_validator(mode="before")
    @classmethod
    def _read_name(cls, value: Any) -> Any:
        # A part may be given by its name alone: ``linear`` is {use: linear}.
        return {"use": value} if isinstance(value, str) and "use" in cls.model_fields else value

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        for name in cls.model_fields:
            member = getattr(cls, name, None)
            if hasattr(cls, name) and not callable(member):  # the field would be ignored
                is_property = isinstance(member, property)
                form = "a property" if is_property else f"`{name} = ...` without a type"
                raise UserError(
                    f"{cls.__name__}.{name}: a member of the base class, not a field, has this"
                    f" name; write {form}, or choose another name"
                )
        # Pydantic makes a signature with the first value, too late for an editor.
        keys = cls.model_fields.items()
        cls.__signature__ = Signature(
            [Parameter(name, Parameter.KEYWORD_ONLY, default=_default(key)) for name, key in keys]
        )


def use_of_part(value: Any, default: str | None = None) -> Any:
    """Return the ``use`` of a part that is given as a name, as keys or as a model."""
    if isinstance(value, dict):
        return value.get("use", default)
    return value if isinstance(value, str) else getattr(value, "use", None)


def _default(field: FieldInfo) -> Any:
    return Parameter.empty if field.is_required() else field.get_default(call_default_factory=True)


def _describe_error(error: Any, kind: type, values: dict[str, Any], known: Sequence[str]) -> str:
    first, *rest = error["loc"] or ("",)
    if isinstance(first, int) and first < len(known):  # by its place
        error = {**error, "loc": (known[first], *rest)}
    path = ".".join(map(str, path_of(error, values)))
    return f"{kind.__name__}: {path + ': ' if path else ''}{explain(error, kind, prefix=None)}"


def _keys(annotation: Any, path: Sequence[str | int]) -> list[str]:
    """Return the keys of the mapping at ``path``, which includes tags, in a value of this type."""
    fields = _fields(_bare(reduce(_step, path, annotation)))
    return [field.alias or name for name, field in fields.items()]


def find_nested(annotation: Any, key: str, value: Any, in_python: bool = True) -> str:
    """Return the setting of a ``key`` of a part, as in a config or Python; "" if no part has it."""
    for name, field in _fields(_bare(annotation)).items():
        for kind in get_args(_bare(field.annotation)):
            if key in _fields(_bare(kind)) and (tags := _tags_of(kind)):
                use = {} if isinstance(_default(field), _bare(kind)) else {"use": tags[0]}
                if in_python:
                    return f"{name}={use | {key: value}}"
                return "".join(f"{name}.use={tag} with " for tag in use.values()) + f"{name}.{key}"
    return ""


def _step(annotation: Any, part: str | int) -> Any:
    annotation = _bare(annotation)
    if get_origin(annotation) in (Union, UnionType):
        return next((kind for kind in get_args(annotation) if part in _tags_of(kind)), None)
    if get_origin(annotation) in (dict, list):
        return get_args(annotation)[-1]
    fields = _fields(annotation)
    return fields[part].annotation if part in fields else annotation  # the tag of a lone choice


def _tags_of(kind: Any) -> list[str]:
    """Return the tags that select ``kind`` in a union: a mark, or the words of its ``use``."""
    marks = [mark.tag for mark in getattr(kind, "__metadata__", ()) if isinstance(mark, Tag)]
    use = _fields(_bare(kind)).get("use")
    return marks or ([] if use is None else [str(tag) for tag in get_args(use.annotation)])


def _bare(annotation: Any) -> Any:
    """Return an annotation without ``Annotated`` and without ``None``."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) in (Union, UnionType):
        kinds = [kind for kind in get_args(annotation) if kind is not type(None)]
        return _bare(kinds[0]) if len(kinds) == 1 else annotation
    return annotation


def _fields(kind: Any) -> Any:
    return getattr(kind, "model_fields", None) or getattr(kind, "__pydantic_fields__", {})
