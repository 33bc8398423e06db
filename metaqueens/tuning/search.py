"""The search: the shares of the runs, and races of batches until the final."""

from dataclasses import dataclass, field
from typing import NamedTuple

from metaqueens.config import ConfigError
from metaqueens.tuning.costs import blocks, total
from metaqueens.tuning.proposals import Proposals
from metaqueens.tuning.runner import FINISHED, Candidate, Runner, race
from metaqueens.tuning.task import Task

# The number of finalists, and the share of them in a second round, of twice the length.
FINALISTS, SECOND_ROUND = 10, 0.4
# At most this share of all runs is for the final.
FINAL_SHARE = 0.2
# Repetitions of each instance in training and final, in lengths of the training.
SEEN = 4
# Batches in a row that only repeat settings: then the space has no others.
MOST_STALE = 10


class Plan(NamedTuple):
    """Numbers of runs: those of the ``search``, and ``blocks`` of one setting.

    ``rounds`` are the numbers of settings in the rounds of the final, the default among them; 0 for
    no final.
    """

    search: int
    blocks: int
    rounds: tuple[int, int]


def plan_of(task: Task) -> Plan:
    """Share out the task's ``max_runs``. Raises ``ConfigError`` if they are too few."""
    total, size = task.tuning.max_runs, len(task.train) * task.tuning.train.runs
    test = 2 * len(task.test) * task.tuning.test.runs
    final = first = second = 0
    for number in range(FINALISTS, 1, -1):
        of_second = max(2, round(SECOND_ROUND * number))
        runs = (number + 2 * of_second) * size
        if runs <= FINAL_SHARE * total:
            final, first, second = runs, number, of_second
            break
    search = total - test - final
    if search < 2 * size:
        why = f"{test:,} are for the test, and each setting takes {size:,}"
        least = f"at least {test + 2 * size:,}"
        raise ConfigError([f"tune.max_runs: {total:,} are too few: {why}; {least}"])
    return Plan(search, size, (first, second))


@dataclass
class Found:
    """The result of a search; the default is the first candidate, and ``ended`` says why it ended.

    ``final`` has the finalists, best first; none if every run failed.
    """

    candidates: list[Candidate] = field(default_factory=list)
    final: list[Candidate] = field(default_factory=list)
    ended: str = ""

    @property
    def default(self) -> Candidate:
        """The config's own parameters."""
        return self.candidates[0]

    @property
    def best(self) -> Candidate:
        """The winner of the final."""
        return self.final[0]


def search(runner: Runner, plan: Plan, proposals: Proposals) -> Found:
    """Race the default, then the proposals, and hold the final."""
    task, stale = runner.task, 0
    default = Candidate(task.space.default)
    race(runner, [default])
    proposals.add_default(default)
    found = Found([default])
    while len(found.candidates) == 1 or runner.failed < runner.used:
        size = min(task.tuning.batch, (plan.search - runner.used) // plan.blocks)
        if size < 1:
            found.ended = "the runs are used up"
            break
        batch = proposals.ask(size)
        if not batch or stale == MOST_STALE:
            found.ended = "the space is used up"
            break
        finished = [trial for trial in found.candidates if trial.state == FINISHED]
        before, incumbent = runner.used, min(finished, key=lambda trial: trial.cost)
        candidates = [Candidate(settings) for _, settings in batch]
        runner.note = f"best {incumbent.cost:,.6g}, default {default.cost:,.6g}"
        race(runner, candidates, incumbent)
        for (trial, _), candidate in zip(batch, candidates, strict=True):
            proposals.tell(trial, candidate)
        found.candidates += candidates
        stale = stale + 1 if runner.used == before else 0
    if runner.failed == runner.used:
        found.ended = "every run failed"
    else:
        found.final = _final(runner, plan, found)
    return found


def _final(runner: Runner, plan: Plan, found: Found) -> list[Candidate]:
    """Run the best few and the default on fresh repetitions, as the best so far may be lucky."""
    task, runs = runner.task, runner.task.tuning.train.runs
    ranked: dict[str, Candidate] = {}
    for candidate in sorted(found.candidates, key=lambda candidate: candidate.cost):
        if candidate.state == FINISHED:
            ranked.setdefault(repr(sorted(candidate.settings.items())), candidate)
    finalists = list(ranked.values())
    runner.note = "the final"
    for size, first, last in zip(plan.rounds, (1, 2), (2, SEEN), strict=True):
        finalists = finalists[: max(size, 2)]
        if not any(finalist is found.default for finalist in finalists):
            # In the place of the last, if there are two.
            finalists[-1 if len(finalists) > 1 else 1 :] = [found.default]
        if size:
            fresh = blocks(task.train, range(first * runs, last * runs))
            done = runner.run([finalist.settings for finalist in finalists], fresh, task.train)
            for finalist, results in zip(finalists, done, strict=True):
                finalist.runs += zip(fresh, results, strict=True)
        for finalist in finalists:
            finalist.final_cost = total(task.tuning.minimise, finalist.runs, task.train)
        finalists.sort(key=lambda finalist: finalist.final_cost)
    return finalists
