"""Modules that the fork server imports once for all workers."""

import numba

import metaqueens.algorithms.genetic.engines.compiled
import metaqueens.algorithms.genetic.engines.deap_toolbox
import metaqueens.experiment.execution.executors  # noqa: F401

# The first compilation prepares Numba for a third of a second, which each worker would repeat.
numba.njit(lambda: None)()
