import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from metaqueens.exact.counting import borders, count
from metaqueens.queens.problem import Queens

from . import oracle


def last(counts):
    *_, end = counts
    return end


@pytest.mark.parametrize("n", range(1, 16))
def test_it_counts_all_solutions_and_the_orbits(n):
    end = last(count(Queens(n)))
    assert end.finished
    assert (end.solutions, end.fundamental) == (oracle.SOLUTIONS[n], oracle.FUNDAMENTAL[n])


def place_inside(n):
    """Return the number of queens placed inside one border of each orbit, row by row, by depth.

    The depth is counted from the last open row: 1 is the last queen of a solution.
    """
    placed = Counter()

    def place(queens, rows):
        for column in range(1, n - 1) if rows else ():
            if all(column != c and abs(column - c) != abs(rows[0] - r) for r, c in queens):
                placed[len(rows)] += 1
                place([*queens, (rows[0], column)], rows[1:])

    for top, bottom, left, right in borders(n)[0].tolist():
        queens = [(0, top), (n - 1, bottom), (left, 0), (right, n - 1)]
        place(queens, [row for row in range(1, n - 1) if row not in (left, right)])
    return placed


@pytest.mark.parametrize("n", [2, 5, 8, 9, 10])
def test_nodes_are_the_queens_inside_a_border_but_for_the_last_of_each_solution(n):
    placed = place_inside(n)
    assert last(count(Queens(n))).nodes == placed.total() - placed[1]


def test_the_page_has_the_nodes_of_eight_queens_with_and_without_the_last():
    placed = place_inside(8)
    page = Path(__file__).parents[2] / "docs/how-to/exact.md"
    (numbers,) = re.findall(
        r"(\d+) of 2,057 for 8 queens \((\d+) with the last queens of (\d+) solutions\)",
        " ".join(page.read_text(encoding="utf-8").split()),
    )
    assert [int(number) for number in numbers] == [
        placed.total() - placed[1], placed.total(), placed[1],
    ]  # fmt: skip


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
