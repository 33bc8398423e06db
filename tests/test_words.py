"""Numbers as people say them."""

import pytest

from metaqueens.text.words import count, times


@pytest.mark.parametrize(
    ("ratio", "said"),
    [
        (1.6, "1.60x"),
        (9.996, "10.0x"),
        (652_427.0, "652,427x"),
        (3.1e51, "3e+51x"),
        (float("inf"), "inf"),
        (float("nan"), "-"),
    ],
)
def test_a_ratio_keeps_few_digits(ratio, said):
    assert times(ratio) == said


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (3.14159, "3.14"),
        (1_234_567.8, "1,234,568"),
        (9e14, "900,000,000,000,000"),
        (3.9e23, "4e+23"),
        (float("inf"), "inf"),
        (float("nan"), "-"),
    ],
)
def test_a_count_beyond_reason_is_an_order_of_magnitude(number, said):
    assert count(number) == said
