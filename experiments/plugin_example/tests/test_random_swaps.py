"""The promises of every algorithm: `pytest` here, or `metaqueens check random_swaps`."""

from queens_example.search import RandomSwaps

from metaqueens.conformance import Conformance


class TestRandomSwaps(Conformance):
    algorithms = (RandomSwaps(), RandomSwaps(noise=0.5))
