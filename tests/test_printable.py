"""Text of unknown origin on a terminal: shown, not obeyed."""

import json

import pytest

from metaqueens.text.printable import harmless, printable, printable_json, printable_lines

STEERING = "\x1b]0;owned\x07 \x9b2J \u202egnp.exe \x7f \ud800"
SHOWN = r"\x1b]0;owned\x07 \x9b2J \u202egnp.exe \x7f \ud800"


def test_what_would_steer_a_terminal_is_written_out():
    assert printable(STEERING) == printable_lines(STEERING) == SHOWN
    assert printable("one\ntwo\tthree\r") == r"one\ntwo\tthree\r"
    assert printable_lines("one\r\ntwo\tthree\rfour") == "one\ntwo\tthree\\rfour"


def test_all_else_stays():
    for text in ("", "ga population=30", "Königin 女王 \N{WHITE CHESS QUEEN} e\u0301", "a\u00a0b"):
        assert printable(text) == printable_lines(text) == text


def test_json_says_the_same_afterwards():
    text = printable_json(json.dumps({STEERING: [STEERING]}, ensure_ascii=False, indent=1))
    assert json.loads(text) == {STEERING: [STEERING]}
    assert printable_lines(text) == text


@pytest.mark.parametrize("sign", "=+-@\t\r")
def test_a_text_that_begins_like_a_formula_is_nothing_but_a_text(sign):
    assert harmless(f"{sign}cmd|' /C calc'!A0")[0] == "'"


@pytest.mark.parametrize("value", [-5, -1.5, None, True, 0, "a=b", "", "1e5", "two\nlines"])
def test_numbers_and_other_texts_stay_as_they_are(value):
    assert harmless(value) is value or harmless(value) == value
