"""What theory says of random walks, against enumeration and against walks."""

import numpy as np
import pytest

from metaqueens.core.board import count_guards
from metaqueens.core.moves import Moves
from metaqueens.landscape import autocorrelation, sampling
from metaqueens.landscape.ground import priced
from metaqueens.problem.queens import Queens
from metaqueens.problem.space import Space

from .oracle import Landscape

ENCODINGS = {"swap": "permutation", "reassign": "rows"}


@pytest.mark.parametrize(
    ("name", "n"), [("swap", 4), ("swap", 5), ("swap", 6), ("reassign", 4), ("reassign", 5)]
)
def test_two_parts_are_the_whole_correlation(name, n):
    twin = Landscape(Queens(n), ENCODINGS[name], name)
    parts = autocorrelation.parts(Moves[name.upper()], n)
    costs = list(twin.cost.values())
    assert parts.variance == pytest.approx(np.var(costs))
    for lag in (1, 2, 3):
        assert parts.correlation(lag) == pytest.approx(float(twin.correlation(lag)))


@pytest.mark.parametrize("n", [7, 8, 9])
def test_by_swap_more_than_nine_tenths_of_the_variance_are_one_elementary_landscape(n):
    parts = autocorrelation.parts(Moves.SWAP, n)
    ground = priced(Space(Queens(n), "permutation"))
    assert parts.variance == pytest.approx(ground.costs.astype(float).var())
    assert parts.variances[0] > 0, "so it is no elementary landscape"
    assert parts.variances[1] > 0.9 * parts.variance
    assert parts.ratios[1] == 1 - 4 / n


def test_on_a_torus_swap_is_elementary():
    """Every square has equally many others on its diagonals: the first part vanishes."""
    twin = Landscape(Queens(5, torus=True), "permutation", "swap")
    for lag in (1, 2):
        assert float(twin.correlation(lag)) == pytest.approx((1 - 4 / 5) ** lag)


@pytest.mark.parametrize("encoding", ["permutation", "rows"])
@pytest.mark.parametrize("n", [4, 6, 7])
def test_the_mean_cost_is_that_of_all_boards(encoding, n):
    ground = priced(Space(Queens(n), encoding))
    assert autocorrelation.mean_cost(encoding, n) == pytest.approx(ground.costs.mean())


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_walk_of_many_moves_agrees_with_theory(name, rng, stream):
    n, kind = 20, Moves[name.upper()]
    parts = autocorrelation.parts(kind, n)
    board, costs = Space(Queens(n), ENCODINGS[name]).random_board(rng), np.empty(400_000, np.int64)
    sampling.walk[kind](board, int(count_guards(board)), costs, stream)
    centred = costs - autocorrelation.mean_cost(ENCODINGS[name], n)
    assert (centred**2).mean() == pytest.approx(parts.variance, rel=0.05)
    for lag in (1, 5, 10):
        seen = (centred[:-lag] * centred[lag:]).mean() / parts.variance
        assert seen == pytest.approx(parts.correlation(lag), abs=0.05)


def test_the_length_is_where_an_exponential_falls_to_one_by_e():
    assert autocorrelation.length(np.exp(-1 / 7)) == pytest.approx(7)
    assert np.isnan(autocorrelation.length(0.0))
    assert autocorrelation.length(1.0) == np.inf
