"""Tests of plug-ins that their authors can run.

    from metaqueens.conformance import Conformance
    from mine import MySearch

    class TestMySearch(Conformance):
        algorithms = [MySearch(), MySearch(greed=0.5)]

pytest runs each test for each algorithm in each of its encodings. ``metaqueens check`` runs the
same tests without pytest; an operator is tested in a genetic algorithm.
"""

from metaqueens.conformance.algorithms import Conformance as Conformance, promises as promises
from metaqueens.conformance.checking import Check as Check, check as check
