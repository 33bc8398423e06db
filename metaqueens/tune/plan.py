"""How the runs are shared out: search, final, ablation, test."""

from typing import NamedTuple

from metaqueens.config.task import Task
from metaqueens.errors import UserError

FINALISTS = 5
# At most these shares of all runs are for the final and for the ablation.
FINAL_SHARE, PATH_SHARE = 0.1, 0.2


class Plan(NamedTuple):
    """Numbers of single runs.

    total : all that may be done
    blocks : of one setting that is raced to the end
    finalists : settings in the final, the default among them; 0 for no final
    test : for the best and the default on the test's instances
    path : for the ablation, at most
    """

    total: int
    blocks: int
    finalists: int
    test: int
    path: int

    @property
    def final(self) -> int:
        """For the final."""
        return self.finalists * self.blocks

    @property
    def search(self) -> int:
        """For the search."""
        return self.total - self.test - self.final - self.path


def plan_of(task: Task) -> Plan:
    """Share out the task's ``max_runs``. Raises ``UserError`` where they are too few."""
    blocks = len(task.train) * task.train_runs
    finalists = min(FINALISTS, int(FINAL_SHARE * task.max_runs) // blocks)
    test = 2 * len(task.test) * task.test_runs
    path = int(PATH_SHARE * task.max_runs)
    plan = Plan(task.max_runs, blocks, finalists if finalists >= 2 else 0, test, path)
    if plan.search < 2 * blocks:
        raise UserError(
            f"tune.max_runs: {plan.total:,} are too few: {test:,} are for the test, {path:,} for"
            f" the way from the default to the best, and each setting takes {blocks:,};"
            f" at least {_least(plan):,}"
        )
    return plan


def _least(plan: Plan) -> int:
    return int((plan.test + 2 * plan.blocks) / (1 - PATH_SHARE)) + 1
