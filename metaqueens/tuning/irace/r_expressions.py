"""Expressions over parameters, as R writes them."""

import ast
import json
from collections.abc import Collection, Mapping
from typing import Any

from metaqueens.config.tuning.forbidden import Expression, constant, name_of

_SIGNS: dict[type[ast.AST], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.And: "&",
    ast.Or: "|",
    ast.Not: "!",
    ast.USub: "-",
}


def in_r(expression: Expression, names: Collection[str], values: Mapping[str, Any]) -> str:
    """``expression`` in R; what is not one of ``names`` stands there as its value."""
    return _in_r(expression.tree, names, values)


def quoted(value: Any) -> str:
    """A choice as irace knows it: always a text."""
    return json.dumps(value if isinstance(value, str) else json.dumps(value))


def _in_r(node: ast.expr, names: Collection[str], values: Mapping[str, Any]) -> str:
    known, name = constant(node), name_of(node)
    if known:
        return _literal(known[0])
    if name:
        return name if name in names else _literal(values.get(name))
    if isinstance(node, ast.Compare):
        sides = [_in_r(side, names, values) for side in (node.left, *node.comparators)]
        pairs = zip(sides, node.ops, sides[1:], strict=False)
        return " & ".join(f"({left} {_SIGNS[type(op)]} {right})" for left, op, right in pairs)
    if isinstance(node, ast.BoolOp):
        parts = [f"({_in_r(part, names, values)})" for part in node.values]
        return f" {_SIGNS[type(node.op)]} ".join(parts)
    if isinstance(node, ast.UnaryOp):
        return f"{_SIGNS[type(node.op)]}({_in_r(node.operand, names, values)})"
    assert isinstance(node, ast.BinOp)
    left, right = _in_r(node.left, names, values), _in_r(node.right, names, values)
    return f"({left} {_SIGNS[type(node.op)]} {right})"


def _literal(value: Any) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return repr(value)
    return quoted(value)
