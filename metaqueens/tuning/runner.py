"""Runs of settings, and races between them.

Runs in the results are read, the others are done and kept. In a race settings run on the same
blocks, and after each rung those that are worse stop.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf

from metaqueens.config import Cell, Experiment
from metaqueens.experiment.plan import Outcome, Run, cell_key, repetitions_of
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.results.validate import load_claims
from metaqueens.experiment.session import Do
from metaqueens.problem.check import is_true
from metaqueens.search.algorithm import space_for
from metaqueens.search.budget import NO_LIMIT, Budget
from metaqueens.tuning.costs import Block, FinishedRun, blocks, comparable, run_cost, total
from metaqueens.tuning.space import Settings
from metaqueens.tuning.task import Task

# Of a failed run whose budget does not limit seconds.
FAILED_SECONDS = 1e9
FALSE = "its board is not as it says"
# A setting stops if a setting that is not worse would look like this with a lower probability.
STOP_BELOW = 0.15
# With fewer pairs no p-value is that low.
FEWEST_PAIRS = 4
RUNNING, STOPPED, FINISHED = "running", "stopped", "finished"
# The key of a cell, and a repetition.
At = tuple[str, int]


@dataclass
class Runner:
    """The runs of a task and their results.

    ``used`` counts the runs that were asked for, whether done now or before; ``errors`` counts the
    failed ones by error; ``watch`` is called with the number of runs and the ``note``.
    """

    experiment: Experiment
    task: Task
    store: Store
    do: Do
    watch: Callable[[int, str], None]
    note: str = ""
    errors: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._done = _read_finished(self.store)
        self._used: set[At] = set()

    @property
    def used(self) -> int:
        """Number of runs."""
        return len(self._used)

    @property
    def failed(self) -> int:
        """Number of failed runs."""
        return self.errors.total()

    def run(
        self, settings: Sequence[Settings], order: Sequence[Block], instances: Sequence[Cell]
    ) -> list[list[FinishedRun]]:
        """Run all ``settings`` on each block, unless that is done; return the results.

        Raises ``KeyboardInterrupt`` after a Ctrl-C, with all finished runs kept.
        """
        missing: dict[At, Run] = {}
        asked: list[list[At]] = []
        task, seed = self.task, self.experiment.seed
        for setting in settings:
            asked.append([])
            algorithm = task.space.build(setting)
            own = () if setting == task.space.default else tuple(setting.items())
            for block in order:
                instance = instances[block.instance]
                space = space_for(algorithm, instance.problem, instance.space.encoding)
                label = task.tuning.algorithm
                cell = Cell(space, label, own, task.use, algorithm, instance.budget)
                at = cell_key(cell, seed), block.repetition
                asked[-1].append(at)
                if at not in self._done:
                    (missing[at],) = repetitions_of(cell, seed, [block.repetition])
        new = {at for each in asked for at in each} - self._used
        self._used |= new
        if missing:
            cells = {run.cell_key: run.cell for run in missing.values()}.values()
            self.store.add_cells(cells, seed)
        left = len(missing)
        for event in self.do(missing.values()) if missing else ():
            for outcome in event.outcomes:
                self._done[outcome.run.cell_key, outcome.run.repetition] = _read_outcome(outcome)
            left -= len(event.outcomes)
            self.watch(self.used - left, self.note)
        self.errors += Counter(self._done[at].failed for at in new if self._done[at].failed)
        return [[self._done[at] for at in each] for each in asked]


def _read_finished(store: Store) -> dict[At, FinishedRun]:
    """Return the runs in the results; failed ones are left out, to be done again."""
    cells = {cell.cell: cell for cell in queries.cells(store)}
    false = {
        (claim.cell, claim.repetition)
        for claim in load_claims(store, 0, everything=False)
        if claim.values.size and not is_true(claim.problem, claim.values, claim.cost)
    }
    found = {}
    columns = ("cell", "repetition", "status", "evaluations", "seconds", "verdict")
    for cell, repetition, status, evaluations, seconds, verdict in queries.runs(store, columns):
        at = cells[cell].key, repetition
        if verdict == "rejected" or (cell, repetition) in false:
            found[at] = _make_failed(Budget(**json.loads(cells[cell].budget)))
        elif status != "failed":
            found[at] = FinishedRun(evaluations, seconds, status == "solved")
    return found


def _read_outcome(outcome: Outcome) -> FinishedRun:
    """Return a run; it has failed if its solution does not have the cost that it claims."""
    result = outcome.result
    if result is None or not is_true(result.problem, result.values, result.cost):
        last_line = (outcome.error or FALSE).strip().rpartition("\n")[2]
        return _make_failed(outcome.run.cell.budget, last_line)
    return FinishedRun(result.evaluations, result.seconds, result.solved)


def _make_failed(budget: Budget, error: str = FALSE) -> FinishedRun:
    """Return a failed run: it has spent its budget, or more than any other run."""
    seconds = budget.seconds or FAILED_SECONDS
    return FinishedRun(budget.evaluations or NO_LIMIT, seconds, False, error)


@dataclass
class Candidate:
    """A setting in the race.

    ``costs`` has its cost over all blocks by their number, per rung; ``final_cost`` is that over
    all runs of training and final.
    """

    settings: Settings
    state: str = RUNNING
    runs: list[tuple[Block, FinishedRun]] = field(default_factory=list)
    costs: dict[int, float] = field(default_factory=dict)
    final_cost: float = inf

    @property
    def cost(self) -> float:
        """The cost over all the blocks that it ran."""
        return self.costs[max(self.costs)]


def rungs(task: Task) -> list[int]:
    """Return the numbers of blocks after which settings are compared.

    These are all repetitions from four pairs on.
    """
    size = len(task.train)
    first = min(task.tuning.train.runs, -(-FEWEST_PAIRS // size))
    return [size * repetitions for repetitions in range(first, task.tuning.train.runs + 1)]


def race(
    runner: Runner, candidates: Sequence[Candidate], incumbent: Candidate | None = None
) -> None:
    """Run all through the rungs; at each, those that are worse than the ``incumbent`` stop."""
    task = runner.task
    order, before = blocks(task.train, range(task.tuning.train.runs)), 0
    for rung in rungs(task):
        running = [candidate for candidate in candidates if candidate.state == RUNNING]
        fresh = order[before:rung]
        done = runner.run([candidate.settings for candidate in running], fresh, task.train)
        for candidate, results in zip(running, done, strict=True):
            candidate.runs += zip(fresh, results, strict=True)
            candidate.costs[rung] = total(task.tuning.minimise, candidate.runs, task.train)
            if rung == len(order):
                candidate.state = FINISHED
            elif incumbent is not None and is_worse(task, candidate, incumbent):
                candidate.state = STOPPED
        before = rung


def is_worse(task: Task, candidate: Candidate, other: Candidate) -> bool:
    """Return whether Wilcoxon's signed rank test [1]_ on common blocks is against ``candidate``.

    .. [1] Wilcoxon (1945). Individual comparisons by ranking methods. Biometrics 1: 80-83.
    """
    from scipy import stats

    goal, runs = task.tuning.minimise, dict(other.runs)

    def rank(block: Block, done: FinishedRun) -> float:
        return comparable(goal, run_cost(goal, done, task.train[block.instance]))

    both = [(block, done) for block, done in candidate.runs if block in runs]
    differences = [rank(block, done) - rank(block, runs[block]) for block, done in both]
    if sum(differences) <= 0:  # as good on the whole, whatever the ranks are
        return False
    # With ties scipy would try all signs, which takes longer than the runs.
    sizes = {abs(difference) for difference in differences}
    method = "exact" if len(sizes) == len(differences) and 0 not in sizes else "approx"
    found = stats.wilcoxon(differences, zero_method="zsplit", alternative="greater", method=method)
    return float(found.pvalue) < STOP_BELOW
