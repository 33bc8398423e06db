"""Families and files of instances in configs: what they unfold to, and what is wrong with one."""

import pytest

from metaqueens import config
from metaqueens.config import sources
from metaqueens.queens.families import InstanceFile
from metaqueens.queens.problem import Queens
from metaqueens.tuning.task import task_of

from . import changed, problems

FAMILY = "{n: 9, excluded: {use: random, count: 4}, instances: 5, seed: 2}"
MIXED = """\
{"n": 6, "id": "a", "label": "satisfiable", "witness": [1, 3, 5, 0, 2, 4], "engines": ["x"]}
{"n": 3, "blocked": [[0, 0]], "label": "unsatisfiable"}
{"n": 5, "torus": true, "label": "satisfiable"}
"""


def with_problem(text):
    """A config with this problem, and with searches that honour all rules."""
    honouring = changed("ga: {use: genetic, population: 20}", "ga: {use: hill_climbing}")
    honouring = honouring.replace("min_conflicts, encoding", "simulated_annealing, encoding")
    return honouring.replace("problem: {n: 8}", f"problem: {text}")


def problems_of(text, overrides=(), **more):
    found = config.parse(with_problem(text), overrides, "x.yaml", **more)
    return list(dict.fromkeys(cell.problem for cell in found.cells if cell.label == "ga"))


@pytest.fixture
def file(here):
    path = here / "instances" / "mixed.jsonl"
    path.parent.mkdir()
    path.write_text(MIXED)
    return path


def test_a_family_unfolds_to_its_instances():
    found = problems_of(FAMILY)
    assert len(found) == len({one.key for one in found}) == 5
    assert {one.family for one in found} == {"n=9, 4 diagonals excluded"}
    assert problems_of(FAMILY, ["problem.instances=3"]) == found[:3]


def test_a_family_goes_with_a_sweep():
    text = with_problem(FAMILY) + "sweep: {problem.n: [8, 9], problem.excluded.count: [2, 4]}\n"
    experiment = config.parse(text)
    labels = [cell.problem.family for cell in experiment.cells if cell.label == "ga"]
    kinds = ["n=8, 2 diagonals excluded", "n=8, 4 diagonals excluded"]
    kinds += ["n=9, 2 diagonals excluded", "n=9, 4 diagonals excluded"]
    assert labels == [kind for kind in kinds for _ in range(5)]
    assert experiment.size == len(experiment.cells) == 40


def test_what_is_only_checked_draws_one_instance_and_counts_all():
    asked = []

    def find(source, name):
        asked.append(source.instances)
        return sources.FROM_CACHE(source, name)

    text = with_problem("{n: 6, regions: {use: random}, instances: 4000, satisfiable: true}")
    found = config.parse(text, find=find, to_run=False)
    assert asked == [1]
    assert found.size == 8000
    assert len(found.cells) == 2


def test_a_file_is_relative_to_the_config_that_names_it(file, tmp_path):
    (tmp_path / "base").mkdir()
    (tmp_path / "base/base.yaml").write_text(with_problem("{file: ../instances/mixed.jsonl}"))
    (tmp_path / "mine.yaml").write_text("extends: base/base.yaml\nruns: 1\n")
    cells = config.load("mine.yaml").cells
    assert [cell.problem for cell in cells if cell.label == "ga"] == [
        Queens(6),
        Queens(3, blocked=[(0, 0)]),
        Queens(5, torus=True),
    ]
    (tmp_path / "base/mine.yaml").write_text(with_problem("{n: 8}"))
    found = config.load("base/mine.yaml", ["problem={file: instances/mixed.jsonl}"])
    assert found.size == 6


def test_the_first_of_a_file(file):
    assert len(problems_of("{file: instances/mixed.jsonl, instances: 1}")) == 1


def test_the_first_of_a_file_that_is_gone_and_was_kept(file, tmp_path):
    find = sources.finder(lambda name: tmp_path / "results")
    every = InstanceFile(file=str(file))
    sources.keep(tmp_path / "results", {every: find(every, "x")})
    file.unlink()
    for number in (1, 3):
        assert len(find(InstanceFile(file=str(file), instances=number), "x")) == number


def test_a_tuning_trains_on_all_instances_of_a_family():
    text = with_problem(FAMILY) + (
        "tune: {algorithm: ga, minimise: ert, max_runs: 50, train: {runs: 2}, test: {runs: 2},"
        " space: {sideways: {int: [10, 30]}}}\n"
    )
    assert len(task_of(config.parse(text)).train) == 5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{file: nowhere.jsonl}", "x.yaml:2:10: problem: nowhere.jsonl: no such file or directory"),
        ("{file: instances}", "x.yaml:2:10: problem: instances: is a directory"),
        ("{file: 3}", "x.yaml:2:17: problem.file: expected text, got 3"),
        ("{file: a, instances: 0}", "x.yaml:2:31: problem.instances: must be at least 1, got 0"),
        ("{file: a, n: 8}", "x.yaml:2:20: problem.n: no such key; the keys are file, encoding, "),
        (
            "{n: 9, excluded: {use: random, count: 4}, instances: 10_000_000}",
            "x.yaml:2:63: problem.instances: must be at most 100,000, got 10,000,000",
        ),
        (
            "{n: 6, excluded: {use: random, count: 15}, instances: 3}",
            "x.yaml:2:10: problem: 0 of 1 instances were found; then 1,000 draws in vain, the last",
        ),
        (
            "{n: 60, regions: {use: random}, instances: 3}",
            "x.yaml:2:10: problem: regions have letters, so there are at most 52, not 60",
        ),
        (
            "{n: 9, excluded: {use: random, cuont: 4}}",
            "x.yaml:2:41: problem.excluded.cuont: no such key; did you mean count?",
        ),
        ("{n: 9, seed: 4}", "x.yaml:2:10: problem: instances, seed and satisfiable are for rules"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(file, text, said):
    assert any(line.startswith(said) for line in problems(with_problem(text)))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"n": 8, "excluded": [[99, "rising"]]}', ":1: excluded.0: there is no rising"),
        ('{"n": 4, "label": "satisfiable", "witness": [0, 1, 2, 3]}', ":1: witness: it is no solu"),
        ('{"n": 4, "label": "unknown", "witness": [1, 3, 0, 2]}', "but the label is unknown"),
        ("", "there are no instances in it"),
    ],
)
def test_what_is_wrong_in_a_file_is_named_with_its_place(file, line, said):
    file.write_text(f"{line}\n")
    (found,) = problems(with_problem("{file: instances/mixed.jsonl}"))
    assert found.startswith("x.yaml:2:10: problem: instances/mixed.jsonl")
    assert said in found


def test_too_many_runs_are_refused_before_anything_is_drawn():
    (said,) = problems(with_problem(FAMILY), ["problem.instances=60_000"])
    assert said == "x.yaml: 120,000 combinations; at most 100,000"
    (said,) = problems(with_problem(FAMILY), ["problem.instances=40_000", "runs=1000"])
    assert said == "x.yaml: 80,000,000 runs; at most 1,000,000"


def test_a_damaged_cache_is_drawn_again(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    before = problems_of(FAMILY)
    (kept,) = tmp_path.rglob("*.jsonl")
    whole = kept.read_text()
    for damaged in ("", "{", whole.replace('"id": "2"', '"id": "x"'), whole[: len(whole) // 2]):
        kept.write_text(damaged)
        assert problems_of(FAMILY) == before
        assert kept.read_text() == whole


def test_without_a_place_for_a_cache_it_is_drawn_all_the_same(tmp_path, monkeypatch):
    (tmp_path / "home").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert len(problems_of(FAMILY)) == 5
