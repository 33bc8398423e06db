import json
from itertools import pairwise

import pytest

from metaqueens.exact.counting import Count, count
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


def test_an_interrupted_count_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "deeper" / "count.json"
    counts = count(Queens(13))
    for _ in range(4):
        now = next(counts)
    counts.close()
    assert 0 < now.done < now.total
    now.save(path)
    since = Count.load(path, Queens(13))
    assert since == now
    rest = list(count(Queens(13), since=since))
    assert rest[0].done == now.done
    assert rest[-1][:5] == last(count(Queens(13)))[:5]
    assert rest[-1].seconds > now.seconds


def test_without_a_file_it_begins_afresh(tmp_path):
    assert Count.load(tmp_path / "none.json", Queens(9)) == Count(9)


NO_COUNT = r"count\.json: not a count that was interrupted"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *((text, NO_COUNT) for text in ("", "[]", "{}", '{"n": 8, "what": 1}', "no json")),
        (json.dumps(Count(9)._asdict()), "expected a count of n = 8, got one of n = 9"),
    ],
)
def test_a_file_that_holds_something_else_is_named(tmp_path, text, said):
    path = tmp_path / "count.json"
    path.write_text(text)
    with pytest.raises(UserError, match=said):
        Count.load(path, Queens(8))
