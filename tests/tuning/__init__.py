"""The tuner: costs and races with known answers, and whole tunings on small boards."""

from metaqueens import config
from metaqueens.config import Experiment
from metaqueens.tuning.task import Task, task_of

# Annealing on small boards: a whole tuning in a second or two.
ANNEALING = """\
name: small
problem: {n: 8}
algorithms: {sa: {use: simulated_annealing}}
budget: {evaluations: 3_000}
seed: 3
tune:
  algorithm: sa
  max_runs: 300
  train: {problem.n: [8, 10], runs: 4}
  test: {problem.n: [12], runs: 6}
  batch: 4
  space:
    schedule.use: {choice: [geometric, constant]}
    schedule.hot: {float: [0.2, 5.0], log: true}
    schedule.temperature: {float: [0.02, 5.0], log: true}
    schedule.length: {int: [100, 5_000], log: true}
"""


def experiment(text: str = ANNEALING, **tune: object) -> Experiment:
    """``text`` with other values in its ``tune`` block."""
    overrides = [f"tune.{key}={value}" for key, value in tune.items()]
    return config.parse(text, overrides, name="small.yaml")


def task(text: str = ANNEALING, **tune: object) -> Task:
    """Return the task of ``text`` with other values in its ``tune`` block."""
    return task_of(experiment(text, **tune))
