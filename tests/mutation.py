"""Do the tests notice a change of the code? One small change at a time, in a process of its own.

    NUMBA_DISABLE_JIT=1 python -m tests.mutation statistics [MUTANTS] [SEED]

Prints each change that no test noticed and that ``mutation.md`` does not list with its reason.
Needs ``os.fork``. Kernels run without the compiler.
"""

import ast
import copy
import importlib
import os
import random
import re
import resource
import sys
import time
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from tests.mutated import GROUPS

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "metaqueens"
Calls = list[list[str]]


class Mutable(NamedTuple):
    """A place in a file where something may be changed, and the calls of pytest that are to see."""

    path: Path
    source: str
    place: int
    tests: Calls


# A listed change: `file`: `before -> after`.
KNOWN = re.compile(r"^\* `(\S+)`: `(.+)`$", re.MULTILINE)
# Imported once, before the processes part: nothing of ours.
HEAVY = (
    "pytest", "hypothesis", "numpy", "scipy.stats", "pandas", "pydantic", "selenium", "numba",
    "scikit_posthocs", "baycomp", "deap.tools",
)  # fmt: skip
SECONDS = 100  # of the processor: a change may loop for ever
# Of a zip of equally long ones, of a cache, of a value that nobody changes: nothing else comes out.
IDLE = ("strict", "maxsize", "frozen")
SWAPS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.BitXor: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn,
    ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And, ast.USub: ast.UAdd, ast.Not: ast.UAdd,
}  # fmt: skip


def places(source: str) -> Iterator[int]:
    """Where in ``source`` there is something to change that a test could notice."""
    nodes = list(ast.walk(ast.parse(source)))
    idle = [node.value for node in nodes if isinstance(node, ast.keyword) and node.arg in IDLE]
    idle += [
        node
        for node in nodes
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
    ]
    for place, node in enumerate(nodes):
        changes = isinstance(node, ast.expr | ast.stmt) and changed(copy.copy(node))
        if changes and not any(node is one for one in idle):
            yield place


def mutant(source: str, place: int) -> tuple[int, str, str]:
    """The line, the change in words and the whole ``source``, changed at one place."""
    tree = ast.parse(source)
    before = ast.unparse(tree).splitlines()
    node = list(ast.walk(tree))[place]
    changed(node)
    after = ast.unparse(ast.fix_missing_locations(tree))
    pairs = zip(before, after.splitlines(), strict=True)
    said = next(between(one.strip(), other.strip()) for one, other in pairs if one != other)
    return node.lineno, said, after


def between(before: str, after: str) -> str:
    """The change of a line, from a few words before it on."""
    alike = zip(before, after, strict=False)
    differs = next((at for at, (one, other) in enumerate(alike) if one != other), 0)
    shown = slice(max(0, differs - 50), differs + 30)
    return f"{before[shown].strip()} -> {after[shown].strip()}"


def changed(node: ast.AST) -> bool:
    """Whether there is something to change in ``node`` itself, which then is."""
    for name in ("op", "ops"):
        old = getattr(node, name, None)
        old = old[0] if isinstance(old, list) else old
        if type(old) in SWAPS:
            new = SWAPS[type(old)]()
            setattr(node, name, [new, *node.ops[1:]] if name == "ops" else new)
            return True
    number = isinstance(node, ast.Constant) and type(node.value) in (int, float, bool)
    if number and node.value + 1 != node.value:  # not so beyond 2^53
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1
        return True
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        node.test = ast.UnaryOp(ast.Not(), node.test)
        return True
    return False


def is_noticed(path: Path, source: str, tests: Calls) -> bool:
    """Whether a test fails, or does not end, where ``path`` holds ``source``."""
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        usual = SourceFileLoader.get_code

        def get_code(loader: SourceFileLoader, name: str) -> object:
            mine = loader.path == str(path)
            return compile(source, loader.path, "exec") if mine else usual(loader, name)

        SourceFileLoader.get_code = get_code
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        import pytest
        from hypothesis import Phase, settings

        # That a test fails is enough: no smaller example is looked for.
        settings.register_profile(
            "mutation", deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate)
        )
        fine = ("ignore:overflow encountered:RuntimeWarning", "ignore:Module already imported")
        options = ["-n0", "-xq", "-pno:cacheprovider", "--hypothesis-profile=mutation"]
        options += [f"-W{one}" for one in fine]
        os._exit(any(pytest.main([*options, *call]) for call in tests))
    return os.waitpid(child, 0)[1] != 0


def calls(path: Path, tests: tuple[str, ...]) -> Calls:
    """What pytest is called with for ``path``: tests that are named as it is, or its folder, first.

    Most changes need no others.
    """
    found = []
    for words in map(str.split, tests):
        options = [word for word in words if not word.partition("::")[0].endswith(".py")]
        files = [word for word in words if word not in options]
        names = (f"test_{path.stem}.py", f"test_{path.parent.name}.py")
        nearest = [one for one in files if Path(one).name in names]
        for some in (nearest, [one for one in files if one not in nearest]):
            found.append([*(str(ROOT / "tests" / one) for one in some), *options] if some else [])
    return [call for call in found if call]


def candidates(group: str) -> list[Mutable]:
    """Everything in a group that may be changed; each file is read once, and may change later."""
    found = []
    for patterns, *tests in GROUPS[group]:
        for path in [path for one in patterns.split() for path in sorted(PACKAGE.glob(one))]:
            source, needed = path.read_text(encoding="utf-8"), calls(path, tuple(tests))
            found += [Mutable(path, source, place, needed) for place in places(source)]
    return found


def main(group: str, count: int = 150, seed: int = 1) -> None:
    listed = set(KNOWN.findall((ROOT / "tests/mutation.md").read_text(encoding="utf-8")))
    for name in HEAVY:
        importlib.import_module(name)
    every = candidates(group)
    chosen = random.Random(seed).sample(every, min(count, len(every)))
    for one in {frozenset(chain(*one.tests)): one for one in chosen}.values():
        if is_noticed(one.path, one.source, one.tests):
            sys.exit(f"the tests of {one.path} fail without any change")
    began, noticed, known = time.monotonic(), 0, 0
    for done, (path, whole, place, tests) in enumerate(chosen, 1):
        line, said, source = mutant(whole, place)
        name = path.relative_to(PACKAGE).as_posix()
        if is_noticed(path, source, tests):
            noticed += 1
        elif (name, said) in listed:
            known += 1
        else:
            print(f"* `{name}`: `{said}` in line {line}", flush=True)
        print(f"{noticed} of {done}, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    print(
        f"{group}: {noticed} of {len(chosen)} noticed ({noticed / len(chosen):.0%}), {known} of the"
        f" others are listed; {len(every)} possible, seed {seed}"
    )


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
