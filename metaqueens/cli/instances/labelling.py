"""Labels of instances, by several processes at once, in their order."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from typing import NamedTuple

from metaqueens.exact import instances as labels
from metaqueens.exact.instances import Disagreement
from metaqueens.experiment.execution import pool
from metaqueens.queens.instances import Instance
from metaqueens.text.errors import RunFailed


class Labelled(NamedTuple):
    """An instance with its label, or without one and what is ``wrong``."""

    instance: Instance
    wrong: str = ""


def label_all(instances: Sequence[Instance], workers: int, seconds: float) -> Iterator[Labelled]:
    """Yield the ``instances`` in their order, each with its label.

    Two exact methods look for ``seconds`` each if there is none yet, or only ``unknown``. There
    is no label where they contradict each other, or each worker that looked for it was lost.
    """
    if workers == 1:
        yield from (label(one, seconds) for one in instances)
        return
    with pool.start_workers(workers) as processes:
        tasks = [processes.task(label, one, seconds) for one in instances]
        yield from map(_get_result, instances, tasks)


def _get_result(instance: Instance, task: Future[Labelled]) -> Labelled:
    try:
        return task.result()
    except RunFailed as error:
        return Labelled(instance.unlabelled, f"instance {instance.name}: {error}")


def label(instance: Instance, seconds: float) -> Labelled:
    """Return ``instance`` with its label, which is looked for if there is none."""
    if instance.label not in (None, "unknown"):
        return Labelled(instance)
    try:
        return Labelled(labels.find_label(instance.problem, seconds, name=instance.name))
    except Disagreement as error:
        reason = f"two exact methods contradict each other: {error}"
        return Labelled(instance.unlabelled, reason)
