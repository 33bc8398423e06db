"""Numbers as people say them."""

import pytest

from metaqueens.text.words import count, times


@pytest.mark.parametrize(
    ("words", "number", "said"),
    [
        (times, 1.6, "1.60x"),
        (times, 9.996, "10.0x"),
        (times, 652_427.0, "652,427x"),
        (times, 3.1e51, "3e+51x"),
        (times, float("inf"), "inf"),
        (times, float("nan"), "-"),
        (count, 3.14159, "3.14"),
        (count, 1_234_567.8, "1,234,568"),
        (count, 9e14, "900,000,000,000,000"),
        (count, 3.9e23, "4e+23"),
        (count, float("inf"), "inf"),
        (count, float("nan"), "-"),
    ],
)
def test_few_digits_are_kept_and_beyond_reason_an_order_of_magnitude(words, number, said):
    assert words(number) == said
