"""Numbers as people say them."""

import pytest

from metaqueens.words import times


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
