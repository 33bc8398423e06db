"""Tabu search and adaptive search: what each promises."""

import numpy as np
import pytest

from metaqueens import AdaptiveSearch, Budget, Queens, TabuSearch, solve


def test_adaptive_search_takes_about_the_swaps_of_its_authors_program():
    """Which takes 0.545 n, counting the queens on lines with a conflict; pairs need fewer."""
    swaps = [
        solve(Queens(500), AdaptiveSearch(), Budget(10**7), seed).steps / 500 for seed in range(10)
    ]
    assert 0.4 < np.mean(swaps) < 0.55


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"shortest": 5, "longest": 4}, "longest must not be below shortest, got 4 below 5"),
        ({"shortest": -1}, "shortest: must be at least 0, got -1"),
    ],
)
def test_tenures_that_cannot_be(given, said):
    with pytest.raises(ValueError, match=said):
        TabuSearch(**given)


def test_tabu_search_says_up_to_how_many_queens_it_goes():
    with pytest.raises(ValueError, match="at most 10,000 queens, not 10,001"):
        solve(Queens(10_001), TabuSearch(), Budget(10), 1)
