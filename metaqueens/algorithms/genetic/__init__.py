"""A genetic algorithm: its specification, its parts, its two engines, its kernels."""

from metaqueens.algorithms.genetic.specification import Genetic

__all__ = ["Genetic"]
