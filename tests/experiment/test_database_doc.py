"""docs/reference/database.md is about the database that there is; tests/docs runs its blocks."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from metaqueens.experiment.results import database, schema

DOC = (Path(__file__).parents[2] / "docs" / "reference" / "database.md").read_text(encoding="utf-8")
TABLES = {
    name: re.findall(r"^\| `(\w+)` \|", text, re.M)
    for name, text in re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", DOC, re.M | re.S)
}


@pytest.fixture
def connection(tmp_path):
    database.create(tmp_path / database.FILE, "any")
    with closing(sqlite3.connect(tmp_path / database.FILE)) as connection:
        yield connection


def test_every_table_is_documented(connection):
    names = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    assert sorted(name for (name,) in names) == sorted(TABLES)


@pytest.mark.parametrize("table", sorted(set(TABLES) - {"results"}))
def test_every_column_is_documented(connection, table):
    columns = connection.execute(f"SELECT name FROM pragma_table_info('{table}')")
    assert sorted(name for (name,) in columns) == sorted(TABLES[table])


def test_the_version_is_the_present_one():
    versions = re.findall(r"^\| (\d+) \|", DOC, re.M)
    assert [int(number) for number in versions] == list(range(1, schema.VERSION + 1))


def test_columns_that_may_be_null_say_so(connection):
    for table in sorted(set(TABLES) - {"results"}):
        for name, required, key in connection.execute(
            f"SELECT name, \"notnull\", pk FROM pragma_table_info('{table}')"
        ):
            described = re.search(rf"^\| `{name}` \| .*$", DOC[DOC.index(f"### {table}\n") :], re.M)
            if required or key:
                assert "NULL" not in described[0]
