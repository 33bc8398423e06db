"""Checks of a program of the text protocol (docs/programs.md)."""

from collections.abc import Callable, Iterator
from functools import partial

from metaqueens.conformance.checking import Check
from metaqueens.problem.check import is_true
from metaqueens.programs.contestant import Program
from metaqueens.programs.process import GRACE_SECONDS
from metaqueens.queens.problem import Queens
from metaqueens.search.budget import Budget
from metaqueens.search.result import Result
from metaqueens.search.solve import solve
from metaqueens.text.errors import RunFailed
from metaqueens.text.words import duration, many

# A board for each rule, without most solutions of a plain one, and without its first.
_NEXT = str.maketrans("ABCD", "EFGH")
_ROWS = (5, 3, 6, 0, 7, 1, 4, 2)
_SQUARES = tuple((row, column) for column in (0, 1) for row in range(8) if row != _ROWS[column])
_HALVES = ("AAAABBBB", "AAAABBBB", "CCCCDDDD", "CCCCDDDD")
BOARDS = {
    "torus": Queens(13, torus=True),
    "excluded": Queens(8, excluded=tuple((line, "falling") for line in (0, 1, 2, 7, 12, 13))),
    "blocked": Queens(8, blocked=_SQUARES),
    "placed": Queens(8, placed=((5, 0), (3, 1))),
    "regions": Queens(8, regions=(*_HALVES, *(line.translate(_NEXT) for line in _HALVES))),
}
# Seconds on a board without a solution.
WATCHED = 1.0


def checks(program: Program, seconds: float) -> Iterator[Check]:
    """Yield each check, with this time limit of a run; only one if the program fails."""

    def run(problem: Queens, seed: int = 1) -> Result:
        result = solve(problem, program, Budget(seconds=seconds), seed)
        if not is_true(result.problem, result.values, result.cost):
            raise RunFailed(f"says {many(result.cost, 'attacking pair')}: a false claim")
        return result

    found = _attempt("solves 8 queens", partial(_check_solution, run, Queens(8)))
    yield found
    if found.verdict == "failed" and "left at its end" not in found.said:
        return
    yield _attempt("places one queen", partial(_check_solution, run, Queens(1)))
    for rule in program.honours:
        yield _attempt(f"respects {rule}", partial(_check_solution, run, BOARDS[rule]))
    yield _attempt("same seed, same run", partial(_check_seeds, run))
    yield _attempt("tells its evaluations", partial(_check_counts, run, program))
    yield from _check_end(program)


def _attempt(name: str, test: Callable[[str], Check]) -> Check:
    try:
        return test(name)
    except RunFailed as error:
        return Check(name, "failed", str(error))


def _check_solution(run: Callable[..., Result], problem: Queens, name: str) -> Check:
    result = run(problem)
    if not result.solved:
        return Check(name, "failed", f"{many(result.cost, 'attacking pair')} left at its end")
    return Check(name, "ok", f"in {duration(result.seconds)}, start-up included")


def _check_seeds(run: Callable[..., Result], name: str) -> Check:
    runs = []
    for seed in (1, 2, 3, 1):
        try:
            result = run(Queens(20), seed)
        except RunFailed as error:
            raise RunFailed(f"on 20 queens: {error}") from None
        trace = [point[:2] for point in result.trace]
        runs.append((result.values.tolist(), result.evaluations, trace))
    if runs[0] != runs[3]:
        return Check(name, "failed", "two runs of seed 1 on 20 queens differ: use {seed}")
    if runs[0] == runs[1] == runs[2]:
        return Check(name, "note", "so has another seed: fine for an exact method")
    return Check(name, "ok", "20 queens twice; another seed has another run")


def _check_counts(run: Callable[..., Result], program: Program, name: str) -> Check:
    evaluations = run(Queens(8)).counters.get("evaluations_told")
    if program.counts:
        return Check(name, "ok", f"{evaluations:,} on 8 queens")
    if evaluations is None:
        return Check(name, "note", "no: compare it by its seconds")
    return Check(name, "note", "yes: set counts: true to use them")


def _check_end(program: Program) -> Iterator[Check]:
    """Check on three queens, which have no solution, that it writes, and ends at SIGTERM."""
    lines, name = 0, "ends when told"
    with program.launch([(Queens(3), 1)], Budget(seconds=WATCHED)) as process:
        while process.seconds < WATCHED and not process.has_finished:
            lines += len(process.wait(WATCHED - process.seconds).lines)
        is_own_end = process.has_finished
        process.end()
    text = f"{many(lines, 'line')} on 3 queens within {duration(WATCHED)}"
    hint = "" if lines else ": write the first board too, and flush each line"
    yield Check("writes while it runs", "ok" if lines else "failed", text + hint)
    if is_own_end and process.status:
        yield Check(name, "failed", f"on 3 queens {process.describe_end()}")
    elif is_own_end:
        yield Check(name, "note", "it gave 3 queens up by itself")
    elif process.status == -9:
        text = f"it was still there {duration(GRACE_SECONDS)} after SIGTERM, and killed"
        yield Check(name, "failed", text)
    else:
        yield Check(name, "ok", "at SIGTERM")
