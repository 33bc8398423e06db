"""What every program owes the protocol of docs/programs.md."""

from collections.abc import Iterator

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

# Seeds that are alike, and others; how long a program is watched on a board without a solution.
SEEDS, WATCHED = (1, 2, 3), 1.0


def checks(program: Program, seconds: float) -> Iterator[Check]:
    """Yield each check, with so many ``seconds`` a run; only one where it does not start."""
    first = "solves 8 queens"
    try:
        result = _run(program, Queens(8), SEEDS[0], seconds)
        yield _solved(first, result)
    except RunFailed as error:
        yield Check(first, "failed", str(error))
        return
    try:
        yield _solved("places one queen", _run(program, Queens(1), SEEDS[0], seconds))
    except RunFailed as error:
        yield Check("places one queen", "failed", str(error))
    yield _seeds(program, seconds)
    yield _counts(program, result)
    yield from _ending(program)


def _run(program: Program, problem: Queens, seed: int, seconds: float) -> Result:
    """Solve ``problem``. Raises ``RunFailed``, also for a false claim."""
    result = solve(problem, program, Budget(seconds=seconds), seed)
    if not is_true(result.problem, result.values, result.cost):
        raise RunFailed(f"says {many(result.cost, 'attacking pair')}: a false claim")
    return result


def _solved(name: str, result: Result) -> Check:
    if not result.solved:
        return Check(name, "failed", f"{many(result.cost, 'attacking pair')} left at its end")
    return Check(name, "ok", f"in {duration(result.seconds)}, start-up included")


def _seeds(program: Program, seconds: float) -> Check:
    name, runs = "same seed, same run", []
    try:
        for seed in (*SEEDS, SEEDS[0]):
            run = _run(program, Queens(20), seed, seconds)
            trace = [point[:2] for point in run.trace]
            runs.append((run.values.tolist(), run.evaluations, trace))
    except RunFailed as error:
        return Check(name, "failed", f"on 20 queens: {error}")
    if runs[0] != runs[-1]:
        return Check(name, "failed", "two runs of seed 1 on 20 queens differ: use {seed}")
    if runs[0] == runs[1] == runs[2]:
        return Check(name, "note", "so has another seed: fine for an exact method")
    return Check(name, "ok", "20 queens twice; another seed has another run")


def _counts(program: Program, result: Result) -> Check:
    told = result.counters.get("evaluations_told")
    if program.counts:
        return Check("tells its evaluations", "ok", f"{told:,} on 8 queens")
    said = "no: compare it by its seconds" if told is None else "yes: set counts: true to use them"
    return Check("tells its evaluations", "note", said)


def _ending(program: Program) -> Iterator[Check]:
    """Check on three queens, which have no solution, that it writes, and ends when told to."""
    seen = 0
    with program.started(Queens(3), Budget(seconds=WATCHED), SEEDS[0]) as process:
        while process.seconds < WATCHED and not process.has_finished:
            seen += len(process.wait(WATCHED - process.seconds).lines)
        by_itself = process.has_finished
        process.end()
    yield Check(
        "writes while it runs",
        "ok" if seen else "failed",
        f"{many(seen, 'line')} on 3 queens within {duration(WATCHED)}"
        + ("" if seen else ": write the first board too, and flush each line"),
    )
    if by_itself and process.status:
        yield Check("ends when told", "failed", f"on 3 queens {process.end_in_words}")
    elif by_itself:
        yield Check("ends when told", "note", "it gave 3 queens up by itself")
    elif process.status == -9:
        left = f"it was still there {duration(GRACE_SECONDS)} after SIGTERM, and killed"
        yield Check("ends when told", "failed", left)
    else:
        yield Check("ends when told", "ok", "at SIGTERM")
