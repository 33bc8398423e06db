from collections import Counter
from itertools import islice

import numpy as np
import pytest

from metaqueens.core.random import draw, draw_below, draw_uniform, shuffle, start_stream
from tests import oracle

# The first outputs of the authors' C code from the state 1, 2, 3, 4.
PUBLISHED = [
    41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205,
    9973669472204895162, 14011001112246962877, 12406186145184390807, 15849039046786891736,
    10450023813501588000,
]  # fmt: skip


def test_the_published_outputs():
    stream = np.array([1, 2, 3, 4], np.uint64)
    assert [int(draw(stream)) for _ in PUBLISHED] == PUBLISHED
    assert list(islice(oracle.xoshiro256pp([1, 2, 3, 4]), 10)) == PUBLISHED


def test_it_agrees_with_its_twin(stream):
    twin = oracle.xoshiro256pp(stream.tolist())
    assert [int(draw(stream)) for _ in range(1000)] == list(islice(twin, 1000))


def test_a_stream_follows_from_its_seed_on_every_machine():
    assert start_stream(np.random.default_rng(7)).tolist() == [
        11530976094092348043, 16550673365885938325, 14308875409591826786, 4154339397315733314,
    ]  # fmt: skip


def test_uniform_is_even_in_its_range(stream):
    values = np.array([draw_uniform(stream) for _ in range(20_000)])
    assert 0 <= values.min() < values.max() < 1
    assert abs(values.mean() - 0.5) < 0.011


def test_shuffle_reaches_every_order_alike(stream):
    def order():
        values = np.arange(4)
        shuffle(values, stream)
        return tuple(values.tolist())

    counts = Counter(order() for _ in range(24_000))
    assert len(counts) == 24
    assert all(abs(count - 1000) < 160 for count in counts.values())


@pytest.mark.parametrize("n", [1, 2, 3, 1000, 2**31 - 1, 2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32])
def test_below_draws_again_where_some_numbers_would_be_likelier(n, stream):
    """Lemire's method: a product whose lower half is less than 2^32 mod n is not taken."""
    bits = oracle.xoshiro256pp(stream.tolist())
    for _ in range(300):
        products = ((one >> 32) * n for one in bits)
        expected = next(product for product in products if product % 2**32 >= 2**32 % n)
        assert draw_below(stream, n) == expected >> 32
