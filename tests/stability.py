"""What docs/stability.md promises to keep, taken from the code: ``python -m tests.stability``.

It writes ``tests/stable.json`` anew, for a release, so that what it adds is kept too; and prints
what is new there (+) and what is gone (-).
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import click

import metaqueens
from metaqueens import cli
from metaqueens.config.schema import json_schema
from metaqueens.experiment.results import schema


def surface():
    """Every name that others may rely on, sorted, by its kind."""
    kinds = {
        "python": metaqueens.__all__,
        "exit codes": [f"{name}={getattr(cli, name)}" for name in EXIT_CODES],
        "commands": _commands(cli.metaqueens, click.Context(cli.metaqueens), ()),
        "config": {*_keys(json_schema(), json_schema()["$defs"], "", ())},
        "database": _columns(),
    }
    return {kind: sorted(set(names)) for kind, names in kinds.items()}


HELD = Path(__file__).with_name("stable.json")
WITHIN = {"items": "", "additionalProperties": ".*", "then": "", "else": ""}
EXIT_CODES = ("USAGE", "FAILED", "REJECTED", "INTERRUPTED")


def _commands(group, context, before):
    """``run --json``, ... of all commands below ``group``."""
    for name in group.list_commands(context):
        command, words = group.get_command(context, name), (*before, name)
        yield " ".join(words)
        for parameter in command.params:
            for option in (*parameter.opts, *parameter.secondary_opts):
                if isinstance(parameter, click.Option):
                    yield " ".join((*words, option))
        if isinstance(command, click.Group):
            yield from _commands(command, context, words)


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


def renew():
    """Write ``stable.json`` and print each name that is new or gone."""
    before, after = json.loads(HELD.read_text(encoding="utf-8")), surface()
    for kind, names in after.items():
        for name in sorted({*names} ^ {*before.get(kind, ())}):
            print("+" if name in names else "-", f"{kind}: {name}")
    held = {"version": metaqueens.__version__, **after}
    HELD.write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    renew()
