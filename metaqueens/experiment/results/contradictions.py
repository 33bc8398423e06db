"""What a run says of itself and cannot be: its numbers, its fitness, its trace, its status."""

from collections.abc import Iterator
from typing import NamedTuple

from metaqueens.experiment.results import queries
from metaqueens.experiment.results.store import Store

# Fitness is a quotient, and rounded.
_ROUNDING = 1e-9
_JUDGED = "status != 'failed' AND verdict IS NOT 'rejected' AND"
_OF_RUNS = f"FROM runs JOIN cells USING (cell) WHERE {_JUDGED}"
# Where several rows are the largest, SQLite takes the other columns of one of them.
_LAST = (
    "SELECT cell, repetition, MAX(evaluations) AS last, guards AS left FROM traces GROUP BY 1, 2"
)
_OF_TRACES = (
    f"FROM ({_LAST}) JOIN runs USING (cell, repetition) JOIN cells USING (cell) WHERE {_JUDGED}"
)
_QUERIES = (
    (
        f"SELECT name, n, repetition, status, guards {_OF_RUNS}"
        " (status = 'solved') != (guards = 0)",
        "its status is {0}, but it claims {1:,} attacking pairs",
    ),
    (
        f"SELECT name, n, repetition, found_at, steps {_OF_RUNS} found_at < 1 OR steps < 0",
        "its best board is of evaluation {0:,}, after {1:,} steps",
    ),
    (
        f"SELECT name, n, repetition, found_at, evaluations {_OF_RUNS} found_at > evaluations",
        "its best board is of evaluation {0:,}, but there were {1:,}",
    ),
    (
        f"SELECT name, n, repetition, last, evaluations {_OF_TRACES} last > evaluations",
        "its trace goes on to evaluation {0:,}, but there were {1:,}",
    ),
    (
        f"SELECT name, n, repetition, left, runs.guards {_OF_TRACES} left != runs.guards",
        "its trace ends with {0:,} attacking pairs, the run with {1:,}",
    ),
)


class Contradiction(NamedTuple):
    """A run, and what of it cannot be."""

    algorithm: str
    n: int
    repetition: int
    said: str


def contradictions(store: Store) -> Iterator[Contradiction]:
    """Those of all runs in ``store``; none of runs that failed or were rejected.

    Raises ``Damaged`` where a trace holds what it cannot.
    """
    store.require_traces()
    for query, words in _QUERIES:
        for algorithm, n, repetition, *values in store.connection.execute(query):
            yield Contradiction(algorithm, n, repetition, words.format(*values))
    for cell in queries.cells(store):
        problem = queries.problem_of(cell.problem)
        if problem is not None:
            most = problem.max_guards if problem.n > 1 else 1
            query = f"SELECT repetition, fitness, guards {_OF_RUNS} cell = ?"
            wrong = f"{query} AND ABS(fitness - (1.0 - CAST(guards AS REAL) / ?)) > {_ROUNDING}"
            for repetition, fitness, guards in store.connection.execute(wrong, (cell.cell, most)):
                said = f"its fitness is {fitness:.6f}, which {guards:,} attacking pairs do not make"
                yield Contradiction(cell.name, cell.n, repetition, said)
