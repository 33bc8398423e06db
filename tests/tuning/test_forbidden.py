"""What is forbidden: what comparisons say, and what is none."""

import pytest

from metaqueens.text.errors import UserError
from metaqueens.tuning.space import forbidden as parse

VALUES = {"elites": 3, "population": 2, "use": "pmx", "schedule.hot": 0.5, "none": None}


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("elites >= population", True),
        ("elites<population", False),
        ("0.5 == schedule.hot", True),
        ("elites > -1 and population <= 2e0", True),
        ("use == 'pmx' and elites != 3", False),
        ('use != "a word" and elites == 3', True),
        ("none == null", True),
        ("use > 3", False),  # what cannot be compared holds nothing
        ("schedule.cold < 1", False),  # nor does a name that has no value
        ("elites == 3 and schedule.cold < 1", False),
    ],
)
def test_what_is_forbidden(text, holds):
    assert parse(text).holds(VALUES) is holds


def test_its_names():
    assert parse("a.b > c and a.b == 'word' and d != null").names == ["a.b", "c", "d"]


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('touch ran') == 0", "f(x) > 3", "a[0] > 1", "a ** 2 > 3",
        "a % 2 == 1", "a + 1 > 2", "1 < a < 3", "a > 1 or b > 1", "not a > 1", "a b > 1",
        "a if b else c", "a in b", "a := 3", "a = 3", "", "(", "a > b'x'", "a > 1j", "a > ..",
        "a\nb", "a > 1 and", "elites", "'a' and 'b'", "1x > 2",
    ],
)  # fmt: skip
def test_anything_else_is_refused(text):
    with pytest.raises(UserError, match=r"^expected comparisons of names, numbers"):
        parse(text)
