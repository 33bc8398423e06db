"""The page of the lab: searches in the browser, with the same runs as ``solve``."""

import gzip
from base64 import b64encode
from functools import cache
from importlib.resources import files
from typing import Any, get_args

from metaqueens.algorithms.genetic.parts import BUILT_IN, OPERATORS
from metaqueens.algorithms.genetic.population import SchemeName
from metaqueens.algorithms.simulated_annealing import LENGTH
from metaqueens.config.schema import json_schema, list_choices, list_models, list_uses
from metaqueens.contestants.registry import CONTESTANTS
from metaqueens.core.choices import EncodingName
from metaqueens.pages.page import render
from metaqueens.queens.problem import COLD, HOT

SCRIPTS = (
    "squares.js", "curves.js", "random.js", "engine.js", "lab_spec.js", "lab_board.js",
    "lab_lane.js", "lab_statistics.js", "lab_many.js", "lab_out.js", "lab.js",
)  # fmt: skip
# The keys of each search that the module of kernels takes; the others have their defaults.
SEARCHES = {
    "hill_climbing": ("encoding", "variant", "sideways", "restarts"),
    "simulated_annealing": ("encoding", "schedule", "focus", "restarts"),
    "min_conflicts": ("noise", "restart_after", "restarts"),
    "tabu_search": ("encoding", "shortest", "longest", "restarts"),
    "genetic": ("population", "selection", "crossover", "mutation", "elites", "scheme"),
    "backtracking": ("form",),
}
# The option that omits a key, and the default of a number without one.
NEVER, UNIT = "never", 1_000
SMALLEST, LARGEST = 4, 1000
# The budget of a run in the page.
EVALUATIONS = 10_000_000


def page() -> str:
    """Return the page, one file without access to the network."""
    module = files("metaqueens.lab").joinpath("kernels.wasm").read_bytes()
    return render(
        "lab.html.j2",
        SCRIPTS,
        wasm=True,
        title="The lab: N queens",
        kernels=b64encode(gzip.compress(module, mtime=0)).decode(),
        lab={
            "searches": searches(),
            "usual": usual(),
            "smallest": SMALLEST,
            "largest": LARGEST,
            "evaluations": EVALUATIONS,
        },
    )


def usual() -> dict[str, Any]:
    """Return the parameters of defaults that depend on n, and the names of operators in order."""
    names = {**BUILT_IN, "scheme": get_args(SchemeName)}
    return {"hot": HOT, "cold": COLD, "length": LENGTH, "genetic": names}


@cache
def searches() -> list[dict[str, Any]]:
    """Return each search with its parameters, as the fields of its class have them."""
    definitions = json_schema()["$defs"]
    found = []
    for name, keys in SEARCHES.items():
        kind = CONTESTANTS[name]
        schema, encoding = definitions[kind.__name__], kind.encodings[0]
        fields = [
            field
            for key in keys
            for field in _fields(key, schema["properties"][key], definitions, encoding)
        ]
        found.append(
            {
                "name": name,
                "about": schema["description"],
                "encoding": encoding,
                "fields": fields,
                "rules": _rules(kind, fields),
            }
        )
    return found


def _rules(kind: Any, fields: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the rules that a search honours, and ``by`` which parameter, if it depends on one."""
    for field in fields:
        if "options" in field and "." not in field["key"]:
            honoured = {option: kind(**{field["key"]: option}).rules for option in field["options"]}
            if len(set(honoured.values())) > 1:
                return {"by": field["key"], "of": honoured}
    return {"by": None, "of": kind().rules}


def _fields(
    key: str, schema: dict[str, Any], definitions: dict[str, Any], encoding: EncodingName
) -> list[dict[str, Any]]:
    """Return the fields of a key: one, or the fields of all its kinds."""
    about = schema.get("description", "")
    if key == "encoding":
        both = ["permutation", "rows"]
        return [{"key": key, "about": about, "options": both, "default": encoding}]
    kinds = [definitions[name] for name in list_models(schema)]
    if not kinds or any("minimum" in part for part in list_choices(schema)):
        return [_field(key, schema)]
    uses = {use: kind["properties"] for kind in kinds for use in list_uses(kind)}
    chosen: dict[str, Any] = {"key": f"{key}.use", "about": about}
    if key in OPERATORS:  # one kind, with several names
        legal = list(OPERATORS[key][encoding])
        chosen |= {"options": legal, "default": legal[0]}
    elif schema["default"] is None:
        chosen |= {"options": [NEVER, *uses], "default": NEVER}
    else:
        chosen |= {"options": [*uses], "default": schema["default"]["use"]}
    found: dict[str, dict[str, Any]] = {chosen["key"]: chosen}
    for use, properties in uses.items():
        for name, part in properties.items():
            if name != "use":
                field = found.setdefault(f"{key}.{name}", _field(f"{key}.{name}", part))
                if key not in OPERATORS:
                    field.setdefault("only", []).append(use)
    if key == "mutation":
        found["mutation.rate"]["only"] = ["shuffle"]
    return [*found.values()]


def _field(key: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return a choice, or a number with its range; an empty field means null, if it is allowed."""
    default = schema.get("default", UNIT)
    field = {"key": key, "about": schema.get("description", ""), "default": default}
    if "default" not in schema:
        field["required"] = True
    if key == "form":  # the only form in which each step places or removes a queen
        return {**field, "options": ["iterative"], "default": "iterative", "required": True}
    if "enum" in schema:
        return {**field, "options": schema["enum"]}
    kinds = list_choices(schema)
    number = next(part for part in kinds if "minimum" in part or "exclusiveMinimum" in part)
    whole = "integer" in number["type"]
    lowest = number.get("minimum", 1 if whole else number.get("exclusiveMinimum"))
    return {
        **field,
        "whole": whole,
        "least": lowest,
        "above": lowest if "exclusiveMinimum" in number and not whole else None,
        "most": number.get("maximum"),
        "empty": any(part.get("type") == "null" for part in kinds),
    }
