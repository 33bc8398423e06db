"""Lines of the protocol: what is a board, and what is wrong with what is none."""

import re

import pytest

from metaqueens.programs.lines import longest, told


@pytest.mark.parametrize(
    "line", [b"[1, 3, 0, 2]", b"1 3 0 2", b" 1,3,0,2\r", b'{"queens": [1,3,0,2], "steps": 7}']
)
def test_a_board(line):
    assert told(line, 4).queens.tolist() == [1, 3, 0, 2]


def test_counts_and_claims():
    said = told(b'{"queens": [1, 3, 0, 2], "guards": 0, "evaluations": 12, "steps": 3}', 4)
    assert said[1:] == (0, 12, 3)
    assert told(b'{"evaluations": 12}', 4) == (None, None, 12, None)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"1 3 0", "expected 4 rows, got 3"),
        (b"1 3 0 4", "a queen off the board: row 4 in column 3; rows are 0 to 3"),
        (b"-1 3 0 2", "a queen off the board: row -1 in column 0"),
        (b"nan 3 0 2", "expected a board, rows from 0, got 'nan'"),
        (b"[NaN, 3, 0, 2]", "expected whole numbers, got nan in column 0"),
        (b"[1.0, 3, 0, 2]", "expected whole numbers, got 1.0 in column 0"),
        (b"[true, 3, 0, 2]", "expected whole numbers, got True in column 0"),
        (b"[[1], 3, 0, 2]", r"expected whole numbers, got \[1\] in column 0"),
        (b"[1, 3, 0", "no JSON"),
        (b"[" * 100_000, "too deep|no JSON"),
        (b"1" * 5000, "expected a board"),
        (b"\xff\xfe", "decode"),
        (b"solution found!", "expected a board, rows from 0, got 'solution'"),
        (b'{"queens": 5}', "queens: expected a list of rows, got 5"),
        (b'{"board": [1]}', "'board' is not one of queens, guards, evaluations, steps"),
        (b'{"evaluations": NaN}', "evaluations: expected a whole number from 0 on, got nan"),
        (b'{"evaluations": -1}', "evaluations: expected a whole number"),
        (b'{"evaluations": 99999999999999999999}', "evaluations: expected a whole number"),
        (b'{"guards": 0}', "guards are of queens, which are missing"),
    ],
)
def test_what_is_no_line_is_explained(line, why):
    with pytest.raises(ValueError, match=why):
        told(line, 4)


@pytest.mark.parametrize(("length", "shown"), [(60, "x" * 60), (61, "x" * 60 + "...")])
def test_a_long_line_is_shown_in_part(length, shown):
    with pytest.raises(ValueError, match=re.escape(f": {shown!r}") + "$"):
        told(b"x" * length, 4)


@pytest.mark.parametrize("n", [1, 9, 1000])
def test_a_board_fits_in_a_line_however_it_is_written(n):
    spread = ("{" + '"queens":[' + " ,  ".join(["2147483647"] * n) + "]}").encode()
    assert len(spread) <= longest(n)
    assert longest(n) < 2**17 + 32 * n, "what never ends is not kept for ever"


def test_where_json_ends_is_said():
    with pytest.raises(ValueError, match=r"no JSON \(expecting ',' delimiter, character 9\)"):
        told(b"[1, 3, 0", 4)


def test_the_largest_count_is_one_that_kernels_know():
    assert told(b'{"steps": 4611686018427387903}', 4).steps == 2**62 - 1
    with pytest.raises(ValueError, match="steps: expected a whole number"):
        told(b'{"steps": 4611686018427387904}', 4)
    assert told(b'{"guards": 0, "queens": [0], "steps": 0}', 1)[1:] == (0, None, 0)
