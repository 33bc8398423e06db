"""The report of a tuning: the verdict on top, the best settings, what matters, and the figures."""

import json
from pathlib import Path

from markupsafe import Markup

from metaqueens.experiment.results.folder import OUTCOME
from metaqueens.files import reading
from metaqueens.files.writing import write_text
from metaqueens.pages.charts import inline
from metaqueens.pages.page import render
from metaqueens.text.errors import UserError, system_errors
from metaqueens.tuning import tables
from metaqueens.tuning.figures import pictures
from metaqueens.tuning.tables import Tuning

MOST_BYTES = 2**28
CAPTIONS = {
    "history": "Every setting in the order it was tried, and the best that was raced to the end.",
    "slices": "What each parameter does: settings by its value and their cost at the first look,"
    " which all of them reached. The most important parameter comes first.",
    "ablation": "From the default to the best, at each step the change that costs least, on fresh"
    " seeds that selected nothing. Hollow: not shown to differ from the step before.",
}


def write(folder: Path, path: Path) -> None:
    """Write the report of the tuning in ``folder`` as the page ``path``.

    Raises ``UserError`` where ``tune.json`` cannot be read or the page not be written.
    """
    try:
        with system_errors():
            tuning = json.loads(reading.content(folder / OUTCOME, MOST_BYTES))
            write_text(path, page(tuning))
    except UserError:
        raise
    except Exception as error:  # another program's file may hold anything
        raise UserError(f"{folder / OUTCOME}: not what metaqueens tune writes: {error!r}") from None


def page(tuning: Tuning) -> str:
    """Return the page as HTML."""
    states = [trial["state"] for trial in tuning["trials"]]
    found = tuning["best"] is not None
    drawn = pictures(tuning) if found else {}
    return render(
        "tuning.html.j2",
        ["tables.js"],
        title=f"{tuning['name']}: tuning",
        tuning=tuning,
        answer=tables.answer(tuning),
        test=tuning["test_result"],
        tried=len(states),
        stopped=states.count("stopped"),
        failed=tuning["failed"],
        finalists=tables.finalists(tuning),
        tested=tables.tested(tuning) if found else None,
        fresh=tables.fresh(tuning),
        way=tables.way(tuning),
        effects=tables.effects(tuning),
        figures=[
            (name, CAPTIONS[name], Markup(inline(picture.svg(), f"t{k}-", picture.alt)))
            for k, (name, picture) in enumerate(drawn.items())
        ],
    )
