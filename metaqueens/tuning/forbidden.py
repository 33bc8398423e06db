"""Expressions over parameters, such as ``elites >= population``: never run as code."""

import ast
import operator
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from metaqueens.text.errors import UserError

LONGEST = 500
Values = Mapping[str, Any]
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

    def holds(self, values: Values) -> bool:
        """Whether it is true of ``values``, by dotted name; not where one of its names has none."""
        return _holds(self.tree, {**values, **_WORDS})


def parse(text: str) -> Expression:
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


def _holds(node: ast.expr, values: Values) -> bool:
    """Whether ``node`` is true; not where a name in it has no value, or a number is none."""
    try:
        return bool(_value(node, values))
    except (LookupError, TypeError, ArithmeticError):
        return False


def _value(node: ast.expr, values: Values) -> Any:
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


def _number(node: ast.expr, values: Values) -> int | float:
    value = _value(node, values)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(value)
    return value
