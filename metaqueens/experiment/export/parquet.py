"""Tables as Parquet, a batch of rows at a time; imported where pyarrow is wanted."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

Row = dict[str, Any]

_TYPES = {
    int: pa.int64(),
    float: pa.float64(),
    bool: pa.bool_(),
    str: pa.string(),
    list: pa.list_(pa.int32()),
    type(None): pa.string(),
}
# A batch is as many rows as hold so many values, so that large boards come a few at a time.
VALUES_A_BATCH = 200_000


def write(columns: Mapping[str, type], rows: Iterator[Row], path: Path) -> int:
    """Write ``rows`` to ``path``; how many there are."""
    schema = pa.schema([(name, _TYPES[kind]) for name, kind in columns.items()])
    texts = [name for name, kind in columns.items() if kind is str]
    done = 0
    with pq.ParquetWriter(path, schema, compression="zstd") as file:
        for batch in _batches(rows):
            for row in batch:
                row |= {name: _text(row.get(name)) for name in texts}
            file.write_table(pa.Table.from_pylist(batch, schema))
            done += len(batch)
    return done


def _batches(rows: Iterator[Row]) -> Iterator[list[Row]]:
    batch: list[Row] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += len(row) + len(row.get("board") or ())
        if size >= VALUES_A_BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _text(value: Any) -> Any:
    return value if value is None or isinstance(value, str) else json.dumps(value)
