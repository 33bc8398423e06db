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
    """An instance with its label, or without one and the error."""

    instance: Instance
    wrong: str = ""


def label_all(instances: Sequence[Instance], workers: int, seconds: float) -> Iterator[Labelled]:
    """Yield the ``instances`` in their order, each with its label.

    If there is none, or only ``unknown``, two exact methods search for ``seconds`` each. The label
    is missing if they contradict each other, or all workers that searched for it were lost.
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
    """Return ``instance`` with its label, by two exact methods if there is none."""
    if instance.label not in (None, "unknown"):
        return Labelled(instance)
    try:
        return Labelled(labels.find_label(instance.problem, seconds, name=instance.name))
    except Disagreement as error:
        reason = f"two exact methods contradict each other: {error}"
        return Labelled(instance.unlabelled, reason)
