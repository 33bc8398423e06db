"""``metaqueens instances``."""

import json
import os
import time
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from metaqueens.cli import FAILED, parameters
from metaqueens.text.errors import UserError, system_errors
from metaqueens.text.words import duration, many

if TYPE_CHECKING:
    from metaqueens.queens.instances import Instance


@click.command("instances")
@parameters.several("sources", "CONFIG|FILE.jsonl...", type=click.Path())
@parameters.file_option(
    "-o", "--output", required=True, help="File to write, or to continue: FILE.jsonl."
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
@parameters.quiet
def command(
    sources: tuple[str, ...],
    output: Path,
    jobs: int | None,
    seconds: float,
    as_json: bool,
    quiet: bool,
) -> int:
    """Write instances with labels (whether they have a solution) and solutions.

    \b
      metaqueens instances configs/hard_excluded.yaml -o ed16.jsonl -j 2
      metaqueens instances unlabelled.jsonl -o labelled.jsonl --seconds 10

    A line is a JSON object: the keys of `problem:`, an id, the label (satisfiable, unsatisfiable or
    unknown), a witness and the exact methods that finished. "Unsatisfiable" needs the proofs of
    both methods, one of which takes up to 63 queens. Existing labels stay. If the command was
    stopped, the same command continues.
    """
    parameters.require_ending("-o", output, [".jsonl"])
    files = [source for source in sources if os.path.exists(source)]
    if output.exists() and any(os.path.samefile(source, output) for source in files):
        raise UserError(f"-o {output}: this is what is read; choose another file")
    began = time.perf_counter()
    wanted = _read_sources(sources, quiet or as_json)
    with system_errors(f"-o {output}"):
        done = _count_finished(output, wanted)
        wrong = _write(output, wanted, done, jobs, seconds, quiet or as_json)
        counts = _counts(output)
    took = time.perf_counter() - began
    report = {"file": str(output), "instances": len(wanted), **counts, "seconds": took}
    if as_json:
        click.echo(json.dumps({**report, "new": len(wanted) - done}))
    elif not quiet:
        found = ", ".join(f"{count:,} {label}" for label, count in counts.items() if count)
        click.echo(f"{output}: {many(len(wanted), 'instance')}: {found}; {duration(took)}")
    for message in wrong:
        click.echo(message, err=True)
    return FAILED if counts["without a label"] else 0


def _read_sources(sources: Sequence[str], quiet: bool) -> "list[Instance]":
    """Return the instances of all sources, their names made unique."""
    found = [instance for source in sources for instance in _read_source(source, quiet)]
    if len({instance.name for instance in found}) < len(found):
        found = [instance._replace(name=str(k)) for k, instance in enumerate(found, 1)]
    if not found:
        raise UserError(f"{', '.join(sources)}: no instances in it")
    return found


def _read_source(source: str, quiet: bool) -> "list[Instance]":
    from metaqueens.queens import instances

    with system_errors():
        if Path(source).suffix in (".jsonl", ".json"):
            return list(instances.read(source))
    return _read_config(source, quiet)


def _read_config(path: str, quiet: bool) -> "list[Instance]":
    """Return the instances of a config: those of its families, and single problems."""
    from metaqueens.cli.experiment.configs import load
    from metaqueens.queens.instances import Instance
    from metaqueens.queens.problem import Queens

    experiment = load(path, quiet=quiet)
    known: dict[str, Any] = {}
    for instance in chain.from_iterable(experiment.listed.values()):
        known.setdefault(instance.problem.key, instance)
    boards = [cell.problem for cell in experiment.cells if isinstance(cell.problem, Queens)]
    problems = {board.key: board for board in boards}
    return [
        known.get(key) or Instance(problem, str(place))
        for place, (key, problem) in enumerate(problems.items(), 1)
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
    labelled = list(instances.read_lines(output, whole))
    for place, (expected, found) in enumerate(zip(wanted, labelled, strict=False), 1):
        if expected.problem != found.problem or expected.name != found.name:
            raise UserError(
                f"{output}:{place}: another instance ({found.problem.label}) than the one asked for"
                f" ({expected.problem.label}); choose another file with -o"
            )
    left = wanted[len(labelled) :]
    asked = left[0].unlabelled.line[:-1].encode() if left else b""
    begun = bool(left) and (rest.startswith(asked) or asked.startswith(rest))
    if len(labelled) > len(wanted) or (rest and not begun):
        raise UserError(
            f"{output}: more than the {len(wanted):,} instances asked for, or other ones; choose"
            " another file with -o"
        )
    if rest:
        os.truncate(output, output.stat().st_size - len(rest))
    return len(labelled)


def _write(
    output: Path,
    wanted: "Sequence[Instance]",
    done: int,
    jobs: int | None,
    seconds: float,
    quiet: bool,
) -> list[str]:
    """Append the labelled lines, whole ones only; return the errors of those without a label."""
    from metaqueens.cli.instances.labelling import label_all
    from metaqueens.cli.terminal.progress import progress
    from metaqueens.system.cores import usable_cores

    workers = min(jobs or usable_cores(), max(1, len(wanted) - done))
    wrong: list[str] = []
    if done and not quiet:
        click.echo(f"{output}: going on after {done:,} of {len(wanted):,}", err=True)
    with (
        output.open("a", encoding="utf-8") as file,
        progress("labelling", len(wanted), quiet) as tick,
    ):
        for place, found in enumerate(label_all(wanted[done:], workers, seconds), done + 1):
            file.write(f"{found.instance.line}\n")
            file.flush()
            if found.wrong:
                wrong.append(found.wrong)
            tick(place, "instances")
    return wrong


def _counts(output: Path) -> dict[str, int]:
    from metaqueens.queens import instances

    labels = (instance.label for instance in instances.read(output))
    counted = Counter[str](label or "without a label" for label in labels)
    return {label: counted[label] for label in (*instances.LABELS, "without a label")}
