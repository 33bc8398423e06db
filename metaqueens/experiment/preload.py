"""Imported once by the process that workers are forked from, so that none imports it again."""

import numba  # noqa: F401

import metaqueens.algorithms.genetic.compiled_engine
import metaqueens.algorithms.genetic.deap_engine
import metaqueens.experiment.executors  # noqa: F401
