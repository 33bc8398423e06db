"""Films for the report: one run of each algorithm, repeated and recorded.

In another process, which has so much time and memory: what a database says of a run may not be so.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from metaqueens.contestants.registry import class_of
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.store import Store
from metaqueens.films.film import Film
from metaqueens.films.recording import record
from metaqueens.plugins import code as plugins

LARGEST, FILMS, FRAMES = 60, 6, 160
# A run that took longer is not played again; nothing here prices so many boards in that time.
RUN_SECONDS, RUN_EVALUATIONS = 0.4, 400_000_000
# What all replays together may take. Far more than they do, so that a busy machine has them all.
SECONDS, BYTES = 60, 2 * 2**30

Films = tuple[dict[str, Any], ...]


@contextmanager
def replays(
    folder: Path, problem: str, n: int, algorithms: Sequence[str]
) -> Iterator[Callable[[], Films]]:
    """The films of the ``algorithms`` on a ``problem`` of ``n`` queens, made meanwhile.

    Of each the run of median length; left out where it is long, ended by a clock, comes out
    otherwise than it was kept, or is of code from outside: but for what this process was told to
    import.
    """
    runs = list(_chosen(folder, algorithms, problem)) if n <= LARGEST else []
    if not runs:
        yield tuple
        return
    # -P: nothing that lies in the present folder hides a library.
    program = f"import sys; sys.path.append({str(_ROOT)!r}); from {__name__} import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    task = {
        "runs": runs,
        "folders": plugins.folders(),
        "known": plugins.loaded(),
    }
    try:
        yield lambda: _collected(process, json.dumps(task).encode())
    finally:
        process.kill()
        process.communicate()


def main() -> None:
    """Play the runs again that standard input names, a line of JSON each."""
    with suppress(ImportError, OSError, ValueError):  # there is no such thing on every system
        import resource

        most = psutil.Process().memory_info().vms + BYTES
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    # What a module of the user's prints is no film.
    out, sys.stdout = sys.stdout, sys.stderr
    task = json.load(sys.stdin)
    plugins.look_in(task["folders"])
    for name in task["known"]:
        with suppress(ValueError):
            plugins.load(name)
    with plugins.refused():
        for one in task["runs"]:
            run = Kept(*one)
            if shown := _again(run):
                data = shown.data(f"{run.name}, run {run.repetition}")
                print(json.dumps(data), file=out, flush=True)


class Kept(NamedTuple):
    """A run as the database has it."""

    name: str
    problem: str
    encoding: Any
    use: str
    parameters: str
    repetition: int
    seed: int
    evaluations: int
    cost: int


_ROOT = Path(__file__).parents[2]
_RUN = ("repetition", "seed", "evaluations", "cost", "seconds", "reason")


def _chosen(folder: Path, algorithms: Sequence[str], problem: str) -> Iterator[Kept]:
    with Store.open(folder) as store:
        for name in algorithms[:FILMS]:
            runs = list(_short(store, problem, name))
            runs.sort(key=lambda run: (run.evaluations, run.repetition))
            yield from runs[len(runs) // 2 :][:1]


def _short(store: Store, problem: str, name: str) -> Iterator[Kept]:
    """Yield the runs of one algorithm that can be played again in no time."""
    for cell in queries.cells(store):
        if (cell.problem_label, cell.name) == (problem, name):
            known = (cell.name, cell.problem, cell.encoding, cell.use, cell.parameters)
            for *run, seconds, reason in queries.runs(store, _RUN, cell.cell):
                if reason in (None, "seconds", "interrupted"):
                    continue
                kept = Kept(*known, *run)
                if seconds < RUN_SECONDS and kept.evaluations < RUN_EVALUATIONS:
                    yield kept


def _collected(process: "subprocess.Popen[bytes]", task: bytes) -> Films:
    """Return what the process says within its time; a line that it was killed over is no film."""
    try:
        said, _ = process.communicate(task, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        said, _ = process.communicate()
    return tuple(json.loads(line) for line in said.splitlines(keepends=True) if b"\n" in line)


def _again(run: Kept) -> Film | None:
    try:
        algorithm = class_of(run.use).model_validate_json(run.parameters)
        if (problem := queries.problem_of(run.problem, run.encoding)) is None:
            return None
        shown = record(problem, algorithm, run.seed, run.evaluations, FRAMES)
    except Exception:  # another version of it, or a plug-in that is elsewhere: there is no film
        return None
    return shown if shown.end == (run.evaluations, run.cost) else None
