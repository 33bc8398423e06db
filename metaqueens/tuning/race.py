"""A race: settings run on the same blocks, and after each rung those that are worse stop."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from metaqueens.tuning.costs import Block, Done, blocks, comparable, run_cost, total
from metaqueens.tuning.runner import Job, Runner
from metaqueens.tuning.space import Settings
from metaqueens.tuning.task import Task

# A worse setting stops where chance alone would make it look so in less than one case of seven.
STOP_BELOW = 0.15
# With fewer pairs no outcome is that unlikely.
FEWEST_PAIRS = 4
RUNNING, STOPPED, FINISHED = "running", "stopped", "finished"


@dataclass
class Candidate:
    """A setting in the race.

    Parameters
    ----------
    settings
        By dotted key.
    costs
        After each rung, by the blocks run: what is minimised, over these.
    at_random
        Whether it was drawn at random, so that it depends on no cost.
    """

    settings: Settings
    state: str = RUNNING
    runs: list[tuple[Block, Done]] = field(default_factory=list)
    costs: dict[int, float] = field(default_factory=dict)
    at_random: bool = False

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
    first = min(task.train_runs, -(-FEWEST_PAIRS // size))
    return [size * repetitions for repetitions in range(first, task.train_runs + 1)]


def race(
    runner: Runner, candidates: Sequence[Candidate], incumbent: Candidate | None = None
) -> None:
    """Run all through the rungs; at each, those that are worse than the ``incumbent`` stop."""
    task = runner.task
    order, before = blocks(task.train, range(task.train_runs)), 0
    for look in rungs(task):
        running = [one for one in candidates if one.state == RUNNING]
        fresh = order[before:look]
        done = runner.run([Job(one.settings, fresh) for one in running], task.train)
        for one, results in zip(running, done, strict=True):
            one.runs += zip(fresh, results, strict=True)
            one.costs[look] = total(task.minimise, one.runs, task.train)
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
        cost = run_cost(task.minimise, done, task.train[block.instance])
        return comparable(task.minimise, cost)

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
