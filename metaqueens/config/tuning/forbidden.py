"""Expressions over parameters, such as ``elites >= population``: never run as code."""

import ast
import operator
from collections.abc import Mapping
from typing import Any, NamedTuple

from metaqueens.text.errors import UserError

LONGEST = 500
_COMPARISONS: dict[type[ast.cmpop], Any] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ARITHMETIC: dict[type[ast.operator], Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_WORDS = {"null": None, "true": True, "false": False}
_GRAMMAR = "comparisons, and, or, not, + - * /, names, numbers and quoted words"


class Expression(NamedTuple):
    """An expression whose every part is of the grammar."""

    text: str
    tree: ast.expr

    @property
    def names(self) -> list[str]:
        """The dotted names in it."""
        return list(dict.fromkeys(_names(self.tree)))

    def holds(self, values: Mapping[str, Any]) -> bool:
        """Whether it is true of ``values``, by dotted name; not where one of its names has none."""
        try:
            return bool(_value(self.tree, values))
        except (LookupError, TypeError, ArithmeticError):
            return False


def parse(text: str) -> Expression:
    """Read an expression. Raises ``UserError`` with what is not of the grammar."""
    if len(text) > LONGEST:
        raise UserError(f"more than {LONGEST} characters")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        _require_grammar(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        if isinstance(error, UserError):
            raise
        raise UserError(f"expected {_GRAMMAR}, got {text!r}") from None
    if not isinstance(tree, ast.Compare | ast.BoolOp | ast.UnaryOp):
        raise UserError(f"expected a comparison, such as elites >= population, got {text!r}")
    return Expression(text, tree)


def name_of(node: ast.AST) -> str | None:
    """The dotted name that ``node`` is, if it is one."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = name_of(node.value)
        return f"{before}.{node.attr}" if before else None
    return None


def parts(node: ast.expr) -> list[ast.expr]:
    """The expressions right below ``node``."""
    return [one for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr)]


def constant(node: ast.expr) -> tuple[Any] | None:
    """The constant that ``node`` is, in a tuple of one, as it may be None."""
    if isinstance(node, ast.Constant):
        return (node.value,)
    if isinstance(node, ast.Name) and node.id in _WORDS:
        return (_WORDS[node.id],)
    return None


def _require_grammar(node: ast.expr) -> None:
    known = constant(node)
    if known and (known[0] is None or isinstance(known[0], str | int | float)):
        return
    if not known and name_of(node):
        return
    allowed = (
        isinstance(node, ast.BoolOp)
        or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub))
        or (isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC)
        or (isinstance(node, ast.Compare) and all(type(one) in _COMPARISONS for one in node.ops))
    )
    if not allowed:
        raise UserError(f"expected {_GRAMMAR}, got {ast.unparse(node)!r}")
    for part in parts(node):
        _require_grammar(part)


def _names(node: ast.expr) -> list[str]:
    if constant(node):
        return []
    name = name_of(node)
    return [name] if name else [one for part in parts(node) for one in _names(part)]


def _value(node: ast.expr, values: Mapping[str, Any]) -> Any:
    known, name = constant(node), name_of(node)
    if known:
        return known[0]
    if name:
        return values[name]
    if isinstance(node, ast.BoolOp):
        every = all if isinstance(node.op, ast.And) else any
        return every(_truth(part, values) for part in node.values)
    if isinstance(node, ast.UnaryOp):
        one = _value(node.operand, values)
        return not one if isinstance(node.op, ast.Not) else -_number(one)
    if isinstance(node, ast.BinOp):
        left, right = (_number(_value(side, values)) for side in (node.left, node.right))
        return _ARITHMETIC[type(node.op)](left, right)
    assert isinstance(node, ast.Compare)
    sides = [_value(side, values) for side in (node.left, *node.comparators)]
    return all(
        _COMPARISONS[type(op)](left, right)
        for op, left, right in zip(node.ops, sides, sides[1:], strict=False)
    )


def _truth(node: ast.expr, values: Mapping[str, Any]) -> bool:
    """What ``node`` is worth beside others: where a name has no value it holds not."""
    try:
        return bool(_value(node, values))
    except LookupError:
        return False


def _number(value: Any) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(value)
    return value
