"""The JSON schema of experiment files, from the same fields that check them."""

import inspect
import re
from collections import ChainMap
from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

from pydantic import Field, create_model

from metaqueens.config.file import ExperimentFile
from metaqueens.config.strict_yaml import items
from metaqueens.contestants.registry import CONTESTANTS, FULL_NAMES
from metaqueens.problem.registry import PROBLEMS, load_part
from metaqueens.search.algorithm import Strict
from metaqueens.search.budget import Budget


def _describe_class(kind: str, *names: str) -> dict[str, Any]:
    """Return the schema of a class in a user's file, or of one of the ``names``."""
    use: dict[str, Any] = {"type": "string", "pattern": r"^.+:\w+$"}
    if names:
        use = {"anyOf": [use, {"enum": [*names]}]}
    return {
        "type": "object",
        "description": f"{kind} in a user's file.",
        "properties": {"use": use},
        "required": ["use"],
    }


def json_schema(algorithms: Mapping[str, Any] = CONTESTANTS) -> dict[str, Any]:
    """Return the schema of an experiment file with these ``algorithms``, draft 2020-12."""
    algorithm: Any = reduce(or_, algorithms.values())
    problem: Any = load_part("models").Given
    model = create_model(
        "ExperimentFile",
        __base__=ExperimentFile,
        problem=(problem, ...),
        algorithms=(dict[str, algorithm], Field(min_length=1)),
        budget=(Budget, ...),
    )
    schema = model.model_json_schema(by_alias=True)
    kinds = (*_below(Strict), *algorithms.values(), *load_part("models").KINDS, Budget)
    documented = {kind.__name__: kind for kind in kinds}
    for name, definition in {"ExperimentFile": schema, **schema["$defs"]}.items():
        if name in documented:  # not an Enum of a user
            _describe(definition, documented[name])
    schema["$defs"]["Budget"]["minProperties"] = 1
    _complete_algorithms(schema, algorithms)
    choices = list_choices(schema["properties"]["algorithms"]["additionalProperties"])
    own = _describe_class("An algorithm by a short name, or one", *FULL_NAMES)
    keys = {use: schema["$defs"][kind.__name__]["required"] for use, kind in algorithms.items()}
    names = [use for use, required in keys.items() if required == ["use"]]
    words = {"anyOf": [{"enum": names}, own["properties"]["use"]]}
    schema["properties"]["algorithms"]["additionalProperties"] = {"oneOf": [*choices, own, words]}
    schema["properties"]["problem"]["anyOf"].append(
        _describe_class("A problem by name, or", *PROBLEMS)
    )
    executor = schema["properties"]["executor"]
    executor["anyOf"] = [{"$ref": executor.pop("$ref")}, *_list_names(schema["$defs"]["Executor"])]
    schema["required"].remove("name")  # the file's own name, when not given
    schema["properties"]["extends"] = {**schema["properties"]["extends"], "type": "string"}
    _require_less_of_extensions(schema)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    _allow_underscores(schema)
    return schema


def list_choices(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the schemas of the values that a field accepts: itself, or its alternatives."""
    parts = [*schema.get("anyOf", []), *schema.get("oneOf", [])]
    return [choice for part in parts for choice in list_choices(part)] or [schema]


def list_models(schema: dict[str, Any]) -> list[str]:
    """Return the names of the models that a field accepts."""
    found = [choice["$ref"] for choice in list_choices(schema) if "$ref" in choice]
    return [reference.rpartition("/")[2] for reference in found]


def list_uses(definition: dict[str, Any]) -> list[str]:
    """Return the words that select a model by its ``use``."""
    uses = list_choices(definition["properties"].get("use", {}))
    return [word for use in uses for word in (*use.get("enum", ()), use.get("const")) if word]


def _complete_algorithms(schema: dict[str, Any], algorithms: Mapping[str, Any]) -> None:
    """Add the name of each algorithm, and remove the keys that it refuses.

    ``use`` is required in all kinds of a part but the first, which is the default. A name stands
    for a part that needs no other key.
    """
    for use, kind in algorithms.items():
        definition = schema["$defs"][kind.__name__]
        for key in ("restarts", "start"):
            if key in kind.refuses:
                del definition["properties"][key]
        for field in definition["properties"].values():
            parts = [schema["$defs"][name] for name in list_models(field)]
            for part in parts[1:]:
                part["required"] = sorted({"use", *part.get("required", [])})
            if names := [name for part in parts for name in _list_names(part)]:
                field["oneOf" if "oneOf" in field else "anyOf"].append({"anyOf": names})
        definition["properties"] = {"use": {"const": use}, **definition["properties"]}
        definition["required"] = ["use", *definition.get("required", [])]


def _list_names(part: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the schemas of the names that may stand for a part; none if it has required keys."""
    uses = list_choices(part.get("properties", {}).get("use", {}))
    is_whole = {*part.get("required", [])} <= {"use"}
    return [use for use in uses if is_whole and use.get("type") == "string"]


def _require_less_of_extensions(schema: dict[str, Any]) -> None:
    whole = {key: schema["properties"][key] for key in ("problem", "algorithms")}
    schema["if"] = {"required": ["extends"]}
    schema["else"] = {"required": schema.pop("required"), "properties": whole}
    for key, definition in whole.items():
        text = definition.get("description", "")
        schema["properties"][key] = {"type": "object", "description": text}


def descriptions(kind: type) -> dict[str, str]:
    """Return the description of each parameter in the docstring of ``kind``."""
    _, _, section = (inspect.getdoc(kind) or "").partition("Parameters\n----------\n")
    found = {}
    for names, text in re.findall(r"^(\w[\w, ]*)\n((?:[ ]{4}.*\n?|\n(?=[ ]{4}))+)", section, re.M):
        for name in names.split(", "):
            found[name] = re.sub(r" \[\d+\]_|``", "", " ".join(text.split()))
    return found


def _describe(definition: dict[str, Any], kind: type) -> None:
    parameters = ChainMap(*map(descriptions, kind.__mro__))
    text = inspect.getdoc(kind) or ""  # PYTHONOPTIMIZE=2: there are no docstrings
    definition["description"] = text.partition("\n\n")[0].replace("``", "")
    for name, field in definition.get("properties", {}).items():
        field.pop("title", None)
        if name in parameters:
            field["description"] = parameters[name]


def _below(kind: type) -> list[type]:
    children: list[type] = kind.__subclasses__()
    return [found for child in children for found in (child, *_below(child))]


def _allow_underscores(node: Any) -> None:
    """Allow 200_000 and 1e6, which are texts for editors, as whole numbers, but not "3"."""
    if isinstance(node, dict) and node.get("type") == "integer":
        node["type"] = ["integer", "string"]
        node["pattern"] = r"^[-+]?\d[\d_]*(_\d*|[eE]\d+)$"
    for _, value in items(node):
        _allow_underscores(value)
