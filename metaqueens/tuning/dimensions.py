"""The ranges of a space: those of a ``tune`` block, checked, or those of the fields (``auto``)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from metaqueens.config.file import Dimension
from metaqueens.config.strict_yaml import Document, Path
from metaqueens.problem.queens import Queens
from metaqueens.search.parameters import Parameters
from metaqueens.text.validation import UNKNOWN_KEY, explain
from metaqueens.tuning.space import ParameterSpace, trouble

Dimensions = dict[str, Dimension]
Conditions = dict[str, dict[str, list[Any]]]
# Where a field says itself what is worth trying.
TUNE = "tune"
# What every algorithm has: no part of how it searches.
LEFT_OUT = ("encoding", "restarts")
# A field that is bounded on one side is asked from an eighth of its default to eight times it.
FACTOR = 8
# A range of whole numbers of more than a factor of so many is asked by ratios.
WIDE = 10
# A bound beyond this is there to refuse nonsense, not to be tried.
FAR = 10_000


def read_dimensions(
    document: Document,
    space: Mapping[str, Dimension],
    default: Parameters,
    errors: list[str],
) -> tuple[Dimensions, Conditions]:
    """Return the dimensions in an order to ask them in, and what each is conditional on."""
    kind, base = type(default), default.model_dump(mode="json")
    conditions: Conditions = {}
    for key, dimension in space.items():
        path: Path = ("tune", "space", key)
        asked = _asked_when(kind, base, space, key)
        if asked:
            conditions[key] = asked
        given = {parent: values[0] for parent, values in asked.items()}
        for k, value in enumerate(dimension.ends):
            if error := trouble(kind, base, {**given, key: value}, key):
                unknown = error["type"] in UNKNOWN_KEY
                at: Path = (*path, "") if unknown else (*path, dimension.kind, k)
                errors.append(document.problem(path, explain(error, kind), at))
                break
    return _in_order(space, conditions), conditions


def _asked_when(
    kind: type[Parameters], base: Mapping[str, Any], space: Mapping[str, Dimension], key: str
) -> dict[str, list[Any]]:
    """Return the choices of its part under which ``key`` exists."""
    found, sample = {}, space[key].ends[0]
    for parent, dimension in space.items():
        part = parent.removesuffix(".use")
        if parent == key or not key.startswith(f"{part}.") or dimension.choice is None:
            continue
        fits = [
            choice
            for choice in dimension.choice
            if not trouble(kind, base, {parent: choice, key: sample}, key)
        ]
        if 0 < len(fits) < len(dimension.choice):
            found[parent] = fits
    return found


def _in_order(space: Mapping[str, Dimension], conditions: Conditions) -> Dimensions:
    """Return those that others are conditional on first."""
    ordered: Dimensions = {}
    while len(ordered) < len(space):
        ordered |= {
            key: space[key]
            for key in space
            if key not in ordered and conditions.get(key, {}).keys() <= ordered.keys()
        }
    return ordered


def automatic(default: Parameters, problems: Sequence[Queens]) -> dict[str, Dimension]:
    """Return the parameters of ``default`` that can be set, by dotted key, each with its range.

    Words and switches: all that fit the problems. Numbers with two bounds: all between them.
    Others: a factor of eight around the default. A field may say more, in its
    ``json_schema_extra={"tune": ...}``, with the keys of a dimension. Numbers that are null by
    default and say nothing scale with n in a way of their own; they are left out, as are encodings
    and restarts.
    """
    kind, base = type(default), default.model_dump(mode="json")
    schema = kind.model_json_schema()
    fields = {name: one for name, one in schema["properties"].items() if name not in LEFT_OUT}
    space = ParameterSpace(kind, base, {}, {}, ())
    found: dict[str, Dimension] = {}
    for key, ends in _ranges(fields, base, "", schema.get("$defs", {})):
        # Below a part whose variant is asked, the tuning finds out which variants have this key.
        depends = key.rpartition(".")[0] in found
        if one := _possible(space, key, ends, problems, depends):
            found[key] = one
    return found


def _ranges(
    fields: Mapping[str, Any], base: Mapping[str, Any], before: str, named: Mapping[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the parameters below a part, the part's own variant first."""
    for name, field in fields.items():
        if name == "use":
            continue
        key, value = f"{before}{name}", base.get(name)
        kinds = [_resolved(one, named) for one in field.get("oneOf", field.get("anyOf", [field]))]
        # A given board is nothing to be tried.
        kinds = [
            one
            for one in kinds
            if one.get("type") != "null" and "board" not in one.get("properties", {})
        ]
        parts = [one["properties"] for one in kinds if "properties" in one]
        if len(parts) > 1:
            uses = [use for one in parts if (use := _use_of(one))]
            yield key, {"choice": [{"use": use} for use in uses]}
        if isinstance(value, Mapping):
            for part in parts:
                defaults = {inner: one.get("default") for inner, one in part.items()}
                mine = value if _use_of(part) in (None, value.get("use")) else defaults
                yield from _ranges(part, mine, f"{key}.", named)
        own = {TUNE: field[TUNE]} if TUNE in field else {}
        if not parts and len(kinds) == 1 and (ends := _ends(kinds[0] | own, value)):
            yield key, ends


def _resolved(field: Mapping[str, Any], named: Mapping[str, Any]) -> Any:
    return named[field["$ref"].rpartition("/")[2]] if "$ref" in field else field


def _use_of(part: Mapping[str, Any]) -> str | None:
    use: str | None = part.get("use", {}).get("const")
    return use


def _ends(field: Mapping[str, Any], value: Any) -> dict[str, Any] | None:
    """Return the keys of a ``Dimension`` for a field; None where it does not tell them."""
    if TUNE in field:
        return dict(field[TUNE])
    if "enum" in field:
        return {"choice": field["enum"]}
    if field.get("type") == "boolean":
        return {"choice": [False, True]}
    if field.get("type") not in ("integer", "number"):
        return None
    whole = field["type"] == "integer"
    low = field.get("minimum", field.get("exclusiveMinimum"))
    high = field.get("maximum", field.get("exclusiveMaximum"))
    if high is None or low is None or high > FAR or "exclusiveMinimum" in field:
        if not isinstance(value, int | float) or value <= 0:
            return None
        low = max(value / FACTOR, low or 0, *([1] if whole else []))
        high = min(value * FACTOR, high if high is not None else value * FACTOR)
    low, high = (round(end) if whole else float(end) for end in (low, high))
    if not low < high:
        return None
    ratios = low > 0 and high / low > WIDE
    return {"int" if whole else "float": [low, high], "log": ratios}


def _possible(
    space: ParameterSpace,
    key: str,
    ends: dict[str, Any],
    problems: Sequence[Queens],
    depends: bool,
) -> Dimension | None:
    """Return the dimension with those choices that can be made; None for fewer than two."""

    if "choice" in ends:
        fits = [one for one in ends["choice"] if space.objection({key: one}, problems) is None]
        return Dimension(choice=fits) if len(fits) > 1 else None
    values = ends["int"] if "int" in ends else ends["float"]
    wrong = any(trouble(space.kind, space.base, {key: value}, key) for value in values)
    return Dimension(**ends) if depends or not wrong else None
