"""Runs of settings, and races between them.

Runs that the results hold are read, the others are done and kept. In a race settings run on the
same blocks, and after each rung those that are worse stop.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from metaqueens.config import Cell, Experiment
from metaqueens.experiment.plan import Outcome, Run, cell_key, repetitions_of
from metaqueens.experiment.results import queries, verdicts
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.session import Do
from metaqueens.problem.check import is_true
from metaqueens.search.algorithm import space_for
from metaqueens.search.budget import NO_LIMIT, Budget
from metaqueens.tuning.costs import Block, Done, blocks, comparable, run_cost, total
from metaqueens.tuning.space import Settings
from metaqueens.tuning.task import Instance, Task

# Of a failed run whose budget does not limit seconds.
FAILED_SECONDS = 1e9
FALSE = "its board is not as it says"
# A worse setting stops where chance alone would make it look so in less than one case of seven.
STOP_BELOW = 0.15
# With fewer pairs no outcome is that unlikely.
FEWEST_PAIRS = 4
RUNNING, STOPPED, FINISHED = "running", "stopped", "finished"
# The key of a cell, and a repetition.
At = tuple[str, int]


class Runner:
    """The runs of a task, and what each came to.

    ``used`` counts the runs that were asked for, whether done now or before; ``errors`` are those
    of the runs that failed, and how many each; ``watch`` is told the runs so far and the ``note``.
    """

    def __init__(
        self,
        experiment: Experiment,
        task: Task,
        store: Store,
        do: Do,
        watch: Callable[[int, str], None],
    ) -> None:
        self.experiment, self.task, self.store = experiment, task, store
        self.note = ""
        self._do, self._watch = do, watch
        self._done = _finished(store)
        self._used: set[At] = set()
        self._cells: dict[tuple[str, Instance], tuple[Cell, str]] = {}
        self._why: dict[At, str] = {}
        self.errors: Counter[str] = Counter()

    @property
    def used(self) -> int:
        """Runs so far."""
        return len(self._used)

    @property
    def failed(self) -> int:
        """Runs so far that failed."""
        return self.errors.total()

    @property
    def others(self) -> int:
        """Finished runs in the results that were not asked for."""
        return len(self._done.keys() - self._used)

    def run(
        self, settings: Sequence[Settings], order: Sequence[Block], instances: Sequence[Instance]
    ) -> list[list[Done]]:
        """Run all ``settings`` on each block, as far as that is not done; return what came of it.

        Raises ``KeyboardInterrupt`` after a Ctrl-C, with all that was finished kept.
        """
        missing: dict[At, Run] = {}
        asked: list[list[At]] = []
        for one in settings:
            asked.append([])
            for block in order:
                cell, key = self._cell(one, instances[block.instance])
                at = key, block.repetition
                asked[-1].append(at)
                if at not in self._done:
                    (missing[at],) = repetitions_of(self.experiment, cell, [block.repetition])
        new = {at for each in asked for at in each} - self._used
        self._used |= new
        if missing:
            self._finish(list(missing.values()))
        self.errors += Counter(self._why.get(at, FALSE) for at in new if self._done[at].failed)
        return [[self._done[at] for at in each] for each in asked]

    def _finish(self, runs: list[Run]) -> None:
        cells = {run.cell_key: run.cell for run in runs}.values()
        self.store.add_cells(cells, self.experiment.seed)
        left = len(runs)
        for kept in self._do(runs):
            for outcome in kept.outcomes:
                at = outcome.run.cell_key, outcome.run.repetition
                self._done[at] = _done_of(outcome)
                if outcome.error:
                    self._why[at] = outcome.error.strip().rpartition("\n")[2]
            left -= len(kept.outcomes)
            self._watch(self.used - left, self.note)

    def _cell(self, settings: Settings, instance: Instance) -> tuple[Cell, str]:
        at = (repr(sorted(settings.items())), instance)
        if at not in self._cells:
            task = self.task
            algorithm = task.space.build(settings)
            given = instance.space
            space = space_for(algorithm, given.problem, given.encoding)
            own = () if settings == task.space.default else tuple(settings.items())
            cell = Cell(space, task.tuning.algorithm, own, task.use, algorithm, instance.budget)
            self._cells[at] = cell, cell_key(cell, self.experiment.seed)
        return self._cells[at]


def _finished(store: Store) -> dict[At, Done]:
    """Return what the runs in the results came to; without those that failed, to be done again."""
    cells = {cell.cell: cell for cell in queries.cells(store)}
    false = {
        (claim.cell, claim.repetition)
        for claim in verdicts.load_claims(store, 0, everything=False)
        if claim.values.size and not is_true(claim.problem, claim.values, claim.cost)
    }
    found = {}
    columns = ("cell", "repetition", "status", "evaluations", "seconds", "verdict")
    for cell, repetition, status, evaluations, seconds, verdict in queries.runs(store, columns):
        at = cells[cell].key, repetition
        if verdict == "rejected" or (cell, repetition) in false:
            found[at] = _failed(Budget(**json.loads(cells[cell].budget)))
        elif status != "failed":
            found[at] = Done(evaluations, seconds, status == "solved")
    return found


def _done_of(outcome: Outcome) -> Done:
    """Return what a run came to; one with a board that is not as it says has failed."""
    result = outcome.result
    if result is None or not is_true(result.problem, result.values, result.cost):
        return _failed(outcome.run.cell.budget)
    return Done(result.evaluations, result.seconds, result.solved)


def _failed(budget: Budget) -> Done:
    """Return a failed run: as one that spent its budget, or more than any other does."""
    seconds = budget.seconds or FAILED_SECONDS
    return Done(budget.evaluations or NO_LIMIT, seconds, False, failed=True)


@dataclass
class Candidate:
    """A setting in the race.

    Parameters
    ----------
    settings
        By dotted key.
    costs
        After each rung, by the blocks run: what is minimised, over these.
    """

    settings: Settings
    state: str = RUNNING
    runs: list[tuple[Block, Done]] = field(default_factory=list)
    costs: dict[int, float] = field(default_factory=dict)

    @property
    def cost(self) -> float:
        """What is minimised, over all the blocks that it ran."""
        return self.costs[max(self.costs)]

    @property
    def key(self) -> str:
        """A text that equal settings share."""
        return repr(sorted(self.settings.items()))


def rungs(task: Task) -> list[int]:
    """Return after how many blocks settings are compared: each repetition, from four pairs on."""
    size = len(task.train)
    first = min(task.tuning.train.runs, -(-FEWEST_PAIRS // size))
    return [size * repetitions for repetitions in range(first, task.tuning.train.runs + 1)]


def race(
    runner: Runner, candidates: Sequence[Candidate], incumbent: Candidate | None = None
) -> None:
    """Run all through the rungs; at each, those that are worse than the ``incumbent`` stop."""
    task = runner.task
    order, before = blocks(task.train, range(task.tuning.train.runs)), 0
    for look in rungs(task):
        running = [one for one in candidates if one.state == RUNNING]
        fresh = order[before:look]
        done = runner.run([one.settings for one in running], fresh, task.train)
        for one, results in zip(running, done, strict=True):
            one.runs += zip(fresh, results, strict=True)
            one.costs[look] = total(task.tuning.minimise, one.runs, task.train)
            if look == len(order):
                one.state = FINISHED
            elif incumbent is not None and is_worse(task, one, incumbent):
                one.state = STOPPED
        before = look


def is_worse(task: Task, one: Candidate, other: Candidate) -> bool:
    """Whether Wilcoxon's signed rank test [1]_ on the blocks that both ran speaks against ``one``.

    .. [1] Wilcoxon (1945). Individual comparisons by ranking methods. Biometrics 1: 80-83.
    """
    from scipy import stats

    def rank(block: Block, done: Done) -> float:
        cost = run_cost(task.tuning.minimise, done, task.train[block.instance])
        return comparable(task.tuning.minimise, cost)

    theirs = dict(other.runs)
    both = [(block, done) for block, done in one.runs if block in theirs]
    differences = [rank(block, done) - rank(block, theirs[block]) for block, done in both]
    if sum(differences) <= 0:  # as good on the whole, whatever the ranks say
        return False
    # With ties scipy would go through all signs, which takes longer than the runs.
    sizes = {abs(one) for one in differences}
    method = "exact" if len(sizes) == len(differences) and 0 not in sizes else "approx"
    found = stats.wilcoxon(differences, zero_method="zsplit", alternative="greater", method=method)
    return float(found.pvalue) < STOP_BELOW
