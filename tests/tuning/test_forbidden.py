"""Expressions over parameters: what they say, and what is not of their grammar."""

import pytest

from metaqueens.text.errors import UserError
from metaqueens.tuning.space import expression as parse

VALUES = {"elites": 3, "population": 2, "use": "pmx", "schedule.hot": 0.5, "none": None}


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("elites >= population", True),
        ("elites < population", False),
        ("elites - 1 == population", True),
        ("elites * 2 > population * 3 + 0.5", False),
        ("population / 4 == schedule.hot", True),
        ("-elites < -population", True),
        ("1 < population < elites", True),
        ("use == 'pmx' and not elites == 4", True),
        ('use != "pmx" or elites == 3', True),
        ("none == null", True),
        ("elites / (population - 2) > 1", False),  # a division by zero holds nothing
        ("use > 3", False),  # nor does what cannot be compared
        ("schedule.cold < 1", False),  # nor a name that has no value
        ("not schedule.cold < 1", False),
        ("schedule.cold < 1 or elites == 3", True),
        ("'a' * 9 == 'aaaaaaaaa'", False),
    ],
)
def test_what_an_expression_says(text, holds):
    assert parse(text).holds(VALUES) is holds


def test_its_names():
    assert sorted(parse("a.b > c and a.b == 'word' or d != null").names) == ["a.b", "c", "d"]


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('touch ran') == 0", "f(x) > 3", "a[0] > 1", "a ** 2 > 3",
        "a % 2 == 1", "(lambda: 1)() > 2", "a if b else c", "f'{a}' == 'x'", "a in b", "a is b",
        "a := 3", "a = 3", "", "(", "a > b'x'", "a > 1j", "[a] > [b]", "a\nb",
        "().__class__ == 1", "a > ...",
    ],
)  # fmt: skip
def test_what_is_no_expression_is_refused_and_never_run(text):
    with pytest.raises(UserError, match=r"^expected comparisons, and, or, not, \+ - \* /"):
        parse(text)


def test_a_value_is_no_condition():
    with pytest.raises(UserError, match=r"^expected a comparison, such as"):
        parse("elites")
    with pytest.raises(UserError, match=r"^more than 500 characters"):
        parse("a > 1 or " * 100 + "a > 2")
