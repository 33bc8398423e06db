"""SQL is written in one room: who reads or writes results calls its functions."""

import ast
from pathlib import Path

import metaqueens

PACKAGE = Path(metaqueens.__file__).parent
ROOM = PACKAGE / "experiment/results"


def test_nobody_else_takes_the_connection_of_a_store():
    found = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in PACKAGE.rglob("*.py")
        if ROOM not in path.parents
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("connection", "executescript")
    ]
    assert not found
