"""Count what random kills and interruptions break.

    python experiments/durability/kills.py 1000 [SEED]

Kills: one process of ``run``, ``tune``, ``instances`` or ``league`` is killed with SIGKILL at a
random moment, a worker or the coordinator, and the same command goes on. For each five of these
some command is told to end by Ctrl-C. Counted are tracebacks, commands that end later than 3 s
after Ctrl-C, rows that were stored and are lost, and results that differ from those of other
rounds. The counts become rows of ``table.csv``, also after Ctrl-C; the exit code is 1 where
anything broke.
"""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import psutil
import table

LATE = 3.0  # seconds after Ctrl-C
LONGEST = 300.0  # seconds until a command counts as hanging
CTRL_C = 5  # kills for each Ctrl-C

FAMILY = """\
name: family
problem: {n: 10, excluded: {use: random, count: 8}, instances: 6, satisfiable: true}
algorithms: {mc: {use: min_conflicts, encoding: rows}, tabu: {use: tabu_search}}
budget: {evaluations: 20_000}
runs: 8
"""
PROGRAM = """\
name: program
problem: {n: 12}
algorithms:
  own: {use: program, command: ["{python}", nqueens.py, "{n}", "{seed}"]}
  hc: {use: hill_climbing}
budget: {evaluations: 100_000, seconds: 20}
runs: 12
"""
TUNE = """\
name: tuned
problem: {n: 12}
algorithms: {sa: {use: simulated_annealing}}
budget: {evaluations: 4000}
runs: 10
tune:
  algorithm: sa
  max_runs: 200
  train: {problem.n: [10, 12], runs: 3}
  test: {problem.n: [14], runs: 5}
  space: {schedule.hot: {float: [0.1, 3.0], log: true}, schedule.cold: {float: [0.01, 0.1]}}
"""


Rows = dict[tuple, tuple]


def runs_in(folder: Path) -> Rows:
    """Return what a results folder has of each run, without times."""
    if not (folder / "out" / "runs.sqlite").exists():
        return {}
    asked = (
        "SELECT cells.key, repetition, seed, evaluations, steps, cost FROM runs"
        " JOIN cells ON cells.cell = runs.cell WHERE status <> 'failed'"
    )
    with closing(sqlite3.connect(folder / "out" / "runs.sqlite")) as opened:
        return {(key, k): tuple(rest) for key, k, *rest in opened.execute(asked)}


def instances_in(folder: Path) -> Rows:
    """Return the label of each instance of a file."""
    found = [json.loads(line) for line in _whole_lines(folder / "out.jsonl")]
    return {(one["id"],): (one["label"],) for one in found}


def played_in(folder: Path) -> Rows:
    """Return what a league has of each run, without those of a worker that was lost."""
    _, *lines = _whole_lines(folder / "out" / "runs.jsonl") or [""]
    found = [json.loads(line) for line in lines]
    return {
        (one["board"], one["name"]): (one["solved"], one["cost"], one["ended"])
        for one in found
        if one["ended"] != "failed"
    }


def _whole_lines(path: Path) -> list[str]:
    """Return the lines of a file that may be missing, without one that is being written."""
    return path.read_text().split("\n")[:-1] if path.exists() else []


class Job(NamedTuple):
    """A command that goes on, and what reads the rows that it keeps."""

    words: list[str]
    rows: Callable[[Path], Rows]


PLAYED = ["nqueens.py", "hill_climbing", "--by", "evaluations", "--budget", "2000", "--boards", "3"]
JOBS = [
    Job(["run", "family.yaml", "-o", "out", "--no-report", "-j", "2"], runs_in),
    Job(["run", "program.yaml", "-o", "out", "--no-report", "-j", "2"], runs_in),
    Job(["tune", "tune.yaml", "-o", "out", "-j", "2"], runs_in),
    Job(["instances", "family.yaml", "-o", "out.jsonl"], instances_in),
    Job(["league", *PLAYED, "--seed", "3", "-o", "out", "-j", "2"], played_in),
]
OTHERS = [
    ["solve", "200", "tabu_search"],
    ["solve", "1000", "simulated_annealing"],
    ["lab"],
    ["animate", "12", "-o", "film.html"],
    ["landscape", "100"],
    ["compare", "whole"],
    ["report", "whole"],
    ["show", "whole"],
    ["validate", "whole"],
    ["export", "whole", "-o", "runs.csv"],
    ["count", "15"],
    ["enumerate", "9"],
    ["solve", "30", "iterative"],
    ["estimate", "20"],
    ["check", "program.yaml"],
    ["list", "algorithms"],
]


def prepare(folder: Path) -> None:
    """Write the configs, a program, and one whole results folder."""
    for name, text in (("family", FAMILY), ("program", PROGRAM), ("tune", TUNE)):
        (folder / f"{name}.yaml").write_text(text)
    call(folder, "new", "program", "python")
    call(folder, "run", "program.yaml", "-o", "whole", "--no-report")


def call(folder: Path, *words: str) -> None:
    """Run a command that nothing disturbs."""
    done = subprocess.run(
        [sys.executable, "-m", "metaqueens", *words],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"metaqueens {' '.join(words)}: {done.stderr}")


def begin(folder: Path, words: list[str], said: Path) -> subprocess.Popen:
    """Start a command with a session of its own, its standard error in ``said``."""
    with said.open("w") as file:
        return subprocess.Popen(
            [sys.executable, "-m", "metaqueens", *words],
            cwd=folder, stdout=file, stderr=file, start_new_session=True,
        )  # fmt: skip


def seconds_of(folder: Path, words: list[str], scratch: Path) -> float:
    """Return how long a command takes undisturbed."""
    began = time.monotonic()
    process = begin(folder, words, scratch / "said.txt")
    process.wait()
    return time.monotonic() - began


def clear(folder: Path) -> None:
    """Remove what a command wrote."""
    shutil.rmtree(folder / "out", ignore_errors=True)
    for name in ("out.jsonl", "film.html", "lab.html", "runs.csv"):
        (folder / name).unlink(missing_ok=True)


def interrupted(folder: Path, words: list[str], after: float, scratch: Path) -> str:
    """Send Ctrl-C ``after`` so many seconds; return in a word what came of it."""
    said = scratch / "said.txt"
    process = begin(folder, words, said)
    try:
        process.wait(after)
        return "had ended before"
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGINT)
    told = time.monotonic()
    try:
        code = process.wait(LONGEST)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return "BAD: hangs"
    late = time.monotonic() - told
    text = said.read_text(errors="replace")
    if "import the site module" in text or "import runpy" in text:  # Python had not started
        return "before our first module"
    if "Traceback" in text and "metaqueens" in text:
        return f"BAD: traceback\n{text}"
    if late > LATE and os.getloadavg()[0] < 2 * (os.cpu_count() or 1):  # else others make it late
        return f"BAD: ended {late:.1f} s later"
    return {130: "exit code 130", 0: "had ended before", -2: "before our first module"}.get(
        code, f"BAD: exit code {code}\n{text}"
    )


def own_processes(pid: int) -> list[psutil.Process]:
    """Return the descendants of ``pid`` that are ours: a program of a contestant is not."""
    own = []
    for process in psutil.Process(pid).children(recursive=True):
        with suppress(psutil.Error):
            is_ours = "supervisor.py" in " ".join(process.cmdline())
            above = (" ".join(parent.cmdline()) for parent in process.parents())
            if is_ours or not any("supervisor.py" in words for words in above):
                own.append(process)
    return own


def killed(folder: Path, job: Job, after: float, scratch: Path, rng: random.Random) -> str:
    """Kill a process of a job ``after`` so many seconds; let it go on; return what came of it."""
    said = scratch / "said.txt"
    process = begin(folder, job.words, said)
    try:
        process.wait(after)
        return "had ended before"
    except subprocess.TimeoutExpired:
        pass
    below = own_processes(process.pid)
    victim = rng.choice(below) if below and rng.random() < 0.7 else psutil.Process(process.pid)
    whose = "coordinator" if victim.pid == process.pid else "child"
    try:
        victim.kill()
    except psutil.NoSuchProcess:
        whose = "no process"
    try:
        code = process.wait(LONGEST)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return f"BAD: hangs after a kill of its {whose}"
    text = said.read_text(errors="replace")
    if whose != "coordinator" and ("Traceback" in text or code not in (0, 1, 3)):
        return f"BAD: {whose} killed, exit code {code}\n{text}"
    before = job.rows(folder)
    again = begin(folder, job.words, said)
    if again.wait(LONGEST):
        return f"BAD: does not go on\n{said.read_text(errors='replace')}"
    if not before.items() <= job.rows(folder).items():
        return "BAD: rows are lost or differ"
    return f"{whose} killed, exit code {code}"


class Rounds:
    """Interruptions and kills in ``folder``, drawn by ``rng``; ``scratch`` takes what is said."""

    def __init__(self, folder: Path, scratch: Path, rng: random.Random) -> None:
        self.folder, self.scratch, self.rng = folder, scratch, rng
        self.seconds: dict[str, float] = {}  # of each command, undisturbed
        self.whole: dict[str, dict] = {}  # the rows of each job, as first seen

    def moment(self, words: list[str]) -> float:
        """Draw when to disturb a command, in seconds from its start."""
        name = " ".join(words)
        clear(self.folder)
        if name not in self.seconds:
            self.seconds[name] = seconds_of(self.folder, words, self.scratch)
            clear(self.folder)
        return self.rng.uniform(0, self.seconds[name])

    def interrupt(self) -> str:
        """Interrupt any command."""
        words = self.rng.choice([job.words for job in JOBS] + OTHERS)
        came = interrupted(self.folder, words, self.moment(words), self.scratch)
        return f"{came}: {' '.join(words)}" if came.startswith("BAD") else came

    def kill(self) -> str:
        """Kill a process of a job, and compare its results with those of other rounds."""
        job = self.rng.choice(JOBS)
        name = " ".join(job.words)
        came = killed(self.folder, job, self.moment(job.words), self.scratch, self.rng)
        # A tuning takes another way where a run failed, as one does whose worker is killed.
        if came.endswith(("code 0", "code -9")):
            stored = job.rows(self.folder)
            known = self.whole.setdefault(name, stored)
            if known != stored:
                differ = len(known.items() ^ stored.items())
                came = f"BAD: {came}; {differ} rows differ from those of another round"
        return f"{came}: {name}" if came.startswith("BAD") else came


def main() -> None:
    # A shell's background job ignores Ctrl-C, and so would all that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    counts: Counter[str] = Counter()
    began = time.monotonic()
    with TemporaryDirectory() as base, TemporaryDirectory() as scratch:
        prepare(Path(base))
        rounds = Rounds(Path(base), Path(scratch), random.Random(seed))
        try:
            while count > table.tried(counts, "kill"):
                # Those whose command had ended before its moment do not count.
                is_kill = rounds.rng.randrange(CTRL_C + 1) > 0
                kind, came = ("kill", rounds.kill()) if is_kill else ("Ctrl-C", rounds.interrupt())
                counts[f"{kind}: {came.splitlines()[0]}"] += 1
                if came.startswith("BAD"):
                    print(kind, came, flush=True)
        except KeyboardInterrupt:  # what was counted until then is kept
            pass
    for what, times in sorted(counts.items()):
        print(f"{times:5d}  {what}")
    sys.exit(table.add(counts, seed, time.monotonic() - began))


if __name__ == "__main__":
    main()
