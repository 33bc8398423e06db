"""The table of commands, and the rules that their modules keep."""

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import click
import pytest

from metaqueens import __version__
from metaqueens.cli import COMMANDS, metaqueens
from metaqueens.config.schema import json_schema
from tests.cli import call, silent

ROOT = Path(__file__).parents[2]
MODULES = {name: f"metaqueens.cli.{room}.{name}" for name, (room, _) in COMMANDS.items()}


def test_a_command_is_a_module_of_its_name_and_all_are_independent():
    for name, module in MODULES.items():
        command = import_module(module).command
        assert isinstance(command, click.Command)
        assert command.name == name
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    modules = {one["name"]: one.get("modules") for one in contracts["contracts"]}
    assert sorted(modules["commands do not know each other"]) == sorted(MODULES.values())


@pytest.mark.parametrize("words", [["--help"], ["list", "algorithms"]], ids=["click", "rich"])
def test_a_reader_that_has_ended_ends_a_command_silently(words):
    """Both libraries would exit with 1, and 0 would hide a rejection."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "metaqueens", *words]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, cwd=ROOT)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_help_shows_each_command_once_in_its_group_and_is_a_word_too():
    said = call("--help").out
    group, found = "", {}
    for line in said[said.index("Search:") :].splitlines():
        group = line[:-1] if line.endswith(":") else group
        if line.startswith("  "):
            found[line.split()[0]] = group
    assert found == {name: room.capitalize() for name, (room, _) in COMMANDS.items()}
    assert call("help").out == said
    assert call("help", "solve").out == call("solve", "--help").out


def test_schema_prints_the_schema():
    assert json.loads(silent("schema")) == json_schema()


def test_types_of_arguments_stand_in_one_module():
    modules = (ROOT / "metaqueens/cli").rglob("*.py")
    found = [path.name for path in modules if "click.ParamType" in path.read_text("utf-8")]
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
    titles = {path.read_text("utf-8").splitlines()[0] for path in ROOT.glob("docs/**/*.md")}
    pages = {page for text in texts for page in re.findall(r'page "(.*?)"', text)}
    assert len(pages) >= 3
    assert {f"# {page}" for page in pages} <= titles


def test_the_version_names_what_a_report_of_an_error_needs():
    first, versions, *_, kernels = silent("--version").splitlines()
    assert first == f"metaqueens, version {__version__}"
    assert "numba " in versions
    assert kernels.startswith("kernels in ")
