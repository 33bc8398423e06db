"""What is no YAML is told in plain words, at the place to mend."""

import pytest

from metaqueens.config import ConfigError
from metaqueens.config.strict_yaml import read

INDENTED = "this line is indented as no line above it"
NO_KEY = "expected key: value, with a space after the colon"
COLON = "a colon in a text that is not quoted, or a wrong indentation"
BRACKET = "this bracket is not closed, or lacks a comma"
AFTER = "text after the closing quote; a quote in a text is doubled"


# The text, and all that is said of it after the name of the file.
@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("a:\n  b:\n    c: 1\n   d: 2\n", f"4:4: {INDENTED}"),
        ("a:\r\n  b: 1\r\n c: 2\r\n", f"3:2: {INDENTED}"),
        ("  a: 1\nb: 2\n", f"2:1: {INDENTED}"),
        ("a: 1\n\n  b: 2\n", f"3:4: {COLON}"),
        ("a: b: c\n", f"1:5: {COLON}"),
        ("a: 1\nruns 2\nb: 3\n", f"2:1: {NO_KEY}"),
        ("a:\n  b: 1\n  runs 2\nc: 1\n", f"3:3: {NO_KEY}"),
        ("name: s\nproblem: {n: 8\nruns: 2\n", f"2:10: {BRACKET}"),
        ("a: [{b: 1} {c: 2}]\n", f"1:4: {BRACKET}"),
        ("a: [b: 1}\n", f"1:4: {BRACKET}"),
        ("a: [\n", "2:1: the bracket before this is not closed"),
        ("a: {b: 1}}\n", "1:10: this bracket closes nothing"),
        ("a: 1\n---\nb: 2\n", "2:1: a second document; an experiment is one"),
        ("a: 1\n- b: 2\nc: 3\n", "2:1: a list item stands among keys"),
        ("a:\n  - b: 1\n  c: 2\n", "3:3: a key stands among list items"),
        ('a: 1\nb: "open\nc: 2\n', "2:4: this quote is not closed"),
        ("a: 'it's'\n", f"1:8: {AFTER}"),
    ],
)
def test_a_slip_is_told_in_plain_words(text, error):
    with pytest.raises(ConfigError) as caught:
        read(text, "x.yaml")
    assert caught.value.problems == (f"x.yaml:{error}",)
