"""Programs from outside: real processes, refereed."""

import sys
from pathlib import Path

from metaqueens import Budget, Program, Queens, solve

SOLUTION = "[0, 4, 7, 5, 2, 6, 1, 3]"
DIAGONAL = "[0, 1, 2, 3, 4, 5, 6, 7]"
# A search in a dozen lines: random boards, each improvement written, until one is a solution.
RANDOM = """\
#!/usr/bin/env python3
import random, sys
n, seed = map(int, sys.argv[1:3])
random.seed(seed)
best, queens, count = n * n, list(range(n)), 0
while best:
    random.shuffle(queens)
    count += 1
    pairs = 2 * n - len({r + c for c, r in enumerate(queens)}) - len(
        {r - c for c, r in enumerate(queens)})
    if pairs < best:
        best = pairs
        print('{"queens": %s, "evaluations": %d}' % (queens, count), flush=True)
print("searched", n, seed, file=sys.stderr)
"""


def shell(script: str, **settings) -> Program:
    """A program that is a line of shell."""
    return Program(command=["sh", "-c", script, "sh", "{n}", "{seed}"], **settings)


def python(code: str, **settings) -> Program:
    """A program that is some Python."""
    return Program(command=[sys.executable, "-S", "-c", code, "{n}", "{seed}"], **settings)


def solved_by(program: Program, seconds: float = 600, n: int = 8, seed: int = 1, **rules):
    """The result; the clock is there and far away."""
    return solve(Queens(n, **rules), program, Budget(seconds=float(seconds)), seed)


def written(folder: Path, name: str, text: str, mode: int = 0o755) -> Path:
    """A file in ``folder``, which can be executed."""
    path = folder / name
    path.write_text(text)
    path.chmod(mode)
    return path
