"""``metaqueens instances``."""

import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from metaqueens.cli import parameters
from metaqueens.cli.terminal.listing import print_json
from metaqueens.text.errors import RunFailed, UserError, system_errors
from metaqueens.text.words import duration, many

if TYPE_CHECKING:
    from metaqueens.queens.instances import Instance


@click.command("instances")
@parameters.several("sources", "CONFIG|FILE.jsonl...", type=click.Path())
@parameters.file_option(
    ".jsonl", "-o", "--output", required=True, help="File to write, or to continue: FILE.jsonl."
)
@parameters.jobs
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    default=60.0,
    show_default=True,
    help="Time limit of each of two exact methods, for each instance, in seconds.",
)
@parameters.as_json
def command(
    sources: tuple[str, ...], output: Path, jobs: int | None, seconds: float, as_json: bool
) -> None:
    """Write instances with labels (whether they have a solution) and solutions.

    \b
      metaqueens instances configs/hard_excluded.yaml -o ed16.jsonl -j 2
      metaqueens instances unlabelled.jsonl -o labelled.jsonl --seconds 10

    A line is a JSON object: the keys of `problem:`, an id, the label (satisfiable, unsatisfiable or
    unknown), a witness and the exact methods that finished. "Unsatisfiable" needs the proofs of
    both methods, one of which takes up to 63 queens. Existing labels stay. If the command was
    stopped, the same command continues.
    """
    from metaqueens.cli.terminal.progress import progress
    from metaqueens.queens import instances
    from metaqueens.system.cores import usable_cores

    if any(os.path.realpath(source) == os.path.realpath(output) for source in sources):
        raise UserError(f"-o {output}: this is what is read; choose another file")
    began = time.perf_counter()
    wanted = [instance for source in sources for instance in _read_source(source, as_json)]
    if not wanted:
        raise UserError(f"{', '.join(sources)}: no instances in it")
    if len({instance.name for instance in wanted}) < len(wanted):
        wanted = [instance._replace(name=str(k)) for k, instance in enumerate(wanted, 1)]
    with system_errors(f"-o {output}"):
        done = _count_finished(output, wanted)
        if done and not as_json:
            click.echo(f"{output}: going on after {done:,} of {len(wanted):,}", err=True)
        workers = min(jobs or usable_cores(), max(1, len(wanted) - done))
        with (
            output.open("a", encoding="utf-8") as file,
            progress("labelling", as_json, len(wanted)) as tick,
        ):
            for place, found in enumerate(label_all(wanted[done:], workers, seconds), done + 1):
                file.write(f"{found.line}\n")
                file.flush()  # whole lines only
                tick(place, "instances")
        labels = Counter(found.label for found in instances.read(output))
    counts: dict[str, int] = {label: labels[label] for label in instances.LABELS}
    took = time.perf_counter() - began
    if as_json:
        report = {"file": str(output), "instances": len(wanted), **counts, "seconds": took}
        print_json({**report, "new": len(wanted) - done}, indent=None)
    else:
        total = ", ".join(f"{count:,} {label}" for label, count in counts.items() if count)
        click.echo(f"{output}: {many(len(wanted), 'instance')}: {total}; {duration(took)}")


def _read_source(source: str, quiet: bool) -> "list[Instance]":
    """Return the instances of a file, or those of the families and the problems of a config."""
    from metaqueens.queens import instances
    from metaqueens.queens.problem import Queens

    if Path(source).suffix in (".jsonl", ".json"):
        with system_errors():
            return list(instances.read(source))
    experiment = parameters.load_config(source, quiet=quiet)
    listed: dict[str, Any] = {}
    for instance in chain.from_iterable(experiment.listed.values()):
        listed.setdefault(instance.problem.key, instance)
    boards = {
        cell.problem.key: cell.problem
        for cell in experiment.cells
        if isinstance(cell.problem, Queens)
    }
    return [
        listed.get(key) or instances.Instance(board, str(place))
        for place, (key, board) in enumerate(boards.items(), 1)
    ]


def _count_finished(output: Path, wanted: "Sequence[Instance]") -> int:
    """Return the number of instances in ``output``, after the removal of an incomplete last line.

    A file of another origin is refused and stays unchanged.
    """
    from metaqueens.files import reading
    from metaqueens.files.writing import require_no_link
    from metaqueens.queens import instances

    require_no_link(output)
    if not output.exists():
        return 0
    *whole, rest = reading.content(output, instances.MOST_BYTES).split(b"\n")
    finished = list(instances.read_lines(output, whole))
    number = len(finished)
    unlabelled = [instances.Instance(*one[:2]).line for one in wanted[number : number + 1]]
    next_line = "".join(unlabelled)[:-1].encode()
    begins = bool(next_line) and (rest.startswith(next_line) or next_line.startswith(rest))
    same = [(one.name, one.problem) for one in finished] == [
        (one.name, one.problem) for one in wanted[:number]
    ]
    if not same or (rest and not begins):
        raise UserError(f"{output}: holds other instances; choose another file with -o")
    if rest:
        os.truncate(output, output.stat().st_size - len(rest))
    return number


def label_all(
    instances: "Sequence[Instance]", workers: int, seconds: float
) -> "Iterator[Instance]":
    """Yield the ``instances`` in their order, each with its label.

    If there is none, or only ``unknown``, two exact methods search for ``seconds`` each. Raises
    ``RunFailed`` if they contradict each other, or all workers that searched were lost.
    """
    from metaqueens.experiment.execution.pool import Pool

    if workers == 1:
        yield from (_label(instance, seconds) for instance in instances)
        return
    with Pool(workers) as processes:
        tasks = [processes.task(_label, instance, seconds) for instance in instances]
        for instance, task in zip(instances, tasks, strict=True):
            try:
                yield task.result()
            except RunFailed as error:
                raise RunFailed(f"instance {instance.name}: {error}") from error


def _label(instance: "Instance", seconds: float) -> "Instance":
    from metaqueens.exact.instances import find_label

    if instance.label not in (None, "unknown"):
        return instance
    return find_label(instance.problem, seconds, name=instance.name)
