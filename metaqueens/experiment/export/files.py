"""Tables as files: CSV, JSON lines, Parquet; a file is there once it is whole."""

import csv
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any

from metaqueens.experiment.export.table import Row, Table
from metaqueens.files import writing as files
from metaqueens.text.errors import UserError, system_errors
from metaqueens.text.printable import printable_lines

# Few enough that their boards fit in memory.
ROWS_A_BATCH = 500
FORMULA = ("=", "+", "-", "@", "\t", "\r")
# The apostrophe before them that ``harmless`` writes, for a reader to remove.
KEPT_FROM_FORMULA = f"^'(?={'|'.join(map(re.escape, FORMULA))})"


def write_csv(table: Table, path: Path | None) -> int:
    """Write ``table`` as CSV to ``path``, None for standard output; how many rows it has."""
    with _text_file(path) as file:
        writer = csv.DictWriter(file, table.columns, lineterminator="\n")
        writer.writeheader()
        return _count(
            table.rows,
            lambda row: writer.writerow({key: harmless(one) for key, one in row.items()}),
        )


def write_jsonl(table: Table, path: Path | None) -> int:
    """Write a JSON object a line, each with all columns."""
    with _text_file(path) as file:
        empty = dict.fromkeys(table.columns)
        return _count(table.rows, lambda row: file.write(json.dumps(empty | row) + "\n"))


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
    with replacing(path) as part, pq.ParquetWriter(part, schema, compression="zstd") as file:
        while batch := list(islice(table.rows, ROWS_A_BATCH)):
            for row in batch:
                row |= {name: _text(row.get(name)) for name in texts}
            file.write_table(pa.Table.from_pylist(batch, schema))
            done += len(batch)
    return done


def _text(value: Any) -> Any:
    return value if value is None or isinstance(value, str) else json.dumps(value)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a path to write to, which takes the place of ``path`` once all is written."""
    with system_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with files.replacing(path) as part:
            yield part


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


@contextmanager
def _text_file(path: Path | None) -> Iterator[IO[str]]:
    if path is None:
        yield sys.stdout
        return
    with replacing(path) as part, part.open("w", newline="", encoding="utf-8") as file:
        yield file


def _count(rows: Iterable[Row], write: Callable[[Row], Any]) -> int:
    done = 0
    for row in rows:
        write(row)
        done += 1
    return done
