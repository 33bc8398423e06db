"""Tables as files: CSV, JSON lines, Parquet; a file is there once it is whole."""

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from metaqueens import files
from metaqueens.errors import UserError
from metaqueens.experiment.export.table import Row, Table


def write_csv(table: Table, path: Path | None) -> int:
    """Write ``table`` as CSV to ``path``, None for standard output; how many rows it has."""
    with _text_file(path) as file:
        writer = csv.DictWriter(file, table.columns, lineterminator="\n")
        writer.writeheader()
        return _count(table.rows, lambda row: writer.writerow(_without_lists(row)))


def write_jsonl(table: Table, path: Path | None) -> int:
    """Write a JSON object a line, each with all columns."""
    with _text_file(path) as file:
        empty = dict.fromkeys(table.columns)
        return _count(table.rows, lambda row: file.write(json.dumps(empty | row) + "\n"))


def write_parquet(table: Table, path: Path | None) -> int:
    """Write Parquet, some thousand rows at a time. Raises ``UserError`` without pyarrow."""
    if path is None:
        raise UserError("Parquet is no text; choose a file with -o")
    try:
        from metaqueens.experiment.export import parquet
    except ImportError:
        raise UserError(
            "Parquet needs one more package: pip install pyarrow; or choose csv or jsonl"
        ) from None
    with replacing(path) as part:
        return parquet.write(table.columns, table.rows, part)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A path to write to, which takes the place of ``path`` once all is written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with files.replacing(path) as part:
            yield part
    except OSError as error:
        raise UserError(f"{path}: {(error.strerror or str(error)).lower()}") from None


def _without_lists(row: Row) -> Row:
    return {
        key: json.dumps(value, separators=(",", ":")) if isinstance(value, list) else value
        for key, value in row.items()
    }


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
