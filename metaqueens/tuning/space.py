"""The parameter space of a tuning: conditional parameters, and which settings are allowed.

What is forbidden are expressions over parameters, such as ``elites >= population``: they are never
run as code.
"""

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from pydantic import ValidationError

from metaqueens.config.file import Dimension
from metaqueens.config.strict_yaml import put
from metaqueens.problem.queens import Queens
from metaqueens.search.parameters import Parameters, space_for
from metaqueens.text.errors import UserError
from metaqueens.text.validation import UNKNOWN_KEY, path_of

Settings = Mapping[str, Any]
LONGEST = 500
_OPERATORS: dict[type[ast.AST], Any] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.And: all,
    ast.Or: any,
    ast.Not: operator.not_,
    ast.USub: operator.neg,
}
_NODES = (ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Compare, ast.Name, ast.Load, *_OPERATORS)
_WORDS = {"null": None, "true": True, "false": False}
_GRAMMAR = "comparisons, and, or, not, + - * /, names, numbers and quoted words"


class Expression(NamedTuple):
    """An expression: its text, the dotted names in it, and its syntax tree."""

    text: str
    names: list[str]
    tree: ast.expr

    def holds(self, values: Settings) -> bool:
        """Whether it is true of ``values``, by dotted name; not where one of its names has none."""
        return _holds(self.tree, {**values, **_WORDS})


@dataclass(frozen=True)
class ParameterSpace:
    """The tunable parameters of one algorithm; a setting is a value for each that is active.

    Parameters
    ----------
    base
        All parameters of the default setting, as plain values.
    dimensions
        By dotted key, those that decide about others before these.
    conditions
        Key to the keys and values of which one each must be there for it to be asked.
    """

    kind: type[Parameters]
    base: Mapping[str, Any]
    dimensions: Mapping[str, Dimension]
    conditions: Mapping[str, Mapping[str, Sequence[Any]]]
    forbidden: tuple[Expression, ...]

    @property
    def default(self) -> dict[str, Any]:
        """What the default setting has for each key, in the space or not."""
        values = flat(self.base)
        return {key: values[key] for key in self.dimensions if key in values}

    def is_active(self, key: str, settings: Settings) -> bool:
        """Whether ``key`` is asked where the keys before it have these ``settings``."""
        return all(
            parent in settings and settings[parent] in values
            for parent, values in self.conditions.get(key, {}).items()
        )

    def setting(self, choose: Callable[[str, Dimension], Any]) -> dict[str, Any]:
        """Return the setting with a value that is chosen for each parameter that is asked."""
        settings: dict[str, Any] = {}
        for key, dimension in self.dimensions.items():
            if self.is_active(key, settings):
                settings[key] = choose(key, dimension)
        return settings

    def build(self, settings: Settings) -> Parameters:
        """Return the algorithm so set. Raises ``ValueError`` for parts that do not fit together."""
        return self.kind.model_validate(place(self.kind, self.base, settings))

    def objection(self, settings: Settings, problems: Sequence[Queens]) -> str | None:
        """Return why these settings are not to be tried; None where they may be."""
        try:
            algorithm = self.build(settings)
            for problem in problems:
                space_for(algorithm, problem)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            return str(first.get("ctx", {}).get("error", first["msg"]))
        except ValueError as error:
            return str(error)
        except Exception as error:  # code from outside may raise what it likes
            return f"{type(error).__name__}: {error}"
        values = flat(algorithm.model_dump(mode="json"))
        return next((one.text for one in self.forbidden if one.holds(values)), None)


def contains(dimension: Dimension, value: Any) -> bool:
    """Whether ``value`` can be chosen."""
    if dimension.choice is not None:
        return any(value == one and type(value) is type(one) for one in dimension.choice)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    low, high = dimension.ends
    return low <= value <= high and (dimension.whole is None or isinstance(value, int))


def place(kind: type[Parameters], base: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """Return ``base`` with ``settings``, without what a newly chosen variant does not have."""
    value = deepcopy(dict(base))
    for key in sorted(settings, key=lambda key: (key.count("."), not key.endswith(".use"))):
        put(value, tuple(key.split(".")), deepcopy(settings[key]))
    for error in _errors_of(kind, value):
        path = path_of(error, value)
        ours = [".".join(map(str, path[:k])) in settings for k in range(1, len(path) + 1)]
        if error["type"] in UNKNOWN_KEY and not any(ours):
            inner: Any = value
            for part in path[:-1]:
                inner = inner[part]
            inner.pop(path[-1], None)
    return value


def trouble(
    kind: type[Parameters], base: Mapping[str, Any], settings: Settings, key: str
) -> Any | None:
    """Return the error of pydantic that setting ``key`` makes at it or around it, if any.

    What is wrong with a combination as a whole is no error of one key.
    """
    path = tuple(key.split("."))
    value = place(kind, base, settings)
    for error in _errors_of(kind, value):
        at = path_of(error, value)
        if at and (at == path[: len(at)] or path == at[: len(path)]):
            return error
    return None


def _errors_of(kind: type[Parameters], value: Mapping[str, Any]) -> list[Any]:
    try:
        kind.model_validate(value)
    except ValidationError as error:
        return list(error.errors(include_url=False))
    return []


def flat(value: Any, before: str = "") -> dict[str, Any]:
    """Return nested values by dotted key; those of a part are there beside the part."""
    found = {}
    for key, one in value.items():
        found[before + key] = one
        if isinstance(one, Mapping):
            found |= flat(one, f"{before}{key}.")
    return found


def expression(text: str) -> Expression:
    """Read an expression. Raises ``UserError`` with what is not of the grammar."""
    if len(text) > LONGEST:
        raise UserError(f"more than {LONGEST} characters")
    try:
        tree = _Dotted().visit(ast.parse(text.strip(), mode="eval").body)
        if not all(map(_is_allowed, ast.walk(tree))):
            raise ValueError
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise UserError(f"expected {_GRAMMAR}, got {text!r}") from None
    if not isinstance(tree, ast.Compare | ast.BoolOp | ast.UnaryOp):
        raise UserError(f"expected a comparison, such as elites >= population, got {text!r}")
    names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return Expression(text, [one for one in dict.fromkeys(names) if one not in _WORDS], tree)


def _is_allowed(node: ast.AST) -> bool:
    plain = isinstance(node, ast.Constant) and isinstance(node.value, str | int | float | None)
    return plain or isinstance(node, _NODES)


class _Dotted(ast.NodeTransformer):
    """A pass that makes one name of each that has dots."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        value = self.visit(node.value)
        return ast.Name(f"{value.id}.{node.attr}") if isinstance(value, ast.Name) else node


def _holds(node: ast.expr, values: Settings) -> bool:
    """Whether ``node`` is true; not where a name in it has no value, or a number is none."""
    try:
        return bool(_value(node, values))
    except (LookupError, TypeError, ArithmeticError):
        return False


def _value(node: ast.expr, values: Settings) -> Any:
    match node:
        case ast.Constant(value):
            return value
        case ast.Name(name):
            return values[name]
        case ast.BoolOp(op, parts):
            return _OPERATORS[type(op)](_holds(part, values) for part in parts)
        case ast.UnaryOp(ast.Not(), part):
            return not _value(part, values)
        case ast.UnaryOp(op, part):
            return _OPERATORS[type(op)](_number(part, values))
        case ast.BinOp(left, op, right):
            return _OPERATORS[type(op)](_number(left, values), _number(right, values))
        case ast.Compare(left, ops, others):
            sides = pairwise(_value(side, values) for side in (left, *others))
            compared = zip(ops, sides, strict=True)
            return all(_OPERATORS[type(op)](*pair) for op, pair in compared)
    raise TypeError(node)


def _number(node: ast.expr, values: Settings) -> int | float:
    value = _value(node, values)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(value)
    return value
