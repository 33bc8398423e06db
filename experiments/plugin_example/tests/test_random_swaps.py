"""The promises of every algorithm.

Run `pytest` here, or `metaqueens check queens_example.search:RandomSwaps`.
"""

from queens_example.search import RandomSwaps

from metaqueens.conformance import Conformance


class TestRandomSwaps(Conformance):
    algorithms = (RandomSwaps(), RandomSwaps(noise=0.5))
