"""The referee alone, without a process: lines of the protocol, boards and counts."""

import json
import re

import numpy as np
import pytest
from hypothesis import given, strategies as st

from metaqueens import Queens
from metaqueens.programs.referee import Line, Referee, longest_line, read
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
        assert referee.now.values.tolist() == best
        assert referee.now.cost == oracle.guards(best)
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
    assert referee.now.values.tolist() == [0, 1, 2, 3, 4]
    assert (referee.now.cost, referee.now.found_at, referee.now.evaluations) == (10, 0, 0)
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
    assert (referee.now.found_at, referee.now.cost) == (9, 6)
    with pytest.raises(RunFailed, match="line 4 of its output: evaluations are missing") as error:
        referee.take(line([0, 0, 0, 1]))
    assert str(error.value).endswith('; write {"queens": [...], "evaluations": 812}')
    with pytest.raises(RunFailed, match="line 5 of its output: its evaluations fell from 9 to 8"):
        referee.take(line(evaluations=8))


@pytest.mark.parametrize("said", [0, 5, 7])
def test_a_false_claim_stands_as_it_was_made(said):
    assert Referee(Queens(4), counts=False).take(line([0, 0, 0, 0], guards=6))  # a true one
    referee = Referee(Queens(4), counts=False)
    referee.take(line([0, 0, 1, 1]))
    assert not referee.take(line([0, 0, 0, 0], guards=said))
    snapshot = referee.claim
    assert (snapshot.cost, snapshot.found_at, snapshot.evaluations) == (said, 2, 2)
    np.testing.assert_equal(snapshot.values, [0, 0, 0, 0])


@pytest.mark.parametrize("text", [b"1 2 3", b"[0, 1, 2, 9]", b'{"queens": 3}', b"\xff", b"{"])
def test_what_is_no_line_is_a_failure_with_its_number(text):
    referee = Referee(Queens(4), counts=False)
    referee.take(b"0 1 2 3")
    with pytest.raises(RunFailed, match="line 2 of its output: "):
        referee.take(text)


def test_rules_count():
    referee = Referee(Queens(5, torus=True, blocked=[(0, 0)]), counts=False)
    referee.take(b"0 2 4 1 3")
    assert referee.now.cost == 1


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (b"[1, 3, 0, 2]", Line(values=[1, 3, 0, 2])),
        (b"1 3 0 2", Line(values=[1, 3, 0, 2])),
        (b" 1,3,0,2\r", Line(values=[1, 3, 0, 2])),
        (b'{"queens": [1,3,0,2], "steps": 7}', Line(values=[1, 3, 0, 2], steps=7)),
        (b'{"queens": [1, 3, 0, 2], "guards": 0, "evaluations": 12, "steps": 3}',
         Line(values=[1, 3, 0, 2], cost=0, evaluations=12, steps=3)),
        (b'{"evaluations": 12}', Line(evaluations=12)),
        (b'{"steps": 4611686018427387903}', Line(steps=2**62 - 1)),  # the largest of kernels
    ],
)  # fmt: skip
def test_a_line_has_a_board_counts_and_claims(line, found):
    assert read(line, Queens(4)) == found


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"1 3 0", "expected 4 values, got 3"),
        (b"1 3 0 4", "value 4 of variable 3; values are 0 to 3"),
        (b"-1 3 0 2", "value -1 of variable 0"),
        (b"nan 3 0 2", "expected whole numbers from 0, got 'nan'"),
        (b"[NaN, 3, 0, 2]", "values.0: expected a whole number, got nan"),
        (b"[1.0, 3, 0, 2]", "values.0: expected a whole number, got 1.0"),
        (b"[true, 3, 0, 2]", "values.0: expected a whole number, got true"),
        (b"[[1], 3, 0, 2]", "values.0: expected a whole number, got a list"),
        (b"[1, 3, 0", r"no JSON \(expecting ',' delimiter, character 9\)"),
        (b"[" * 100_000, "too deep|no JSON"),
        (b"1" * 5000, "expected whole numbers"),
        (b"\xff\xfe", "decode"),
        (b"solution found!", "expected whole numbers from 0, got 'solution'"),
        (b'{"queens": 5}', "queens: expected a list, got 5"),
        (b'{"board": [1]}', "board: no such key; the keys are values, cost, evaluations, steps"),
        (b'{"evaluations": NaN}', "evaluations: expected a whole number, got nan"),
        (b'{"evaluations": -1}', "evaluations: must be at least 0, got -1"),
        (b'{"evaluations": 99999999999999999999}', "evaluations: must be less than 4,611,"),
        (b'{"steps": 4611686018427387904}', "steps: must be less than"),
        (b'{"guards": 0}', "a cost without values"),
    ],
)
def test_what_is_no_line_is_explained(line, why):
    with pytest.raises(ValueError, match=why):
        read(line, Queens(4))


@pytest.mark.parametrize(("length", "shown"), [(60, "x" * 60), (61, "x" * 60 + "...")])
def test_a_long_line_is_shown_in_part(length, shown):
    with pytest.raises(ValueError, match=re.escape(f"from 0, got {shown!r}") + "$"):
        read(b"x" * length, Queens(4))
    with pytest.raises(
        ValueError, match=re.escape(f"from 0, got 'y': {f'y {shown}'[:60] + '...'!r}")
    ):
        read(b"y " + b"x" * length, Queens(4))


@pytest.mark.parametrize("n", [1, 1000])
def test_a_board_fits_in_a_line_however_it_is_written(n):
    spread = ("{" + '"queens":[' + " ,  ".join(["2147483647"] * n) + "]}").encode()
    assert len(spread) <= longest_line(n)
    assert longest_line(n) < 2**17 + 32 * n, "what never ends is not kept for ever"
