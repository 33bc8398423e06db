"""Experiments: their plan, executors and results."""

from metaqueens.experiment.plan import repetitions_of


def runs_of(experiment):
    """Every run, cell by cell."""
    for cell in experiment.cells:
        yield from repetitions_of(experiment, cell, range(experiment.runs))
