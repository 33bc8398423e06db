"""The study of the classic problems, reduced: stored runs are repeated, and tables are right."""

import csv
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
HERE = ROOT / "experiments" / "classics"
# A small size of each cell, for which some runs are done again.
SMALL = {
    "all-interval": 50,
    "magic-square": 30,
    "queens": 1000,
    "queens, pairs": 1000,
    "costas": 13,
}


@pytest.fixture
def modules(monkeypatch):
    """The modules of the study, which import each other by their names."""
    monkeypatch.syspath_prepend(str(HERE))
    import measure
    import tables

    return measure, tables


@pytest.mark.parametrize("cell", SMALL)
def test_stored_runs_are_repeated(modules, cell):
    measure, _ = modules
    with (HERE / "runs.csv").open(encoding="utf-8") as file:
        kept = [
            row
            for row in csv.DictReader(file)
            if row["cell"] == cell and int(row["size"]) == SMALL[cell] and int(row["seed"]) < 3
        ]
    assert len(kept) == 3
    for row in kept:
        again = measure.do(measure.Run(cell, int(row["size"]), int(row["seed"])))
        assert list(map(str, again[3:8])) == [*row.values()][3:8]


def test_the_authors_means_are_those_of_their_tables(modules):
    _, tables = modules
    means = {
        ("all-interval", 50): 407, ("all-interval", 300): 16_389, ("magic-square", 30): 9_691,
        ("magic-square", 100): 289_669, ("queens", 1000): 533, ("queens", 6000): 3_256,
    }  # fmt: skip
    authors = tables.read_authors()
    for (cell, size), mean in means.items():
        assert round(authors[cell, size, 1].mean()) == mean


def test_expected_least(modules, rng):
    _, tables = modules
    sample = rng.exponential(100, 30)
    draws = np.array([rng.choice(sample, 4, replace=False).min() for _ in range(20_000)])
    assert abs(tables.expected_least(sample, 4) - draws.mean()) < 5 * draws.std() / 20_000**0.5
    assert tables.expected_least(sample, 1) == pytest.approx(sample.mean())


def test_holm(modules):
    _, tables = modules
    assert tables.adjust([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_the_crossings_follow_from_the_runs(modules):
    import crossings

    for name, rows in (("crossing", crossings.times()), ("crossings", crossings.crossings())):
        with (HERE / f"{name}.csv").open(encoding="utf-8") as file:
            assert [*csv.DictReader(file)] == [
                {key: str(value) for key, value in row.items()} for row in rows
            ]


def test_a_crossing(modules):
    import crossings

    def runs(solved, seconds):
        return np.array([(1, seconds)] * solved + [(0, 10)] * (3 - solved))

    found = {("tabu_search", 4): runs(3, 2.0), ("tabu_search", 5): runs(3, 2.0),
             ("cp_sat", 4): runs(3, 1.0), ("cp_sat", 5): runs(1, 1.0)}  # fmt: skip
    assert crossings.find_crossing(found, crossings.judged_sizes(found)) == 5
    found["tabu_search", 6] = runs(3, 2.0)  # cp_sat was stopped
    assert crossings.judged_sizes(found) == [4, 5, 6]
    found["cp_sat", 5] = runs(3, 1.0)  # cp_sat was not stopped, and not run
    assert crossings.judged_sizes(found) == [4, 5]
    assert crossings.find_crossing(found, [4, 5]) == np.inf
    assert crossings.expect(runs(1, 1.0)) == 21
    assert crossings.expect(runs(0, 1.0)) == np.inf


@pytest.mark.parametrize("name", ["magic-square", "all-interval", "costas", "colouring"])
@pytest.mark.parametrize("method", ["cp_sat", "clingo", "cadical"])
def test_exact_methods_find_solutions(modules, name, method):
    pytest.importorskip("pysat" if method == "cadical" else method.replace("cp_sat", "ortools"))
    import crossing

    if name != "magic-square" or method == "cp_sat":
        assert crossing.find(name, 3 if name == "magic-square" else 6, method, seed=1)


@pytest.mark.parametrize(
    "path", sorted((HERE / "certificates").glob("*.txt")), ids=lambda p: p.stem
)
def test_certificates(path, tmp_path):
    words = [sys.executable, HERE / "verify.py"]
    said = subprocess.run([*words, path], capture_output=True, text=True)
    n = path.stem
    assert said.stdout == f"{n} x {n} squares in {n} colours: correct\n"
    rows = path.read_text().splitlines()
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("\n".join([rows[1], rows[1], *rows[2:]]))
    assert subprocess.run([*words, wrong], capture_output=True).returncode == 1
