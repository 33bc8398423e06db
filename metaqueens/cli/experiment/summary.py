"""The table that a run ends with, a row for each problem and algorithm, and the next command."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from metaqueens.cli.terminal import consoles
from metaqueens.cli.terminal.table import show
from metaqueens.report.tables import of_run
from metaqueens.text.words import join_names

if TYPE_CHECKING:
    import pandas as pd

    from metaqueens.cli.experiment.following import Followed


def print_table(rows: "pd.DataFrame") -> None:
    """Print the table of ``rows``, with a legend."""
    out = consoles.console()
    table = show(of_run(rows))
    if ((rows.solved > 0) & (rows.runs < 30)).any():
        out.print("fewer than 30 runs: a small sample")
    if same := list(dict.fromkeys(rows.algorithm[rows.deterministic])):
        text = f"every repetition of {join_names(same)} is the same run: the interval is of one"
        out.print(text, markup=False, soft_wrap=not out.is_terminal)
    for sentence in table.sentences():
        out.print(sentence, soft_wrap=not out.is_terminal)


def advice(name: str, folder: Path, found: "Followed", parts: int | None = None) -> str:
    """Return the next command for the results of ``name``, of which there are ``parts``."""
    place = shlex.quote(str(folder))
    if found.asked.failed:
        return f"show {place}   says why runs failed; the same command does them again"
    if found.asked.rejected:
        return f"validate {place}   names the rejected boards"
    if parts:
        return f"merge results/{name}.shard-*-of-{parts} -o results/{name}   joins the parts"
    if found.runs.algorithm.nunique() > 1:
        return f"compare {place}   says which is better, and with what confidence"
    return f"show {place}   shows how far each came"
