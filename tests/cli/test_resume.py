"""Running again: what is done, what stands beside; sessions."""

import json
import os
import platform
import shutil
import socket
import subprocess
import sys

import pytest

from metaqueens import __version__
from metaqueens.analysis.data.runs import load_runs as load
from metaqueens.report.facts import facts
from tests.processes import written_by

from . import call, done, query, really


def test_a_changed_cell_stands_beside_the_old_one_and_is_named(here):
    call("run", "small.yaml", "-j", "1")
    more = "problem.n=8,9", "algorithms.hc.use=hill_climbing", "-o", "more"
    call("run", "small.yaml", "-j", "1", "-o", "more")
    assert call("run", "small.yaml", "-j", "1", *more).err == "restored 6 of 18, running 12\n"
    said = done("run", "small.yaml", "-j", "1", "algorithms.ga.population=30", "runs=2")
    assert said.err == "restored 2 of 4, running 2\n"
    assert "also in these results, not in this config: ga, n=8 (3 runs)\n" in said.out
    assert len(query(here / "results/small", "SELECT * FROM cells")) == 3
    assert len(query(here / "results/small", "SELECT * FROM runs")) == 8
    both = call("run", "small.yaml", "-j", "1", "algorithms.ga.population=20,30", "runs=2")
    assert both.err == "restored 6 of 6, running 0\n"
    captions = {
        board["caption"].partition(",")[0]
        for board in facts(here / "results/small", "small").boards
    }
    assert captions == {"ga population=20", "ga population=30", "mc"}
    said = call("run", "small.yaml", "-j", "1", "budget.evaluations=30_000", "runs=1", "--json")
    names = "mc, n=8 (3 runs); ga, n=8 (5 runs)"
    assert said.err == f"also in these results, not in this config: {names}\n"


def test_cells_that_never_ran_do_not_count(here):
    """A config that was interrupted before its first run, and then changed."""
    words = "run", "small.yaml", "-j", "1", "runs=2"
    call(*words)
    for table in ("traces", "runs"):
        query(here / "results/small", f"DELETE FROM {table}")
    assert done(*words, "budget.evaluations=30_000").err == ""
    assert set(load("results/small").algorithm) == {"mc", "ga"}
    assert "4 of 4 runs done, 4 solved, 0 failed; complete" in done("show", "results/small").out


def test_values_that_left_the_config_are_named(here):
    words = "run", "small.yaml", "-j", "1"
    call(*words, "algorithms.ga.population=20,30", "runs=2")
    said = done(*words, "algorithms.ga.population=20,40", "problem.n=8,9")
    assert "also in these results, not in this config: ga population=30 (2 runs)\n" in said.out
    report = json.loads(done("show", "results/small", "--json").out)
    assert (report["done"], report["of"], report["complete"]) == (20, 20, True)
    assert "earlier" not in report["given"]
    other = "also in these results, not in this config: mc, n=8 (3 runs); ga population=20, n=8 (3"
    assert other in done(*words, "algorithms.ga.population=20,40", "problem.n=9").out
    assert "also in" not in done(*words, "algorithms.ga.population=20,30,40", "problem.n=8,9").out


def test_another_seed_is_named_and_its_runs_are_joined(here):
    words = "run", "small.yaml", "-j", "1", "runs=2"
    assert call(*words, "-q").err == ""
    said = call(*words, "seed=8", "-q")
    assert (said.code, said.err) == (
        0,
        "also in these results, not in this config: mc, n=8 (2 runs); ga, n=8 (2 runs)\n",
    )
    shown = call("show", "results/small").out
    joined = "\nCells of equal settings have different seeds; their runs are joined.\n"
    assert joined in shown
    note = "mc on n=8 and ga on n=8: runs of several seeds of the experiment are joined"
    compared = call("compare", "results/small").out
    assert f"note: {note}\n" in compared
    assert call("export", "results/small").code == 0
    assert f"note: {note}\n" in call("compare", "results/small.csv").out
    assert call("report", "results/small").code == 0
    assert note in (here / "results/small/report.html").read_text()


def test_a_label_with_other_parameters_on_other_sizes_is_told_apart(here):
    words = "run", "small.yaml", "-j", "1", "runs=2", "-q"
    call(*words)
    said = call(*words, "problem.n=9,10", "algorithms.ga.population=30")
    old = "mc, n=8 (2 runs); ga, n=8 (2 runs)"
    assert said.err == f"also in these results, not in this config: {old}\n"
    names = {"ga population=20", "ga population=30", "mc"}
    assert set(load("results/small").algorithm) == names
    shown = call("show", "results/small").out
    assert all(name in shown for name in names)
    captions = {
        board["caption"].partition(",")[0]
        for board in facts(here / "results/small", "small").boards
    }
    assert captions == names
    assert call("export", "results/small").code == 0
    assert set(load("results/small.csv").algorithm) == names
    # A sweep that sets a parameter with the size has one contestant.
    sweep = "problem.n,algorithms.ga.population=[8,10],[9,12]"
    assert call(*words, sweep, "-o", "linked").err == ""
    assert set(load("linked").algorithm) == {"ga", "mc"}


def test_each_session_says_who_did_it_when_and_with_what(here):
    said = really("run", "small.yaml", "-j", "1", folder=here)
    assert said.code == 0
    columns = "started, ended, host, pid, command, provenance"
    (session,) = query(here / "results/small", f"SELECT {columns} FROM sessions")
    started, ended, host, pid, command, provenance = session
    assert started < ended < started + 600
    assert (host, pid > 0) == (socket.gethostname(), True)
    assert json.loads(command)[1:] == ["run", "small.yaml", "-j", "1", "--no-report"]
    facts = json.loads(provenance)
    assert facts["versions"]["python"] == platform.python_version()
    assert {"metaqueens", "numpy", "numba", "deap", "ortools"} <= set(facts["versions"])
    assert facts["versions"]["metaqueens"] == __version__
    assert facts["processor"]
    assert facts["system"]
    columns = "session, host, started, ended, seconds"
    times = query(here / "results/small", f"SELECT {columns} FROM runs")
    for session, where, begun, over, seconds in times:
        assert (session, where) == (1, host)
        assert started <= begun <= over <= ended
        assert over - begun >= seconds
    # Nothing was done, so that nobody did it.
    call("run", "small.yaml", "-j", "1")
    assert len(query(here / "results/small", "SELECT * FROM sessions")) == 1


# In a namespace of its own it gives the machine a name that is not UTF-8.
RENAMED = """
import ctypes, runpy
assert not ctypes.CDLL(None).sethostname(b"caf\\xe9", 4)
runpy.run_module("metaqueens", run_name="__main__")
"""
NAMESPACE = ["unshare", "--map-root-user", "--uts"]


def may_rename():
    command = shutil.which("unshare") and [*NAMESPACE, "true"]
    return bool(command) and not subprocess.run(command, capture_output=True).returncode


@pytest.mark.skipif(not may_rename(), reason="only in a namespace may the machine be renamed")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_name_of_the_machine_may_be_any_bytes(here, jobs):
    words = ["run", "small.yaml", "-j", jobs, "-q", "--no-report"]
    written_by(*NAMESPACE, sys.executable, "-c", RENAMED, *words, folder=here)
    hosts = "SELECT host FROM sessions UNION SELECT host FROM runs"
    assert query(here / "results/small", hosts) == [("caf\\udce9",)]


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are any bytes there")
def test_the_name_of_the_folder_may_be_any_bytes(here):
    folder = os.fsdecode(b"results/caf\xe9")
    done("run", "small.yaml", "-o", folder, "-j", "1")
    done("run", "small.yaml", "runs=4", "-o", folder, "-j", "1")
    assert "8 of 8 runs done" in done("show", folder).out
