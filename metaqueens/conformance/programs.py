"""Checks of a program of the text protocol (docs/programs.md)."""

from functools import cached_property, partial

from metaqueens.conformance.checking import Note, Promise
from metaqueens.problem.check import is_true
from metaqueens.programs.contestant import Program
from metaqueens.programs.process import GRACE_SECONDS, Process
from metaqueens.queens.problem import Queens
from metaqueens.search.budget import Budget
from metaqueens.search.result import Result
from metaqueens.search.solve import solve
from metaqueens.text.errors import RunFailed
from metaqueens.text.words import duration, many

# A board for each rule. Of the 92 solutions of 8 plain queens at most two satisfy it, so that a
# program cannot ignore the rule; on the torus 88 of the 2,680 of 11 queens.
_ROWS = (5, 3, 6, 0, 7, 1, 4, 2)
_SQUARES = tuple((row, column) for column in range(3) for row in range(8) if row != _ROWS[column])
_REGIONS = (
    "".join("ABCDEFGH"[(row + column // 2 * 2) % 8] for column in range(8)) for row in range(8)
)
BOARDS = {
    "torus": Queens(11, torus=True),
    "excluded": Queens(8, excluded=tuple((line, "falling") for line in (0, 1, 2, 8, 13))),
    "blocked": Queens(8, blocked=_SQUARES),
    "placed": Queens(8, placed=((5, 0), (3, 1), (6, 2))),
    "regions": Queens(8, regions=tuple(_REGIONS)),
}
# Seconds on a board without a solution.
WATCHED = 1.0


def promises(program: Program, seconds: float) -> list[Promise]:
    """Return the promises of a program, whose runs have this limit of time."""
    trial = ProgramTrial(program, seconds)
    return [
        Promise("solves 8 queens", partial(trial.check_solution, Queens(8)), is_basis=True),
        Promise("places one queen", partial(trial.check_solution, Queens(1))),
        *(
            Promise(f"respects {rule}", partial(trial.check_solution, BOARDS[rule]))
            for rule in program.honours
        ),
        Promise("same seed, same run", trial.check_seeds),
        Promise("tells its evaluations", trial.check_counts),
        Promise("writes while it runs", trial.check_lines),
        Promise("ends when told", trial.check_end),
    ]


class ProgramTrial:
    """Runs of a program, each with a limit of ``seconds``. Faults are ``RunFailed``."""

    def __init__(self, program: Program, seconds: float) -> None:
        self.program, self.seconds = program, seconds

    def run(self, problem: Queens, seed: int = 1) -> Result:
        result = solve(problem, self.program, Budget(seconds=self.seconds), seed)
        if not is_true(result.problem, result.values, result.cost):
            raise RunFailed(f"says {many(result.cost, 'attacking pair')}: a false claim")
        return result

    def check_solution(self, problem: Queens) -> str:
        result = self.run(problem)
        if not result.solved:
            raise RunFailed(f"{many(result.cost, 'attacking pair')} left at its end")
        return f"in {duration(result.seconds)}, start-up included"

    def check_seeds(self) -> str:
        runs = []
        for seed in (1, 2, 3, 1):
            try:
                result = self.run(Queens(20), seed)
            except RunFailed as error:
                raise RunFailed(f"on 20 queens: {error}") from None
            trace = [point[:2] for point in result.trace]
            runs.append((result.values.tolist(), result.evaluations, trace))
        if runs[0] != runs[3]:
            raise RunFailed("two runs of seed 1 on 20 queens differ: use {seed}")
        if runs[0] == runs[1] == runs[2]:
            return Note("so has another seed: fine for an exact method")
        return "20 queens twice; another seed has another run"

    def check_counts(self) -> str:
        evaluations = self.run(Queens(8)).counters.get("evaluations_told")
        if self.program.counts:
            return f"{evaluations:,} on 8 queens"
        if evaluations is None:
            return Note("no: compare it by its seconds")
        return Note("yes: set counts: true to use them")

    @cached_property
    def watched(self) -> tuple[int, bool, Process]:
        """A process on three queens, which have no solution: its lines, and if it ended itself."""
        lines = 0
        with self.program.launch([(Queens(3), 1)], Budget(seconds=WATCHED)) as process:
            while process.seconds < WATCHED and not process.has_finished:
                lines += len(process.wait(WATCHED - process.seconds))
            return lines, process.has_finished, process

    def check_lines(self) -> str:
        lines, _, _ = self.watched
        text = f"{many(lines, 'line')} on 3 queens within {duration(WATCHED)}"
        if not lines:
            raise RunFailed(f"{text}: write the first board too, and flush each line")
        return text

    def check_end(self) -> str:
        _, is_own_end, process = self.watched
        if is_own_end and process.status:
            raise RunFailed(f"on 3 queens {process.describe_end()}")
        if is_own_end:
            return Note("it gave 3 queens up by itself")
        if process.status == -9:
            text = f"it was still there {duration(GRACE_SECONDS)} after SIGTERM, and killed"
            raise RunFailed(text)
        return "at SIGTERM"
