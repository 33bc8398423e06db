"""The result of a tuning on the terminal."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from metaqueens.cli.terminal.listing import say
from metaqueens.cli.terminal.table import show
from metaqueens.experiment.results.folder import OUTCOME
from metaqueens.files import reading
from metaqueens.text.errors import UserError, system_errors
from metaqueens.tuning import tables

MAX_BYTES = 2**28


def print_tuning(tuning: Mapping[str, Any]) -> None:
    """Print the verdict, the best setting, and both settings on unseen problems."""
    for line in (tables.effort(tuning), tables.answer(tuning), *tables.details(tuning)):
        say(line)
    if table := tables.tabulate_test(tuning):
        show(table)


def print_kept_tuning(folder: Path) -> None:
    """Print the result of the tuning in ``folder``, if it has ended."""
    path = folder / OUTCOME
    if not path.exists():
        return
    try:
        with system_errors():
            print_tuning(json.loads(reading.content(path, MAX_BYTES)))
    except UserError:
        raise
    except Exception as error:  # a file of another program
        raise UserError(f"{path}: not what metaqueens tune writes: {error!r}") from None
