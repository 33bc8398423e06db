"""The random stream of kernels: xoshiro256++ [1]_.

NumPy's generator takes 31 ns for a draw in a kernel, this one 1 to 2, an annealing move 14.

.. [1] Blackman & Vigna (2021). Scrambled linear pseudorandom number generators. ACM TOMS 47(4): 36.
.. [2] Lemire (2019). Fast random integer generation in an interval. ACM TOMACS 29(1): 3.
"""

import warnings
from math import exp

import numpy as np

from metaqueens.core.jit import kernel

U = np.uint64

# Without the compiler NumPy warns of the overflows that the generator relies on.
warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning, module=__name__)


def start_stream(rng: np.random.Generator) -> np.ndarray:
    """Start a stream, shape (4,) uint64, from NumPy's generator."""
    return rng.integers(0, 2**64, 4, dtype=np.uint64)


@kernel
def draw(stream):
    """Draw 64 random bits."""
    result = _rotate(stream[0] + stream[3], 23) + stream[0]
    shifted = stream[1] << U(17)
    stream[2] ^= stream[0]
    stream[3] ^= stream[1]
    stream[1] ^= stream[2]
    stream[0] ^= stream[3]
    stream[2] ^= shifted
    stream[3] = _rotate(stream[3], 45)
    return result


@kernel
def draw_below(stream, n):
    """Draw an integer in [0, n), each equally likely [2]_; 1 <= n <= 2^32."""
    product = (draw(stream) >> U(32)) * U(n)
    if product & U(0xFFFFFFFF) < U(n):
        floor = U(4294967296 - n) % U(n)
        while product & U(0xFFFFFFFF) < floor:
            product = (draw(stream) >> U(32)) * U(n)
    return np.int64(product >> U(32))


@kernel
def flip(stream):
    """Draw 0 or 1, each equally likely."""
    return draw_below(stream, np.int64(2))  # for Numba a literal has a type of its own


@kernel
def draw_uniform(stream):
    """Draw a float in [0, 1) with 53 random bits."""
    return (draw(stream) >> U(11)) * (1.0 / 9007199254740992.0)


@kernel
def is_below_exp(draw, x):
    """Return whether draw < exp(-x), x > 0; mostly without exp, as exp(x) > 1 + x + x^2/2."""
    return draw * (1 + x * (1 + 0.5 * x)) < 1 and draw < exp(-x)


@kernel
def find_first_above(sums, aim):
    """Return the index of the first of the rising ``sums`` above ``aim``, or the last index."""
    first, last = 0, sums.size - 1
    while first < last:
        middle = (first + last) >> 1
        if aim < sums[U(middle)]:
            last = middle
        else:
            first = middle + 1
    return first


@kernel
def shuffle(values, stream):
    """Put ``values``, shape (n,), into random order, each order equally likely."""
    for last in range(values.size - 1, 0, -1):
        other = draw_below(stream, last + 1)
        values[last], values[other] = values[other], values[last]


@kernel
def _rotate(bits, by):
    return (bits << U(by)) | (bits >> U(64 - by))
