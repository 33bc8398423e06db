"""Imported once by the process that workers are forked from, so that none imports it again."""

import numba  # noqa: F401

import metaqueens.algorithms.genetic.engines.compiled
import metaqueens.algorithms.genetic.engines.deap_toolbox
import metaqueens.experiment.execution.executors  # noqa: F401
