"""The runs of a score, and the number that they come to.

A run costs the seconds to its solution, an unsolved one twice its second (PAR2). On each board the
reference's mean cost is divided by the contestant's, each with 10 ms added (a shifted mean [1]_:
below that it is start-up that is measured); the score is the geometric mean over the boards.

.. [1] Achterberg (2007). Constraint Integer Programming. Appendix A.3.
"""

import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from metaqueens.arena.contestant import Scored
from metaqueens.config import Cell, Experiment
from metaqueens.config.file import Executor, Limits
from metaqueens.contestants.registry import class_of
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.session import Event, Kept, session
from metaqueens.experiment.validate import validate
from metaqueens.problem import instances
from metaqueens.problem.queens import Queens
from metaqueens.search.budget import Budget
from metaqueens.search.parameters import Parameters, space_for

# Scores of one version compare; it changes with anything below.
VERSION, SUITE = 1, Path(__file__).with_name("suite.jsonl")
REFERENCE, SEED = "tabu_search", 2026
RUNS, SECONDS, PENALTY, SHIFT = 4, 1.0, 2.0, 0.01
# Before its budget begins a plug-in may compile; one that takes longer ignores its budget.
MOST_SECONDS = 120.0
RESAMPLES, LEVEL = 2_000, 0.95


class Board(NamedTuple):
    """The runs on one board: costs in seconds, numbers of runs, and why some failed."""

    name: str
    costs: tuple[float, ...]
    reference: tuple[float, ...]
    solved: int
    failed: int
    rejected: int
    why: str


class Score(NamedTuple):
    """The score, its 95 % interval, and the boards that it is computed from."""

    score: float
    low: float
    high: float
    boards: tuple[Board, ...]


def runs_of(contestant: Scored) -> Iterator[int | Score]:
    """Yield how many runs are done, and at the end the score."""
    problems = {one.name: one.problem for one in instances.read(SUITE)}
    reasons = {name: _objection(contestant, problem) for name, problem in problems.items()}
    able = {name: problem for name, problem in problems.items() if not reasons[name]}
    reference = Scored(REFERENCE, class_of(REFERENCE)())
    # The reference first: a contestant that ignores its budget ends the session.
    cells = {
        (name, label): _cell(label, scored, problem)
        for label, scored, boards in (
            ("reference", reference, problems),
            ("contestant", contestant, able),
        )
        for name, problem in boards.items()
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "score"
        with closing(session(_experiment(tuple(cells.values())), folder)) as events:
            yield from _counted(events)
        with Store.open(folder, writing=True) as store:
            for _ in validate(store, with_cp_sat=False):
                pass  # where the session was left before it did
            found = _read(store, cells)
    yield _score([_board(name, found, reasons[name]) for name in problems])


def _counted(events: Iterator[Event]) -> Iterator[int]:
    """Yield the number of runs so far; stop after one that had to be killed."""
    done = 0
    for event in events:
        if isinstance(event, Kept):
            done += len(event.outcomes)
            yield done
            if any("limits.seconds" in (outcome.error or "") for outcome in event.outcomes):
                return


def most_runs(contestant: Scored) -> int:
    """Return how many runs a score takes, those of the reference among them."""
    problems = [one.problem for one in instances.read(SUITE)]
    able = [problem for problem in problems if not _objection(contestant, problem)]
    return RUNS * (len(problems) + len(able))


def _encoded(problem: Queens, algorithm: Parameters) -> Queens:
    """Return ``problem`` in the encoding that the algorithm has chosen, else in its first."""
    return replace(problem, encoding=algorithm.encoding or algorithm.encodings[0])


def _objection(contestant: Scored, problem: Queens) -> str:
    """Return why the contestant cannot be given ``problem``; empty where it can."""
    reason = contestant.algorithm.supports(_encoded(problem, contestant.algorithm))
    return (reason or "").partition(";")[0]


def _cell(label: str, scored: Scored, problem: Queens) -> Cell:
    problem = space_for(scored.algorithm, _encoded(problem, scored.algorithm)).problem
    return Cell(problem, label, (), scored.use, scored.algorithm, Budget(seconds=SECONDS))


def _experiment(cells: tuple[Cell, ...]) -> Experiment:
    """Return the experiment of a score: one worker, so that no run disturbs another."""
    return Experiment(
        name="score",
        cells=cells,
        runs=RUNS,
        seed=SEED,
        validation=None,
        keep_boards="none",
        given={"name": "score", "runs": RUNS},
        executor=Executor(use="serial"),
        limits=Limits(seconds=MOST_SECONDS),
        size=len(cells),
    )


Found = dict[tuple[str, str], list[tuple[Any, ...]]]


def _read(store: Store, cells: dict[tuple[str, str], Cell]) -> Found:
    """Read the runs of each board and contestant."""
    numbers = {(cell.problem, cell.label): cell.cell for cell in queries.cells(store)}
    columns = ("status", "seconds", "verdict", "error")
    return {
        at: list(queries.runs(store, columns, numbers[cell.problem.key, cell.label]))
        for at, cell in cells.items()
        if (cell.problem.key, cell.label) in numbers
    }


def _board(name: str, found: Found, reason: str) -> Board:
    mine, theirs = (found.get((name, label), []) for label in ("contestant", "reference"))
    failed = [error for status, _, _, error in mine if status == "failed"]
    return Board(
        name,
        (*map(_cost, mine), *[PENALTY * SECONDS] * (RUNS - len(mine))),
        tuple(map(_cost, theirs)),
        sum(_is_solved(run) for run in mine),
        len(failed),
        sum(verdict == "rejected" for _, _, verdict, _ in mine),
        reason or (failed[0].strip().rpartition("\n")[2] if failed else ""),
    )


def _is_solved(run: tuple[Any, ...]) -> bool:
    status, _, verdict, _ = run
    return bool(status == "solved" and verdict != "rejected")


def _cost(run: tuple[Any, ...]) -> float:
    return float(run[1]) if _is_solved(run) else PENALTY * SECONDS


def _score(boards: list[Board]) -> Score:
    """Return the score, and a percentile bootstrap: runs are drawn on each board, boards are not.

    A bootstrap of few runs varies too little: by (runs - 1) / runs in variance, and as if that
    were known. Without that allowance 88 to 91 of 100 intervals held the true score, with it 95
    to 96.
    """
    mine, theirs = (
        np.array([getattr(board, name) for board in boards]) for name in ("costs", "reference")
    )
    rng = np.random.default_rng(SEED)
    drawn = [_of(_resampled(mine, rng), _resampled(theirs, rng)) for _ in range(RESAMPLES)]
    found, ends = _of(mine, theirs), np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    low, high = found * (ends / found) ** _allowance(*mine.shape)
    return Score(found, float(low), float(high), tuple(boards))


def _allowance(boards: int, runs: int) -> float:
    """Return the factor by which the interval is widened, in logarithms."""
    from scipy import special

    student = special.stdtrit(boards * (runs - 1), (1 + LEVEL) / 2)
    return float(student / special.ndtri((1 + LEVEL) / 2) * np.sqrt(runs / (runs - 1)))


def _resampled(costs: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw as many runs of each board, with replacement."""
    return np.take_along_axis(costs, rng.integers(costs.shape[1], size=costs.shape), axis=1)


def _of(mine: np.ndarray, theirs: np.ndarray) -> float:
    ratios = (theirs.mean(axis=1) + SHIFT) / (mine.mean(axis=1) + SHIFT)
    return float(np.exp(np.log(ratios).mean()))
