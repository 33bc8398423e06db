"""The page of the lab: searches that run in the browser, the same runs as ``solve``."""

from base64 import b64encode
from importlib.resources import files
from typing import Any

from metaqueens.algorithms import simulated_annealing
from metaqueens.config.schema import json_schema
from metaqueens.contestants.registry import CONTESTANTS
from metaqueens.pages.page import render

SCRIPTS = (
    "squares.js", "curves.js", "random.js", "engine.js", "lab_spec.js", "lab_board.js",
    "lab_lane.js", "lab_statistics.js", "lab_many.js", "lab_out.js", "lab.js",
)  # fmt: skip
# By search, which of its keys the module of kernels takes; the others have their defaults.
SEARCHES = {
    "hill_climbing": ("variant", "sideways", "restarts"),
    "simulated_annealing": ("schedule", "focus"),
    "min_conflicts": ("noise", "restart_after"),
    "tabu_search": ("shortest", "longest"),
    "random_walk": (),
}
SMALLEST, LARGEST = 4, 1000
# What `solve` has where no budget is given, as far as a page should go on by itself.
EVALUATIONS = 10_000_000


def page() -> str:
    """Return the page, in one file that asks no network for anything."""
    kernels = files("metaqueens.lab").joinpath("kernels.wasm").read_bytes()
    return render(
        "lab.html.j2",
        SCRIPTS,
        wasm=True,
        title="The lab: N queens",
        kernels=b64encode(kernels).decode(),
        lab={
            "searches": searches(),
            "usual": usual(),
            "smallest": SMALLEST,
            "largest": LARGEST,
            "evaluations": EVALUATIONS,
        },
        largest=LARGEST,
        smallest=SMALLEST,
        evaluations=EVALUATIONS,
    )


def usual() -> dict[str, float]:
    """Return what parameters that scale with n come from."""
    annealing = simulated_annealing
    return {"hot": annealing.HOT, "cold": annealing.COLD, "length": annealing.LENGTH}


def searches() -> list[dict[str, Any]]:
    """Return each search with its parameters, as the fields of its class have them."""
    definitions = json_schema()["$defs"]
    found = []
    for name, keys in SEARCHES.items():
        kind = CONTESTANTS[name]
        properties = definitions[kind.__name__]["properties"]
        fields = [field for key in keys for field in _fields(key, properties[key], definitions)]
        about = definitions[kind.__name__]["description"]
        found.append(
            {"name": name, "about": about, "encoding": kind.encodings[0], "fields": fields}
        )
    return found


def _fields(key: str, schema: dict[str, Any], definitions: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the fields of a key: one, or of a key with several kinds all that these have."""
    kinds = [_named(one, definitions) for one in schema.get("oneOf", ()) if "$ref" in one]
    if not kinds:
        return [_field(key, schema)]
    uses = [kind["properties"]["use"]["const"] for kind in kinds]
    about = schema["description"]
    chosen = {"about": about, "options": uses, "default": schema["default"]["use"]}
    found: dict[str, dict[str, Any]] = {f"{key}.use": {"key": f"{key}.use", **chosen}}
    for use, kind in zip(uses, kinds, strict=True):
        for name, one in kind["properties"].items():
            if name != "use":
                field = found.setdefault(f"{key}.{name}", _field(f"{key}.{name}", one))
                field.setdefault("only", []).append(use)
    return [*found.values()]


def _named(schema: dict[str, str], definitions: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = definitions[schema["$ref"].rpartition("/")[2]]
    return found


def _field(key: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return a choice, or a number with its range; null is an empty field, where it is allowed."""
    field = {"key": key, "about": schema["description"], "default": schema["default"]}
    if "enum" in schema:
        return {**field, "options": schema["enum"]}
    kinds = [*_kinds(schema)]
    number = next(one for one in kinds if "minimum" in one or "exclusiveMinimum" in one)
    whole = "integer" in number["type"]
    lowest = number.get("minimum", 1 if whole else 0)
    return {
        **field,
        "whole": whole,
        "least": lowest,
        "above": lowest if "exclusiveMinimum" in number and not whole else None,
        "most": number.get("maximum"),
        "empty": any(one.get("type") == "null" for one in kinds),
    }


def _kinds(schema: dict[str, Any]) -> Any:
    """Yield what a value may be."""
    parts = schema.get("anyOf", []) + schema.get("oneOf", [])
    for part in parts:
        yield from _kinds(part)
    if not parts:
        yield schema
