"""Imported once by the process that workers are forked from, so that none imports it again."""

import numba

import metaqueens.algorithms.genetic.compiled
import metaqueens.algorithms.genetic.deap_engine
import metaqueens.experiment.execution.executors  # noqa: F401

# Numba makes ready what it knows of Python and NumPy when it first compiles or loads anything: a
# third of a second, in each worker were it not done here.
numba.njit(lambda: None)()
