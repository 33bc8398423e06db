import os
import subprocess
import sys

import pytest

from metaqueens.exact import methods
from metaqueens.exact.effort import Effort
from metaqueens.problem.queens import Queens

from . import oracle


@pytest.mark.parametrize("name", methods.METHODS)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 6, 7])
def test_all_methods_find_the_same_boards(name, n):
    boards = methods.boards(name, Queens(n), Effort())
    assert sorted(tuple(map(int, board)) for board in boards) == oracle.solutions(n)


@pytest.mark.parametrize("name", methods.METHODS)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 8])
def test_all_methods_find_a_first_board(name, n):
    effort = Effort()
    queens = methods.first(name, Queens(n), effort)
    if n in (2, 3):
        assert queens is None
    else:
        assert oracle.guards(queens.tolist()) == 0
        assert set(effort.counted) <= {"nodes", "attempts", "branches", "failures"}


@pytest.mark.compiled("it looks into the trees of large boards")
@pytest.mark.parametrize("name", methods.METHODS)
def test_more_queens_take_longer(name):
    for seconds in (methods.seconds_for_all, methods.seconds_for_first):
        times = [seconds(name, Queens(n)) for n in (8, 12, 16, 30, 60)]
        assert times == sorted(times)
        assert times[0] < 1
    assert methods.seconds_for_all(name, Queens(100)) == float("inf")


GOLDEN = """
import numpy as np
from metaqueens import Queens
from metaqueens.exact import symmetry
from metaqueens.exact import counting, tree_size
from metaqueens.exact import bitmask as enumeration
from metaqueens.exact.effort import Effort
*_, end = counting.count(Queens(8))
print(end[:5], [tuple(map(int, symmetry.symmetric(n))) for n in range(1, 10)])
effort = Effort()
boards = enumeration.boards(Queens(7), effort, fundamental=True)
print([board.tolist() for board in boards], effort.nodes)
found = tree_size.estimate(Queens(9), 200, np.random.default_rng(5))
print(found.nodes.value, found.solutions.value, found.reached)
"""


def test_compiled_or_not_the_same_integers():
    said = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", GOLDEN], capture_output=True, text=True,
            check=True, env={**os.environ, "NUMBA_DISABLE_JIT": off},
        ).stdout
        for off in "01"
    ]  # fmt: skip
    assert said[0] == said[1]
    assert said[0].count("\n") == 3
