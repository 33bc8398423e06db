"""``metaqueens schema``."""

import json

import click


@click.command("schema")
def command() -> None:
    """Print the JSON schema of experiment files.

    With it editors complete and check a config while you type. The configs that come with
    metaqueens name it in their first line.
    """
    from metaqueens.config.schema import json_schema

    click.echo(json.dumps(json_schema(), indent=2))
