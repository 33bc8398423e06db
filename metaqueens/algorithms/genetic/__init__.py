"""A genetic algorithm: its specification, its DEAP engine, its operators."""

from metaqueens.algorithms.genetic.specification import Genetic

__all__ = ["Genetic"]
