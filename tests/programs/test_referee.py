"""The referee alone, without a process: what it takes for true of what a program writes."""

import json

import numpy as np
import pytest
from hypothesis import given, strategies as st

from metaqueens import Queens
from metaqueens.programs.referee import FalseClaim, Referee
from metaqueens.text.errors import RunFailed
from tests import oracle

BOARDS = st.lists(st.lists(st.integers(0, 5), min_size=6, max_size=6), min_size=1, max_size=12)


def line(queens=None, **said) -> bytes:
    return json.dumps(({} if queens is None else {"queens": queens}) | said).encode()


@given(BOARDS)
def test_the_best_board_stands_and_every_board_counts_as_one_evaluation(boards):
    referee, best, found_at = Referee(Queens(6), counts=False), [], 0
    for number, queens in enumerate(boards, 1):
        is_better = not best or oracle.guards(queens) < oracle.guards(best)
        if is_better:
            best, found_at = queens, number
        assert referee.take(line(queens)) == is_better
        assert referee.now.queens.tolist() == best
        assert referee.now.guards == oracle.guards(best)
        assert (referee.now.found_at, referee.now.evaluations) == (found_at, number)
    assert referee.boards == referee.now.counters["boards"] == len(boards)


@given(BOARDS, st.data())
def test_its_own_count_of_evaluations_stands_and_never_falls(boards, data):
    referee, told, found_at = Referee(Queens(6), counts=True), 0, 0
    for queens in boards:
        told = data.draw(st.integers(told, told + 3))
        if referee.take(line(queens, evaluations=told)):
            found_at = max(found_at + 1, told)  # boards of one evaluation are told apart
        assert referee.now.found_at == found_at
        assert referee.now.evaluations == max(found_at, told)
        assert referee.now.counters["evaluations_told"] == told
    if told:
        with pytest.raises(RunFailed, match=f"line {len(boards) + 1} of its output: its evaluat"):
            referee.take(line(evaluations=told - 1))


def test_before_the_first_board_all_queens_stand_on_a_diagonal():
    referee = Referee(Queens(5), counts=True)
    assert referee.now.queens.tolist() == [0, 1, 2, 3, 4]
    assert (referee.now.guards, referee.now.found_at, referee.now.evaluations) == (10, 0, 0)
    assert (referee.now.steps, referee.boards, referee.is_under_way) == (0, 0, True)
    one = Referee(Queens(1), counts=False)
    assert not one.is_under_way
    assert one.take(b"0")
    assert one.is_under_way


def test_a_first_board_stands_even_where_the_diagonal_was_as_good():
    referee = Referee(Queens(5), counts=False)
    assert referee.take(b"4 3 2 1 0")
    assert not referee.take(b"0 1 2 3 4")


def test_counts_may_come_without_a_board():
    referee = Referee(Queens(4), counts=True)
    assert not referee.take(line(steps=7))
    assert (referee.now.steps, referee.now.evaluations) == (7, 0)
    assert not referee.take(line(evaluations=9))
    assert (referee.now.steps, referee.now.evaluations, referee.boards) == (7, 9, 0)
    assert referee.now.counters == {"boards": 0, "evaluations_told": 9}
    assert referee.take(line([0, 0, 0, 0], evaluations=9))
    assert (referee.now.found_at, referee.now.guards) == (9, 6)
    with pytest.raises(RunFailed, match="line 4 of its output: evaluations are missing"):
        referee.take(line([0, 0, 0, 1]))
    with pytest.raises(RunFailed, match="line 5 of its output: its evaluations fell from 9 to 8"):
        referee.take(line(evaluations=8))


@pytest.mark.parametrize("said", [0, 5, 7])
def test_a_false_claim_stands_as_it_was_made(said):
    referee = Referee(Queens(4), counts=False)
    referee.take(line([0, 0, 1, 1]))
    with pytest.raises(FalseClaim) as claim:
        referee.take(line([0, 0, 0, 0], guards=said))
    standing = claim.value.standing
    assert (standing.guards, standing.found_at, standing.evaluations) == (said, 2, 2)
    np.testing.assert_equal(standing.queens, [0, 0, 0, 0])


def test_a_claim_that_is_true_is_taken():
    assert Referee(Queens(4), counts=False).take(line([0, 0, 0, 0], guards=6))


@pytest.mark.parametrize("text", [b"1 2 3", b"[0, 1, 2, 9]", b'{"queens": 3}', b"\xff", b"{"])
def test_what_is_no_line_is_a_failure_with_its_number(text):
    referee = Referee(Queens(4), counts=False)
    referee.take(b"0 1 2 3")
    with pytest.raises(RunFailed, match="line 2 of its output: "):
        referee.take(text)


def test_rules_count():
    referee = Referee(Queens(5, torus=True, blocked=[(0, 0)]), counts=False)
    referee.take(b"0 2 4 1 3")
    assert referee.now.guards == 1
