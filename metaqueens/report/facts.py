"""Boards, verdicts, failures and provenance of a results folder, for the report."""

import shlex
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from metaqueens.analysis.data.labels import label_algorithms
from metaqueens.config import loading
from metaqueens.experiment.provenance import command_line, describe
from metaqueens.experiment.results import boards, queries, tallies
from metaqueens.experiment.results.store import Store
from metaqueens.files import reading
from metaqueens.problem.picture import DRAWN_UP_TO, chart
from metaqueens.text.printable import printable
from metaqueens.text.words import many

BOARDS, FAILURES, SESSIONS = 24, 50, 10


class Facts(NamedTuple):
    """The facts of one results folder; ``existence`` is that of solutions that no run found."""

    name: str
    folder: str  # as an argument of a command
    boards: list[dict[str, Any]]
    verdicts: dict[str, int]
    existence: dict[str, str]
    failures: list[dict[str, Any]]
    sessions: list[dict[str, Any]]
    config: str


def facts(folder: Path, name: str) -> Facts:
    """Read the facts of a folder of this ``name``. Raises ``StoreError`` without results."""
    config = b""  # nothing if it cannot be read
    with suppress(OSError):
        config = reading.content(folder / "experiment.yaml", loading.MOST_BYTES)
    with Store.open(folder) as store:
        return Facts(
            name=name,
            folder=printable(shlex.quote(str(folder))),
            boards=list(_best(store)),
            verdicts=tallies.verdicts(store),
            existence={
                cell.problem_label: cell.existence
                for cell in queries.cells(store)
                if cell.existence
            },
            failures=tallies.failures(store)[:FAILURES],
            sessions=[_session(one) for one in tallies.sessions(store)[: -SESSIONS - 1 : -1]],
            config=config.decode("utf-8", "replace"),
        )


def _best(store: Store) -> Iterator[dict[str, Any]]:
    """Yield a picture of the best solution of each cell, with its caption, if it can be drawn."""
    common = {"source": store.name, "given": queries.experiment(store)}
    cells = [cell._asdict() | common for cell in queries.cells(store)]
    labels = label_algorithms(cells)
    labelled = {cell["cell"]: (cell, label) for cell, label in zip(cells, labels, strict=True)}
    for number, cost, evaluations, board in queries.best_boards(store, DRAWN_UP_TO, BOARDS):
        cell, label = labelled[number]
        values = boards.read(store.folder, board, cell["n"])
        problem, is_own = queries.problem_of(cell["problem"]), queries.use_of(cell["problem"])
        known = is_own or (problem is not None and values.size and values.max() < cell["n"])
        if known and values.size and values.min() >= 0:
            shown = chart(values) if problem is None else problem.picture(values)
            text = f"cost {cost:,}" if problem is None else problem.describe_cost(cost)
            if cost == 0:
                text = f"solved in {many(evaluations, 'evaluation')}"
            caption = f"{label}, {cell['problem_label']}: {text}"
            yield {"picture": Markup(shown), "caption": caption}


def _session(session: dict[str, Any]) -> dict[str, Any]:
    ended = session["ended"]
    return {
        "when": _when(session["started"]),
        "ended": _when(ended) if ended else "not ended: killed, or still at it",
        "host": session["host"],
        "command": command_line(session["command"]),
        "runs": session["runs"],
        **describe(session["provenance"]),
    }


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
