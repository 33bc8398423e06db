"""``metaqueens export``: other programs read the same runs and traces."""

import csv
import json
import shutil
import subprocess
import sys

import numpy as np
import pyarrow.parquet
import pytest

from metaqueens.experiment.results import boards

from . import CONFIG, call, query

UNSOLVED = CONFIG.replace("n: 8", "n: 6").replace("20_000", "40")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Results with solved, unsolved and failed runs, and names that need care."""
    home = tmp_path_factory.mktemp("export")
    text = UNSOLVED.replace("  mc:", "  'mc, \"a\" / b é':")
    (home / "small.yaml").write_text(text + "sweep: {algorithms.ga.population: [10, 20]}\n")
    call("run", home / "small.yaml", "-j", "1", "-o", home / "small", "runs=4")
    query(
        home / "small",
        "UPDATE runs SET status = 'failed', error = 'one' || char(10) || 'two, \"three\"',"
        " reason = NULL, guards = NULL, board = NULL WHERE cell = 2 AND repetition = 3",
    )
    query(home / "small", "DELETE FROM traces WHERE cell = 2 AND repetition = 3")
    return home / "small"


def stored(folder):
    return query(
        folder, "SELECT cell, repetition, seed, status, guards, evaluations, error FROM results"
    )


def numbers(row):
    return tuple(
        int(row[key]) if row[key] not in ("", None) else None
        for key in ("cell", "repetition", "seed", "guards", "evaluations")
    )


def expected(folder):
    return [(c, r, s, g, e) for c, r, s, _, g, e, _ in stored(folder)]


def test_csv_has_a_row_a_run(folder, tmp_path):
    said = call("export", folder, "--to", "csv", "-o", tmp_path / "a.csv", "--boards", "--traces")
    assert said.code == 0
    with (tmp_path / "a.csv").open(newline="", encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    assert [numbers(row) for row in table] == expected(folder)
    assert table[0]["algorithm"] == 'mc, "a" / b é'
    assert {row["parameters.population"] for row in table} == {"", "10", "20"}
    assert table[7]["error"] == 'one\ntwo, "three"'
    assert sorted(json.loads(table[4]["board"])) == list(range(6))
    with (tmp_path / "a.traces.csv").open(newline="", encoding="utf-8") as file:
        points = [tuple(map(int, (row["cell"], row["repetition"], row["evaluations"],
                                  row["guards"]))) for row in csv.DictReader(file)]  # fmt: skip
    assert points == query(folder, "SELECT cell, repetition, evaluations, guards FROM traces")


def test_it_is_printed_too(folder):
    said = call("export", folder, "--to", "csv", "-o", "-")
    assert (said.code, said.err) == (0, "")
    assert len(list(csv.DictReader(said.out.splitlines(keepends=True)))) == 12


def test_json_lines_hold_boards_and_traces(folder):
    said = call("export", folder, "--to", "jsonl", "-o", "-", "--boards", "--traces")
    rows = [json.loads(line) for line in said.out.splitlines()]
    assert [numbers(row) for row in rows] == expected(folder)
    assert rows[7]["board"] is None
    assert rows[7]["trace"] == []
    assert rows[0]["trace"][-1][1] == rows[0]["guards"]
    assert rows[4]["parameters.crossover.use"] is None
    assert len(rows[4]["board"]) == 6


def test_parquet_has_typed_columns(folder, tmp_path):
    said = call("export", folder, "--to", "parquet", "-o", tmp_path / "a.parquet", "--boards")
    assert said.code == 0
    table = pyarrow.parquet.read_table(tmp_path / "a.parquet")
    assert [numbers(row) for row in table.to_pylist()] == expected(folder)
    kinds = {field.name: str(field.type) for field in table.schema}
    assert kinds["parameters.population"] == "int64"
    assert kinds["seconds"] == "double"
    assert kinds["board"].startswith("list<")


def test_parquet_without_its_extra_says_what_to_install(folder, tmp_path):
    said = subprocess.run(
        [sys.executable, "-c", "import sys; sys.modules['pyarrow'] = None\n"
         "from metaqueens.cli import main; main()",
         "export", folder, "--to", "parquet", "-o", tmp_path / "a.parquet"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.returncode == 2
    assert said.stderr.startswith("Parquet needs one more package: pip install pyarrow")


def test_parameters_of_several_kinds_become_text(tmp_path):
    text = CONFIG + "sweep: {algorithms.mc.restart_after: [null, 5], problem.n: [4, 5]}\n"
    (tmp_path / "small.yaml").write_text(text)
    call("run", tmp_path / "small.yaml", "-j", "1", "-o", tmp_path / "small", "runs=1")
    query(tmp_path / "small",
          "UPDATE cells SET parameters = json_set(parameters, '$.noise', 'loud', '$.list',"
          " json('[1,2]')) WHERE cell = 1")  # fmt: skip
    call("export", tmp_path / "small", "--to", "parquet", "-o", tmp_path / "a.parquet")
    rows = pyarrow.parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert {row["parameters.noise"] for row in rows} == {"loud", "0.0", None}
    assert {row["parameters.list"] for row in rows} == {"[1, 2]", None}
    assert {row["parameters.restart_after"] for row in rows} == {5, None}


def test_large_boards_come_from_their_files(folder, tmp_path):
    copy = shutil.copytree(folder, tmp_path / "copy")
    large = boards.write(copy, 1, 0, np.arange(10_001, dtype=np.int32))
    query(copy, f"UPDATE runs SET board = '{large}' WHERE cell = 1 AND repetition = 0")
    query(copy, "UPDATE cells SET n = 10001, problem = '{\"n\":10001}' WHERE cell = 1")
    said = call("export", copy, "--to", "jsonl", "--boards", "-o", "-")
    assert json.loads(said.out.splitlines()[0])["board"] == list(range(10_001))


def test_nothing_half_written_is_left(folder, tmp_path):
    (tmp_path / "a.csv").mkdir()
    said = call("export", folder, "--to", "csv", "-o", tmp_path / "a.csv")
    assert said.code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_the_results_are_not_written_over(folder):
    before = (folder / "runs.sqlite").read_bytes()
    said = call("export", folder, "--to", "csv", "-o", folder / ".." / "small" / "runs.sqlite")
    assert said.code == 2
    assert "the results themselves" in said.err
    assert (folder / "runs.sqlite").read_bytes() == before


@pytest.mark.parametrize("words", [["parquet", "-o", "-"], ["csv", "-o", "-", "--traces"]])
def test_what_cannot_be_printed(folder, words):
    assert call("export", folder, "--to", *words).code == 2
