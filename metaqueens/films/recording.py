"""Record films of searches: move by move, at even distances, or by generations."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isfinite
from typing import Any

import numpy as np

from metaqueens.core.choices import EncodingName
from metaqueens.films import pictures
from metaqueens.films.film import (
    Film,
    board_columns,
    describe_outcome,
    format_title,
    marks,
    part,
    queens_of,
    signal_curves,
)
from metaqueens.films.populations import film_of_population
from metaqueens.films.sentences import FilmFrame, describe_change, signal_columns
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.check import describe_local_minimum
from metaqueens.problem.picture import DRAWN_UP_TO
from metaqueens.problem.space import Space
from metaqueens.queens.check import recount
from metaqueens.queens.problem import Queens
from metaqueens.search import Budget, ReportEvery
from metaqueens.search.algorithm import Algorithm, neighbourhood, space_for
from metaqueens.search.driver import drive
from metaqueens.search.result import Result
from metaqueens.search.snapshot import GENERATION, PLACED, Snapshot
from metaqueens.text.errors import UserError
from metaqueens.text.words import many

# Up to this number each evaluation is recorded, to show single moves.
EACH_UP_TO = 20_000
# The counts of a search; other signals must not have these names.
COUNTS = {
    "evaluations": "evaluation",
    "steps": "move",
    "guards": "attacking pairs",
    "best": "fewest so far",
}

# The number of queens of a film.
SMALLEST, LARGEST = 4, 60
# The number of frames, and the maximum number if each move is shown.
FRAMES = 400, 2000


def require_size(problem: BaseProblem, place: str) -> None:
    """Raise ``UserError``, with ``place``, if there are no films of problems of this size."""
    least, greatest = (SMALLEST, LARGEST) if problem.has("queens") else (1, DRAWN_UP_TO)
    if not least <= problem.n <= greatest:
        expected = f"expected {least} to {greatest} {problem.variable}s"
        raise UserError(f"{place}: {expected}, got {problem.n:,}")


def film_run(result: Result) -> Film:
    """Return the film of the run of ``result``.

    Raises ``ValueError`` if it cannot be filmed or does not repeat.
    """
    run = result.problem, result.algorithm, result.seed, result.evaluations
    film = record(*run, *FRAMES, encoding=result.encoding)
    if film.end != (result.evaluations, result.cost):
        raise ValueError("it does not repeat its run from the seed, so that it cannot be filmed")
    return film


def record(
    problem: BaseProblem,
    algorithm: Algorithm,
    seed: int | None,
    evaluations: int,
    frame_count: int,
    moves: int = 0,
    encoding: EncodingName | None = None,
) -> Film:
    """Record the run of ``seed`` until it is solved or has made ``evaluations``.

    The film has about ``frame_count`` frames, or one for each move if there are at most ``moves``.
    Raises ``ValueError`` if the algorithm cannot work on the problem, or cannot be filmed.
    """
    if reason := algorithm.refuses.get("film"):
        raise ValueError(reason)
    space = space_for(algorithm, problem, encoding)
    begun = next(drive(algorithm, space, Budget(evaluations), np.random.default_rng(seed)))
    if begun.snapshot.population is not None and isinstance(problem, Queens):
        return film_of_population(space, algorithm, seed, evaluations, frame_count)
    return _film_of_board(space, algorithm, seed, evaluations, frame_count, max(frame_count, moves))


def _film_of_board(
    space: Space,
    algorithm: Algorithm,
    seed: int | None,
    evaluations: int,
    frame_count: int,
    moves: int,
) -> Film:
    """Return the film of a run; see ``record``."""
    short = evaluations <= EACH_UP_TO
    gap = max(1, -(-evaluations // frame_count))
    frames = list(_frames(space, algorithm, seed, evaluations, 1 if short else gap))
    single = short and len(frames) <= moves
    if not isinstance(space.problem, Queens):
        few = max(1, -(-evaluations // pictures.FRAMES))
        return pictures.film_of_pictures(space.problem, list(_spread(frames, few)), seed)
    if len(frames) > moves:
        frames = list(_spread(frames, gap))
    problem = queens_of(space)
    frames = [one._replace(guards=recount(problem, one.queens, one.placed)) for one in frames]
    return _film(problem, frames, seed, single, neighbourhood(algorithm, space.encoding))


def _frames(
    space: Space, algorithm: Algorithm, seed: int | None, evaluations: int, gap: int
) -> Iterator[FilmFrame]:
    """Yield a frame for each change of the board, at least ``gap`` evaluations apart."""
    checkpoints, last, signals = ReportEvery(gap, Budget(evaluations)), None, dict[str, Any]()
    for moment in drive(algorithm, space, checkpoints, np.random.default_rng(seed)):
        frame = _frame(moment.snapshot, signals)
        signals = frame.signals
        if last is None or _differs(frame, last) or moment.reason:
            # A search that is stuck, or has no move to evaluate, reports the same count again.
            if last is not None and frame.evaluations > last.evaluations:
                yield last
            last = frame
    assert last is not None
    yield last


def _frame(snapshot: Snapshot, steered: dict[str, Any]) -> FilmFrame:
    shown = snapshot.values if snapshot.current is None else snapshot.current
    signals = dict(snapshot.signals())
    of_many = GENERATION in signals
    placed = int(signals.pop(PLACED, shown.size))
    counts = int(snapshot.cost), int(snapshot.evaluations), int(snapshot.steps)
    rounded = {
        name: _round_signal(value)
        for name, value in signals.items()
        if name not in (GENERATION, *COUNTS)
    }
    return FilmFrame(shown.copy(), placed, 0, *counts, rounded, steered, of_many)


def _round_signal(value: float | str) -> float | str | None:
    """Return a signal for a page."""
    if isinstance(value, str):
        return value
    return float(f"{value:.4g}") if isfinite(value) else None


def _differs(frame: FilmFrame, other: FilmFrame) -> bool:
    return (
        frame.steps != other.steps
        or frame.placed != other.placed
        or not np.array_equal(frame.queens, other.queens)
    )


def _spread(frames: Sequence[FilmFrame], gap: int) -> Iterator[FilmFrame]:
    """Yield some of ``frames``, ``gap`` evaluations apart, the first and the last among them."""
    due = 0
    for frame in frames:
        if frame.evaluations >= due or frame is frames[-1]:
            due = frame.evaluations + gap
            yield frame


def _film(
    problem: Queens, frames: Sequence[FilmFrame], seed: int | None, single: bool, move: str
) -> Film:
    last = frames[-1]
    signals = signal_columns(frames)
    filling = any(frame.placed < problem.n for frame in frames)
    facts = {**COUNTS, **({"placed": "queens on the board"} if filling else {})}
    unit = "generation" if last.of_many else "move"
    made = many(last.steps, unit) + _besides(frames)
    sentences = [describe_change(*pair) for pair in zip([None, *frames], frames, strict=False)]
    if last.guards and last.placed == problem.n and not last.of_many:
        found = describe_local_minimum(problem, last.queens, move)
        sentences[-1] += f" It ends in a {found}." if found else ""
    return Film(
        n=problem.n,
        problem=problem.title,
        columns={
            **board_columns(problem, [(frame.queens, frame.placed) for frame in frames]),
            **{name: [getattr(frame, name) for frame in frames] for name in facts},
            "best": [frame.best if frame.placed == problem.n else None for frame in frames],
            **signals,
            "said": sentences,
        },
        facts={**facts, "steps": unit, **{name: format_title(name) for name in signals}},
        curves=_curves(signals, filling),
        outcome=describe_outcome(problem, last.best, last.evaluations, made, seed),
        end=(last.evaluations, last.best),
        slow=single,
        part=part([frame.steps for frame in frames], unit),
        more={**marks(problem), "moves": move if _can_count(problem, last) and not filling else ""},
    )


def _can_count(problem: Queens, frame: FilmFrame) -> bool:
    """Return whether a page can count the attacking pairs after a move: from the queens alone."""
    rules = problem.excluded or problem.blocked or problem.regions
    return not (rules or frame.of_many)


def _besides(frames: Sequence[FilmFrame]) -> str:
    """Return a phrase on columns that were filled from left to right, which is no move."""
    each = pairwise(frames)
    filled = any(one.placed < two.placed and one.steps == two.steps for one, two in each)
    return ", besides queens placed one by one" if filled else ""


def _curves(signals: dict[str, list[Any]], filling: bool) -> dict[str, dict[str, str]]:
    """Return the curves: attacking pairs, and numeric signals or the progress of the search."""
    curves = {"attacking pairs": {"current": "guards", "best": "best"}}
    curves |= signal_curves(signals)
    if len(curves) == 1:
        name, title = ("placed", "queens on the board") if filling else ("steps", "moves")
        curves[title] = {"current": name}
    return curves
