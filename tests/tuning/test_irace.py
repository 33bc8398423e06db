"""What irace is given: its formats, line by line, and the runner called as irace calls it."""

import re
import subprocess
from pathlib import Path

import pytest

from metaqueens import config
from metaqueens.config.tuning.forbidden import parse
from metaqueens.text.errors import UserError
from metaqueens.tuning.irace.r_expressions import in_r
from metaqueens.tuning.irace.scenario import write_scenario

from . import ANNEALING, experiment

GENETIC = """\
name: small
problem: {n: 8}
algorithms: {ga: {use: genetic, population: 20}, mc: {use: min_conflicts, encoding: rows}}
budget: {evaluations: 2_000}
tune:
  algorithm: ga
  max_runs: 100
  train: {problem.n: [6, 8], budget.evaluations: [500, 2_000], runs: 3}
  test: {problem.n: 10}
  space:
    population: {int: [10, 50], log: true}
    crossover.use: {choice: [null, pmx, order]}
    mutation.probability: {float: [0.00125, 1.0]}
    elites: {int: [0, 5]}
  forbidden: [elites >= population / 4 or crossover.use == null, selection.size > 3]
"""
# As irace's reader has it: a name, a switch in quotes, a type, a domain in brackets, a condition.
LINE = re.compile(
    r'(?P<name>[._\w]+) "(?P<switch>[^"]*)" (?P<type>i,log|r,log|c|i|r|o)'
    r" \((?P<domain>[^|]+)\)(?: \| (?P<condition>.+))?"
)


def written(folder: Path, text: str) -> dict[str, str]:
    names = write_scenario(experiment(text), folder)
    return {Path(name).name: Path(name).read_text() for name in names}


def sections(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {"parameters": []}
    at = "parameters"
    for line in text.splitlines():
        if line.startswith("["):
            at = line
            found[at] = []
        elif line and not line.startswith("#"):
            found[at].append(line)
    return found


def test_parameters(tmp_path):
    found = sections(written(tmp_path, GENETIC)["parameters.txt"])
    lines = [LINE.fullmatch(line) for line in found["parameters"]]
    assert [line and line.groups() for line in lines] == [
        ("population", "algorithms.ga.population=", "i,log", "10, 50", None),
        ("crossover.use", "algorithms.ga.crossover.use=", "c", '"null", "pmx", "order"', None),
        ("mutation.probability", "algorithms.ga.mutation.probability=", "r", "0.00125, 1.0", None),
        ("elites", "algorithms.ga.elites=", "i", "0, 5", None),
    ]
    # The other expression says nothing about what is tuned.
    assert found["[forbidden]"] == ['((elites >= (population / 4))) | ((crossover.use == "null"))']
    assert found["[global]"] == ["digits = 7"]  # 0.00125 and two more


def test_conditions(tmp_path):
    found = sections(written(tmp_path, ANNEALING)["parameters.txt"])
    conditions = {}
    for line in found["parameters"]:
        match = LINE.fullmatch(line)
        assert match
        conditions[match["name"]] = match["condition"]
    assert conditions == {
        "schedule.use": None,
        "schedule.hot": 'schedule.use %in% c("geometric")',
        "schedule.temperature": 'schedule.use %in% c("constant")',
        "schedule.length": 'schedule.use %in% c("geometric")',
    }


def test_the_other_files(tmp_path):
    texts = written(tmp_path, GENETIC)
    assert texts["instances.txt"].splitlines() == [
        "problem.n=6 problem.encoding=permutation budget.evaluations=500",
        "problem.n=6 problem.encoding=permutation",
        "problem.n=8 problem.encoding=permutation budget.evaluations=500",
        "problem.n=8 problem.encoding=permutation",
    ]
    assert texts["test-instances.txt"] == "problem.n=10 problem.encoding=permutation\n"
    assert texts["default.txt"].splitlines() == [
        "population crossover.use mutation.probability elites",
        '20 "null" 0.5 2',
    ]
    options = dict(
        line.split(" = ") for line in texts["scenario.txt"].splitlines() if line[0] != "#"
    )
    assert options == {
        "parameterFile": '"parameters.txt"', "targetRunner": '"./target-runner"',
        "trainInstancesDir": '""', "trainInstancesFile": '"instances.txt"',
        "testInstancesDir": '""', "testInstancesFile": '"test-instances.txt"',
        "configurationsFile": '"default.txt"', "maxExperiments": "100", "deterministic": "0",
        "blockSize": "4", "seed": "1",
    }  # fmt: skip
    assert [cell.label for cell in config.load(tmp_path / "experiment.yaml").cells] == ["ga"]


def runner(folder: Path, *words: str) -> str:
    # configuration, instance, seed, instance's name, and the parameters
    command = [str(folder / "target-runner"), "17", "2", "1234567", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout


def test_the_runner(tmp_path):
    texts = written(tmp_path, GENETIC)
    instance = texts["instances.txt"].splitlines()[0]
    values = ["algorithms.ga.population=30", "algorithms.ga.crossover.use=order"]
    said = runner(tmp_path, instance, *values)
    given = ["seed=1234567", "runs=1", *instance.split(), *values]
    (cell,) = config.load(tmp_path / "experiment.yaml", given).cells
    from metaqueens.experiment.plan import run_seed
    from metaqueens.search.solve import solve

    result = solve(cell.problem, cell.algorithm, cell.budget, run_seed(1234567, cell.problem, 0))
    assert float(said) == (result.evaluations if result.solved else 10 * 500)
    # What cannot be run is rejected for good.
    assert runner(tmp_path, instance, "algorithms.ga.elites=5", "algorithms.ga.population=5") == (
        "Inf\n"
    )


def test_the_runner_on_a_variant_that_is_not_the_default(tmp_path):
    written(tmp_path, ANNEALING)
    key = "algorithms.sa.schedule"
    said = runner(tmp_path, "problem.n=8", f"{key}.use=constant", f"{key}.temperature=0.2")
    assert 0 < float(said) < 3000


def test_what_a_command_line_cannot_say(tmp_path):
    text = GENETIC.replace("population: {int: [10, 50], log: true}",
                           "selection: {choice: [{use: roulette}, {use: best}]}")  # fmt: skip
    with pytest.raises(UserError, match=r"^tune\.space\.selection: irace passes values"):
        written(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "r"),
    [
        ("a >= b", "(a >= b)"),
        ("a < b < 3", "(a < b) & (b < 3)"),
        ("not a == 'x' and -a < 2", '(!((a == "x"))) & ((-(a) < 2))'),
        ("a + 1 > b * 2 or a / 2 != c", "(((a + 1) > (b * 2))) | (((a / 2) != 0.5))"),
        ("a == null", '(a == "null")'),
    ],
)
def test_expressions_in_r(text, r):
    assert in_r(parse(text), ["a", "b"], {"c": 0.5}) == r


def test_the_runner_finds_code_beside_the_config(tmp_path):
    (tmp_path / "beside_for_irace.py").write_text(
        "from metaqueens import HillClimbing\n\n\nclass Mine(HillClimbing):\n    pass\n"
    )
    text = GENETIC.replace("min_conflicts, encoding: rows", '"beside_for_irace:Mine"')
    (tmp_path / "mine.yaml").write_text(text)
    write_scenario(config.load(tmp_path / "mine.yaml"), tmp_path / "irace")
    runner = (tmp_path / "irace" / "target-runner").read_text()
    namespace: dict = {"__name__": "runner"}
    exec(runner, namespace)
    assert str(tmp_path) in namespace["FOLDERS"]
