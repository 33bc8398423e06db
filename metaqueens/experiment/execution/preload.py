"""Modules that the fork server imports once for all workers."""

import numba

import metaqueens.algorithms.genetic.compiled
import metaqueens.algorithms.genetic.deap_engine
import metaqueens.experiment.execution.executors  # noqa: F401

# The first compilation prepares Numba for a third of a second, which each worker would repeat.
numba.njit(lambda: None)()
