"""Results for other tools, a row a run: CSV, JSON lines, Parquet; a file is there once whole."""

import csv
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple

from metaqueens.experiment.results import boards, queries
from metaqueens.experiment.results.schema import columns
from metaqueens.experiment.results.store import Store
from metaqueens.files import writing as files
from metaqueens.text.errors import UserError, system_errors
from metaqueens.text.printable import printable_lines

Row = dict[str, Any]
# A cell's columns: those of the file under these names, and its family.
_CELL = dict.fromkeys(
    ("problem", "family", "n", "encoding", "algorithm", "label", "use", "existence"), str
) | {"n": int}
_KEPT_AS = {"algorithm": "name", "problem": "problem_label"}
# A run's columns, but for those that are more than one value.
_RUN = {
    name: kind
    for name, kind in columns("runs").items()
    if name not in ("cell", "board", "counters")
}
_POINT = {name: columns("traces")[name] for name in queries.POINT}
# Few enough that their boards fit in memory.
ROWS_A_BATCH = 500
FORMULA = ("=", "+", "-", "@", "\t", "\r")
# The apostrophe before them that ``harmless`` writes, for a reader to remove.
KEPT_FROM_FORMULA = f"^'(?={'|'.join(map(re.escape, FORMULA))})"


class Table(NamedTuple):
    """Rows, and their columns in order, each with the type of what is in it."""

    columns: dict[str, type]
    rows: Iterator[Row]


def runs(store: Store, with_boards: bool = False) -> Table:
    """Return a row a run; parameters are columns such as ``parameters.crossover.use``."""
    cells = _cells(store)
    settings: dict[str, type] = {}
    for _, one in cells.values():
        for name, value in one.items():
            settings[name] = _common(settings.get(name), value)
    counters = dict.fromkeys((f"counters.{name}" for name in queries.counters(store)), float)
    named = {"experiment": str, "cell": int, **_CELL, **settings, **_RUN, **counters}
    named |= {"board": list} if with_boards else {}
    return Table(named, _run_rows(store, cells, with_boards))


def _run_rows(store: Store, cells: dict[int, tuple[Row, Row]], with_boards: bool) -> Iterator[Row]:
    name = store.name
    for cell, *values, counters, board in queries.runs(store, ("cell", *_RUN, "counters", "board")):
        cell_row, settings = cells[cell]
        row = {"experiment": name, "cell": cell, **cell_row, **settings}
        row |= zip(_RUN, values, strict=True)
        row |= flat("counters", json.loads(counters or "{}"))
        if with_boards:
            queens = boards.read(store.folder, board, cell_row["n"])
            row["board"] = queens.tolist() if queens.size else None
        yield row


def traces(store: Store) -> Table:
    """Return a row for each point of each trace."""
    points, cells, name = queries.traces(store), _cells(store), store.name
    named = {"experiment": str, "cell": int, **_CELL, "repetition": int, **_POINT}
    rows = (
        {"experiment": name, "cell": cell, **cells[cell][0], "repetition": repetition}
        | dict(zip(_POINT, point, strict=True))
        for cell, repetition, *point in points
    )
    return Table(named, rows)


def with_traces(store: Store, table: Table) -> Table:
    """Return the ``table`` of runs with the trace of each in a column of its own."""
    store.require_traces()
    rows = (
        row | {"trace": [*map(list, queries.trace(store, row["cell"], row["repetition"]))]}
        for row in table.rows
    )
    return Table({**table.columns, "trace": list}, rows)


def _cells(store: Store) -> dict[int, tuple[Row, Row]]:
    """Return each cell's own columns, and its parameters and budget flattened."""
    return {
        cell.cell: (
            {name: _of_cell(cell, name) for name in _CELL},
            flat("parameters", json.loads(cell.parameters))
            | flat("budget", json.loads(cell.budget)),
        )
        for cell in queries.cells(store)
    }


def _of_cell(cell: queries.CellRow, name: str) -> Any:
    if name == "family":
        return queries.family_of(cell.problem, cell.problem_label)
    return getattr(cell, _KEPT_AS.get(name, name))


def flat(name: str, value: Any) -> Row:
    """Return ``value`` as columns: dotted names of what lies in mappings, JSON for lists."""
    if isinstance(value, dict):
        return {
            k: v for key, inner in value.items() for k, v in flat(f"{name}.{key}", inner).items()
        }
    return {name: json.dumps(value) if isinstance(value, list) else value}


def _common(kind: type | None, value: Any) -> type:
    """Return the kind of a column of this ``kind`` that holds ``value`` too; all can be text."""
    if value is None:
        return kind or type(None)
    mine = type(value)
    if kind in (None, type(None), mine):
        return mine
    return float if {kind, mine} == {int, float} else str


def write_csv(table: Table, path: Path | None) -> int:
    """Write ``table`` as CSV to ``path``, None for standard output; how many rows it has."""
    done = 0
    with _text_file(path) as file:
        writer = csv.DictWriter(file, table.columns, lineterminator="\n")
        writer.writeheader()
        for row in table.rows:
            writer.writerow({key: harmless(one) for key, one in row.items()})
            done += 1
    return done


def write_jsonl(table: Table, path: Path | None) -> int:
    """Write a JSON object a line, each with all columns."""
    done, empty = 0, dict.fromkeys(table.columns)
    with _text_file(path) as file:
        for row in table.rows:
            file.write(json.dumps(empty | row) + "\n")
            done += 1
    return done


def write_parquet(table: Table, path: Path | None) -> int:
    """Write Parquet, some hundred rows at a time. Raises ``UserError`` without pyarrow."""
    if path is None:
        raise UserError("Parquet is no text; choose a file with -o")
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise UserError(
            "Parquet needs one more package: pip install pyarrow; or: metaqueens[parquet]; or"
            " choose csv or jsonl"
        ) from None
    types = {int: pa.int64(), float: pa.float64(), bool: pa.bool_(), list: pa.list_(pa.int32())}
    named = [(name, types.get(kind, pa.string())) for name, kind in table.columns.items()]
    texts = [name for name, kind in table.columns.items() if kind not in types]
    schema, done = pa.schema(named), 0
    with _replacing(path) as part, pq.ParquetWriter(part, schema, compression="zstd") as file:
        while batch := list(islice(table.rows, ROWS_A_BATCH)):
            for row in batch:
                row |= {name: _text(row.get(name)) for name in texts}
            file.write_table(pa.Table.from_pylist(batch, schema))
            done += len(batch)
    return done


def _text(value: Any) -> Any:
    return value if value is None or isinstance(value, str) else json.dumps(value)


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    with system_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with files.replacing(path) as part:
            yield part


@contextmanager
def _text_file(path: Path | None) -> Iterator[IO[str]]:
    if path is None:
        yield sys.stdout
        return
    with _replacing(path) as part, part.open("w", newline="", encoding="utf-8") as file:
        yield file


def harmless(value: Any) -> Any:
    """Return ``value`` as a cell of CSV: a list as JSON, a text as nothing but a text.

    Programs take a text that begins like a formula for one, and would do what it says: it gets an
    apostrophe before it. What would steer a terminal is written out. Numbers stay as they are.
    """
    if isinstance(value, list):
        return json.dumps(value, separators=(",", ":"))
    if not isinstance(value, str):
        return value
    text = printable_lines(value)
    return f"'{text}" if value.startswith(FORMULA) else text
