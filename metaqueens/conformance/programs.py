"""Checks of a program of the text protocol (docs/programs.md)."""

from collections.abc import Sequence
from functools import cached_property, partial

from metaqueens.conformance.checking import Note, Promise
from metaqueens.problem.base import BaseProblem
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
# Problems of a program for n queens, from the easiest one; the last has no solution.
EASY_TO_HARD = (Queens(8), Queens(20), Queens(3))
# Seconds on the last problem.
WATCHED = 1.0


def promises(
    program: Program, seconds: float, problems: Sequence[BaseProblem] = ()
) -> list[Promise]:
    """Return the promises of a program, whose runs have this limit of time.

    problems : other problems than n queens, from the easiest one
    """
    trial = ProgramTrial(program, seconds, problems or EASY_TO_HARD)
    boards = {f"respects {rule}": BOARDS[rule] for rule in program.honours}
    boards = {} if problems else {"places one queen": Queens(1), **boards}
    easy = trial.problems[0]
    return [
        Promise(f"solves {easy.title}", partial(trial.check_solution, easy), is_basis=True),
        *(Promise(text, partial(trial.check_solution, board)) for text, board in boards.items()),
        Promise("same seed, same run", trial.check_seeds),
        Promise("tells its evaluations", trial.check_counts),
        *([] if problems else [Promise("honours rules of the board", trial.check_rules)]),
        Promise("writes while it runs", trial.check_lines),
        Promise("ends when told", trial.check_end),
    ]


class ProgramTrial:
    """Runs of a program, each with a limit of ``seconds``. Faults are ``RunFailed``."""

    def __init__(self, program: Program, seconds: float, problems: Sequence[BaseProblem]) -> None:
        self.program, self.seconds, self.problems = program, seconds, problems

    def run(self, problem: BaseProblem, seed: int = 1) -> Result:
        result = solve(problem, self.program, Budget(seconds=self.seconds), seed)
        if not is_true(result.problem, result.values, result.cost):
            claim, true = problem.describe_cost(result.cost), problem.recount(result.values)
            raise RunFailed(f"says {claim}: a false claim; the count is {true:,}")
        return result

    def check_solution(self, problem: BaseProblem) -> str:
        result = self.run(problem)
        if not result.solved:
            raise RunFailed(f"{problem.describe_cost(result.cost)} left at its end")
        return f"in {duration(result.seconds)}, start-up included"

    def check_seeds(self) -> str:
        runs, problem = [], self.problems[:2][-1]
        for seed in (1, 2, 3, 1):
            try:
                result = self.run(problem, seed)
            except RunFailed as error:
                raise RunFailed(f"on {problem.title}: {error}") from None
            trace = [point[:2] for point in result.trace]
            runs.append((result.values.tolist(), result.evaluations, trace))
        if runs[0] != runs[3]:
            raise RunFailed(f"two runs of seed 1 on {problem.title} differ: use {{seed}}")
        if runs[0] == runs[1] == runs[2]:
            return Note("so has another seed: fine for an exact method")
        return f"{problem.title} twice; another seed has another run"

    def check_counts(self) -> str:
        evaluations = self.run(self.problems[0]).counters.get("evaluations_told")
        if self.program.counts:
            return f"{evaluations:,} on {self.problems[0].title}"
        if evaluations is None:
            return Note("no: compare it by its seconds")
        return Note("yes, but they are not used without counts=true (in a config counts: true)")

    def check_rules(self) -> str:
        known = ", ".join(BOARDS)
        rules = ", ".join(self.program.honours)
        return rules or Note(f"none; if it respects some of {known}: honours=[torus,...]")

    @cached_property
    def watched(self) -> tuple[int, bool, Process]:
        """A process on the last problem: its lines, and whether it ended by itself."""
        lines = 0
        with self.program.launch([(self.problems[-1], 1)], Budget(seconds=WATCHED)) as process:
            while process.seconds < WATCHED and not process.has_finished:
                lines += len(process.wait(WATCHED - process.seconds))
            return lines, process.has_finished, process

    def check_lines(self) -> str:
        lines, _, _ = self.watched
        text = f"{many(lines, 'line')} on {self.problems[-1].title} within {duration(WATCHED)}"
        if not lines:
            raise RunFailed(f"{text}: write the first board too, and flush each line")
        return text

    def check_end(self) -> str:
        _, is_own_end, process = self.watched
        if is_own_end and process.status:
            raise RunFailed(f"on {self.problems[-1].title} {process.describe_end()}")
        if is_own_end:
            return Note(f"it ended by itself on {self.problems[-1].title}")
        if process.status == -9:
            text = f"it was still there {duration(GRACE_SECONDS)} after SIGTERM, and killed"
            raise RunFailed(text)
        return "at SIGTERM"
