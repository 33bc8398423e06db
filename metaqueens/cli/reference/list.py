"""``metaqueens list``."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from metaqueens.cli.reference import catalogue
from metaqueens.cli.reference.catalogue import Row
from metaqueens.cli.terminal.listing import moment, print_json, print_rows, say
from metaqueens.text.errors import UserError, did_you_mean


@click.command("list")
@click.argument(
    "what",
    metavar="results|algorithms|moves|operators|instances|configs",
    shell_complete=lambda context, param, begun: [one for one in ROWS if one.startswith(begun)],
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
    if what not in ROWS:
        raise UserError(f"{what!r} is not one of {', '.join(ROWS)}{did_you_mean(what, ROWS)}")
    if of and what not in ("results", "algorithms", "configs"):
        raise UserError(f"{of}: {what} are in no folder; results and configs are")
    rows = list(ROWS[what](of))
    if as_json:
        print_json(rows)
    elif what == "algorithms":
        (_tell_all if of else _tell_algorithms)(rows)
    elif what == "results":
        _tell_results(rows)
    else:
        _tell_choices(rows)
    if not rows:
        click.echo("there are none", err=True)


def _algorithms(name: str | None) -> Iterable[Row]:
    """Return the rows of all algorithms, or of the one called ``name``."""
    rows = list(catalogue.algorithms())
    if name is None:
        return rows
    from metaqueens.contestants.registry import full_name

    known = [row["use"] for row in rows]
    if (use := full_name(name)) not in known:
        raise UserError(f"{name!r} is not the name of an algorithm{did_you_mean(name, known)}")
    return [row for row in rows if row["use"] == use]


def _results(name: str | None) -> Iterable[Row]:
    from metaqueens.experiment.progress import folders_of_results, overview
    from metaqueens.experiment.results.store import Store

    folder = Path(name or "results")
    if not folder.is_dir():
        raise UserError(f"{folder}: no such folder; `metaqueens run CONFIG` makes results/NAME")
    for one in folders_of_results(folder):
        try:
            with Store.open(one) as store:
                found = overview(store)
            yield {"folder": str(one), **found._asdict()}
        except (UserError, OSError) as error:
            yield {"folder": str(one), "error": str(error)}


def _tell_results(rows: list[Row]) -> None:
    print_rows([{**row, "when": moment(row["when"])} for row in rows if "error" not in row])
    for row in rows:
        if "error" in row:
            say(row["error"], err=True)


def _tell_algorithms(rows: list[Row]) -> None:
    print_rows(
        [{"algorithm": row["use"], "good for": row["good_for"] or row["what"]} for row in rows]
    )
    say("metaqueens list algorithms NAME tells all of one", err=True)


def _tell_all(rows: list[Row]) -> None:
    for row in rows:
        click.echo(f"{row['use']}: {row['what']}")
        if row["encodings"]:  # those of a plug-in are known where it is imported
            click.echo(f"works on {' and '.join(row['encodings'])}")
        if row["rules"] is not None:
            known = ", ".join(row["rules"]) or "none"
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


def _tell_choices(rows: list[Row]) -> None:
    print_rows(
        [
            {key: _in_words(key, row) for key in row if key not in ("default_on", "what")}
            | {"what": row["what"]}
            for row in rows
        ]
    )


def _in_words(key: str, row: Row) -> str:
    value = row[key]
    if key == "encodings":
        value = [f"{one} (default)" if one in row["default_on"] else one for one in value]
    if key == "parameters":
        value = [one["name"] for one in value]
    return ", ".join(value) if isinstance(value, list) else str(value)


ROWS: dict[str, Callable[[str | None], Iterable[Row]]] = {
    "results": _results,
    "configs": lambda folder: catalogue.configs(Path(folder) if folder else None),
    "algorithms": _algorithms,
    "moves": lambda of: catalogue.moves(),
    "operators": lambda of: catalogue.operators(),
    "instances": lambda of: catalogue.instances(),
}
