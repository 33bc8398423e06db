"""How the runs are divided among search, final, ablation and test."""

from typing import NamedTuple

from metaqueens.config.tuning.task import Task
from metaqueens.text.errors import UserError

# Of so many finalists this share goes on to a second round, of twice the length.
FINALISTS, SECOND_ROUND = 10, 0.4
# At most these shares of all runs are for the final and for the ablation.
FINAL_SHARE, PATH_SHARE = 0.2, 0.15
# Repetitions that training and final take of each instance, in lengths of the training.
SEEN = 4


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
    def second_round(self) -> int:
        """Settings in the second round of the final."""
        return max(2, round(SECOND_ROUND * self.finalists)) if self.finalists else 0

    @property
    def final(self) -> int:
        """For the final."""
        return (self.finalists + 2 * self.second_round) * self.blocks

    @property
    def search(self) -> int:
        """For the search."""
        return self.total - self.test - self.final - self.path


def plan_of(task: Task) -> Plan:
    """Share out the task's ``max_runs``. Raises ``UserError`` where they are too few."""
    blocks = len(task.train) * task.train_runs
    test = 2 * len(task.test) * task.test_runs
    path = int(PATH_SHARE * task.max_runs)
    plan = Plan(task.max_runs, blocks, FINALISTS, test, path)
    while plan.finalists and plan.final > FINAL_SHARE * plan.total:
        plan = plan._replace(finalists=plan.finalists - 1 if plan.finalists > 2 else 0)
    if plan.search < 2 * blocks:
        raise UserError(
            f"tune.max_runs: {plan.total:,} are too few: {test:,} are for the test, {path:,} for"
            f" the ablation from the default to the best, and each setting takes {blocks:,};"
            f" at least {int((test + 2 * blocks) / (1 - PATH_SHARE)) + 1:,}"
        )
    return plan
