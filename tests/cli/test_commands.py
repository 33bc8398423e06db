"""The table of commands, and the rules that their modules keep."""

import tomllib
from importlib import import_module
from pathlib import Path

import click
import pytest

from metaqueens.cli import COMMANDS, SEARCHING

ROOT = Path(__file__).parents[2]
MODULES = {
    name: f"metaqueens.cli.{one.room}.{name.replace('-', '_')}" for name, one in COMMANDS.items()
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_a_module_of_its_name(name):
    command = import_module(MODULES[name]).command
    assert isinstance(command, click.Command)
    assert command.name == name


def test_the_contract_of_independence_names_every_command():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (contract,) = (
        one for one in contracts["contracts"] if one["name"] == "commands do not know each other"
    )
    assert sorted(contract["modules"]) == sorted(MODULES.values())


def test_commands_that_search_are_commands():
    assert set(SEARCHING) <= set(COMMANDS)


def test_types_of_arguments_stand_in_one_module():
    found = [
        path.name
        for path in (ROOT / "metaqueens/cli").rglob("*.py")
        if "click.ParamType" in path.read_text(encoding="utf-8")
    ]
    assert found == ["parameters.py"]
