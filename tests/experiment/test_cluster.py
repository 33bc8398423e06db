"""A real Dask scheduler and two real workers on loopback; one of them is killed."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import closing

import psutil
import pytest

from tests.cli import finished, really, rows, start
from tests.patience import PATIENCE, gone, until

TEXT = """\
name: spread
problem: {n: 3}
algorithms:
  sa: {use: simulated_annealing}
  hc: {use: hill_climbing, encoding: rows}
budget: {evaluations: 300_000}
runs: 60
seed: 7
sweep: {problem.n: [3, 12]}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The experiment, and what it comes to in one process."""
    folder = tmp_path_factory.mktemp("spread")
    (folder / "spread.yaml").write_text(TEXT)
    said = really("run", "spread.yaml", "-o", "alone", "-j", "2", folder=folder)
    assert said.code == 0, said.err
    return folder


@pytest.fixture
def cluster(folder):
    """The address of a scheduler, and its two workers."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    dask = [sys.executable, "-m", "distributed.cli"]
    quiet = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = subprocess.Popen(
        [*dask[:2], "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port),
         "--no-dashboard"], **quiet,
    )  # fmt: skip
    logs = [folder / "worker 1.log", folder / "worker 2.log"]
    workers = [
        subprocess.Popen(
            [*dask[:2], "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny",
             "--no-dashboard", "--death-timeout", str(PATIENCE)],
            **{**quiet, "stderr": log.open("w")},
        )
        for log in logs
    ]  # fmt: skip
    until(lambda: all("Registered to" in log.read_text() for log in logs), scheduler)
    yield address, workers
    for process in [*workers, scheduler]:
        process.kill()
        process.wait()


@pytest.mark.skipif(sys.platform != "linux", reason="POSIX signals")
def test_a_cluster_that_loses_a_worker_gives_the_rows_of_one_process(folder, cluster):
    address, workers = cluster
    process = start(
        "run", "spread.yaml", "executor.use=dask", f"executor.address={address}", "-o", "spread",
        folder=folder,
    )  # fmt: skip
    until(lambda: finished(folder / "spread") >= 20, process)
    os.kill(workers[0].pid, signal.SIGKILL)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert "restored" not in err
    assert rows(folder / "spread") == rows(folder / "alone")
    assert len(rows(folder / "spread")) >= 240


def test_a_cluster_of_our_own(folder):
    said = really("run", "spread.yaml", "executor.use=dask", "-j", "2", "-o", "own", folder=folder)
    assert said.code == 0, said.err
    assert rows(folder / "own") == rows(folder / "alone")
    left = [p for p in psutil.process_iter(["cmdline"]) if "own" in (p.info["cmdline"] or [])]
    assert gone(left)


def test_a_cluster_that_is_not_there_is_a_clear_error(folder, monkeypatch):
    said = really(
        "run", "spread.yaml", "executor.use=dask", "executor.address=tcp://127.0.0.1:9",
        "-o", "none", folder=folder,
    )  # fmt: skip
    assert said.code == 2
    assert said.err.startswith("executor.address: no cluster with workers at tcp://127.0.0.1:9: ")
    assert "Traceback" not in said.err
