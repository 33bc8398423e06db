"""Check a program against the protocol of docs/programs.md."""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from metaqueens.problem.check import is_true
from metaqueens.problem.queens import RULES, Queens
from metaqueens.programs.contestant import Program, filled_in, home, instance
from metaqueens.programs.process import GRACE_SECONDS, Process
from metaqueens.programs.referee import longest_line
from metaqueens.search.budget import Budget
from metaqueens.search.result import Result
from metaqueens.search.solve import solve
from metaqueens.text.errors import RunFailed
from metaqueens.text.words import duration, many

Verdict = Literal["ok", "failed", "note"]
# A small board for each rule, of which few plain solutions are solutions.
BOARDS: dict[str, dict[str, Any]] = {
    "torus": {"n": 11, "torus": True},
    "excluded": {"n": 8, "excluded": [[7, "rising"], [6, "rising"], [8, "rising"]]},
    "blocked": {"n": 8, "blocked": [[row, column] for row in range(5) for column in (0, 2, 5)]},
    "placed": {"n": 8, "placed": [[0, 2], [2, 7]]},
    "superqueens": {"n": 10, "superqueens": True},
    "regions": {
        "n": 7,
        "regions": ["AAAABCC", "AAAABBC", "BBBBBCC", "DBBBBCC", "DBBBBCE", "FFFFFCE", "FFFFGGE"],
    },
}
# Seeds that are alike, and others; how long a program is watched on a board without a solution.
SEEDS, WATCHED = (1, 2, 3), 1.0


class Check(NamedTuple):
    """A check: its name, its verdict, and what was found."""

    name: str
    verdict: Verdict
    said: str


def checks(program: Program, seconds: float) -> Iterator[Check]:
    """Yield each check, with so many ``seconds`` a run; only one where it does not start."""
    first = _tried(program, Queens(8), SEEDS[0], seconds)
    if isinstance(first, Check):
        yield first._replace(name="solves 8 queens")
        return
    yield _solved(first)
    yield from _small(program, seconds)
    yield from _seeds(program, seconds)
    yield _counts(program, first)
    yield from _ending(program)
    for rule in RULES:
        yield _rule(program, rule, seconds)


def _tried(program: Program, problem: Queens, seed: int, seconds: float) -> Result | Check:
    try:
        result = solve(problem, program, Budget(seconds=seconds), seed)
    except RunFailed as error:
        return Check("", "failed", str(error))
    if not is_true(result.problem, result.queens, result.guards):
        return Check("", "failed", f"says {many(result.guards, 'attacking pair')}: a false claim")
    return result


def _solved(result: Result) -> Check:
    name = "solves 8 queens"
    if not result.solved:
        return Check(name, "failed", f"{many(result.guards, 'attacking pair')} left at its end")
    return Check(name, "ok", f"in {duration(result.seconds)}, start-up included")


def _small(program: Program, seconds: float) -> Iterator[Check]:
    only = _tried(program, Queens(1), SEEDS[0], seconds)
    said = only if isinstance(only, Check) else _solved(only)
    yield said._replace(name="places one queen")


def _seeds(program: Program, seconds: float) -> Iterator[Check]:
    runs = [_tried(program, Queens(20), seed, seconds) for seed in (*SEEDS, SEEDS[0])]
    if broken := [run for run in runs if isinstance(run, Check)]:
        yield broken[0]._replace(name="solves 20 queens")
        return
    kept = [_what_happened(run) for run in runs if isinstance(run, Result)]
    again = kept[0] == kept[-1]
    yield Check(
        "same seed, same run",
        "ok" if again else "failed",
        "20 queens twice" if again else "two runs of seed 1 on 20 queens differ: use {seed}",
    )
    alike = kept[0] == kept[1] == kept[2]
    yield Check(
        "another seed, another run",
        "note" if alike else "ok",
        "three seeds give one run: fine for an exact method" if alike else "20 queens, three seeds",
    )


def _what_happened(run: Result) -> tuple[Any, ...]:
    return run.queens.tolist(), run.evaluations, [point[:2] for point in run.trace]


def _counts(program: Program, result: Result) -> Check:
    told = result.counters.get("evaluations_told")
    if program.counts:
        return Check("tells its evaluations", "ok", f"{told:,} on 8 queens")
    said = "no: compare it by its seconds" if told is None else "yes: set counts: true to use them"
    return Check("tells its evaluations", "note", said)


def _ending(program: Program) -> Iterator[Check]:
    """Check on three queens, which have no solution, that it writes, and ends when told to."""
    problem, budget = Queens(3), Budget(seconds=WATCHED)
    parameters = program.parameters
    words = filled_in(program.command, problem, budget, SEEDS[0], parameters)
    given = instance(problem, budget, SEEDS[0], parameters)
    seen = 0
    with Process(words, home(program.command), given, longest_line(3)) as process:
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


def _rule(program: Program, rule: str, seconds: float) -> Check:
    """Check whether it keeps to a rule: required of those that it is said to honour."""
    able = program.model_copy(update={"honours": [rule]})
    for seed in SEEDS[:2]:
        tried = _tried(able, Queens(**BOARDS[rule]), seed, min(seconds, WATCHED))
        keeps = isinstance(tried, Result) and tried.solved
        if not keeps:
            break
    if rule in program.honours:
        why = tried.said if isinstance(tried, Check) else "no solution of a small board"
        return Check(f"honours {rule}", "ok" if keeps else "failed", "" if keeps else why)
    said = f"it solves a board with it: honours: [{rule}]" if keeps else "no"
    return Check(f"honours {rule}", "note", said)
