"""The same runs in one process, in two, on a cluster, and without machine code."""

import shutil
import sys
from pathlib import Path

import pytest

import metaqueens
from tests.cli import rows
from tests.experiment.test_cluster import started
from tests.processes import written_by

PACKAGE = str(Path(metaqueens.__file__).parents[1])
PROBLEMS = Path(__file__).parent / "problems"
CONFIGS = {
    "costas": """\
name: costas
problem: {use: costas.py:Costas, n: 8}
algorithms:
  tabu: {use: tabu_search}
  adaptive: {use: adaptive_search}
  ga: {use: genetic, engine: compiled, population: 10}
budget: {evaluations: 600}
runs: 5
sweep: {problem.n: [8, 9]}
""",
    "colouring": """\
name: colouring
problem: {use: "colouring:Colouring", vertices: 20, colours: 4}
algorithms:
  annealing: {use: simulated_annealing}
budget: {evaluations: 600}
runs: 5
""",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files and configs of a user, and the results of one process."""
    folder = tmp_path_factory.mktemp("user")
    for file in PROBLEMS.glob("[!_]*.py"):
        shutil.copy(file, folder)
    for name, text in CONFIGS.items():
        (folder / f"{name}.yaml").write_text(text)
        run(folder, name, "alone", "-j", "1")
    return folder


def run(folder, name, where, *words, **environment):
    command = ["run", f"{name}.yaml", "-o", f"{where}_{name}", "--no-report", *words]
    python = [sys.executable, "-m", "metaqueens"]
    written_by(*python, *command, folder=folder, PYTHONPATH=PACKAGE, **environment)
    return rows(folder / f"{where}_{name}")


@pytest.mark.parametrize("name", CONFIGS)
def test_runs_are_those_of_one_process(folder, name):
    alone = rows(folder / f"alone_{name}")
    assert alone
    assert run(folder, name, "two", "-j", "2") == alone
    assert run(folder, name, "python", "-j", "1", NUMBA_DISABLE_JIT="1") == alone


@pytest.mark.compiled("the results of a cluster do not depend on it")
def test_runs_on_a_cluster_are_those_of_one_process(folder):
    with started(folder) as cluster:
        words = ["executor.use=dask", f"executor.address={cluster.address}"]
        for name in CONFIGS:
            assert run(folder, name, "dask", *words) == rows(folder / f"alone_{name}")
