"""A genetic algorithm [1]_: its specification, its parts, its two engines, its kernels.

.. [1] Goldberg (1989). Genetic Algorithms in Search, Optimization, and Machine Learning.
"""

from metaqueens.algorithms.genetic.specification import Genetic

__all__ = ["Genetic"]
