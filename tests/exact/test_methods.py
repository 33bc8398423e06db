import pytest

from metaqueens.exact import methods
from metaqueens.exact.effort import Effort
from metaqueens.queens.problem import Queens

from . import oracle


@pytest.mark.parametrize("name", methods.METHODS)
@pytest.mark.parametrize("n", range(1, 9))
def test_all_methods_find_the_same_boards(name, n):
    boards = methods.boards(name, Queens(n), Effort())
    assert sorted(tuple(map(int, board)) for board in boards) == oracle.solutions(n)
