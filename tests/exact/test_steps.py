"""The steps of complete searches: those that the searches take, and no others."""

import sys
from itertools import combinations, product

import pytest

from metaqueens.exact import backtracking, bitmask as enumeration
from metaqueens.exact.effort import Effort
from metaqueens.exact.solvers import cp
from metaqueens.exact.steps import backtracking as steps_of, propagation
from metaqueens.films.steps import tree_of
from metaqueens.problem.queens import Queens
from metaqueens.search.standing import EMPTY
from tests.oracle import guards

LOOKING = [backtracking.matrix, backtracking.cartesian, backtracking.iterative]
sizes = pytest.mark.parametrize("n", range(4, 13))


def placed(step) -> tuple[int, ...]:
    return tuple(row for row in step.queens if row != EMPTY)


def struck(step, column) -> set[int]:
    return {row for row in range(len(step.queens)) if step.struck[column] >> row & 1}


@sizes
@pytest.mark.parametrize(
    ("search", "looks", "permuting"),
    [
        *((form, True, False) for form in LOOKING),
        (backtracking.permutation, True, True),
        (enumeration.boards, False, False),
    ],
)
def test_they_are_counted_as_the_search_counts_them(search, looks, permuting, n):
    effort, once = Effort(), {"batch": 1} if search is enumeration.boards else {}
    board = next(search(Queens(n), effort, **once))
    steps = list(steps_of(Queens(n), looks, permuting))
    assert steps[-1].queens == list(board)
    assert steps[-1].effort == {**effort.counted, "dead_ends": sum(bool(one.dead) for one in steps)}


@pytest.mark.parametrize("n", range(4, 8))
def test_the_boards_are_those_of_the_tree_in_its_order(n):
    boards = sorted(
        board
        for size in range(1, n + 1)
        for board in product(range(n), repeat=size)
        if guards(board) == 0
    )
    first = next(k for k, board in enumerate(boards) if len(board) == n)
    steps = steps_of(Queens(n), looks=True)
    shown = [placed(step) for step in steps if step.tried is None and not step.dead]
    assert shown == boards[: first + 1]


def test_without_looks_the_steps_are_the_same_but_for_those_of_attacked_squares():
    steps = [step for step in steps_of(Queens(8), looks=True) if step.tried is None]
    bare = list(steps_of(Queens(8), looks=False))
    assert [(one.said, one.queens) for one in steps] == [(one.said, one.queens) for one in bare]


def test_the_search_by_exchanges_stands_on_these_boards():
    """The textbook's own search, watched from inside: its rows as it counts a node or a try."""
    placing, trying = [], []

    class Watching(Effort):
        def __setattr__(self, name, value):
            super().__setattr__(name, value)
            inside = sys._getframe(1).f_locals
            if value and "column" in inside:
                column, queens = inside["column"], inside["queens"]
                seen = placing if name == "nodes" else trying
                seen.append((*queens[:column], queens[inside["other"]]))

    board = next(backtracking.permutation(Queens(8), Watching()))
    steps = list(steps_of(Queens(8), looks=True, permuting=True))
    assert placing == [placed(step) for step in steps if step.tried is None and not step.dead]
    told = [
        (*placed(step), step.tried[1]) if step.tried else placed(step)
        for step in steps
        if not step.dead
    ]
    assert told == trying
    assert steps[-1].queens == board


@pytest.mark.parametrize("n", [4, 6, 8])
@pytest.mark.parametrize("permuting", [False, True])
def test_the_tree_has_a_node_for_each_that_is_counted(n, permuting):
    steps = list(steps_of(Queens(n), looks=True, permuting=permuting))
    tree, nodes = tree_of(steps)
    assert len(tree["parent"]) == steps[-1].effort["nodes"]
    for step, node in zip(steps, nodes, strict=True):
        way = []
        while node:
            way.append(node)
            node = tree["parent"][node]
        assert len(way) == len(placed(step))
    # Born with its queen; left when its last square is tried, which the solution's never are.
    ends = {number: step for number, step in enumerate(steps, 1) if step.dead}
    left = [number for number in tree["left"] if number is not None]
    assert sum(number is not None for number in tree["dead"]) == steps[-1].effort["dead_ends"]
    assert sorted(left) == sorted(ends)
    solution = len(tree["parent"]) - 1
    assert tree["left"][solution] is None
    assert tree["depth"][solution] == n
    assert all(
        tree["depth"][k] == tree["depth"][tree["parent"][k]] + 1
        for k in range(1, len(tree["depth"]))
    )


@sizes
def test_the_tree_of_the_solver_has_a_node_for_each_branch(n):
    steps = list(propagation(Queens(n), cp.IN_ORDER))
    tree, _ = tree_of(steps)
    assert len(tree["parent"]) == 1 + len(steps)
    children = [0] * len(tree["parent"])
    for above in tree["parent"][1:]:
        children[above] += 1
    assert max(children) <= 2  # a row, or all but that row
    dead = sum("a dead end" in step.said for step in steps)
    leaves = [k for k, count in enumerate(children) if not count]
    assert len(leaves) == dead + 1
    assert sum(tree["left"][k] is not None for k in leaves) == dead


@pytest.mark.parametrize("n", [4, 6, 7])
def test_what_is_struck_out_is_attacked_or_was_tried(n):
    for step in steps_of(Queens(n), looks=True):
        queens = placed(step)
        for column in range(len(queens), n):
            attacked = {
                row
                for row in range(n)
                if any(
                    row == there or abs(row - there) == column - other
                    for other, there in enumerate(queens)
                )
            }
            assert attacked <= struck(step, column)
            if column > len(queens):
                assert attacked == struck(step, column)
        assert not any(struck(step, column) for column in range(len(queens)))
        if step.dead:
            assert step.dead == (len(queens),)
            assert struck(step, len(queens)) == set(range(n))
        if step.tried:
            assert step.tried[0] == len(queens)
            assert step.tried[1] in struck(step, len(queens))


def test_the_sentences_say_what_happens():
    said = [step.said for step in steps_of(Queens(4), looks=True)]
    assert said[:3] == [
        "Column 0: queen to row 0.",
        "Column 1: row 0 is attacked by the queen in column 0.",
        "Column 1: row 1 is attacked by the queen in column 0.",
    ]
    assert "Column 2 has no free square: back to column 1." in said
    assert "Column 1: queen from row 2 to row 3." in said
    assert "Column 1 has no square left: back to column 0." in said
    assert said[-1] == "Column 3: queen to row 2. A solution."


@pytest.mark.parametrize("n", [2, 3])
def test_without_a_solution_they_end(n):
    *_, last = steps_of(Queens(n), looks=True)
    assert last.said == "Column 0 has no square left: there is no solution."


@sizes
@pytest.mark.parametrize("strategy", [cp.FOR_ONE, cp.IN_ORDER])
def test_propagation_is_the_solvers_own(n, strategy):
    effort = Effort()
    board = cp.first(Queens(n), effort, strategy)
    steps = list(propagation(Queens(n), strategy))
    assert steps[-1].queens == board.tolist()
    assert len(steps) == steps[-1].effort["branches"] == effort.branches
    assert steps[-1].effort["dead_ends"] == effort.failures
    assert sum("a dead end" in step.said for step in steps) == effort.failures


def test_propagation_strikes_out_what_a_queen_attacks():
    for step in propagation(Queens(8), cp.IN_ORDER):
        if "dead end" in step.said:
            if step.dead:
                one, other = (step.queens[column] for column in step.dead)
                assert one == other or abs(one - other) == step.dead[1] - step.dead[0]
            continue
        queens = [(column, row) for column, row in enumerate(step.queens) if row != EMPTY]
        assert all(
            row != there and abs(row - there) != other - column
            for (column, row), (other, there) in combinations(queens, 2)
        )
        for column, row in queens:
            for other in set(range(8)) - {column for column, _ in queens}:
                lines = {row, row + other - column, row - other + column} & set(range(8))
                assert lines <= struck(step, other)
        assert set(step.forced) <= {column for column, _ in queens}
