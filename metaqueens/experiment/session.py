"""A session: do, store and check the runs of an experiment, as a stream of events.

The terminal prints the events, ``metaqueens.run`` consumes them, and the tuner chooses the runs.
"""

import logging
import shlex
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from operator import index
from pathlib import Path
from typing import NamedTuple

from metaqueens.config import Experiment, dump, sources
from metaqueens.core.folders import cache_folder
from metaqueens.experiment.execution import executors
from metaqueens.experiment.plan import Outcome, Run, cell_key
from metaqueens.experiment.progress import missing_runs
from metaqueens.experiment.provenance import list_digests
from metaqueens.experiment.results import queries, tallies
from metaqueens.experiment.results.folder import require_kind
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.results.tallies import Tally
from metaqueens.experiment.results.validate import Verdict, count_boards, drop_boards, validate
from metaqueens.files.writing import write_text
from metaqueens.system import interrupts
from metaqueens.text.errors import UserError
from metaqueens.text.validation import describe


class Begun(NamedTuple):
    """The start: ``missing`` of ``total`` runs are to be done; see ``Missing``."""

    store: Store
    total: int
    missing: int


class Kept(NamedTuple):
    """A batch of runs is stored."""

    outcomes: list[Outcome]


class Validating(NamedTuple):
    """All runs are done; the check of at most ``limit`` solutions begins."""

    limit: int


class Judged(NamedTuple):
    """A solution was checked."""

    verdict: Verdict


class Done(NamedTuple):
    """The end, with a tally of the runs of the experiment; other runs may be stored too.

    ``store`` is open until the next event is requested.
    """

    store: Store
    asked: Tally


Event = Begun | Kept | Validating | Judged | Done
Do = Callable[[Iterable[Run]], Iterator[Kept]]


class Work(NamedTuple):
    """At most ``limit`` runs, which ``carry_out`` passes to the function that it receives.

    That function does and stores the runs, and yields them batch by batch.
    """

    limit: int
    carry_out: Callable[[Store, Do], Iterator[Event]]


def session(
    experiment: Experiment,
    folder: str | Path,
    *,
    workers: int | None = None,
    work: Work | None = None,
) -> Generator[Event, None, None]:
    """Do the missing runs of ``experiment``, or those of ``work``, and check the solutions.

    After Ctrl-C the running runs end first; a second Ctrl-C ends it at once. Both raise
    ``KeyboardInterrupt``, and finished runs are stored. A caller that stops early closes the
    generator (``contextlib.closing``), which releases the folder.

    Raises ``UserError`` if ``workers`` is no number of processes, ``StoreError`` if the folder
    cannot be used.
    """
    if not (workers is None or (hasattr(workers, "__index__") and index(workers) > 0)):
        raise UserError(f"workers: expected a whole number from 1 on, got {describe(workers)}")
    folder = Path(folder)
    if work is None:
        require_kind(folder, is_for_tuning=False)
    with Store.create(folder, experiment) as store:
        write_text(folder / "experiment.yaml", dump(experiment.given))
        sources.keep(folder, experiment.listed)
        keys = [cell_key(cell, experiment.seed) for cell in experiment.cells]
        if work is None:
            store.set_aside(keys)
            missing = missing_runs(experiment, store)
            store.add_cells(experiment.cells, experiment.seed)
            yield Begun(store, missing.total, missing.number)
            work = Work(missing.number, lambda _, do: do(missing.runs))
        digests = list_digests(experiment.cells)
        _warn_of_edits(store, digests, work.limit > 0)
        if work.limit:
            if any(cell.algorithm.runs_in == "thread" for cell in experiment.cells):
                cache_folder()  # raises, or every run would fail
            store.begin_session(sys.argv, digests)
            with executors.open_executor(experiment, workers, work.limit) as execute:
                yield from work.carry_out(store, partial(_do, store, execute))
        yield Validating(count_boards(store))
        for verdict in validate(store, experiment.validation == "cp_sat"):
            yield Judged(verdict)
        drop_boards(store, experiment.keep_boards)
        yield Done(store, tallies.total(store, keys, experiment.runs))


def _warn_of_edits(store: Store, digests: dict[str, dict[str, str]], has_new: bool) -> None:
    """Warn if the file of a user's problem, algorithm or operator has changed since stored runs."""
    recount = f"metaqueens validate {shlex.quote(str(store.folder))} --allow-code"
    advice = f". The earlier runs keep their verdicts; `{recount}` recounts them"
    why = "the new runs may not belong with them" if has_new else "no run is of the present file"
    for name in queries.list_changed(store, digests["problems"] | digests["algorithms"]):
        logging.getLogger("metaqueens").warning(
            f"{name}: its file has changed since runs in {store.folder}; {why}: use another folder"
            f" with -o{advice if name in digests['problems'] else ''}"
        )


def _do(store: Store, execute: executors.Do, runs: Iterable[Run]) -> Iterator[Kept]:
    """Do and store ``runs``; after Ctrl-C raise ``KeyboardInterrupt`` once the running ones end."""
    with interrupts.catch_ctrl_c() as is_interrupted:
        for outcomes in execute(runs, is_interrupted):
            store.add(outcomes)
            yield Kept(outcomes)
        if is_interrupted():
            raise KeyboardInterrupt
