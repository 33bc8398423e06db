"""Record films of searches: move by move, or at even distances."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from metaqueens.core.choices import EncodingName
from metaqueens.films.film import OTHERS, TITLES, Film, board_columns, marks
from metaqueens.films.sentences import FilmFrame, describe_change, describe_values
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
from metaqueens.text.printable import prepare_json
from metaqueens.text.words import many, paragraph

# Up to this number each evaluation is recorded, to show single moves.
EACH_UP_TO = 20_000
# The columns of the counts of a search; signals must not have these names.
COUNTS = ("evaluations", "steps", "guards", "best")

# The number of queens of a film.
SMALLEST, LARGEST = 4, 60
# The number of frames, and the maximum number if each move is shown.
FRAMES = 400, 2000
# The maximum number of frames with a picture each.
PICTURES = 200


def require_size(problem: BaseProblem, place: str) -> None:
    """Raise ``UserError``, with ``place``, if there are no films of problems of this size."""
    least, greatest = (SMALLEST, LARGEST) if problem.has("queens") else (1, DRAWN_UP_TO)
    if not least <= problem.n <= greatest:
        expected = f"expected {least} to {greatest} {problem.variable}s"
        raise UserError(f"{place}: {expected}, got {problem.n:,}")


def film_run(result: Result) -> Film:
    """Return the film of the run of ``result``.

    Raises ``UserError`` if it cannot be filmed or does not repeat.
    """
    run = result.problem, result.algorithm, result.seed, result.evaluations
    film = record(*run, *FRAMES, encoding=result.encoding)
    if film.end != (result.evaluations, result.cost):
        raise UserError("it does not repeat its run from the seed, so that it cannot be filmed")
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
    Raises ``UserError`` if the algorithm cannot work on the problem, or cannot be filmed.
    """
    if reason := algorithm.refuses.get("film"):
        raise UserError(reason)
    space, moves = space_for(algorithm, problem, encoding), max(frame_count, moves)
    if not isinstance(problem, Queens):
        frame_count = moves = PICTURES
    short = evaluations <= EACH_UP_TO
    gap = max(1, -(-evaluations // frame_count))
    limits = ReportEvery(1 if short else gap, Budget(evaluations))
    frames = list(_frames(space, algorithm, seed, limits))
    is_each = short and len(frames) <= moves
    if len(frames) > moves:
        frames = list(_spread(frames, gap))
    if isinstance(problem, Queens):
        costs = [recount(problem, frame.queens, frame.placed) for frame in frames]
    else:
        costs = [problem.recount(frame.queens) for frame in frames]
    frames = [frame._replace(guards=cost) for frame, cost in zip(frames, costs, strict=True)]
    film = _make_film(problem, frames, seed)
    if isinstance(problem, Queens):
        move = neighbourhood(algorithm, space.encoding)
        return _add_sentences(film, problem, frames, is_each, move)
    film.columns["pictures"] = [problem.picture_source(frame.queens) for frame in frames]
    pairs = zip([None, *frames], frames, strict=False)
    film.columns["said"] = [describe_values(*pair) for pair in pairs]
    film.columns["values"] = [" ".join(map(str, frame.queens.tolist())) for frame in frames]
    more = {"cost": paragraph(type(problem), "The cost ")}
    if film.columns.get("temperature", [0.0])[0] is None:
        descents = "descents, each from a new random candidate"
        more["measured"] = f"Until there is a temperature, the search measures one: {descents}."
    return film._replace(slow=is_each and not frames[-1].of_many, more=more)


def _frames(
    space: Space, algorithm: Algorithm, seed: int | None, checkpoints: ReportEvery
) -> Iterator[FilmFrame]:
    """Yield a frame for each change of the board, at least as far apart as ``checkpoints``."""
    last, signals = None, dict[str, Any]()
    for moment in drive(algorithm, space, checkpoints, np.random.default_rng(seed)):
        frame = _frame(moment.snapshot, signals)
        signals = frame.signals
        if last is None or frame.position != last.position or moment.reason:
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
    if snapshot.population is not None:
        population = snapshot.population()
        shown = population.boards[population.costs.argmin()]
        signals |= {
            "mean": round(float(population.costs.mean()), 2),
            "worst": int(population.costs.max()),
            "distinct": len(np.unique(population.boards, axis=0)),
        }
    placed = int(signals.pop(PLACED, shown.size))
    counts = int(snapshot.cost), int(snapshot.evaluations), int(snapshot.steps)
    rounded = {
        name: value if isinstance(value, str) else prepare_json(float(f"{value:.4g}"))
        for name, value in signals.items()
        if name not in (GENERATION, *COUNTS)
    }
    return FilmFrame(shown.copy(), placed, 0, *counts, rounded, steered, of_many)


def _spread(frames: Sequence[FilmFrame], gap: int) -> Iterator[FilmFrame]:
    """Yield some of ``frames``, ``gap`` evaluations apart, the first and the last among them."""
    due = 0
    for frame in frames:
        if frame.evaluations >= due or frame is frames[-1]:
            due = frame.evaluations + gap
            yield frame


def _make_film(problem: BaseProblem, frames: Sequence[FilmFrame], seed: int | None) -> Film:
    """Return a film with the numbers of every search."""
    last = frames[-1]
    names = dict.fromkeys(name for frame in frames for name in frame.signals)
    signals = {name: [frame.signals.get(name) for frame in frames] for name in names}
    unit, cost = "generation" if last.of_many else "move", problem.unit
    curves = {cost: {"current": "guards", "best": "best"}}
    if "distinct" in signals:
        curves = {cost: {"worst": "worst", "mean": "mean", "current": "guards"}}
    known = TITLES if isinstance(problem, Queens) else TITLES | OTHERS
    titles = {name: known.get(name, name.replace("_", " ")) for name in signals}
    for name, values in signals.items():
        if name not in ("mean", "worst") and not any(isinstance(value, str) for value in values):
            curves[titles[name]] = {"current": name}
    facts = {
        "evaluations": "evaluation",
        "steps": unit,
        "guards": cost,
        "best": "fewest so far" if isinstance(problem, Queens) else "lowest so far",
    }
    shown, made = len({frame.steps for frame in frames}) - 1, last.steps - frames[0].steps
    whole = f"all {many(made, unit)}" if made > 1 else f"the only {unit}" if made else ""
    end = f"not solved, {problem.describe_cost(last.best)} left," if last.best else "solved"
    after = f"{many(last.evaluations, 'evaluation')} and {many(last.steps, unit)}"
    return Film(
        n=problem.n,
        problem=problem.title,
        columns={name: [getattr(frame, name) for frame in frames] for name in COUNTS} | signals,
        facts=facts | titles,
        curves=curves,
        outcome=f"{end} after {after}; seed {seed}",
        end=(last.evaluations, last.best),
        shown=f"{shown:,} of {many(made, unit)}" if shown < made else whole,
        whole=shown >= made,
    )


def _add_sentences(
    film: Film, problem: Queens, frames: Sequence[FilmFrame], is_each: bool, move: str
) -> Film:
    """Return the film of a search for n queens: with its boards, and a sentence on each frame."""
    last = frames[-1]
    filling = any(frame.placed < problem.n for frame in frames)
    sentences = [describe_change(*pair) for pair in zip([None, *frames], frames, strict=False)]
    if last.guards and last.placed == problem.n and not last.of_many:
        found = describe_local_minimum(problem, last.queens, move)
        sentences[-1] += f" It ends in a {found}." if found else ""
    boards = board_columns(problem, [(frame.queens, frame.placed) for frame in frames])
    best = [frame.best if frame.placed == problem.n else None for frame in frames]
    film.columns.update(boards, best=best, said=sentences)
    if filling:
        film.facts["placed"] = "queens on the board"
        film.columns["placed"] = [frame.placed for frame in frames]
    if len(film.curves) == 1:
        name, title = ("placed", "queens on the board") if filling else ("steps", "moves")
        film.curves[title] = {"current": name}
    # A page counts the attacking pairs after a move from the queens alone.
    has_rules = problem.excluded or problem.blocked or problem.regions
    can_count = not (has_rules or last.of_many or filling)
    return film._replace(
        slow=is_each and not last.of_many,
        more={**marks(problem), "moves": move if can_count else ""},
    )
