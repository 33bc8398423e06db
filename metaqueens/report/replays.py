"""Films for the report: one run of each algorithm, repeated and recorded."""

from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from metaqueens.contestants.registry import class_of
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.store import Store
from metaqueens.films.film import Film
from metaqueens.films.recording import record
from metaqueens.plugins import code as plugins

LARGEST, FILMS, FRAMES = 60, 6, 160
# Longer runs are not repeated.
RUN_SECONDS, RUN_EVALUATIONS = 0.4, 400_000_000
# The limit of a repetition, because a database may claim fewer seconds than a run takes. It is far
# longer than any run, so that a busy machine makes all films.
SECONDS = 20.0


class StoredRun(NamedTuple):
    """A run, by its columns in the database."""

    name: str
    problem: str
    encoding: Any
    use: str
    parameters: str
    repetition: int
    seed: int
    evaluations: int
    cost: int


def make_films(
    folder: Path, problem: str, n: int, algorithms: Sequence[str]
) -> tuple[dict[str, Any], ...]:
    """Return the films of the ``algorithms`` on a ``problem`` of ``n`` queens.

    Each is of the run of median length. There is none if the run is long, was ended by a clock,
    does not repeat, or is of user code that this process has not imported.
    """
    runs = list(_choose_runs(folder, algorithms, problem)) if n <= LARGEST else []
    # User code may print.
    with plugins.refuse(), redirect_stdout(StringIO()):
        films = [(run, _film(run)) for run in runs]
    return tuple(film.data(f"{run.name}, run {run.repetition}") for run, film in films if film)


def _choose_runs(folder: Path, algorithms: Sequence[str], problem: str) -> Iterator[StoredRun]:
    """Yield the run of median length of each algorithm, of those that are quick to repeat."""
    with Store.open(folder) as store:
        for name in algorithms[:FILMS]:
            limits = problem, name, RUN_SECONDS, RUN_EVALUATIONS
            runs = queries.list_quick(store, StoredRun._fields, *limits)
            yield from map(StoredRun._make, runs[len(runs) // 2 :][:1])


def _film(run: StoredRun) -> Film | None:
    """Return the film of a run that repeats within the limit; else None."""
    try:
        algorithm = class_of(run.use).model_validate_json(run.parameters)
        if (problem := queries.problem_of(run.problem)) is None:
            return None
        asked = problem, algorithm, run.seed, run.evaluations
        film = record(*asked, FRAMES, encoding=run.encoding, seconds=SECONDS)
    except (Exception, SystemExit):  # another version of it, or user code that is elsewhere
        return None
    return film if film.end == (run.evaluations, run.cost) else None
