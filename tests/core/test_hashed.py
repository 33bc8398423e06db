"""What kernels take from other files is hashed for their cache, so that no edit leaves old code."""

import ast

from metaqueens.core import folders

MARKS = {"kernel", "outline", "inline"}


def names_in_kernels(tree):
    """Return every name that the bodies of a file's kernels use."""
    return {
        name.id
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        and {one.id for one in function.decorator_list if isinstance(one, ast.Name)} & MARKS
        for statement in function.body
        for name in ast.walk(statement)
        if isinstance(name, ast.Name)
    }


def test_kernels_use_nothing_of_files_that_are_not_hashed():
    package = folders._PACKAGE
    core, layers = package / "core", [set(package.glob(one)) for one in folders._KERNEL_LAYERS]
    hashed = {
        path.relative_to(package.parent).with_suffix("").as_posix().removesuffix("/__init__")
        for path in set().union(*layers)
        if b"core.jit import" in path.read_bytes() or path.parent == core
    }
    found = []
    for path in package.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        used = names_in_kernels(tree)
        homes = {
            one.asname or one.name: (node.module or "").replace(".", "/")
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("metaqueens")
            for one in node.names
        }
        found += [(path, name) for name in used & homes.keys() if homes[name] not in hashed]
    assert found == []
