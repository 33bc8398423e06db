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


@pytest.mark.parametrize("form", ["csv", "ioh"])
def test_a_dash_is_no_name_of_a_file(folder, form):
    error = "-o -: expected the name of a file or folder, such as /dev/stdout\n"
    assert refused("export", folder, "--to", form, "-o", "-").err == error


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


def read_ioh(folder):
    """Return instance, n, and the trace of each run, as readers of the format split the files."""
    for path in sorted(folder.glob("*/*.json")):
        info = json.loads(path.read_text())
        for scenario in info["scenarios"]:
            head, *lines = (path.parent / scenario["path"]).read_text().splitlines()
            assert head.split() == info["attributes"]
            points = [(int(a), int(b)) for a, b in map(str.split, lines)]
            starts = [k for k, (at, _) in enumerate(points) if at == 1]
            assert len(starts) == len(scenario["runs"])
            assert starts[0] == 0
            for run, a, b in zip(scenario["runs"], starts, [*starts[1:], None], strict=True):
                yield info, scenario["dimension"], run, points[a:b]


def test_ioh_has_every_run_and_trace(folder, tmp_path):
    done("export", folder, "--to", "ioh", "-o", tmp_path / "a.ioh")
    found = [*read_ioh(tmp_path / "a.ioh")]
    stored = query(folder, "SELECT evaluations, cost, found_at FROM runs WHERE status != 'failed'"
                           " ORDER BY cell, repetition")  # fmt: skip
    rows = [(run["evals"], run["best"]["y"], run["best"]["evals"]) for _, _, run, _ in found]
    assert rows == stored
    assert len({info["algorithm"]["name"] for info, *_ in found}) == 3
    for info, n, run, points in found:
        encoding = "rows" if info["algorithm"]["name"].startswith("mc") else "permutation"
        assert {"encoding": encoding} in info["experiment_attributes"]
        assert (info["function_id"], info["function_name"], n) == (1, "queens", 6)
        assert run["instance"] == 1
        assert not info["maximization"]
        assert points[-1] == (run["evals"], run["best"]["y"])
        assert points == sorted(points, key=lambda point: (point[0], -point[1]))


def test_the_problems_of_a_family_are_instances_of_a_function(tmp_path):
    text = CONFIG.replace("n: 8", "n: 8, excluded: {use: random, count: 4}, instances: 3, seed: 1")
    folder = ran(tmp_path, text, "runs=2", "problem.n=8,9")
    done("export", folder, "--to", "ioh")
    found = [*read_ioh(tmp_path / f"{folder}.ioh")]
    name = "4_diagonals_excluded"
    assert {info["function_name"] for info, *_ in found} == {name}, "compared whatever the encoding"
    for k in (8, 9):
        assert [run["instance"] for _, n, run, _ in found if n == k] == [1, 1, 2, 2, 3, 3] * 2
    said = refused("export", folder, "--to", "ioh")
    assert "exists already" in said.err
