from itertools import pairwise

import pytest

from metaqueens.exact.counting import COUNTS_UP_TO, count
from metaqueens.problem.queens import Queens
from metaqueens.text.errors import UserError

from . import oracle


def last(counts):
    *_, end = counts
    return end


@pytest.mark.parametrize("n", range(1, 16))
def test_it_counts_all_solutions_and_the_orbits(n):
    end = last(count(Queens(n)))
    assert end.finished
    assert (end.solutions, end.fundamental) == (oracle.SOLUTIONS[n], oracle.FUNDAMENTAL[n])


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_workers_change_nothing(workers):
    assert last(count(Queens(12), workers=workers))[:5] == last(count(Queens(12)))[:5]


def test_progress_never_goes_back_and_ends_at_the_total():
    counts = list(count(Queens(13)))
    assert counts[0].done == 0
    for before, after in pairwise(counts):
        assert before.done < after.done
        assert before.solutions <= after.solutions
        assert not before.finished
        assert before.fundamental is None
    assert counts[-1].done == counts[-1].total


@pytest.mark.parametrize("n", [COUNTS_UP_TO + 1, 63])
def test_other_sizes_are_refused(n):
    with pytest.raises(UserError, match=f"1 to {COUNTS_UP_TO} queens, got {n}"):
        next(count(Queens(n)))
