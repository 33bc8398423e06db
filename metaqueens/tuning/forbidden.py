"""Expressions over parameters, such as ``elites >= population``: never run as code."""

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from metaqueens.text.errors import UserError

LONGEST = 500
Values = Mapping[str, Any]
# What an expression is worth where the names have these values; LookupError where one has none.
Worth = Callable[[Values], Any]

_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_WORDS = {"null": None, "true": True, "false": False}
_GRAMMAR = "comparisons, and, or, not, + - * /, names, numbers and quoted words"


class Expression(NamedTuple):
    """An expression: its text, the dotted names in it, and how it is evaluated."""

    text: str
    names: list[str]
    worth: Worth

    def holds(self, values: Values) -> bool:
        """Whether it is true of ``values``, by dotted name; not where one of its names has none."""
        try:
            return bool(self.worth(values))
        except (LookupError, TypeError, ArithmeticError):
            return False


def parse(text: str) -> Expression:
    """Read an expression. Raises ``UserError`` with what is not of the grammar."""
    if len(text) > LONGEST:
        raise UserError(f"more than {LONGEST} characters")
    names: dict[str, None] = {}
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        worth = _worth(tree, names)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        if isinstance(error, UserError):
            raise
        raise UserError(f"expected {_GRAMMAR}, got {text!r}") from None
    if not isinstance(tree, ast.Compare | ast.BoolOp | ast.UnaryOp):
        raise UserError(f"expected a comparison, such as elites >= population, got {text!r}")
    return Expression(text, [*names], worth)


def _worth(node: ast.expr, names: dict[str, None]) -> Worth:
    """Return how ``node`` is evaluated, and add its names. Raises ``UserError``."""
    match node:
        case ast.Constant(None | str() | int() | float() as value):
            return lambda values: value
        case ast.Name(word) if word in _WORDS:
            return lambda values: _WORDS[word]
        case ast.Name() | ast.Attribute() if name := _name_of(node):
            names[name] = None
            return lambda values: values[name]
        case ast.BoolOp(op, parts):
            every = all if isinstance(op, ast.And) else any
            sides = [_worth(part, names) for part in parts]
            return lambda values: every(_truth(side, values) for side in sides)
        case ast.UnaryOp(ast.Not(), part):
            negated = _worth(part, names)
            return lambda values: not negated(values)
        case ast.UnaryOp(ast.USub(), part):
            number = _worth(part, names)
            return lambda values: -_number(number(values))
        case ast.BinOp(left, op, right) if type(op) in _ARITHMETIC:
            apply = _ARITHMETIC[type(op)]
            one, other = _worth(left, names), _worth(right, names)
            return lambda values: apply(_number(one(values)), _number(other(values)))
        case ast.Compare(left, ops, others) if all(type(op) in _COMPARISONS for op in ops):
            compare = [_COMPARISONS[type(op)] for op in ops]
            sides = [_worth(side, names) for side in (left, *others)]
            return lambda values: _in_order(compare, [side(values) for side in sides])
    raise UserError(f"expected {_GRAMMAR}, got {ast.unparse(node)!r}")


def _name_of(node: ast.AST) -> str | None:
    """Return the dotted name that ``node`` is, if it is one."""
    if isinstance(node, ast.Name):
        return node.id
    before = _name_of(node.value) if isinstance(node, ast.Attribute) else None
    return f"{before}.{node.attr}" if before and isinstance(node, ast.Attribute) else None


def _in_order(compare: list[Callable[[Any, Any], bool]], sides: list[Any]) -> bool:
    pairs = zip(compare, sides, sides[1:], strict=False)
    return all(holds(left, right) for holds, left, right in pairs)


def _truth(side: Worth, values: Values) -> bool:
    """Whether a part of ``and`` or ``or`` is true; not where a name in it has no value."""
    try:
        return bool(side(values))
    except LookupError:
        return False


def _number(value: Any) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(value)
    return value
