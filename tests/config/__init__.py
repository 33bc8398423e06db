"""Configs: what is read, what is refused and in which words."""

from collections.abc import Sequence

import pytest

from metaqueens import config

# Small and right; a test changes one thing of it.
GOOD = """\
name: small
problem: {n: 8}
algorithms:
  ga: {use: genetic, population: 20}
  mc: {use: min_conflicts, encoding: rows}
budget: {evaluations: 1_000}
runs: 2
"""
# What a tuning adds to it.
TUNE = """\
tune:
  algorithm: ga
  max_runs: 100
  train: {problem.n: [6, 8], runs: 3}
  test: {problem.n: 10}
  space:
    population: {int: [10, 50], log: true}
    crossover.use: {choice: [pmx, order]}
"""


def changed(old: str, new: str) -> str:
    """``GOOD`` with ``old``, which must stand in it once, replaced."""
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new)


def problems(text: str, overrides: Sequence[str] = ()) -> list[str]:
    """All that is wrong with ``text``, a line each."""
    with pytest.raises(config.ConfigError) as caught:
        config.parse(text, overrides, name="x.yaml")
    assert str(caught.value) == "\n".join(caught.value.problems)
    return list(caught.value.problems)


def names(text: str, overrides: Sequence[str] = ()) -> list[str]:
    """Each cell of ``text`` as its size and its name."""
    cells = config.parse(text, overrides, name="x.yaml").cells
    return [f"{cell.problem.n} {cell.name}" for cell in cells]
