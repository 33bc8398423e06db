"""How far one coordinator goes: 100,000 runs for real, a million simulated results.

python -m experiments.scale.measure [--quick]      writes table.md beside this file
python -m experiments.scale.measure --headlines    three minutes; writes headlines.csv
"""

import argparse
import json
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

from experiments.headlines import write
from metaqueens.config import parse
from metaqueens.experiment.execution.executors import drive
from metaqueens.experiment.execution.worker import execute_all
from metaqueens.experiment.plan import Outcome, Run
from metaqueens.experiment.progress import missing_runs
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.session import Validating, session

HERE = Path(__file__).parent
TEXT = """
name: scale
problem: {n: 8}
algorithms: {mc: {use: min_conflicts, encoding: rows}}
budget: {evaluations: 100_000}
"""
WORKERS = 2
# The headlines are measured anew so many times.
BLOCKS = 2
BARS = {
    "20,000 runs, seconds": 12,
    "coordinator, ms a run": 0.3,
    "bytes a run without boards and traces": 600,
    "memory grows by, MB": 50,
    "resumed with 100,000 runs, start-up seconds": 3,
}


def for_real(runs: int, folder: Path) -> dict[str, float]:
    """Do ``runs`` runs in two processes; seconds and memory of the coordinator."""
    experiment = parse(TEXT, [f"runs={runs}"])
    clock, cpu = time.perf_counter(), time.process_time()
    with closing(session(experiment, folder, workers=WORKERS)) as events:
        for event in events:
            if isinstance(event, Validating):  # its cost is a board's, not a run's
                break
    return _spent(clock, cpu)


def simulated(runs: int, folder: Path) -> dict[str, float]:
    """Hand ``runs`` results, of a few real runs, to the coordinator at once."""
    experiment = parse(TEXT, [f"runs={runs}"])
    clock, cpu = time.perf_counter(), time.process_time()
    with Store.create(folder, experiment) as store:
        missing = missing_runs(experiment, store)
        store.add_cells(experiment.cells, experiment.seed)
        store.begin_session(sys.argv)
        sample = execute_all([*islice(missing_runs(experiment, store).runs, 200)])[0]
        for outcomes in drive(
            lambda chunk: _answer(chunk, sample), lambda: 100, missing.runs, bool
        ):
            store.add(outcomes)
    return _spent(clock, cpu)


def _answer(chunk: list[Run], sample: list[Outcome]) -> "Future[Any]":
    future: Future[Any] = Future()
    future.set_result(
        ([old._replace(run=run) for run, old in zip(chunk, sample, strict=False)], 1e-3)
    )
    return future


def resumed(runs: int, folder: Path) -> dict[str, float]:
    """Open results that are complete, up to the point where the first run would begin."""
    experiment = parse(TEXT, [f"runs={runs + 1}"])
    clock, cpu = time.perf_counter(), time.process_time()
    with Store.create(folder, experiment) as store:
        missing = missing_runs(experiment, store)
        assert missing.number == 1, missing.number
        next(missing.runs)
        return _spent(clock, cpu)


def _spent(clock: float, cpu: float) -> dict[str, float]:
    return {
        "seconds": time.perf_counter() - clock,
        "cpu": time.process_time() - cpu,
        "memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def size(folder: Path, runs: int) -> dict[str, float]:
    """Bytes a run of the database: as it is, and without boards and traces."""
    path = folder / "runs.sqlite"
    whole = path.stat().st_size
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE runs SET board = NULL")
        connection.execute("DELETE FROM traces")
        connection.execute("VACUUM")
    return {"whole": whole / runs, "bare": path.stat().st_size / runs}


def in_a_process(what: str, runs: int, folder: Path) -> dict[str, float]:
    """One measurement in a process of its own, for its memory's sake."""
    done = subprocess.run(
        [sys.executable, "-m", "experiments.scale.measure", "--one", what, str(runs), str(folder)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def measure(many: int, million: int) -> Iterator[tuple[str, float]]:
    """Every figure by its name."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        in_a_process("for_real", 100, folder / "warm")
        few = in_a_process("for_real", 1_000, folder / "few")
        yield "20,000 runs, seconds", in_a_process("for_real", 20_000, folder / "some")["seconds"]
        lots = in_a_process("for_real", many, folder / "lots")
        yield f"{many:,} runs, seconds", lots["seconds"]
        yield "coordinator, ms a run", 1e3 * lots["cpu"] / many
        yield "memory at 1,000 runs, MB", few["memory_mb"]
        yield "memory grows by, MB", lots["memory_mb"] - few["memory_mb"]
        resumes = in_a_process("resumed", many, folder / "lots")
        yield f"resumed with {many:,} runs, start-up seconds", resumes["seconds"]
        bytes_a_run = size(folder / "lots", many)
        yield "bytes a run", bytes_a_run["whole"]
        yield "bytes a run without boards and traces", bytes_a_run["bare"]
        flood = in_a_process("simulated", million, folder / "flood")
        yield f"{million:,} simulated results, seconds", flood["seconds"]
        yield "results kept a second", million / flood["seconds"]
        yield f"memory at {million:,} results, MB", flood["memory_mb"]
        yield "shortest run that keeps 1,000 workers busy, seconds", 1e3 * lots["cpu"] / many


def headlines() -> Iterator[tuple[str, int, float]]:
    """What the page says in bold letters, measured anew; a tenth of the simulated results."""
    for block in range(1, 1 + BLOCKS):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            few = in_a_process("for_real", 1_000, folder / "few")
            lots = in_a_process("for_real", 100_000, folder / "lots")
            flood = in_a_process("simulated", 100_000, folder / "flood")
            grown = lots["memory_mb"] - few["memory_mb"]
            yield "coordinator", block, 1e3 * lots["cpu"] / 100_000
            yield "memory", block, 1e6 * grown / (100_000 - 1_000)
            yield "kept", block, 100_000 / flood["cpu"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    parser.add_argument("--headlines", action="store_true", help="those alone, measured anew")
    parser.add_argument("--one", nargs=3, metavar=("WHAT", "RUNS", "FOLDER"), help="internal")
    given = parser.parse_args()
    if given.one:
        what, runs, folder = given.one
        found = {"for_real": for_real, "simulated": simulated, "resumed": resumed}[what]
        print(json.dumps(found(int(runs), Path(folder))))
        return
    if given.headlines:
        write(HERE, headlines())
        return
    share = 10 if given.quick else 1
    lines = ["| what | measured | bar |", "|---|---|---|"]
    for name, value in measure(100_000 // share, 1_000_000 // share):
        bar = BARS.get(name.replace("10,000", "100,000") if given.quick else name, "")
        lines.append(
            f"| {name} | {value:,.3g} | {bar} |"
            if value < 1e4
            else f"| {name} | {value:,.0f} | {bar} |"
        )
        print(lines[-1], flush=True)
    if not given.quick:
        (HERE / "table.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
