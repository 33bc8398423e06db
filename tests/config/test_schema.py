"""The JSON schema that editors check and complete with: in step with the fields, and of use."""

import json
from pathlib import Path

import pytest

from metaqueens.config import strict_yaml
from metaqueens.config.schema import descriptions, json_schema

from . import GOOD, TUNE, changed

CONFIGS = Path(__file__).parents[2] / "configs"
OURS = sorted(CONFIGS.glob("*.yaml"))
EXPERIMENTS = CONFIGS.parent / "experiments"
# The plug-ins of a package are in the schema where it is installed: tests/test_plugin_packages.py.
PACKAGE = EXPERIMENTS / "plugin_example"
STUDIES = sorted({*EXPERIMENTS.glob("*/*.yaml")} - {*PACKAGE.glob("*.yaml")})
SCHEMA = json_schema()


def test_the_committed_schema_is_the_present_one():
    committed = CONFIGS / "schema.json"
    if not committed.exists():
        pytest.skip("no configs/schema.json yet")
    assert json.loads(committed.read_text()) == SCHEMA


@pytest.mark.parametrize(("name", "definition"), {"a file": SCHEMA, **SCHEMA["$defs"]}.items())
def test_every_key_is_described(name, definition):
    assert definition["description"]
    fields = definition.get("properties", {}).items()
    assert [key for key, field in fields if not field.get("description") and key != "use"] == []


def test_descriptions_are_those_of_the_docstring():
    class Example:
        """A line.

        Parameters
        ----------
        one, two
            Both of ``these``,
            in two lines.
        three
            Alone.
        """

    both = "Both of these, in two lines."
    assert descriptions(Example) == {"one": both, "two": both, "three": "Alone."}


GOOD_FILES = [
    GOOD,
    changed("name: small\n", ""),
    changed("8", "'1_000'"),  # what an editor makes of 1_000: a text
    changed("8", "'1_000_000'"),
    changed("8", "'1e3'"),
    changed("population: 20", "selection: {use: best}, crossover: {use: deap.tools:cxOrdered}"),
    changed("use: genetic, population: 20", "use: 'a.module:Class', anything: 5"),
    changed("{use: genetic, population: 20}", "genetic"),
    changed("{use: genetic, population: 20}", "a.module:Class"),
    GOOD + "sweep: {problem.n: [4, 5]}\nvalidate: null\n",
    "extends: other.yaml\nalgorithms: {ga: {population: 30}}\n",
    GOOD + TUNE,
    GOOD + "executor: serial\n",
    changed("population: 20", "selection: best, crossover: deap.tools:cxOrdered, mutation: swap"),
    changed("use: genetic, population: 20", "use: simulated_annealing, schedule: linear"),
    changed("population: 20", "selection: {size: 5}"),
    changed("use: genetic, population: 20", "use: simulated_annealing, schedule: {hot: 1.0}"),
    GOOD + "executor: {use: processes, workers: 2}\nlimits: {seconds: 5}\n",
]
BAD_FILES = [
    changed("runs: 2", "rusn: 2"),
    changed("{use: genetic, population: 20}", "genetik"),
    changed("runs: 2", "runs: many"),
    changed("runs: 2", "runs: 0"),
    changed("runs: 2", "runs: '3'"),
    changed("evaluations: 1_000", ""),
    changed("n: 8", "n: [8]"),
    changed("n: 8", "n: 8, encoding: row"),
    changed("use: genetic, ", ""),
    changed("use: genetic", "use: genetik"),
    changed("population: 20", "populaton: 20"),
    changed("population: 20", "crossover: {use: pmxx}"),
    changed("budget: {evaluations: 1_000}\n", ""),
    changed("runs: 2", "validate: cpsat"),
    changed("population: 20", "selection: {share: 0.5}"),
    changed("population: 20", "selection: bst"),
    changed("population: 20", "restarts: luby"),
    "extends: 5\n",
    GOOD + TUNE.replace("max_runs", "most_runs"),
    GOOD + TUNE.replace("int:", "integer:"),
    GOOD + "executor: daks\n",
]


@pytest.fixture(scope="module")
def validator():
    """What an editor has; that the schema is one is checked once, which takes it long."""
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    return jsonschema.Draft202012Validator(SCHEMA)


@pytest.mark.parametrize("text", [*GOOD_FILES, *BAD_FILES])
def test_an_editor_takes_the_good_and_marks_the_bad(validator, text):
    errors = [error.message for error in validator.iter_errors(strict_yaml.read(text, "x").value)]
    assert bool(errors) == (text in BAD_FILES)


@pytest.mark.parametrize("path", [*OURS, *STUDIES], ids=lambda path: path.name)
def test_our_own_configs_follow_the_schema(validator, path):
    validator.validate(strict_yaml.read(path.read_text(), path.name).value)
