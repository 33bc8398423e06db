"""The contract of every plug-in, as tests that its author can run.

    from metaqueens.conformance import Conformance
    from mine import MySearch

    class TestMySearch(Conformance):
        algorithms = [MySearch(), MySearch(greed=0.5)]

pytest runs each promise for each algorithm on each encoding that it works on. ``metaqueens
check`` runs the same without pytest, for an operator with a search that has it.
"""

from metaqueens.conformance.algorithms import Conformance as Conformance, promises as promises
from metaqueens.conformance.checking import Check as Check, check as check
