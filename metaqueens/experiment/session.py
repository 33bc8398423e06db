"""A session: runs of an experiment are done, stored and checked, as a stream of events.

The terminal prints the events, Python's ``run`` drains them, and the tuner has a session do the
runs that it chooses.
"""

import logging
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from metaqueens.config import Experiment, dump, sources
from metaqueens.experiment import own_files
from metaqueens.experiment.execution import executors
from metaqueens.experiment.own_files import Copies
from metaqueens.experiment.plan import WHOLE, Outcome, Run, Shard
from metaqueens.experiment.progress import missing_runs, new_beside_old
from metaqueens.experiment.results import queries, readme, sums, verdicts
from metaqueens.experiment.results.folder import require_no_tuning
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.validate import Verdict, validate
from metaqueens.files.writing import write_text
from metaqueens.problem.problem import digests_of
from metaqueens.system import interrupts

# Of an experiment, in the database.
NOTED = ("seed", "runs", "keep_boards")


class Begun(NamedTuple):
    """Of ``total`` runs ``missing`` are to be done; ``changes``: see ``new_beside_old``.

    ``left_out`` are the user's files that are not copied into the folder, and why.
    """

    store: Store
    total: int
    missing: int
    changes: list[str]
    left_out: list[str]


class Kept(NamedTuple):
    """A batch of runs that were done and are kept."""

    outcomes: list[Outcome]


class Validating(NamedTuple):
    """All runs are done; the boards are checked next, ``most`` of them at the most."""

    most: int


class Judged(NamedTuple):
    """A board was checked."""

    verdict: Verdict


class Done(NamedTuple):
    """The end; ``store`` is open until the next event is asked for."""

    store: Store


Event = Begun | Kept | Validating | Judged | Done
Do = Callable[[Iterable[Run]], Iterator[Kept]]


class Work(NamedTuple):
    """At most ``most`` runs, which ``carry_out`` hands to the function that it is given.

    That function does the runs, keeps them, and yields them batch by batch.
    """

    most: int
    carry_out: Callable[[Store, Do], Iterator[Event]]


def session(
    experiment: Experiment,
    folder: str | Path,
    *,
    workers: int | None = None,
    shard: Shard = WHOLE,
    at_ctrl_c: Callable[[], None] | None = None,
    work: Work | None = None,
) -> Generator[Event, None, None]:
    """Do the runs of ``experiment`` that ``folder`` lacks, or those of ``work``; check the boards.

    Ctrl-C ends it with what is under way finished, after a call of ``at_ctrl_c``; a second one at
    once. Both raise ``KeyboardInterrupt``, with all that was finished kept. A caller that leaves
    before the end closes the generator (``contextlib.closing``): others may write then.

    Raises ``StoreError`` if the folder cannot be used.
    """
    folder = Path(folder)
    command = "run" if work is None else "tune"
    if work is None:
        require_no_tuning(folder)
    store = Store.create(folder, experiment)
    with sums.renewed(folder), store:
        copies = _keep_files(folder, experiment)
        if work is None:
            changes = new_beside_old(experiment, store)
            missing = missing_runs(experiment, store, shard)
            store.add_cells(experiment.cells, experiment.seed)
            yield Begun(store, missing.total, missing.number(), changes, copies.left_out)
            work = Work(missing.number(), lambda _, do: do(missing.runs()))
        if work.most:
            asked = {name: getattr(experiment, name) for name in NOTED}
            digests = digests_of(cell.problem for cell in experiment.cells)
            _warn_of_edits(store, digests)
            store.begin_session(sys.argv, shard, asked, copies.sets, digests)
        readme.write(store, command, copies.left_out)
        if work.most:
            with executors.opened(experiment, workers, work.most) as execute:
                yield from work.carry_out(store, partial(_do, store, execute, at_ctrl_c))
        yield from _judge(store, experiment)


def _keep_files(folder: Path, experiment: Experiment) -> Copies:
    """Keep in the results ``folder`` whatever a repetition needs beside the database."""
    write_text(folder / "experiment.yaml", dump(experiment.given))
    sources.keep(folder, experiment.listed)
    return own_files.keep(folder, experiment)


def _judge(store: Store, experiment: Experiment) -> Iterator[Event]:
    """Check the boards."""
    yield Validating(verdicts.count_boards(store))
    for verdict in validate(store, experiment.validation == "cp_sat"):
        yield Judged(verdict)
    verdicts.keep_boards(store, experiment.keep_boards)
    yield Done(store)


def _warn_of_edits(store: Store, digests: dict[str, str]) -> None:
    """Warn if runs that are kept are of another state of the files of users' problems."""
    for name, known in queries.digests(store).items():
        if name in digests and known != {digests[name]}:
            logging.getLogger("metaqueens").warning(
                f"{name}: its file has changed since runs in {store.folder}; the new runs may not"
                " belong with them"
            )


def _do(
    store: Store,
    execute: executors.Do,
    at_ctrl_c: Callable[[], None] | None,
    runs: Iterable[Run],
) -> Iterator[Kept]:
    """Do and keep ``runs``; raise ``KeyboardInterrupt`` once those under way have ended."""
    with interrupts.noted(at_ctrl_c) as interrupted:
        for outcomes in execute(runs, interrupted):
            store.add(outcomes)
            yield Kept(outcomes)
        if interrupted():
            raise KeyboardInterrupt
