"""``metaqueens list``."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from metaqueens.cli.reference import catalogue
from metaqueens.cli.terminal.listing import moment, print_json, print_rows, say
from metaqueens.text.errors import UserError, did_you_mean


@click.command("list")
@click.argument(
    "what",
    metavar="results|algorithms|moves|operators|instances|configs",
    shell_complete=lambda context, param, begun: [
        one for one in (*IN_FOLDERS, *TABLES) if one.startswith(begun)
    ],
)
@click.argument("of", required=False, metavar="[FOLDER|ALGORITHM]")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def command(what: str, of: str | None, as_json: bool) -> None:
    """List results, algorithms, moves, operators, sets of instances or configs.

    `list algorithms tabu_search` tells all of one: its parameters, encodings and rules.
    Results are those in FOLDER, results/ when not given. Configs are those in FOLDER; when not
    given, those in configs/ and those that come with metaqueens, which `run` takes by their names.
    Plug-ins of installed packages are listed with where they are from; sets of instances come from
    packages alone.
    """
    if what not in (*IN_FOLDERS, *TABLES):
        known = (*IN_FOLDERS, *TABLES)
        raise UserError(f"{what!r} is not one of {', '.join(known)}{did_you_mean(what, known)}")
    if what in IN_FOLDERS:
        rows = IN_FOLDERS[what](Path(of) if of else None)
    elif of and what != "algorithms":
        raise UserError(f"{of}: {what} are in no folder; results and configs are")
    else:
        rows = list(TABLES[what]())
    if of and what == "algorithms":
        rows = _one(of, rows)
    if as_json:
        print_json(rows)
    elif what == "algorithms":
        (_tell_all if of else _tell_algorithms)(rows)
    else:
        TELL[what](rows)


def _one(name: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the row of the algorithm ``name``. Raises ``UserError`` where there is none."""
    from metaqueens.contestants.registry import full_name

    known = [row["use"] for row in rows]
    if (use := full_name(name)) not in known:
        raise UserError(f"{name!r} is not the name of an algorithm{did_you_mean(name, known)}")
    return [row for row in rows if row["use"] == use]


def _results(folder: Path | None) -> list[dict[str, Any]]:
    from metaqueens.experiment.progress import folders_of_results, overview
    from metaqueens.experiment.results.store import Store

    folder = folder or Path("results")
    if not folder.is_dir():
        raise UserError(f"{folder}: no such folder; `metaqueens run CONFIG` makes results/NAME")
    rows = []
    for one in folders_of_results(folder):
        try:
            with Store.open(one) as store:
                found = overview(store)
            rows.append({"folder": str(one), **found._asdict()})
        except (UserError, OSError) as error:
            rows.append({"folder": str(one), "error": str(error)})
    return rows


def _tell_results(rows: list[dict[str, Any]]) -> None:
    good = [row for row in rows if "error" not in row]
    print_rows(
        [
            {
                "folder": row["folder"],
                "name": row["name"],
                "done": f"{row['done']:,} of {row['of']:,}",
                "solved": row["solved"],
                "failed": row["failed"],
                "last run": moment(row["when"]),
                "complete": row["complete"],
            }
            for row in good
        ]
    )
    for row in rows:
        if "error" in row:
            say(row["error"], err=True)
    if not rows:
        click.echo("no results there", err=True)


def _tell_algorithms(rows: list[dict[str, Any]]) -> None:
    print_rows(
        [{"algorithm": row["use"], "good for": row["good_for"] or row["what"]} for row in rows]
    )
    say("metaqueens list algorithms NAME tells all of one", err=True)


def _tell_all(rows: list[dict[str, Any]]) -> None:
    from metaqueens.search.parameters import rules_in_full

    for k, row in enumerate(rows):
        click.echo(f"{'' if k == 0 else chr(10)}{row['use']}: {row['what']}")
        if row["encodings"]:  # those of a plug-in are known where it is imported
            click.echo(f"works on {' and '.join(row['encodings'])}")
        if row["rules"] is not None:
            known = rules_in_full(row["rules"], row["rules_with"])
            click.echo(f"takes account of rules of the board: {known}")
        print_rows(
            [
                {
                    "parameter": one["name"],
                    "default": json.dumps(one["default"]).replace('"', ""),
                    "what": one["what"],
                }
                for one in row["parameters"]
            ]
        )


def _tell_choices(rows: list[dict[str, Any]]) -> None:
    print_rows(
        [
            {key: _in_words(key, row) for key in row if key not in ("default_on", "what")}
            | {"what": row["what"]}
            for row in rows
        ]
    )


def _tell_instances(rows: list[dict[str, Any]]) -> None:
    print_rows(rows)
    if not rows:
        click.echo("no installed package has any", err=True)


def _in_words(key: str, row: dict[str, Any]) -> str:
    value = row[key]
    if key == "encodings":
        value = [f"{one} (default)" if one in row["default_on"] else one for one in value]
    if key == "parameters":
        value = [one["name"] for one in value]
    return ", ".join(value) if isinstance(value, list) else str(value)


IN_FOLDERS: dict[str, Callable[[Path | None], list[dict[str, Any]]]] = {
    "results": _results,
    "configs": lambda folder: list(catalogue.configs(folder)),
}
TABLES: dict[str, Callable[[], Iterable[dict[str, Any]]]] = {
    "algorithms": catalogue.algorithms,
    "moves": catalogue.moves,
    "operators": catalogue.operators,
    "instances": catalogue.instances,
}
TELL: dict[str, Callable[[list[dict[str, Any]]], None]] = {
    "results": _tell_results,
    "moves": _tell_choices,
    "operators": _tell_choices,
    "instances": _tell_instances,
    "configs": _tell_choices,
}
