"""Show a session on the terminal: its events as they come, and a summary at the end."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path

import click

from metaqueens.analysis.summary import FILE, Summary, summarise
from metaqueens.cli.terminal.output import count_kept_runs
from metaqueens.cli.terminal.progress import progress as bar
from metaqueens.config import Experiment
from metaqueens.experiment import progress
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.results.tallies import Tally
from metaqueens.experiment.session import Begun, Done, Event, Judged, Kept, Validating, session


@dataclass
class Followed:
    """The outcome of a session: a summary of the folder, and a tally of the runs asked for.

    ``errors`` are those of failed runs, each once; ``ran``: whether any run was done.
    """

    summary: Summary = field(init=False)
    asked: Tally = field(init=False)
    errors: dict[str, None] = field(default_factory=dict)
    ran: bool = False


def follow(experiment: Experiment, folder: Path, workers: int | None, silent: bool) -> Followed:
    """Do the missing runs and check their solutions, shown live on stderr unless ``silent``."""
    events = session(experiment, folder, workers=workers)

    def count(store: Store) -> str:
        missing = progress.missing_runs(experiment, store)
        return f"{missing.total - missing.number:,} of {missing.total:,}"

    with count_kept_runs(folder, silent, count), closing(events), ExitStack() as bars:
        return _show_events(events, silent, bars)


def _show_events(events: Iterator[Event], silent: bool, bars: ExitStack) -> Followed:
    """Show each event as it comes; return the outcome of the session."""
    found, judged = Followed(), 0
    tick: Callable[..., None]
    counts: Counter[str] = Counter()
    for event in events:
        match event:
            case Begun(missing=missing):
                for line in _describe_start(event) if not silent else ():
                    click.echo(line, err=True)
                found.ran = missing > 0
                tick = bars.enter_context(bar("running", missing, silent))
            case Kept(outcomes):
                for run, result, error, *_ in outcomes:
                    if error:
                        found.errors[f"{run.cell.name}: {error.strip()}"] = None
                    solved = "solved" if result and result.solved else "unsolved"
                    counts[solved if result else "failed"] += 1
                tick(counts.total(), ", ".join(f"{n:,} {word}" for word, n in counts.items()))
            case Validating(most):
                bars.close()
                tick = bars.enter_context(bar("validating", most, silent))
            case Judged():
                judged += 1
                tick(judged)
            case Done(store, asked):
                bars.close()
                found.asked = asked
                found.summary = summarise(store.folder, store.folder / FILE)
    return found


def _describe_start(event: Begun) -> Iterator[str]:
    for change in event.changes:
        yield f"new beside the old: {change}"
    if event.missing < event.total:
        done = event.total - event.missing
        yield f"restored {done:,} of {event.total:,}, running {event.missing:,}"
