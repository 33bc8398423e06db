"""From Python 3.14 on an annotation is read when it is asked for, among the names of its class."""

import ast
from pathlib import Path

import pytest

import metaqueens

PACKAGE = Path(metaqueens.__file__).parent


def bound(kind):
    """The names that the body of a class gives a value."""
    for each in kind.body:
        match each:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
                yield name
            case ast.Assign(targets=targets):
                yield from (one.id for one in targets if isinstance(one, ast.Name))


def annotations(kind):
    """What the fields and methods of a class are annotated with."""
    for each in kind.body:
        if isinstance(each, ast.AnnAssign):
            yield each.annotation
        elif isinstance(each, ast.FunctionDef):
            named = (one for one in ast.walk(each.args) if isinstance(one, ast.arg))
            yield from (one.annotation for one in named if one.annotation)
            if each.returns:
                yield each.returns


def hidden(source):
    """Names in annotations that mean, from Python 3.14 on, an attribute of the class."""
    for kind in ast.walk(ast.parse(source)):
        if isinstance(kind, ast.ClassDef):
            parts = (part for each in annotations(kind) for part in ast.walk(each))
            named = {part.id for part in parts if isinstance(part, ast.Name)}
            yield from sorted(named & {*bound(kind)})


@pytest.mark.parametrize(
    "body", ["x: rules.Square\n  def rules(self): ...", "rules = 1\n  def f(self, x: rules): ..."]
)
def test_a_hidden_name_is_found(body):
    assert [*hidden(f"class A:\n  {body}")] == ["rules"]


def test_no_attribute_hides_a_name_that_an_annotation_means():
    found = {
        str(path.relative_to(PACKAGE)): names
        for path in PACKAGE.rglob("*.py")
        if (names := [*hidden(path.read_text(encoding="utf-8"))])
    }
    assert found == {}
