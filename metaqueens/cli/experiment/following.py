"""Show a session on the terminal: its events as they come, then a table, a report and advice."""

import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

import click
import pandas as pd

from metaqueens.analysis.estimate.intervals import Row
from metaqueens.analysis.summary import FILE, Summary, summarise
from metaqueens.cli.terminal import consoles
from metaqueens.cli.terminal.output import count_kept_runs
from metaqueens.cli.terminal.progress import progress as bar
from metaqueens.cli.terminal.table import show
from metaqueens.config import Experiment
from metaqueens.experiment import progress
from metaqueens.experiment.results import tallies
from metaqueens.experiment.results.folder import REPORT
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.results.tallies import Tally
from metaqueens.experiment.session import Begun, Done, Event, Judged, Kept, Validating, session
from metaqueens.plugins.code import place_in
from metaqueens.problem.problem import digests_of
from metaqueens.report.tables import tabulate_run
from metaqueens.text.words import join_names


class Followed(NamedTuple):
    """The outcome of a session: a summary of the folder, and a tally of the runs asked for.

    ``earlier`` counts the runs of algorithms that are not in the config, ``errors`` are those of
    failed runs, each once, and if silent rejected claims; ``ran``: whether any run was done.
    """

    summary: Summary
    asked: Tally
    earlier: dict[str, int]
    errors: list[str]
    ran: bool


def follow(
    experiment: Experiment, folder: Path, workers: int | None, silent: bool, is_kept: bool = True
) -> Followed:
    """Do the missing runs and check their solutions, shown live on stderr unless ``silent``.

    ``is_kept``: whether the same command can continue in the folder after a Ctrl-C.
    """
    events = session(experiment, folder, workers=workers)

    def count(store: Store) -> str:
        missing = progress.missing_runs(experiment, store)
        return f"{missing.total - missing.number:,} of {missing.total:,}"

    with (
        count_kept_runs(folder, silent or not is_kept, count),
        closing(events),
        ExitStack() as bars,
    ):
        found = _show_events(events, silent, bars)
    if silent and is_kept and found.asked.rejected:
        counts = f"{found.asked.rejected:,} of {found.asked.runs:,} runs"
        advice = advise(folder, found, experiment)
        found.errors.append(f"{counts} were rejected by the exact check: metaqueens {advice}")
    return found


def _show_events(events: Iterator[Event], silent: bool, bars: ExitStack) -> Followed:
    """Show each event as it comes; return the outcome of the session."""
    tick: Callable[..., None]
    counts, errors, judged = Counter[str](), dict[str, None](), 0
    for event in events:
        match event:
            case Begun(_, total, missing):
                if missing < total and not silent:
                    line = f"restored {total - missing:,} of {total:,}, running {missing:,}"
                    click.echo(line, err=True)
                tick = bars.enter_context(bar("running", silent, missing))
            case Kept(outcomes):
                for run, result, error, *_ in outcomes:
                    if error:
                        errors[f"{run.cell.name}: {_describe_error(error.strip())}"] = None
                    solved = "solved" if result and result.solved else "unsolved"
                    counts[solved if result else "failed"] += 1
                tick(counts.total(), ", ".join(f"{n:,} {word}" for word, n in counts.items()))
            case Validating(most):
                bars.close()
                tick = bars.enter_context(bar("validating", silent, most))
            case Judged():
                judged += 1
                tick(judged)
            case Done(store, asked):
                bars.close()
                earlier = tallies.count_earlier(store)
                summary = summarise(store.folder, store.folder / FILE)
    return Followed(summary, asked, earlier, [*errors], missing > 0)


def _describe_error(error: str) -> str:
    """Return an error of a run; without ``--debug`` its text and the line of user code alone."""
    *trace, message = error.splitlines()
    if click.get_current_context().find_root().params["debug"] or not trace:
        return error
    place = f"{place}: " if (place := place_in(error)) else ""
    return f"{place}{message} (--debug shows the traceback)"


def write_report(folder: Path, silent: bool, runs: pd.DataFrame) -> None:
    """Write the report; if that fails say why, so that the table of the run is still printed."""
    with bar("writing the report", silent):
        try:
            from metaqueens.report.document import write

            write([folder], folder / REPORT, runs=runs)
        except KeyboardInterrupt:
            if not silent:
                later = f"metaqueens report {folder}"
                print(f"all runs are kept; `{later}` writes the report", file=sys.stderr)
            raise
        except Exception as error:
            print(f"no report: {type(error).__name__}: {error}", file=sys.stderr)


def print_table(rows: Sequence[Row]) -> None:
    """Print the table of ``rows``, with a legend."""
    out = consoles.console()
    table = show(tabulate_run(rows))
    if any(row["solved"] > 0 and row["runs"] < 30 for row in rows):
        out.print("fewer than 30 runs: a small sample")
    if same := [row["algorithm"] for row in rows if row["deterministic"]]:
        text = f"every repetition of {join_names(same)} is the same run: the interval is of one"
        out.print(text, markup=False, soft_wrap=not out.is_terminal)
    for sentence in table.sentences():
        out.print(sentence, soft_wrap=not out.is_terminal)


def make_report(name: str, found: Followed, seconds: float) -> dict[str, Any]:
    """Return the counts of all runs, and the rows of the tables, as ``compare --json`` has them."""
    runs, rows, families = found.summary
    totals = {
        key: sum(row[key] for row in rows) for key in ("solved", "validated", "rejected", "failed")
    }
    grouped = [row for row in families if row.get("instances", 0) > 1]
    report = {"name": name, "runs": len(runs), **totals, "seconds": seconds}
    return report | {"table": rows, "families": grouped}


def advise(folder: Path, found: Followed, experiment: Experiment) -> str:
    """Return the next command for the results of ``experiment`` in ``folder``."""
    place = shlex.quote(str(folder))
    if found.asked.failed:
        return f"show {place}   says why runs failed; the same command does them again"
    if found.asked.rejected:
        code = " --allow-code" if digests_of(cell.problem for cell in experiment.cells) else ""
        return f"validate {place}{code}   names the rejected boards"
    if len({row["algorithm"] for row in found.summary.rows}) > 1:
        return f"compare {place}   says which is better, and with what confidence"
    return f"show {place}   shows how far each came"
