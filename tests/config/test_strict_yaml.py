"""Strict YAML: the values that people mean, the place of each, and nothing that could run."""

import os
from math import inf

import pytest
from hypothesis import given, strategies as st

from metaqueens.config import ConfigError
from metaqueens.config.strict_yaml import dump, read, scalar


def errors(text: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        read(text, "x.yaml")
    return list(caught.value.problems)


def value(text: str):
    return read(text, "x.yaml").value


SCALARS = [
    ("0", 0),
    ("-7", -7),
    ("+7", 7),
    ("012", 12),
    ("200_000", 200_000),
    ("1e6", 1_000_000),
    ("1E+6", 1_000_000),
    ("1_0e1", 100),
    ("10e-1", 1),
    ("1e18", 10**18),
    ("9" * 30, 10**30 - 1),
    ("1.0", 1.0),
    ("1.", 1.0),
    ("1e-3", 0.001),
    ("1.5e3", 1500.0),
    (".5", 0.5),
    ("-.5", -0.5),
    ("1_000.5", 1000.5),
    ("1e30", 1e30),
    (".inf", inf),
    ("-.inf", -inf),
    ("true", True),
    ("false", False),
    ("null", None),
    ("~", None),
    ("", None),
    # What YAML 1.1 takes for something else, and what is no number after all.
    *(
        (word, word)
        for word in (
            "on", "off", "yes", "no", "y", "n", "True", "NULL", "0x10", "0o17", "0b1", "1:30",
            "2026-01-01", "1e", "e6", "_1", "1.2.3", "--1", ".", "inf", "nan", "1,000", "1 000",
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), SCALARS)
def test_a_plain_word_is_what_people_mean(text, expected):
    for found in (scalar(text), value(f"key: {text}\n")["key"]):
        assert (type(found), found) == (type(expected), expected)


@pytest.mark.parametrize("text", [text for text, _ in SCALARS])
@pytest.mark.parametrize("quote", ["'", '"'])
def test_a_quoted_word_is_text(text, quote):
    assert value(f"key: {quote}{text}{quote}\n") == {"key": text}


def test_every_value_and_every_key_has_its_place():
    document = read("name: a\nsweep:\n  problem.n: [4, 5]\n", "x.yaml")
    assert document.where == {
        (): "x.yaml:1:1",
        ("name",): "x.yaml:1:7",
        ("name", ""): "x.yaml:1:1",
        ("sweep",): "x.yaml:3:3",
        ("sweep", ""): "x.yaml:2:1",
        ("sweep", "problem.n"): "x.yaml:3:14",
        ("sweep", "problem.n", ""): "x.yaml:3:3",
        ("sweep", "problem.n", 0): "x.yaml:3:15",
        ("sweep", "problem.n", 1): "x.yaml:3:18",
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((empty, None) for empty in ("", "\n\n", "# only a comment\n", "---\n", "null\n")),
        ("1: a\n1e3: b\nnull: c\nno: d\n", {"1": "a", "1e3": "b", "null": "c", "no": "d"}),
        ("a: &x [1, {b: 2}]\nc: *x\n", {"a": [1, {"b": 2}], "c": [1, {"b": 2}]}),
        ("a: 'b\tc'\n", {"a": "b\tc"}),
    ],
)
def test_keys_are_text_an_alias_is_its_value_and_a_tab_in_a_text_stays(text, expected):
    assert value(text) == expected


def test_all_that_a_reader_can_see_is_told_at_once():
    assert errors("a: {b: 1, b: 2}\nc: !mine 3\n? [d]\n: 4\na: 5\ne: !!set {f}\n") == [
        "x.yaml:1:11: a.b: a duplicate key; it stands in line 1 already",
        "x.yaml:2:4: the tag !mine is not allowed; only plain values are",
        "x.yaml:3:3: a key must be one word",
        "x.yaml:5:1: a: a duplicate key; it stands in line 1 already",
        "x.yaml:6:4: the tag !!set is not allowed; only plain values are",
    ]


INDENTED = "this line is indented as no line above it"
NO_KEY = "expected key: value, with a space after the colon"
COLON = "a colon in a text that is not quoted, or a wrong indentation"
BRACKET = "this bracket is not closed, or lacks a comma"
TAB = "a tab; YAML is indented by spaces"
AFTER = "text after the closing quote; a quote in a text is doubled"
DEEP = "nested too deep: more than 100 levels"


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
        ("a:\n\tb: 1\n", f"2:1: {TAB}"),
        ("\ta: 1\n", f"1:1: {TAB}"),
        ("a:\t1\n", f"1:3: {TAB}"),
        ("a:\n  - 1\n\t- 2\n", f"3:1: {TAB}"),
        ("a: {b: 1,\n\tc: 2}\n", f"2:1: {TAB}"),
        ("a: &x [1, *x]\n", f"1:8: {DEEP}"),
        ("a: &x {b: {c: *x}}\n", f"1:4: {DEEP}"),
        ("&x [[*x]]\n", f"1:5: {DEEP}"),
        # The parser's own words, where there are no better ones.
        (
            "a: b\0c\n",
            " not text that YAML allows: unacceptable character #x0000: special characters"
            " are not allowed",
        ),
        ("a: *nowhere\n", "1:4: found undefined alias 'nowhere'"),
        ("a: 1\nb: 2\na: 3\n", "3:1: a: a duplicate key; it stands in line 1 already"),
    ],
)
def test_a_slip_is_told_in_plain_words(text, error):
    assert errors(text) == [f"x.yaml:{error}"]


def laughs(levels: int) -> str:
    """YAML of a few hundred bytes whose aliases unfold to 9 ** ``levels`` words."""
    lines = ["k0: &k0 [ha, ha, ha, ha, ha, ha, ha, ha, ha]"]
    for level in range(1, levels):
        lines.append(f"k{level}: &k{level} [{', '.join([f'*k{level - 1}'] * 9)}]")
    return "\n".join(lines) + "\n"


def test_aliases_that_explode_are_cut_short():
    (error,) = errors(laughs(9))
    assert error.endswith(": more than 10,000 values, aliases unfolded")
    assert len(value(laughs(4))) == 4  # while 9 + 81 + 729 + 6561 words are still few enough


@pytest.mark.parametrize("opened", ["[", "{a: "])
def test_endless_nesting_is_refused(opened):
    assert errors(f"a: {opened * 50_000}") == ["x.yaml: nested too deep: more than 100 levels"]


TAGS = [
    "!!python/object/apply:os.system [touch ran]",
    "!!python/object/new:os.system [touch ran]",
    "!!python/name:os.system",
    "!!python/module:os",
    "!!python/object:os.system {}",
    "!!int 8",
    "!!binary aGVsbG8=",
    "!!float 8.5",
    "!mine 8",
    "!<tag:example.org,2000:thing> 8",
]


@pytest.mark.parametrize("tagged", TAGS)
def test_a_tag_is_refused_and_nothing_of_it_runs(tagged, here):
    tag = tagged.partition(" ")[0].removeprefix("!<").removesuffix(">")
    assert errors(f"key: {tagged}\n") == [
        f"x.yaml:1:6: the tag {tag} is not allowed; only plain values are"
    ]
    assert os.listdir(here) == []


# PyYAML writes "\x85", the line break of mainframes, as an ordinary one: see the test below.
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\x85")
WORDS = st.text(CHARACTERS) | st.sampled_from([text for text, _ in SCALARS])
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.floats(allow_nan=False) | WORDS,
    lambda children: st.lists(children, max_size=4) | st.dictionaries(WORDS, children, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(WORDS, PLAIN, max_size=4))
def test_what_is_dumped_is_read_as_it_was(content):
    # By repr, which tells 1 from True and 1.0, and keeps the order of keys.
    assert repr(value(dump(content))) == repr(content)
