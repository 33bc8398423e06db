"""The outcome of a run: workers return it, the store keeps it, the tuner reads it."""

from typing import NamedTuple

from metaqueens.experiment.plan import Run
from metaqueens.search.result import Result


class Outcome(NamedTuple):
    """A result, or the error that stands in its place; where and when (Unix time) the run ran."""

    run: Run
    result: Result | None
    error: str | None
    host: str | None = None
    started: float | None = None
    ended: float | None = None
