"""``metaqueens list``: rows from the tables and models in use."""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any, get_args

import click

from metaqueens.cli.parameters import NAME
from metaqueens.cli.terminal.listing import moment, print_json, print_rows, reserve_stdout, say
from metaqueens.text.errors import UserError
from metaqueens.text.words import paragraph

Row = dict[str, Any]


def results(name: str | None) -> Iterator[Row]:
    """Yield the results in a folder with their progress."""
    from metaqueens.experiment.progress import list_folders, overview
    from metaqueens.experiment.results.store import Store

    folder = Path(name or "results")
    if not folder.is_dir():
        raise UserError(f"{folder}: no such folder; `metaqueens run CONFIG` makes results/NAME")
    for result_folder in list_folders(folder):
        try:
            with Store.open(result_folder) as store:
                yield {"folder": str(result_folder), **overview(store)}
        except (UserError, OSError) as error:
            yield {"folder": str(result_folder), "error": str(error)}


def configs(name: str | None = None) -> Iterator[Row]:
    """Yield the configs that ``run`` takes, with their first comments."""
    from metaqueens.config import shipped

    own = Path("configs")
    for path in sorted(own.glob("*.y*ml")):
        yield {"config": str(path), "what": _first_comment(path)}
    if own.resolve() != shipped.home("configs").resolve():
        for path in sorted(shipped.home("configs").glob("*.yaml")):
            yield {"config": path.stem, "what": _first_comment(path)}


def _first_comment(path: Path) -> str:
    """Return the first paragraph of comments, hints for editors aside."""
    from metaqueens.config import loading
    from metaqueens.files import reading

    text = reading.content(path, loading.MOST_BYTES).decode("utf-8-sig", "replace")
    lines = [line for line in text.splitlines() if not line.startswith("# yaml-language-server:")]
    paragraph = takewhile(lambda line: line[:1] == "#" and line.strip("# "), lines)
    return " ".join(" ".join(line.strip("# ") for line in paragraph).split())


def algorithms(name: str | None) -> list[Row]:
    """Return the rows of all algorithms, or of the one called ``name``."""
    from metaqueens.config.schema import json_schema
    from metaqueens.contestants.registry import CONTESTANTS, about, class_of, full_name, use_of

    use = name and use_of(full_name(name))
    chosen = {use: class_of(use)} if use else {**CONTESTANTS}
    models = json_schema(chosen)["$defs"]
    return [
        {
            "use": use,
            "what": paragraph(kind),
            "good_for": about(use).good_for,
            "encodings": list(kind.encodings),
            "rules": rules(kind),
            "paper": _paper(kind),
            "parameters": [
                row
                for key, field in models[kind.__name__]["properties"].items()
                if key != "use"
                for row in _list_parameters(key, field, models)
            ],
        }
        for use, kind in chosen.items()
    ]


def _list_parameters(key: str, field: Row, models: Row) -> Iterator[Row]:
    """Yield the row of a parameter, then those of the keys of its kinds, each key once."""
    from metaqueens.config.schema import list_models, list_uses

    yield {"name": key, "default": field.get("default"), "what": field.get("description", "")}
    names: dict[str, tuple[Row, list[str]]] = {}
    for kind in list_models(field):
        for name, inner in models[kind].get("properties", {}).items():
            names.setdefault(name, (inner, []))[1].extend(list_uses(models[kind]))
    for name, (inner, uses) in names.items():
        text = inner.get("description", "")
        if name == "use":
            text = text or ", ".join(uses)
        elif uses != names.get("use", ({}, []))[1]:
            text += f" ({', '.join(uses)})"
        yield {"name": f"{key}.{name}", "default": inner.get("default", "required"), "what": text}


def problems(name: str | None = None) -> Iterator[Row]:
    """Yield the problems, or the one called ``name``."""
    from pydantic import TypeAdapter

    from metaqueens.config.schema import descriptions
    from metaqueens.problem.registry import PROBLEMS, load_problem

    for use in PROBLEMS if name is None else [name]:
        kind: Any = load_problem(use)
        fields = TypeAdapter(kind).json_schema()["properties"]
        meanings = dict.fromkeys(fields, "") | descriptions(kind)
        yield {
            "use": use,
            "encoding": "permutation or rows" if "encoding" in fields else kind.encoding,
            "what": paragraph(kind),
            "cost": paragraph(kind, "The cost "),
            "paper": _paper(kind),
            "fields": [
                {"name": key, "default": field.get("default", "required"), "what": meanings[key]}
                for key, field in fields.items()
            ],
        }


def _paper(kind: type) -> str:
    """Return the first paper that the docstring of ``kind`` or of its module names."""
    text = f"{inspect.getdoc(kind)}\n{inspect.getdoc(inspect.getmodule(kind))}"
    found = re.search(r"^\.\. \[1\] (.+(?:\n +.+)*)", text, re.MULTILINE)
    return " ".join(found[1].split()) if found else ""


def rules(kind: Any) -> list[str] | None:
    """Return the rules that a search knows by default; None if it needs parameters."""
    try:
        return list(kind().rules)
    except UserError:
        return None


def operators(name: str | None = None) -> Iterator[Row]:
    """Yield the parts of a genetic algorithm, and the acceptance criteria of local search."""
    from metaqueens.algorithms.genetic import crossovers, mutations, parts
    from metaqueens.algorithms.local_search.acceptance import Acceptance

    everywhere = [*parts.MUTATIONS]
    for part, choice in (("selection", parts.AnySelection), ("acceptance", Acceptance)):
        for kind, *_, tag in map(get_args, get_args(get_args(choice)[0])):
            if tag.tag != "plugin":
                row = {"part": part, "use": tag.tag, "encodings": everywhere}
                yield {**row, "what": paragraph(kind)}
    kernels = vars(mutations) | vars(crossovers) | {"shuffle": mutations.shuffle_some}
    for part, legal in parts.OPERATORS.items():
        for use in dict.fromkeys(name for names in legal.values() for name in names):
            row = {"part": part, "use": use, "encodings": [e for e in legal if use in legal[e]]}
            yield {**row, "what": paragraph(kernels[use])}


def _all_of(row: Row) -> None:
    """Print all facts on an algorithm or a problem."""
    from metaqueens.contestants.registry import ABBREVIATIONS
    from metaqueens.core.moves import MEANINGS

    say(f"{row['use']}: {row['what']}")
    if "fields" in row:
        say(f"encoding: {row['encoding']}")
        if row["cost"]:
            say(row["cost"])
    else:
        if row["good_for"]:
            say(f"good for: {row['good_for']}")
        if short := ABBREVIATIONS.get(row["use"]):
            say(f"short names: {', '.join(short)}")
        if row["rules"] is not None:  # those of a plug-in are known after its import
            say(f"works on {' and '.join(row['encodings'])}")
            say(f"takes account of rules of the board: {', '.join(row['rules']) or 'none'}")
        if any(parameter["name"] == "moves" for parameter in row["parameters"]):
            for move, meaning in MEANINGS.items():
                say(f"move {move.name.lower()}: {meaning}")
    say(f"paper: {row['paper'] or '-'}")
    for parameter in row.get("parameters", ()):
        if isinstance(kind := parameter["default"], dict):  # the keys of this kind have rows
            parameter["default"] = kind.get("use", kind)
    print_rows(row.get("fields") or row["parameters"])


def _columns(row: Row) -> Row:
    if "fields" in row:
        return {"problem": row["use"], "encoding": row["encoding"], "what": row["what"]}
    if "good_for" in row:
        return {"algorithm": row["use"], "good for": row["good_for"] or row["what"]}
    row = row | {"encodings": ", ".join(row["encodings"])} if "part" in row else row
    return row | {"when": moment(row["when"])} if "when" in row else row


ROWS: dict[str, Callable[[str | None], Iterable[Row]]] = {
    function.__name__: function for function in (results, configs, algorithms, operators, problems)
}


@click.command("list")
@click.argument("what", type=click.Choice([*ROWS]))
@click.argument("of", required=False, metavar="[FOLDER|ALGORITHM|PROBLEM]", type=NAME)
@click.option("--json", "as_json", is_flag=True, callback=reserve_stdout, help="Print a JSON list.")
def command(what: str, of: str | None, as_json: bool) -> None:
    """List results (those in FOLDER, or results/), configs, algorithms, operators or problems.

    `list algorithms tabu_search` and `list problems costas` print all facts on one of them. Configs
    are those in configs/ and those that come with metaqueens, which `run` takes by their names.
    """
    if of and what in ("configs", "operators"):
        raise UserError(f"{of}: `list {what}` takes no name; it lists all {what}")
    rows = list(ROWS[what](of))
    if as_json:
        print_json(rows)
    elif what in ("algorithms", "problems") and of:
        _all_of(rows[0])
    else:
        print_rows([_columns(row) for row in rows if "error" not in row])
        for row in rows:
            if "error" in row:
                say(row["error"], err=True)
