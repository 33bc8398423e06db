"""The ``tune`` block: what is asked when, and what is wrong with it, each with its place."""

import pytest

from metaqueens import config
from metaqueens.config import ConfigError
from metaqueens.tuning import task
from metaqueens.tuning.task import Task
from tests.config import GOOD, TUNE

ANNEALING = """\
problem: {n: 8}
algorithms: {sa: {use: simulated_annealing}}
budget: {evaluations: 1_000}
tune:
  algorithm: sa
  max_runs: 100
  train: {problem.n: [6, 8]}
  test: {problem.n: 10}
  space:
    schedule.hot: {float: [0.05, 2.0], log: true}
    schedule.temperature: {float: [0.01, 1.0]}
    schedule.reheats: {int: [0, 3]}
    schedule.use: {choice: [geometric, linear, constant]}
"""


def task_of(text: str) -> Task:
    return task.task_of(config.parse(text, name="x.yaml"))


def problems(text: str) -> list[str]:
    """Return all that is wrong with ``text``, a line each."""
    with pytest.raises(ConfigError) as caught:
        task_of(text)
    return list(caught.value.problems)


def test_a_task():
    found = task_of(GOOD + TUNE)
    assert (found.tuning.algorithm, found.use) == ("ga", "genetic")
    assert found.tuning.minimise == "par10"
    assert [one.problem.n for one in found.train] == [6, 8]
    assert [one.problem.n for one in found.test] == [10]
    assert (found.tuning.train.runs, found.tuning.test.runs) == (3, 10)
    assert found.space.default == {"population": 20, "crossover.use": None}
    assert config.parse(GOOD).tune is None


def test_instances_are_a_grid_over_problem_and_budget():
    text = TUNE.replace("{problem.n: 10}", "{problem.n: [10, 12], budget.evaluations: [5, 50]}")
    assert [(one.problem.n, one.budget.evaluations) for one in task_of(GOOD + text).test] == [
        (10, 5), (10, 50), (12, 5), (12, 50),
    ]  # fmt: skip


def test_a_parameter_is_asked_where_the_chosen_variant_has_it():
    space = task_of(ANNEALING).space
    assert next(iter(space.dimensions)) == "schedule.use"
    asked = {
        use: [key for key in space.dimensions if space.is_active(key, {"schedule.use": use})]
        for use in ("geometric", "linear", "constant")
    }
    assert asked == {
        "geometric": ["schedule.use", "schedule.hot", "schedule.reheats"],
        "linear": ["schedule.use", "schedule.hot", "schedule.reheats"],
        "constant": ["schedule.use", "schedule.temperature"],
    }


def test_another_variant_leaves_behind_what_it_does_not_have():
    schedule = "use: simulated_annealing, schedule: {use: linear, hot: 1.0, reheats: 2}"
    space = task_of(ANNEALING.replace("use: simulated_annealing", schedule)).space
    built = space.build({"schedule.use": "constant", "schedule.temperature": 0.25})
    assert built.model_dump()["schedule"] == {"use": "constant", "temperature": 0.25}
    built = space.build({"schedule.use": "geometric", "schedule.hot": 0.75})
    assert built.model_dump()["schedule"] == {
        "use": "geometric", "hot": 0.75, "cold": None, "length": None, "reheats": 2,
    }  # fmt: skip


WRONG = [
    ("algorithm: ga", "algorithm: gaa",
     "9:14: tune.algorithm: 'gaa' is not one of ga, mc; did you mean ga?"),
    ("max_runs: 100\n", "most_runs: 100\n",
     "10:3: tune.most_runs: no such key; did you mean max_runs?"),
    ("[6, 8]", "[6, x]", "11:26: problem.n: expected a whole number, got the text 'x'"),
    ("{problem.n: 10}", "{problm.n: 10}",
     "12:10: tune.test.problm.n: not a key of problem or budget, such as problem.n"),
    ("population: {", "popultion: {",
     "14:5: tune.space.popultion: no such key; did you mean population?"),
    ("[10, 50]", "[1, 50]", "14:24: tune.space.population: must be at least 2, got 1"),
    ("{int: [10, 50], log: true}", "{float: [10.5, 50]}",
     "14:26: tune.space.population: expected a whole number, got 10.5"),
    ("{int: [10, 50], log: true}", "{}",
     "14:17: tune.space.population: expected one of int: [low, high], float: [low, high], "
     "choice: [...]"),
    ("[10, 50]", "[50, 10]",
     "14:17: tune.space.population: expected [low, high] with low below high, got [50, 10]"),
    ("[10, 50]", "[0, 50]",
     "14:17: tune.space.population: log: the range must be above 0, got [0, 50]"),
    ("[pmx, order]", "[pmx, ordr]",
     "15:35: tune.space.crossover.use: 'ordr' is not one of pmx, order, cycle, one_point, "
     "two_point, uniform; did you mean order?"),
    ("[pmx, order]", "[pmx, pmx]", "15:20: tune.space.crossover.use: a choice stands there twice"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "error"), WRONG)
def test_an_error_says_where_what_was_expected_and_what_was_got(old, new, error):
    assert TUNE.count(old) == 1
    said = problems(GOOD + TUNE.replace(old, new))
    assert f"x.yaml:{error}" in said
    assert len(said) == 1 + ("most_runs" in new)


@pytest.mark.parametrize("space", ["auto", "{}"])
def test_a_space_is_written_out(space):
    text = ANNEALING[: ANNEALING.index("  space:")] + f"  space: {space}\n"
    (said,) = problems(text)
    assert "tune.space: expected" in said


def test_all_errors_of_a_block_at_once():
    text = TUNE.replace("[10, 50]", "[1, 50]").replace("pmx", "pmxx")
    text = text.replace("problem.n: 10", "problm: 1")
    assert [problem.split(":")[1] for problem in problems(GOOD + text)] == ["12", "14", "15"]
