"""``space: auto``: what an algorithm's parameters may be, from its own fields."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from metaqueens.config.tuning.space import Space, trouble
from metaqueens.config.tuning_keys import Dimension
from metaqueens.problem.queens import Queens
from metaqueens.search.parameters import Parameters

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


def automatic(default: Parameters, problems: Sequence[Queens]) -> dict[str, Dimension]:
    """The parameters of ``default`` that can be set, by dotted key, each with its range.

    Words and switches: all that fit the problems. Numbers with two bounds: all between them.
    Others: a factor of eight around the default. A field may say more, in its
    ``json_schema_extra={"tune": ...}``, with the keys of a dimension. Numbers that are null by
    default and say nothing scale with n in a way of their own; they are left out, as are encodings
    and restarts.
    """
    kind, base = type(default), default.model_dump(mode="json")
    schema = kind.model_json_schema()
    given = _of(schema["properties"], base, "", schema.get("$defs", {}), LEFT_OUT)
    found: dict[str, Dimension] = {}
    for key, ends in given:
        # Below a part whose variant is asked, the tuning finds out which variants have this key.
        depends = key.rpartition(".")[0] in found
        if one := _possible(kind, base, key, ends, problems, depends):
            found[key] = one
    return found


def _of(
    fields: Mapping[str, Any],
    base: Mapping[str, Any],
    before: str,
    named: Any,
    without: Sequence[str] = (),
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The parameters below a part, the part's own variant first."""
    for name, field in fields.items():
        if name in without or name == "use":
            continue
        key, value = f"{before}{name}", base.get(name)
        kinds = [_resolved(one, named) for one in field.get("oneOf", field.get("anyOf", [field]))]
        # A given board is nothing to be tried.
        kinds = [
            one
            for one in kinds
            if one.get("type") != "null" and "board" not in one.get("properties", {})
        ]
        parts = [one for one in kinds if "properties" in one]
        if len(parts) > 1:
            uses = [one["properties"]["use"]["const"] for one in parts if _use_of(one)]
            yield key, {"choice": [{"use": use} for use in uses]}
        if isinstance(value, Mapping):
            for part in parts:
                mine = value if _use_of(part) in (None, value.get("use")) else _defaults(part)
                yield from _of(part["properties"], mine, f"{key}.", named)
        own = {TUNE: field[TUNE]} if TUNE in field else {}
        if not parts and len(kinds) == 1 and (ends := _ends(kinds[0] | own, value)):
            yield key, ends


def _resolved(field: Any, named: Any) -> Any:
    return named[field["$ref"].rpartition("/")[2]] if "$ref" in field else field


def _use_of(part: Any) -> str | None:
    use: str | None = part["properties"].get("use", {}).get("const")
    return use


def _defaults(part: Any) -> dict[str, Any]:
    return {name: field.get("default") for name, field in part["properties"].items()}


def _ends(field: Any, value: Any) -> dict[str, Any] | None:
    """The keys of a ``Dimension`` for a field; None where nothing can be told from it."""
    if TUNE in field:
        found: dict[str, Any] = field[TUNE]
        return found
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
    kind: type[Parameters],
    base: Any,
    key: str,
    ends: dict[str, Any],
    problems: Sequence[Queens],
    depends: bool,
) -> Dimension | None:
    """The dimension, with only those choices that can be made; None for fewer than two."""
    space = Space(kind, base, {}, {}, ())
    if "choice" in ends:
        fits = [one for one in ends["choice"] if _fits(space, key, one, problems)]
        return Dimension(choice=fits) if len(fits) > 1 else None
    values = next(ends[name] for name in ("int", "float") if name in ends)
    wrong = not depends and any(trouble(kind, base, {key: value}, key) for value in values)
    return None if wrong else Dimension(**ends)


def _fits(space: Space, key: str, value: Any, problems: Sequence[Queens]) -> bool:
    wrong = trouble(space.kind, space.base, {key: value}, key)
    return wrong is None and space.objection({key: value}, problems) is None
