"""Experiments: their plan, executors and results."""

from metaqueens.experiment.plan import repetitions_of

TEXT = """\
name: small
problem: {n: 8}
algorithms:
  mc: {use: min_conflicts, encoding: rows}
  hc: {use: hill_climbing, restarts: 0}
budget: {evaluations: 20_000}
runs: 3
seed: 7
"""


def runs_of(experiment):
    """Every run, cell by cell."""
    for cell in experiment.cells:
        yield from repetitions_of(cell, experiment.seed, range(experiment.runs))
