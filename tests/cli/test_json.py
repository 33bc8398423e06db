"""``--json`` wherever results are printed: one document, its fields documented."""

import json
import re
from importlib import import_module
from importlib.metadata import requires
from pathlib import Path

import pytest

from metaqueens.cli import COMMANDS
from tests.arena import POOR, written
from tests.cli import CONFIG, call, call_in, done, really

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs/json.md").read_text(encoding="utf-8")
# Of each command: the fields of its document, in their order.
FIELDS = {
    name: re.findall(r"`([^`]+)`", row)
    for name, row in re.findall(r"^\| `([\w-]+)` \| (.*?) \|", DOCS, re.MULTILINE)
}
WITHOUT = {
    "enumerate": "prints boards as they are found, --format jsonl a line each",
    "draw": "its output is a drawing",
    "new": "writes files and says the next command",
    "schema": "prints a JSON schema",
}
# They take a minute: their documents are tested below, or beside what makes them.
SLOW = {"tune"}
WORDS = {
    "run": "run small.yaml -o other",
    "solve": "solve 8 --seed 1",
    "lab": "lab -o lab.html",
    "animate": "animate 6 --seed 1 -o film.html",
    "landscape": "landscape 5",
    "compare": "compare results",
    "report": "report results",
    "count": "count 6",
    "estimate": "estimate 8 --samples 10 --seed 1",
    "check": "check small.yaml",
    "league": "league hill_climbing --by evaluations --budget 100 --boards 1 --seed 1",
    "score": "score poor.py --evaluations 100",
    "instances": "instances boards.jsonl -o labelled.jsonl",
    "validate": "validate results",
    "list": "list configs",
    "show": "show results",
    "replay": "replay results 1-0",
    "export": "export results --traces -o runs.csv",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with results, configs and a board."""
    here = tmp_path_factory.mktemp("json")
    (here / "small.yaml").write_text(CONFIG)
    written(here, poor=POOR)
    (here / "boards.jsonl").write_text('{"n": 6, "blocked": [[0, 0]], "id": "1"}\n')
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(here)
        done("run", "small.yaml", "-o", "results", "-j", "1")
        yield here


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_json_or_a_reason(name):
    module = import_module(f"metaqueens.cli.{COMMANDS[name][0]}.{name.replace('-', '_')}")
    options = {word for param in module.command.params for word in param.opts}
    assert ("--json" in options) != (name in WITHOUT)
    assert (name in FIELDS) != (name in WITHOUT)
    assert (name in WORDS) == (name not in WITHOUT and name not in SLOW)


def test_the_page_names_those_without_and_what_a_tuning_says():
    first = DOCS[: DOCS.index("|")]
    assert [name for name in COMMANDS if f"`{name}`" in first] == [*WITHOUT]
    (kept,) = (ROOT / "tests/golden/tuning").rglob("tune.json")
    assert set(FIELDS["tune"]) <= set(json.loads(kept.read_text()))


def texts(value):
    """All texts of a document, by the key that they stand at."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from ((key, one),) if isinstance(one, str) else texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from (("", one),) if isinstance(one, str) else texts(one)


@pytest.mark.parametrize("name", WORDS)
def test_one_document_and_nothing_else(name, folder):
    said = call(*WORDS[name].split(), "--json")
    document = json.loads(said.out)
    if isinstance(document, list):
        (document, *_) = document
    assert [*document] == FIELDS[name]
    document.pop("sessions", None)  # the words of a command are words
    numbers = [(key, text) for key, text in texts(document) if re.fullmatch(r"-?\d+(\.\d+)?", text)]
    versions = {re.match(r"[\w-]+", asked)[0].lower() for asked in requires("metaqueens")}
    assert {key for key, _ in numbers} <= {"id", "version", "seed", "python", *versions}, numbers
    assert "NaN" not in said.out
    assert "Infinity" not in said.out


TALKING = """from metaqueens import HillClimbing

print("imported")


class Talking(HillClimbing):
    def search(self, space, checkpoints, rng):
        print("searching")
        yield from super().search(space, checkpoints, rng)
"""


@pytest.fixture
def talking(tmp_path):
    """A folder with an algorithm that prints, and a config that names it."""
    (tmp_path / "talking.py").write_text(TALKING)
    (tmp_path / "small.yaml").write_text(CONFIG.replace("use: genetic", "use: 'talking:Talking'")
                                         .replace(", population: 20", ""))  # fmt: skip
    return tmp_path


@pytest.mark.parametrize("words", ["solve 8 talking.py", "run small.yaml -j 1 --no-report"])
def test_prints_of_user_code_go_to_standard_error(talking, words):
    said = call_in(talking, *words.split(), "--json")
    assert isinstance(json.loads(said.out), dict)
    assert {"imported", "searching"} <= {*said.err.splitlines()}


def test_prints_of_user_code_in_workers_go_to_standard_error(talking):
    words = "compare talking.py hill_climbing -n 8 --runs 6 --json"
    said = really(*words.split(), folder=talking)
    assert "answer" in json.loads(said.out)
    assert "searching" in said.err
