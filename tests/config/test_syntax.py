"""What is no YAML is told in plain words, at the place to mend."""

import pytest

from metaqueens.config import ConfigError
from metaqueens.config.strict_yaml import read

NO_KEY = "expected key: value, with a space after the colon, got"
INDENTED = "this line is indented by"

# The text, and all that is said of it after the name of the file.
INDENTATION = [
    ("a:\n  b:\n    c: 1\n   d: 2\n", f"4:4: {INDENTED} 3 spaces, the keys above it by 4 or 2"),
    ("a:\n  b: 1\n c: 2\n", f"3:2: {INDENTED} 1 space, the keys above it by 2 or 0"),
    ("a:\r\n  b: 1\r\n c: 2\r\n", f"3:2: {INDENTED} 1 space, the keys above it by 2 or 0"),
    ("a:\n  b: {c: 1}\n   d: 2\n", f"3:4: {INDENTED} 3 spaces, the keys above it by 2"),
    ("a: 'b'\n  c: 2\n", f"2:3: {INDENTED} 2 spaces, the keys above it by 0"),
    # A text may go on in a deeper line: the parser sees no slip before the colon.
    ("a: 1\n\n  b: 2\n", f"3:3: {INDENTED} 2 spaces, the keys above it by 0"),
    ("a: 1\n  b: 2: 3\n", f"2:3: {INDENTED} 2 spaces, the keys above it by 0"),
    ("  a: 1\nb: 2\n", f"2:1: {INDENTED} 0 spaces, the keys above it by 2"),
    ("a:\n  - b\n - c\n", f"3:2: {INDENTED} 1 space, the lines above it by 2 or 0"),
    ("a:\n  - b: 1\n   c: 2\n", f"3:4: {INDENTED} 3 spaces, the lines above it by 4 or 2"),
]
COLONS = [
    ("a: 1\nruns 2\nb: 3\n", f"2:1: {NO_KEY} 'runs 2'"),
    ("a: 1\nruns:2  # many\nb: 3\n", f"2:1: {NO_KEY} 'runs:2'"),
    ("a: 1\nruns 2", f"2:1: {NO_KEY} 'runs 2'"),
    ("runs 2\na: 1\n", f"1:1: {NO_KEY} 'runs 2'"),
    ("runs 2\n# Then:\na: 1\n", f"1:1: {NO_KEY} 'runs 2'"),
    ("a:\n  runs 2\n  b: 1\n", f"2:3: {NO_KEY} 'runs 2'"),
    ("a:\n  b: 1\n  runs 2\nc: 1\n", f"3:3: {NO_KEY} 'runs 2'"),
    (f"a: 1\n{'word ' * 20}\nb: 3\n", f"2:1: {NO_KEY} '{'word ' * 7}w...'"),
    ("- a\nb\n- c\n", "2:1: expected a list item, with - before it, got 'b'"),
    ("a: b: c\n", "1:5: a second colon in this line; a text with a colon in it is quoted"),
]
BRACKETS = [
    ("name: s\nproblem: {n: 8\nruns: 2\n", "2:10: this { is not closed"),
    ("a: {b: 1\nc:\n  d: {e: 1}\n", "1:4: this { is not closed"),
    ("a: {b: [1, 2],\n  c: {d: 1}\ne: 3\n", "1:4: this { is not closed"),
    ("a: [\n", "1:4: this [ is not closed"),
    ("a: [b: 1}\n", "1:4: this [ is not closed; line 1 has } in the place of its end"),
    ("a: {b: [1, 2\nc: 3}\n", "1:8: this [ is not closed; line 2 has } in the place of its end"),
    ("a: {b: 1}}\n", "1:10: this } closes nothing"),
    ("a: {b: 1\n  c: 2}\n", "2:3: expected a comma, or } for the { of line 1, before 'c'"),
    ("a: [{b: 1} {c: 2}]\n", "1:12: expected a comma, or ] for the [ of line 1, got '{c: 2}]'"),
]
LISTS = [
    ("a: 1\n- b: 2\nc: 3\n", "2:1: a list item stands among keys"),
    ("a:\n  b: 1\n  - c\n", "3:3: a list item stands among keys"),
    ("a:\n  - b: 1\n  c: 2\n", "3:3: a key stands among list items"),
    ("a: 5\n  - b: 1\n", "2:3: a list item, but the key above it has a value already"),
]
TWICE = "; a quote within single quotes is written twice"
QUOTES = [
    ("a: 'open\n", "1:4: this quote is not closed"),
    ('a: 1\nb: "open\nc: 2\n', "2:4: this quote is not closed"),
    ("a: 'open\nb: 'c'\n", "1:4: this quote is not closed in its line"),
    ("a: {b: 'open}\nc: {d: 'e'}\n", "1:8: this quote is not closed in its line"),
    ("a: 1\n'open: 2\nb: 'c'\n", "2:1: this quote is not closed in its line"),
    ("a: 'it's'\n", f'1:8: text after the closing quote: "s\'"{TWICE}'),
    ("a: {b: 'it's'}\n", f'1:12: text after the closing quote: "s\'}}"{TWICE}'),
    ('a: "b" c\n', "1:8: text after the closing quote: 'c'"),
]


@pytest.mark.parametrize(("text", "error"), [*INDENTATION, *COLONS, *BRACKETS, *LISTS, *QUOTES])
def test_a_slip_is_told_in_plain_words(text, error):
    with pytest.raises(ConfigError) as caught:
        read(text, "x.yaml")
    assert caught.value.problems == (f"x.yaml:{error}",)
