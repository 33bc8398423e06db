"""Labels of instances, by several processes at once, in their order."""

from collections.abc import Iterator, Sequence

from metaqueens.exact import instances as labels
from metaqueens.exact.instances import Disagreement
from metaqueens.experiment.execution import pool
from metaqueens.queens.instances import Instance
from metaqueens.text.errors import RunFailed


def label_all(
    instances: Sequence[Instance], workers: int, seconds: float
) -> Iterator[tuple[Instance, str]]:
    """Yield the ``instances`` in their order, each with its label, or without one and the error.

    If there is none, or only ``unknown``, two exact methods search for ``seconds`` each. The label
    is missing if they contradict each other, or all workers that searched for it were lost.
    """
    if workers == 1:
        yield from (label(instance, seconds) for instance in instances)
        return
    with pool.Pool(workers) as processes:
        tasks = [processes.task(label, instance, seconds) for instance in instances]
        for instance, task in zip(instances, tasks, strict=True):
            try:
                yield task.result()
            except RunFailed as error:
                yield instance.unlabelled, f"instance {instance.name}: {error}"


def label(instance: Instance, seconds: float) -> tuple[Instance, str]:
    """Return ``instance`` with its label, by two exact methods if there is none, or the error."""
    if instance.label not in (None, "unknown"):
        return instance, ""
    try:
        return labels.find_label(instance.problem, seconds, name=instance.name), ""
    except Disagreement as error:
        return instance.unlabelled, f"two exact methods contradict each other: {error}"
