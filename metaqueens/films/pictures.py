"""Films of problems other than n queens: a picture of each candidate solution."""

from collections.abc import Sequence
from typing import Any

from metaqueens.films.film import Film, describe_outcome, format_title, part, signal_curves
from metaqueens.films.sentences import FilmFrame, signal_columns
from metaqueens.problem.base import BaseProblem
from metaqueens.text.words import many

# The maximum number of frames, since each has a picture of its own.
FRAMES = 200
FACTS = {"guards": "cost", "best": "lowest so far"}


def film_of_pictures(problem: BaseProblem, frames: Sequence[FilmFrame], seed: int | None) -> Film:
    """Return the film of a run on ``problem``, as the problem draws it, or as charts."""
    last, costs = frames[-1], [problem.recount(frame.queens) for frame in frames]
    unit = "generation" if last.of_many else "move"
    signals = signal_columns(frames)
    columns: dict[str, list[Any]] = {
        "pictures": [problem.picture_source(frame.queens) for frame in frames],
        "values": [" ".join(map(str, frame.queens.tolist())) for frame in frames],
        "evaluations": [frame.evaluations for frame in frames],
        "steps": [frame.steps for frame in frames],
        "guards": costs,
        "best": [frame.best for frame in frames],
    }
    return Film(
        n=problem.n,
        problem=problem.title,
        columns={**columns, **signals},
        facts={
            "evaluations": "evaluation",
            "steps": unit,
            **FACTS,
            **{name: format_title(name) for name in signals},
        },
        curves={"cost": {"current": "guards", "best": "best"}, **signal_curves(signals)},
        outcome=describe_outcome(
            problem, last.best, last.evaluations, many(last.steps, unit), seed
        ),
        end=(last.evaluations, last.best),
        part=part([frame.steps for frame in frames], unit),
    )
