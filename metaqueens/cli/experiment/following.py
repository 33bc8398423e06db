"""Show a session on the terminal: its events as they come, and a summary at the end."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import click

from metaqueens.analysis.summary.results import summarise, summarise_families, write_summary
from metaqueens.analysis.summary.row import CellSummary
from metaqueens.cli.results.salvaging import say
from metaqueens.cli.terminal import live
from metaqueens.cli.terminal.progress import progress as progress_bar
from metaqueens.config import Experiment
from metaqueens.experiment import progress
from metaqueens.experiment.missing import missing_runs
from metaqueens.experiment.outcome import Outcome
from metaqueens.experiment.plan import Shard, cell_key
from metaqueens.experiment.results.salvage import Salvaged
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.session import Begun, Done, Event, Judged, Kept, Validating, session
from metaqueens.text.errors import UserError


@dataclass
class Followed:
    """What a session came to.

    Parameters
    ----------
    asked, stored, grouped
        Summaries of the runs that were asked for, and of all that the folder holds; the latter also
        with families of instances together.
    errors
        Of the runs that failed, each once.
    ran
        Whether any run was missing.
    """

    asked: list[CellSummary] = field(default_factory=list)
    stored: list[CellSummary] = field(default_factory=list)
    grouped: list[CellSummary] = field(default_factory=list)
    errors: dict[str, None] = field(default_factory=dict)
    ran: bool = False


def follow(
    experiment: Experiment,
    folder: Path,
    shard: Shard,
    workers: int | None,
    fail_fast: bool,
    silent: bool,
) -> Followed:
    """Do the missing runs and check their boards, shown live on stderr unless ``silent``."""
    events = session(
        experiment,
        folder,
        workers=workers,
        shard=shard,
        fail_fast=fail_fast,
        at_ctrl_c=None if silent else _say_that_it_finishes,
    )
    kept = partial(_say_what_is_kept, experiment, folder, shard)
    follower = _Follower(experiment, shard, silent)
    with _at_an_interruption(_nothing if silent else kept), closing(events), follower.shown:
        for event in events:
            follower.tell(event)
    return follower.found


class _Follower:
    """What is on the terminal while a session lasts, ``shown``, and what is ``found``."""

    def __init__(self, experiment: Experiment, shard: Shard, silent: bool) -> None:
        self.experiment, self.shard, self.silent = experiment, shard, silent
        self.found, self.shown = Followed(), ExitStack()
        self._judged = 0
        self._refresh: Callable[[], None] = _nothing
        self._tick: Callable[[int, str], None] = _nothing

    def tell(self, event: Event) -> None:
        """Show what is new."""
        match event:
            case Salvaged():
                say(event)
            case Begun():
                self._begin(event)
            case Kept(outcomes):
                self._note_errors(outcomes)
                self._refresh()
            case Validating(most):
                self.shown.close()
                self._tick = self.shown.enter_context(progress_bar("validating", most, self.silent))
            case Judged():
                self._judged += 1
                self._tick(self._judged, "")
            case Done(store):
                self.shown.close()
                self._sum_up(store)

    def _begin(self, event: Begun) -> None:
        if not self.silent:
            _say_what_begins(event)
        self.found.ran = event.missing > 0
        if self.found.ran:
            look = partial(progress.of, event.store, progress.wanted(self.experiment, self.shard))
            self._refresh = self.shown.enter_context(live.display(look, self.silent))

    def _note_errors(self, outcomes: list[Outcome]) -> None:
        for one in outcomes:
            if one.error:
                self.found.errors[f"{one.run.cell.name}: {one.error.strip()}"] = None

    def _sum_up(self, store: Store) -> None:
        keys = [cell_key(cell, self.experiment.seed) for cell in self.experiment.cells]
        self.found.asked = summarise(store, keys, self.experiment.runs)
        self.found.stored = write_summary(store)
        self.found.grouped = summarise_families(store)


def _say_what_begins(event: Begun) -> None:
    for change in event.changes:
        click.echo(f"new beside the old: {change}", err=True)
    if event.missing < event.total:
        there = event.total - event.missing
        click.echo(f"restored {there:,} of {event.total:,}, running {event.missing:,}", err=True)


def _say_that_it_finishes() -> None:
    click.echo("finishing what is under way; Ctrl-C again ends it at once", err=True)


@contextmanager
def _at_an_interruption(tell: Callable[[], None]) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        with suppress(UserError):
            tell()
        raise


def _say_what_is_kept(experiment: Experiment, folder: Path, shard: Shard) -> None:
    with Store.open(folder) as store:
        missing = missing_runs(experiment, store, shard)
    kept = f"{missing.total - missing.count:,} of {missing.total:,}"
    click.echo(f"{kept} runs are kept; the same command continues", err=True)


def _nothing(*news: object) -> None:
    """Where nothing is shown."""
