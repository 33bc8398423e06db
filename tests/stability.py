"""What docs/stability.md promises to keep, taken from the code: ``python -m tests.stability``.

It writes ``tests/stable.json`` and prints the names that are new (+) or gone (-). Run it after each
change of the public face until the first release, and then for each release. Fields of JSON and
columns of CSV are taken from their pages, which tests compare with the real ones.
"""

import inspect
import json
import re
import sqlite3
from contextlib import closing
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import click

import metaqueens
from docs import metadata
from metaqueens import cli
from metaqueens.arena import outcome as league
from metaqueens.cli.experiment import run
from metaqueens.config.schema import json_schema
from metaqueens.contestants.registry import CONTESTANTS
from metaqueens.experiment.results import folder, schema
from metaqueens.queens.instances import InstanceLine
from metaqueens.tuning import outcome as tuning

HELD = Path(__file__).with_name("stable.json")
DOCS = Path(__file__).parents[1] / "docs"
WITHIN = {"items": "", "additionalProperties": ".*", "then": "", "else": ""}
EXIT_CODES = ("USAGE", "FAILED", "REJECTED", "INTERRUPTED")
# What plug-ins import beside the public names.
FOR_PLUGINS = (
    "conformance.Conformance",
    "conformance.problems.checks",
    "core.choices.Moves",
    "core.moves.propose",
    "core.random.start_stream",
    "core.state.apply",
    "core.state.compute_cost",
    "core.state.delta",
    "search.ReportEvery",
    "search.Checkpoints",
    "search.Snapshot",
    "search.walk.Walk",
    "search.walk.keep_best",
    "search.walk.update_best",
)
# Of these classes the members that others define or set; of all others it is the public ones.
MEMBERS = {
    "Parameters": ("longest_step", "rules", "search", "supports"),
    "conformance.Conformance": ("algorithms",),
}
# Of `load` the others serve the command line, `compare` refuses all others by name; nobody makes
# these classes but us.
PARAMETERS = {
    "load": ("path", "overrides"),
    "compare": ("sources", "metric", "target", "budget"),
    "Result": (),
    "Runs": (),
    "Comparison": (),
    "Experiment": (),
    "ConfigError": (),
    "StoreError": (),
    "UserError": (),
    "search.Checkpoints": (),
    "core.choices.Moves": (),
}


def surface():
    """Every name that others may rely on, sorted, by its kind."""
    kinds = {
        "python": _python(),
        "exit codes": [f"{name}={getattr(cli, name)}" for name in EXIT_CODES],
        "commands": _commands(cli.metaqueens, click.Context(cli.metaqueens), ()),
        "config": {*_keys(json_schema(), json_schema()["$defs"], "", ())},
        "database": _columns(),
        "json": _rows("json.md", r"^\| `([\w-]+)` \| (.*?) \|"),
        "csv": _rows("reference/csv.md", r"^## `(.+?)`$(.*?)^(?=## )", r"^\| `(\w+)` \|"),
        "instances": [one.name for one in fields(InstanceLine) if one.name != "encoding"],
        "files": (
            *run.FILES, folder.REPORT, folder.OUTCOME, folder.STUDY, tuning.BEST, league.PAGE,
            league.DOCUMENT, league.TABLE,
        ),
    }  # fmt: skip
    return {kind: sorted(set(names)) for kind, names in kinds.items()}


def _python():
    """``solve``, ``solve(seed)``, ``Result.solved``, ... of the public names."""
    named = {name: getattr(metaqueens, name) for name in metaqueens.__all__}
    for name in FOR_PLUGINS:
        module, _, last = name.rpartition(".")
        named[name] = getattr(import_module(f"metaqueens.{module}"), last)
    for name, one in named.items():
        yield name
        is_listed = name in PARAMETERS
        for parameter in PARAMETERS[name] if is_listed else inspect.signature(one).parameters:
            yield f"{name}({parameter})"
        if inspect.isclass(one) and one not in CONTESTANTS.values():
            yield from (f"{name}.{member}" for member in MEMBERS.get(name, _members(one)))


def _members(kind):
    """The public attributes that a class of ours has, and none that it inherits from others."""
    ours = [one for one in kind.__mro__ if one.__module__.startswith("metaqueens")]
    names = {name for one in ours for name in (*vars(one), *inspect.get_annotations(one))}
    return [name for name in names if not name.startswith("_")]


def _commands(group, context, before):
    """``run --json``, ``compare --metric=ert``, ... of all commands, with what they default to."""
    for name in group.list_commands(context):
        command, words = group.get_command(context, name), (*before, name)
        yield " ".join(words)
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                yield from _option(" ".join(words), parameter)
        if isinstance(command, click.Group):
            yield from _commands(command, context, words)


def _option(words, option):
    yield from (f"{words} {one}" for one in (*option.opts, *option.secondary_opts))
    longest = max(option.opts, key=len)
    if isinstance(option.type, click.Choice):
        yield from (f"{words} {longest}={choice}" for choice in option.type.choices)
    if option.default and isinstance(option.default, int | float | str | tuple | Path):
        yield f"{words} {longest} defaults to {option.default}"


def _keys(schema, definitions, path, inside):
    """The keys and choices below ``path``: ``budget.seconds``, ``algorithms.*[genetic].elites``."""
    if name := schema.get("$ref", "").rpartition("/")[2]:
        if name not in inside:
            yield from _keys(definitions[name], definitions, path, (*inside, name))
        return
    for choice in (*schema.get("enum", ()), schema.get("const")):
        if isinstance(choice, str):
            yield f"{path}={choice}"
    for deeper, one in _below(schema, path):
        if deeper != path and not deeper.endswith("*"):
            yield deeper
        yield from _keys(one, definitions, deeper, inside)


def _below(schema, path):
    """The schemas that ``schema`` is made of, each with its path."""
    properties = schema.get("properties", {})
    if use := properties.get("use", {}).get("const"):
        path = f"{path}[{use}]"
    for key, value in properties.items():
        yield f"{path}.{key}".removeprefix("."), value
    for word in ("anyOf", "oneOf", "allOf"):
        yield from ((path, one) for one in schema.get(word, ()))
    for word, deeper in WITHIN.items():
        if isinstance(one := schema.get(word), dict):
            yield f"{path}{deeper}", one


def _columns():
    """``runs.evaluations``, ... of all tables and views."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(schema.SCRIPT)
        names = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        for (table,) in names.fetchall():
            for column in connection.execute(f"PRAGMA table_info({table})"):
                yield f"{table}.{column[1]}"


def _rows(page, part, name=r"`([^`]+)`"):
    """``count.solutions``, ``league.csv.rank``, ...: the names in each part of a page."""
    text = (DOCS / page).read_text(encoding="utf-8")
    for whole, names in re.findall(part, text, re.MULTILINE | re.DOTALL):
        yield from (f"{whole}.{one}" for one in re.findall(name, names, re.MULTILINE))


def renew():
    """Write ``stable.json`` and print each name that is new or gone."""
    before, after = json.loads(HELD.read_text(encoding="utf-8")), surface()
    for kind, names in after.items():
        for name in sorted({*names} ^ {*before.get(kind, ())}):
            print("+" if name in names else "-", f"{kind}: {name}")
    version, date = metadata.read_release()
    held = {"version": version, "released": date, **after}
    HELD.write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    renew()
