"""Output of commands that run searches: errors of plug-ins, kept runs, the result of a tuning."""

import json
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from metaqueens.cli.terminal.listing import say
from metaqueens.plugins import code as plugins
from metaqueens.text.errors import PluginFailed, RunFailed, UserError, system_errors

if TYPE_CHECKING:
    from metaqueens.experiment.results.store import Store

# The size of the result of a tuning.
MAX_BYTES = 2**28


@contextmanager
def count_kept_runs(folder: Path, silent: bool, count: Callable[["Store"], str]) -> Iterator[None]:
    """Print, after a Ctrl-C, the number of runs in ``folder`` that ``count`` returns as text."""
    from metaqueens.experiment.results.store import Store

    try:
        yield
    except KeyboardInterrupt:
        if not silent:
            with suppress(UserError), Store.open(folder) as store:
                click.echo(f"{count(store)} runs are kept; the same command continues", err=True)
        raise


@contextmanager
def explain_failures(use: str) -> Iterator[None]:
    """Turn an error in the code of ``use`` into a sentence, to which ``--debug`` adds a traceback.

    A ``ValueError`` that this code did not raise is a message to the user, and stays.
    """
    try:
        yield
    except PluginFailed as error:
        trace, _, message = str(error).rpartition("\n")
    except UserError:
        raise
    except (Exception, SystemExit) as error:
        place = plugins.place_in(error)
        if isinstance(error, ValueError) and not place:
            raise
        trace, message = traceback.format_exc(), f"{type(error).__name__}: {error}"
        if place:
            message += f"\n  {place}"
    else:
        return
    if trace:
        is_asked_for = click.get_current_context().find_root().params.get("debug")
        message += f"\n\n{trace}" if is_asked_for else "\n--debug shows the traceback"
    raise RunFailed(f"{use}: the search failed: {message}") from None


def print_kept_tuning(folder: Path) -> None:
    """Print the result of the tuning in ``folder``, if it has ended.

    These are the verdict, the best setting, and both settings on unseen problems.
    """
    from metaqueens.cli.terminal.table import show
    from metaqueens.experiment.results.folder import OUTCOME
    from metaqueens.files import reading
    from metaqueens.tuning import tables

    path = folder / OUTCOME
    if not path.exists():
        return
    try:
        with system_errors():
            tuning = json.loads(reading.content(path, MAX_BYTES))
        for line in (tables.effort(tuning), tables.answer(tuning), *tables.details(tuning)):
            say(line)
        if table := tables.tabulate_test(tuning):
            show(table)
    except (UserError, OSError):  # of the output: a closed pipe, a full disk
        raise
    except Exception as error:  # a file of another program
        raise UserError(f"{path}: not what metaqueens tune writes: {error!r}") from None
