"""Pages about results that need no server: a run under way, and all results of a folder."""

import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from html import unescape
from math import log
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import quote

from metaqueens.experiment import progress
from metaqueens.experiment.results import queries, sums
from metaqueens.experiment.results.folder import REPORT
from metaqueens.experiment.results.store import Store
from metaqueens.files.reading import opened
from metaqueens.files.writing import write_text
from metaqueens.pages.page import render
from metaqueens.text.errors import UserError
from metaqueens.text.printable import printable
from metaqueens.text.words import duration

INDEX, RESULTS = "index.html", "results"
# The page of a run renews itself so often, and its figure has so many of the latest runs of a cell.
SECONDS_BETWEEN_LOOKS, FIRST_AFTER, DOTS = 5, 3, 200
# The answer of a page is within its first bytes.
BEGINNING = 100_000
RENEWS = b'http-equiv="refresh"'


@contextmanager
def kept_up(folder: Path, runs: Mapping[str, int]) -> Iterator[None]:
    """Inside it ``report.html`` in ``folder`` shows the run under way, in at most 2 % of the time.

    For the first seconds there is none: a short run costs nothing more. Where it cannot be
    written, the run goes on without it.
    """
    over = Event()

    def keep_up() -> None:
        pause: float = FIRST_AFTER
        while not over.wait(pause):
            began = time.thread_time()
            with suppress(UserError, OSError), Store.open(folder) as store:
                page_of_run(store, runs)
            pause = max(SECONDS_BETWEEN_LOOKS, 50 * (time.thread_time() - began))

    # Not by the events of the run: its first one may come after an hour.
    thread = Thread(target=keep_up, name="page of the run", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def page_of_run(store: Store, runs: Mapping[str, int], ended: str = "") -> None:
    """Write the page of a run under way as ``report.html``, which the finished report replaces.

    ``runs`` says how many of each cell are wanted; ``ended`` why nothing more is done, if so.
    """
    now = progress.of(store, runs)
    page = render(
        "underway.html.j2",
        ("tables.js",),
        title=f"{now.name}: {'stopped' if ended else 'running'}",
        now=now,
        ended=ended,
        renewed=None if ended else SECONDS_BETWEEN_LOOKS,
        written=datetime.now().astimezone().strftime("%H:%M:%S"),
        left="" if now.seconds_left is None else duration(now.seconds_left),
        figure=_figure(store),
    )
    write_text(store.folder / REPORT, page)
    sums.update(store.folder / REPORT)


def stopped(folder: Path, runs: Mapping[str, int]) -> None:
    """Let the page of a run under way say that it was interrupted; where there is none, nothing."""
    with suppress(UserError, OSError):
        with opened(folder / REPORT) as file:
            renews = RENEWS in file.read(BEGINNING)
        if renews:
            with Store.open(folder) as store:
                page_of_run(store, runs, "Interrupted; the same command goes on with it.")


def _figure(store: Store) -> dict[str, Any] | None:
    """Return the evaluations of the latest solved runs of each cell; None before there are any.

    They lie along a logarithmic axis, each from 0 to 100.
    """
    found: dict[str, list[int]] = {}
    for cell in queries.cells(store):
        runs = queries.runs(store, ("evaluations", "status"), cell.cell)
        solved = [evaluations for evaluations, status in runs if status == "solved"]
        found[f"{cell.name}, {cell.problem_label}"] = solved[-DOTS:]
    known = [max(1, one) for solved in found.values() for one in solved]
    if not known:
        return None
    low, high = min(known), max(*known, min(known) + 1)
    place = lambda one: round(100 * log(max(1, one) / low) / log(high / low), 2)  # noqa: E731
    lines = [{"name": name, "places": [*map(place, solved)]} for name, solved in found.items()]
    return {"low": low, "high": high, "lines": lines}


def write_index(folder: Path) -> None:
    """Write ``results/index.html`` anew where ``folder`` lies in a folder of that name."""
    root = folder.resolve().parent
    if root.name != RESULTS:
        return
    rows: list[tuple[float, dict[str, str]]] = []
    for one in progress.folders_of_results(root):
        try:
            with Store.open(one) as store:
                state = progress.overview(store)
        except UserError:
            continue
        page = REPORT if (one / REPORT).is_file() else ""
        when = datetime.fromtimestamp(state.when, UTC).astimezone() if state.when else None
        row = {
            "folder": printable(one.name),
            "page": page and f"{quote(os.fsencode(one.name))}/{page}",
            "name": state.name,
            "runs": f"{state.done:,} of {state.of:,}",
            "when": when.strftime("%Y-%m-%d %H:%M") if when else "",
            "answer": _answer(one / REPORT) if page else "",
        }
        rows.append((state.when or 0.0, row))
    newest = [row for _, row in sorted(rows, key=lambda one: -one[0])]
    write_text(root / INDEX, render("index.html.j2", (), title="Results", rows=newest))


def _answer(path: Path) -> str:
    """Return the answer of a report, as text."""
    try:
        with opened(path) as file:
            text = file.read(BEGINNING).decode(errors="replace")
    except OSError:  # one page that cannot be read keeps the others from nothing
        return ""
    found = re.search(r'<p class="lead answer">([^<]*)</p>', text)
    return unescape(found[1]).strip() if found else ""
