import numpy as np
import pytest
from hypothesis import settings

from metaqueens.stream import stream_of


@pytest.fixture
def rng():
    return np.random.default_rng(2026)


@pytest.fixture
def stream(rng):
    return stream_of(rng)


# The first call of a kernel compiles it; and a test that is red must stay red.
settings.register_profile("kernels", deadline=None, derandomize=True)
settings.load_profile("kernels")
