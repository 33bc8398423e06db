"""The table of commands, and the rules that their modules keep."""

import json
import re
import tomllib
from importlib import import_module
from pathlib import Path

import click
import pytest

from metaqueens.cli import COMMANDS, GROUPS, metaqueens
from metaqueens.config.schema import json_schema
from tests.cli import call

ROOT = Path(__file__).parents[2]
MODULES = {name: f"metaqueens.cli.{one.room}.{name}" for name, one in COMMANDS.items()}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_a_module_of_its_name(name):
    command = import_module(MODULES[name]).command
    assert isinstance(command, click.Command)
    assert command.name == name


def test_help_shows_each_command_once_in_its_group():
    lines = call("--help").out.splitlines()
    group, found = "", {}
    for line in lines[lines.index("Search:") :]:
        group = line[:-1] if line.endswith(":") else group
        if line.startswith("  "):
            found[line.split()[0]] = group
    assert found == {name: GROUPS[one.room] for name, one in COMMANDS.items()}
    assert [*dict.fromkeys(found.values())] == [*dict.fromkeys(GROUPS.values())]


def test_help_is_a_word_too():
    assert call("help").out == call("--help").out
    assert call("help", "solve").out == call("solve", "--help").out


def test_the_contract_of_independence_names_every_command():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (contract,) = (
        one for one in contracts["contracts"] if one["name"] == "commands do not know each other"
    )
    assert sorted(contract["modules"]) == sorted(MODULES.values())


def test_schema_prints_the_schema():
    said = call("schema")
    assert (said.code, said.err) == (0, "")
    assert json.loads(said.out) == json_schema()


def test_types_of_arguments_stand_in_one_module():
    found = [
        path.name
        for path in (ROOT / "metaqueens/cli").rglob("*.py")
        if "click.ParamType" in path.read_text(encoding="utf-8")
    ]
    assert found == ["parameters.py"]


def helps(command, context):
    """The help of ``command`` and of those below it, each as one line."""
    yield " ".join(command.get_help(context).split())
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            yield from helps(command.get_command(context, name), context)


def test_help_names_pages_of_the_documentation_by_title_as_an_install_has_no_files_of_it():
    texts = [*helps(metaqueens, click.Context(metaqueens))]
    assert len(texts) > len(COMMANDS)
    assert not [text for text in texts if ".md" in text]
    titles = {
        path.read_text(encoding="utf-8").splitlines()[0] for path in ROOT.glob("docs/**/*.md")
    }
    pages = {page for text in texts for page in re.findall(r'page "(.*?)"', text)}
    assert len(pages) >= 3
    assert {f"# {page}" for page in pages} <= titles
