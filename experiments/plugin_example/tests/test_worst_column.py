"""The promises of every algorithm: `pytest` here, or `metaqueens test-plugin worst_column`."""

from queens_example.search import WorstColumn

from metaqueens.conformance import Conformance


class TestWorstColumn(Conformance):
    algorithms = (WorstColumn(), WorstColumn(noise=0.5))
