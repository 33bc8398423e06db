"""``metaqueens slurm``: the script is run, task by task, as Slurm would."""

import os
import re
import shlex
import signal
import subprocess

import pytest

from tests.patience import PATIENCE, until

from . import CONFIG, call, finished, rows


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder whose name and config need quotes."""
    folder = tmp_path / 'it\'s a $HOME; of "mine"'
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "my small.yaml").write_text(CONFIG)
    return folder


def test_its_tasks_together_are_the_experiment(here, tmp_path):
    words = ["my small.yaml", "problem.n=8,5", "validate=null"]
    said = call("slurm", *words, "--tasks", "2", "-o", "a job.slurm", "--cpus", "1")
    assert (said.code, said.err) == (0, "")
    for task in "12":
        done = subprocess.run(
            ["bash", here / "a job.slurm"], cwd=tmp_path, capture_output=True, text=True,
            env={**os.environ, "SLURM_ARRAY_TASK_ID": task}, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    text = (here / "a job.slurm").read_text()
    (merge,) = re.findall(r"# When all have ended: +(.*)", text)
    done = subprocess.run(
        ["bash", "-c", f"{merge} --no-report"], cwd=here, capture_output=True, text=True
    )
    assert done.returncode == 0
    assert "12 of 12 runs from 2 folders" in done.stdout
    call("run", *words, "-j", "1", "-o", "whole")
    assert rows(here / "results" / "small") == rows(here / "whole")


def test_the_script_says_what_slurm_is_to_give(here):
    call("slurm", "my small.yaml", "--tasks", "2", "--time", "1-12:00:00", "--mem", "512M",
         "--cpus", "4")  # fmt: skip
    script = here / "small.slurm"
    assert subprocess.run(["bash", "-n", script]).returncode == 0
    lines = script.read_text().splitlines()
    assert lines[0] == "#!/bin/bash"
    settings = [line.removeprefix("#SBATCH ") for line in lines if line.startswith("#SBATCH")]
    assert settings == [
        "--job-name=small", "--array=1-2", "--cpus-per-task=4", "--mem=512M", "--time=1-12:00:00",
        "--output=slurm-%x-%a.log", "--signal=B:INT@120",
    ]  # fmt: skip
    # Slurm reads no setting below the first command.
    first = next(k for k, line in enumerate(lines) if line and not line.startswith("#"))
    assert max(k for k, line in enumerate(lines) if line.startswith("#SBATCH")) < first


WAITS = """
from pathlib import Path
from time import sleep
from metaqueens import MinConflicts, Parameters


class Waits(Parameters):
    \"\"\"Its first run ends; the others go on until there is a file `go`.\"\"\"

    encodings = ("rows",)

    def search(self, problem, budget, rng):
        if problem.n > 3:  # not where a worker warms up
            while Path("begun").exists() and not Path("go").exists():
                sleep(0.01)
            Path("begun").touch()
        yield from MinConflicts(encoding="rows").search(problem, budget, rng)
"""


def test_a_task_whose_time_is_up_keeps_what_is_done_and_goes_on_when_submitted_again(here):
    (here / "waits.py").write_text(WAITS)
    text = CONFIG.replace("use: min_conflicts", "use: 'waits:Waits'")
    (here / "my small.yaml").write_text(text.replace("runs: 3", "runs: 20"))
    call("slurm", "my small.yaml", "validate=null", "--tasks", "2", "-o", "job.slurm")
    environment = {**os.environ, "SLURM_ARRAY_TASK_ID": "2"}
    task = subprocess.Popen(
        ["bash", "job.slurm"], cwd=here, env=environment, text=True, stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )  # fmt: skip
    part = here / "results" / "small.shard-2-of-2"
    until(lambda: finished(part), task)
    task.send_signal(signal.SIGINT)  # what --signal=B:INT sends to the script's own process
    (here / "go").touch()
    task.communicate(timeout=PATIENCE)
    assert task.returncode == 130
    kept = finished(part)
    assert 0 < kept < 20
    again = subprocess.run(
        ["bash", "job.slurm"], cwd=here, env=environment, capture_output=True, text=True
    )
    assert again.stderr.startswith(f"restored {kept} of 20, running {20 - kept}\n")


def test_outside_of_slurm_it_says_what_is_missing(here):
    call("slurm", "my small.yaml", "--tasks", "2")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SLURM")}
    done = subprocess.run(
        ["bash", "small.slurm"], cwd=here, capture_output=True, text=True, env=environment
    )
    assert done.returncode != 0
    assert "SLURM_ARRAY_TASK_ID: is set by Slurm" in done.stderr


def test_overrides_are_quoted(here):
    said = call("slurm", "my small.yaml", "algorithms.ga.crossover.use=deap.tools:cxOrdered",
                "problem.n=5, 8", "--tasks", "1", "-o", "-")  # fmt: skip
    command = said.out[said.out.index("exec ") :].replace("\\\n", " ")
    words = shlex.split(command)
    assert words[4:8] == [
        "run", "my small.yaml", "algorithms.ga.crossover.use=deap.tools:cxOrdered", "problem.n=5, 8"
    ]  # fmt: skip
    assert not (here / "small.slurm").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--tasks", "7"], "at most one for each of the 6 runs, got 7"),
        (["--tasks", "0"], "0 is not in the range"),
        (["--time", "1h; rm -rf /"], "expected such as 12:00:00"),
        (["--mem", "lots"], "expected such as 4G"),
        (["-o", "no/such/folder.slurm", "--tasks", "1"], "no such file or directory"),
        (["-o", "./my small.yaml", "--tasks", "1"], "this is the experiment itself"),
        (["problem.m=3"], "problem.m: no such key"),
    ],
)
def test_what_makes_no_script(here, words, said):
    found = call("slurm", "my small.yaml", *words)
    assert found.code == 2
    assert said in found.err


def test_a_config_that_is_not_there(here):
    said = call("slurm", "my smal.yaml")
    assert said.code == 2
    assert "did you mean my small.yaml?" in said.err
