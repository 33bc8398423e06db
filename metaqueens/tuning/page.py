"""The report of a tuning: the verdict, the best setting, the runs on unseen boards.

``tuning`` is what ``tune.json`` holds.
"""

import json
from pathlib import Path

from metaqueens.experiment.results import sums
from metaqueens.experiment.results.folder import OUTCOME
from metaqueens.files import reading
from metaqueens.files.writing import write_text
from metaqueens.pages.page import render
from metaqueens.text.errors import UserError, system_errors
from metaqueens.tuning import tables
from metaqueens.tuning.tables import Tuning

MOST_BYTES = 2**28


def write(folder: Path, path: Path) -> None:
    """Write the report of the tuning in ``folder`` as the page ``path``.

    Raises ``UserError`` where ``tune.json`` cannot be read or the page not be written.
    """
    try:
        with system_errors():
            tuning = json.loads(reading.content(folder / OUTCOME, MOST_BYTES))
            write_text(path, page(tuning))
            sums.update(path)
    except UserError:
        raise
    except Exception as error:  # another program's file may hold anything
        raise UserError(f"{folder / OUTCOME}: not what metaqueens tune writes: {error!r}") from None


def page(tuning: Tuning) -> str:
    """Return the page as HTML."""
    return render(
        "tuning.html.j2",
        ["tables.js"],
        title=f"{tuning['name']}: tuning",
        tuning=tuning,
        effort=tables.effort(tuning),
        answer=tables.answer(tuning),
        details=tables.details(tuning),
        tested=tables.tested(tuning),
    )
