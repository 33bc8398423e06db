"""A real Dask scheduler and two real workers on loopback; they are killed, and stopped."""

import signal
import socket
import subprocess
import sys
import threading
from contextlib import closing, contextmanager, suppress
from typing import NamedTuple

import pytest

from metaqueens.experiment.execution import cluster as cluster_module
from metaqueens.experiment.execution.cluster import connect
from metaqueens.text.errors import UserError
from tests.cli import call_in, finished, query, really, rows, start
from tests.patience import GATE, PATIENCE, until

TEXT = """\
name: spread
problem: {n: 3}
algorithms:
  sa: {use: simulated_annealing}
  hc: {use: hill_climbing, encoding: rows}
  gate: {use: "gate:Gate"}
budget: {evaluations: 20_000}
runs: 30
seed: 7
sweep: {problem.n: [3, 12]}
validate: null
"""


RUNS = 180
UNSOLVABLE = "warning: no solution exists for 3 queens: "
# However late a test looks, it finds the experiment in the middle: in the first of ten passes, at
# the gate. Six runs come before it, two of which may wait behind it at a worker.
BEFORE = 4


class Cluster(NamedTuple):
    address: str
    scheduler: subprocess.Popen
    workers: list[subprocess.Popen]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The experiment, and what it comes to in one process."""
    folder = tmp_path_factory.mktemp("spread")
    (folder / "spread.yaml").write_text(TEXT)
    (folder / "gate.py").write_text(GATE)
    (folder / "open").touch()
    said = call_in(folder, "run", "spread.yaml", "-o", "alone", "-j", "1")
    assert said.code == 0, said.err
    return folder


@pytest.fixture
def cluster(folder, tmp_path):
    """The address of a scheduler, its process, and its two workers."""
    with started(folder, tmp_path) as cluster:
        yield cluster


@contextmanager
def started(folder, elsewhere=None):
    """Yield a cluster with two workers in ``folder`` and a scheduler ``elsewhere``."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    scheduler = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port",
         str(port), "--no-dashboard"],
        cwd=elsewhere or folder,  # the scheduler needs no code of the user
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    logs = [folder / "worker 1.log", folder / "worker 2.log"]
    workers = []
    for log in logs:
        with log.open("w") as file:
            workers.append(subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1",
                 "--no-nanny", "--no-dashboard", "--death-timeout", str(PATIENCE)],
                cwd=folder, stdout=subprocess.DEVNULL, stderr=file,
            ))  # fmt: skip
    until(lambda: all("Registered to" in log.read_text() for log in logs), scheduler)
    try:
        yield Cluster(address, scheduler, workers)
    finally:
        for process in [*workers, scheduler]:
            process.kill()
            process.wait()


@pytest.fixture
def begun(folder, cluster, tmp_path):
    """A run on the cluster, in the middle of its runs until the gate is opened."""
    (folder / "open").unlink()
    process = start(
        "run", folder / "spread.yaml", "executor.use=dask",
        f"executor.address={cluster.address}", "-o", tmp_path / "spread", folder=folder,
    )  # fmt: skip
    until(lambda: finished(tmp_path / "spread") >= BEFORE, process)
    yield process
    (folder / "open").touch()
    process.kill()
    process.communicate()


@pytest.mark.skipif(sys.platform != "linux", reason="POSIX signals")
def test_a_cluster_that_loses_a_worker_gives_the_rows_of_one_process(
    folder, cluster, begun, tmp_path
):
    cluster.workers[0].kill()
    (folder / "open").touch()
    _, err = begun.communicate(timeout=PATIENCE)
    assert begun.returncode == 0, err
    assert "restored" not in err
    assert rows(tmp_path / "spread") == rows(folder / "alone")
    assert len(rows(tmp_path / "spread")) >= RUNS


@pytest.mark.parametrize(
    ("lost", "how"),
    [("workers", signal.SIGKILL), ("scheduler", signal.SIGKILL), ("scheduler", signal.SIGSTOP)],
)
def test_a_cluster_that_loses_what_it_needs(folder, cluster, begun, tmp_path, lost, how):
    """A line says so, and the same command does the rest, here."""
    for process in cluster.workers if lost == "workers" else [cluster.scheduler]:
        process.send_signal(how)
    out, err = begun.communicate(timeout=PATIENCE)
    assert (begun.returncode, out) == (2, ""), err
    *before, line = err.splitlines()
    assert not [said for said in before if not said.startswith(("compiling ", UNSOLVABLE))]
    assert line.startswith(
        f"executor: the cluster at {cluster.address} has been without its {lost} for "
    )
    assert line.endswith("the runs that were finished are kept, and the same command does the rest")
    results = tmp_path / "spread"
    assert query(results, "SELECT COUNT(*) FROM runs WHERE status = 'failed'") == [(0,)]
    kept = finished(results)
    assert BEFORE <= kept < RUNS
    (folder / "open").touch()
    said = call_in(folder, "run", "spread.yaml", "-o", results, "-j", "1")
    assert said.code == 0, said.err
    assert f"restored {kept} of {RUNS}, running {RUNS - kept}\n" in said.err
    assert rows(results) == rows(folder / "alone")


def test_a_chunk_for_a_cluster_that_dask_has_given_up(cluster):
    lost = f"the cluster at {cluster.address} has been without its scheduler for"
    with connect(cluster.address) as (submit, _):
        cluster.scheduler.kill()
        with pytest.raises(UserError, match=lost):
            until(lambda: not submit([]))


def test_a_worker_of_another_version_is_refused(cluster, monkeypatch):
    monkeypatch.setattr(cluster_module, "__version__", "0.0.1")
    said = r"the worker tcp://\S+ has metaqueens \S+, not 0.0.1"
    with pytest.raises(UserError, match=said), connect(cluster.address):
        pass


def test_ctrl_c_ends_a_run_that_waits_for_workers(cluster, begun):
    for worker in cluster.workers:
        worker.send_signal(signal.SIGSTOP)
    begun.send_signal(signal.SIGINT)
    while not (line := begun.stderr.readline()).startswith("finishing what is under way"):
        assert line, "it has ended"
    begun.send_signal(signal.SIGINT)
    _, err = begun.communicate(timeout=PATIENCE)
    assert begun.returncode == 130
    kept, _, end = err.splitlines()[-3:]
    assert f"of {RUNS} runs are kept; the same command continues" in kept
    assert end == "interrupted"


def at_once(folder, *words):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cluster_module, "CONNECT_SECONDS", 1)
        return call_in(folder, *words)


def nowhere(folder, address, really_so=False):
    """What is said of an address where there is no cluster."""
    words = "spread.yaml", "executor.use=dask", f"executor.address={address}", "-o", "none"
    said = really("run", *words, folder=folder) if really_so else at_once(folder, "run", *words)
    assert said.code == 2
    *before, line = said.err.splitlines()
    assert all(other.startswith(UNSOLVABLE) for other in before)
    assert address in line
    return line.removeprefix(f"executor.address: no cluster with workers at {address}: ")


def test_an_address_that_accepts_and_says_nothing(folder):
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        assert nowhere(folder, address, really_so=True) == "no answer within 8 seconds"


def test_an_address_where_somebody_else_answers(folder):
    with closing(socket.create_server(("127.0.0.1", 0))) as other:

        def greet():
            with suppress(OSError):
                while True:
                    with other.accept()[0] as connection:
                        connection.sendall(b"220 mail.example.org ESMTP\r\n" * 100)

        threading.Thread(target=greet, daemon=True).start()
        nowhere(folder, f"tcp://127.0.0.1:{other.getsockname()[1]}", really_so=True)


@pytest.mark.parametrize(
    "address",
    ["tcp://127.0.0.1:9", "tls://127.0.0.1:9", "nonsense", "tcp://", "ftp://127.0.0.1:9",
     "tcp://no.invalid:1"],
)  # fmt: skip
def test_where_no_cluster_is(folder, address):
    # Refused, or not answered in time: a busy machine may not even hear that it was refused.
    said = nowhere(folder, address)
    assert said
    assert not address.startswith("tls") or "certificate" in said or "ssl" in said
