"""The search: batch after batch is proposed and raced, until the runs are used up."""

from collections.abc import Callable
from dataclasses import dataclass, field

from metaqueens.tuning.costs import blocks, total
from metaqueens.tuning.plan import SEEN, Plan
from metaqueens.tuning.race import FINISHED, Contestant, race
from metaqueens.tuning.runner import Job, Runner
from metaqueens.tuning.study.proposals import Proposals

# Batches in a row that repeat what was tried: then the space holds nothing else.
MOST_STALE = 10


@dataclass
class Found:
    """What the search came to; the default is the first contestant.

    Parameters
    ----------
    final
        Of the finalists, best first: who, and the cost over all training runs and the final's;
        none where every run failed.
    ended
        Why the search ended.
    """

    contestants: list[Contestant] = field(default_factory=list)
    final: list[tuple[Contestant, float]] = field(default_factory=list)
    ended: str = ""

    @property
    def default(self) -> Contestant:
        """The config's own parameters."""
        return self.contestants[0]

    @property
    def best(self) -> Contestant:
        """The winner of the final."""
        return self.final[0][0]


def search(runner: Runner, plan: Plan, proposals: Proposals, keep: Callable[[], None]) -> Found:
    """Race the default, then what is proposed; ``keep`` is told after each batch."""
    task, found, stale = runner.task, Found(), 0
    default = Contestant(task.space.default)
    race(runner, [default])
    proposals.add(default)
    found.contestants.append(default)
    keep()
    while len(found.contestants) == 1 or runner.failed < runner.used:
        size = min(task.batch, (plan.search - runner.used) // plan.blocks)
        if size < 1:
            found.ended = "the runs are used up"
            break
        batch = proposals.ask(size)
        if not batch or stale == MOST_STALE:
            found.ended = "the space is used up"
            break
        before, incumbent = runner.used, _leader(found)
        contestants = [Contestant(one.settings, at_random=one.at_random) for one in batch]
        runner.note = f"best {incumbent.cost:,.6g}, default {default.cost:,.6g}"
        race(runner, contestants, incumbent)
        for proposal, contestant in zip(batch, contestants, strict=True):
            proposals.tell(proposal.trial, contestant)
        found.contestants += contestants
        stale = stale + 1 if runner.used == before else 0
        keep()
    if runner.failed == runner.used:
        found.ended = "every run failed"
    else:
        found.final = _final(runner, plan, found)
    return found


def _leader(found: Found) -> Contestant:
    finished = [one for one in found.contestants if one.state == FINISHED]
    return min(finished, key=lambda one: one.cost)


def _final(runner: Runner, plan: Plan, found: Found) -> list[tuple[Contestant, float]]:
    """The best few and the default on fresh repetitions: the luckiest is not always the best."""
    task = runner.task
    ranked: dict[str, Contestant] = {}
    for one in sorted(found.contestants, key=lambda one: one.cost):
        if one.state == FINISHED:
            ranked.setdefault(repr(sorted(one.settings.items())), one)
    finalists = list(ranked.values())
    runner.note = "the final"
    for size, first, last in ((plan.finalists, 1, 2), (plan.second_round, 2, SEEN)):
        finalists = _with_default(finalists, found.default, size)
        if plan.finalists:
            fresh = blocks(task.train, range(first * task.train_runs, last * task.train_runs))
            done = runner.run([Job(one.settings, fresh) for one in finalists], task.train)
            for one, results in zip(finalists, done, strict=True):
                one.runs += zip(fresh, results, strict=True)
        finalists.sort(key=lambda one: total(task.minimise, one.runs, task.train))
    return [(one, total(task.minimise, one.runs, task.train)) for one in finalists]


def _with_default(finalists: list[Contestant], default: Contestant, size: int) -> list[Contestant]:
    """The first ``size``, at least two, the last of them the default if it is not there."""
    chosen = finalists[: max(size, 2)]
    if not any(one is default for one in chosen):
        chosen[-1 if len(chosen) > 1 else 1 :] = [default]
    return chosen
