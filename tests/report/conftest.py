"""Results to report on: run once for all tests here."""

import pytest

from metaqueens import config, run

from ..cli import query

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>"
EXPERIMENT = """\
name: study
problem: {n: 8}
algorithms:
  hc: {use: hill_climbing, variant: stochastic}
  sa: {use: simulated_annealing}
  "%s": {use: min_conflicts, encoding: rows}
budget: {evaluations: 20_000}
runs: 5
seed: 7
sweep: {problem.n: [8, 10, 12, 14, 16, 20]}
"""


@pytest.fixture(scope="session")
def study(tmp_path_factory):
    """Three algorithms, one with a hostile name, on four sizes; all is well."""
    folder = tmp_path_factory.mktemp("results") / "study"
    return run(config.parse(EXPERIMENT % HOSTILE), folder, report=False).folder


@pytest.fixture(scope="session")
def troubled(tmp_path_factory):
    """A failed run with a hostile error, a board rejected, another never checked."""
    folder = tmp_path_factory.mktemp("results") / "troubled"
    text = "name: troubled\n" + EXPERIMENT.partition("\n")[2] % "mc"
    run(config.parse(text), folder, report=False)
    query(folder, "UPDATE runs SET verdict = 'rejected' WHERE repetition = 0"
          " AND cell = (SELECT cell FROM cells WHERE name = 'hc' AND n = 20)")  # fmt: skip
    query(folder, "UPDATE runs SET verdict = NULL WHERE cell = 2 AND repetition = 0")
    query(folder, "UPDATE runs SET status = 'failed', cost = NULL, evaluations = NULL,"
          f" verdict = NULL, seconds = NULL, board = NULL, error = 'ValueError: {HOSTILE}\n'"
          " WHERE cell = 3 AND repetition = 0")  # fmt: skip
    return folder
