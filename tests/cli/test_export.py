"""``metaqueens export``: other programs read the same runs and traces."""

import json

import pytest

from . import CONFIG, call, done, query, ran, refused, table_of as table

UNSOLVED = CONFIG.replace("n: 8", "n: 6").replace("20_000", "40")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Results with solved, unsolved and failed runs, and names that need care."""
    text = UNSOLVED.replace("  mc:", "  'mc, \"a\" / b é':")
    text += "sweep: {algorithms.ga.population: [10, 20]}\n"
    folder = ran(tmp_path_factory.mktemp("export"), text, "runs=4")
    failed = "status = 'failed', error = 'one' || char(10) || 'two, \"three\"', reason = NULL"
    nothing = "cost = NULL, evaluations = NULL, board = NULL WHERE cell = 2 AND repetition = 3"
    query(folder, f"UPDATE runs SET {failed}, {nothing}")
    query(folder, "DELETE FROM traces WHERE cell = 2 AND repetition = 3")
    return folder


def columns(rows, names):
    return [[row[name] for name in names.split(", ")] for row in rows]


def texts(rows):
    """The rows as CSV has them: whole numbers as such, nothing for what is not known."""
    return [["" if value is None else str(value) for value in row] for row in rows]


def test_csv_has_a_row_a_run(folder, tmp_path):
    done("export", folder, "-o", tmp_path / "new/a.csv", "--traces")
    names = "algorithm, repetition, seed, status, cost, evaluations"
    found = table(tmp_path / "new/a.csv")
    assert columns(found, names) == texts(query(folder, f"SELECT {names} FROM results"))
    assert found[0]["algorithm"] == 'mc, "a" / b é'
    populations = {json.loads(row["parameters"]).get("population") for row in found}
    assert populations == {None, 10, 20}
    points = table(tmp_path / "new/a.traces.csv")
    assert columns(points, "algorithm, repetition, evaluations, cost") == texts(
        query(folder, "SELECT name, repetition, evaluations, cost FROM traces JOIN cells"
                      " USING (cell) ORDER BY cell, repetition, evaluations")
    )  # fmt: skip


def test_it_is_beside_the_folder_where_no_file_is_named(folder, monkeypatch):
    monkeypatch.chdir(folder)
    assert call("export", ".").code == 0
    assert len(table(folder.with_name("small.csv"))) == 12


def test_nothing_half_written_is_left(folder, tmp_path):
    (tmp_path / "a.csv").mkdir()
    refused("export", folder, "-o", tmp_path / "a.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_the_results_are_not_written_over(folder):
    before = (folder / "runs.sqlite").read_bytes()
    said = refused("export", folder, "-o", folder / ".." / "small" / "runs.sqlite")
    assert "the results themselves" in said.err
    assert (folder / "runs.sqlite").read_bytes() == before
