"""What a shell offers when Tab is pressed: algorithms, configs, results, parameters.

A key takes a Python of its own, so that nothing here imports what searches: algorithms and their
parameters are read from the JSON schema of configs.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

USUAL = "simulated_annealing"


@add_completion_class
class Bash(BashComplete):
    """As click's, but that no space follows ``key=``, which a value is to follow."""

    source_template = BashComplete.source_template.replace(
        "    return 0\n",
        "    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
        "    return 0\n",
        1,
    )


def configs(context: click.Context, param: Any, incomplete: str) -> list[CompletionItem]:
    """Configs that come with the package, and YAML files."""
    from metaqueens.config import shipped

    names = [name for name in shipped.names() if not name.endswith(".yaml")]
    return [*_begun(names, incomplete), *_paths(incomplete, _is_yaml)]


def results(context: click.Context, param: Any, incomplete: str) -> list[CompletionItem]:
    """Folders with results, those in results/ first."""
    inside = sorted(str(path.parent) for path in Path("results").glob("*/runs.sqlite"))
    mine = [name for name in inside if name.startswith(incomplete)]
    others = [one for one in _paths(incomplete, _is_results) if one.value.rstrip("/") not in mine]
    return [*map(CompletionItem, mine), *others]


def algorithms(context: click.Context, param: Any, incomplete: str) -> list[CompletionItem]:
    """Algorithms by their names, those of installed packages too."""
    from metaqueens.plugins import entry_points

    plugins = [one.name for one in entry_points.declared("algorithms")]
    return _begun([*_parameters(), *plugins], incomplete)


def settings(context: click.Context, param: Any, incomplete: str) -> list[CompletionItem]:
    """``key=`` of the chosen algorithm, and its words after the sign of equality."""
    chosen = context.params.get("algorithm") or context.params.get("name") or USUAL
    return _assigned(_parameters().get(chosen, {}), context.params.get("settings"), incomplete)


def overrides(context: click.Context, param: Any, incomplete: str) -> list[CompletionItem]:
    """``key=`` of a config: those of all configs, and those of the algorithms in this one."""
    known = _of_definition(_schema(), depth=1)
    known |= _of_definition(_schema()["$defs"]["Queens"], depth=0, before="problem.")
    known |= _of_algorithms(context.params.get("path"))
    return _assigned(known, context.params.get("overrides"), incomplete)


Keys = dict[str, list[str]]


def _assigned(known: Keys, before: Any, incomplete: str) -> list[CompletionItem]:
    """Of ``key=``, or of the words that may follow; bash hands us these apart from their key."""
    key, sign, _ = incomplete.partition("=")
    if sign:
        return _begun([f"{key}={word}" for word in known.get(key, [])], incomplete)
    apart = [word for word in before or () if word != "="]
    if before and "=" not in apart[-1] and (before[-1] == "=" or not incomplete):
        return _begun(known.get(apart[-1], []), incomplete)
    return _begun([f"{name}=" for name in known], incomplete)


def _begun(words: Any, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def _paths(incomplete: str, wanted: Any) -> list[CompletionItem]:
    """Files and folders that are wanted, and folders on the way to them."""
    found = []
    for path in sorted(Path().glob(f"{incomplete}*") if not Path(incomplete).is_absolute() else ()):
        if wanted(path):
            found.append(CompletionItem(str(path)))
        elif path.is_dir() and not path.name.startswith("."):
            found.append(CompletionItem(f"{path}/"))
    return found


def _is_yaml(path: Path) -> bool:
    return path.suffix in (".yaml", ".yml") and path.is_file()


def _is_results(path: Path) -> bool:
    return (path / "runs.sqlite").is_file()


@cache
def _schema() -> dict[str, Any]:
    from metaqueens.config import shipped

    found: dict[str, Any] = json.loads((shipped.folder() / "schema.json").read_text("utf-8"))
    return found


@cache
def _parameters() -> dict[str, Keys]:
    """The keys of every algorithm, with the words that each takes."""
    heads = _schema()["else"]["properties"]["algorithms"]["additionalProperties"]["oneOf"]
    return {
        use: _of_definition(one, depth=1)
        for one in map(_definition, heads)
        for use in _words(one["properties"]["use"])
    }


def _of_algorithms(path: str | None) -> Keys:
    """The keys of the algorithms in a config: ``algorithms.LABEL.KEY``."""
    from metaqueens.config import shipped
    from metaqueens.config.yaml import strict_yaml

    try:
        file = shipped.find(path or "")
        value: Any = strict_yaml.read(Path(file).read_text(encoding="utf-8"), file).value
        labels = {label: one["use"] for label, one in value["algorithms"].items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}  # it is being written
    return {
        f"algorithms.{label}.{key}": words
        for label, use in labels.items()
        for key, words in _parameters().get(str(use), {}).items()
    }


def _of_definition(one: Mapping[str, Any], depth: int, before: str = "") -> Keys:
    """The properties of a definition and of its parts, with the words that each takes."""
    found: Keys = {}
    for name, field in one.get("properties", {}).items():
        if depth == 1 and name == "use":
            continue
        parts = [_definition(part) for part in _kinds(field) if "$ref" in part]
        parts = [part for part in parts if "properties" in part]
        if depth and parts:
            for part in parts:
                for key, words in _of_definition(part, depth - 1, f"{before}{name}.").items():
                    found[key] = [*dict.fromkeys([*found.get(key, []), *words])]
        else:
            found[before + name] = _words(field)
    return found


def _kinds(field: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """What a field may be."""
    several = field.get("oneOf") or field.get("anyOf")
    for one in several or ():
        yield from _kinds(one)
    if not several:
        yield field


def _words(field: Mapping[str, Any]) -> list[str]:
    """The words that it takes."""
    found: list[str] = []
    for one in map(_definition, _kinds(field)):
        choice = one.get("enum", [one["const"]] if "const" in one else [])
        found += [str(word) for word in choice if isinstance(word, str)]
        if one.get("type") == "boolean":
            found += ["true", "false"]
    return found


def _definition(one: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a reference stands for; anything else itself."""
    if "$ref" not in one:
        return one
    found: Mapping[str, Any] = _schema()["$defs"][one["$ref"].rpartition("/")[2]]
    return found
