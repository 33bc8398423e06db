"""Rows for ``metaqueens list``, made from the tables and models in use."""

import inspect
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

from metaqueens.plugins import entry_points
from metaqueens.text.errors import UserError, system_text

Row = dict[str, Any]


def algorithms() -> Iterator[Row]:
    """Yield the contestants, each with its parameters."""
    from metaqueens.contestants.registry import CONTESTANTS

    for use, kind in CONTESTANTS.items():
        yield {
            "use": use,
            "what": _summary(kind),
            "good_for": kind.good_for,
            "encodings": list(kind.encodings),
            "rules": rules(kind),
            "parameters": [one for one in _parameters(kind) if one["name"] != "encoding"],
        }
    for use, what in _plugins("algorithms"):
        yield {
            "use": use, "what": what, "good_for": "", "encodings": [], "rules": None,
            "parameters": [],
        }  # fmt: skip


def rules(kind: Any) -> list[str] | None:
    """The rules that a search takes account of by default; None where that depends on its keys."""
    try:
        return list(kind().supported_rules)
    except UserError:
        return None


def _plugins(group: entry_points.Group) -> Iterator[tuple[str, str]]:
    """Yield those of a group, which are not imported, and where each is from."""
    for one in entry_points.declared(group):
        yield one.name, f"plug-in of {one.origin}"


def moves() -> Iterator[Row]:
    """Yield the neighbourhoods, and the encodings that they keep to."""
    from metaqueens.core.moves import MEANINGS
    from metaqueens.problem.space import MOVES

    for move, what in MEANINGS.items():
        name = move.name.lower()
        yield {"use": name, **_where_legal(name, MOVES), "what": what}


def operators() -> Iterator[Row]:
    """Yield the parts of a genetic algorithm, and the acceptance criteria of local search."""
    from metaqueens.algorithms.genetic import parts
    from metaqueens.algorithms.genetic.operators import crossovers, mutations
    from metaqueens.algorithms.local_search.acceptance import Acceptance

    yield from _kinds("selection", parts.AnySelection)
    for part, legal, kernels, kind in (
        ("crossover", parts.CROSSOVERS, vars(crossovers), parts.Crossover),
        ("mutation", parts.MUTATIONS, vars(mutations), parts.Mutation),
    ):
        for name in dict.fromkeys(name for names in legal.values() for name in names):
            mine, what = _parameters_of(name, kind)
            what = _summary(kernels[name]) if name in kernels else what
            row = {"part": part, "use": name, **_where_legal(name, legal), "what": what}
            yield {**row, "parameters": mine}
    yield from _kinds("acceptance", Acceptance)
    for use, what in _plugins("operators"):
        yield {"part": "any", "use": use, **_everywhere(), "what": what, "parameters": []}


def _kinds(part: str, choice: Any) -> Iterator[Row]:
    """Yield the variants of a part that work on every encoding, without those from outside."""
    for variant in get_args(get_args(choice)[0]):
        kind, *_, tag = get_args(variant)
        if tag.tag != "plugin":
            row = {"part": part, "use": tag.tag, **_everywhere(), "what": _summary(kind)}
            yield {**row, "parameters": _parameters(kind)}


def _everywhere() -> Row:
    from metaqueens.problem.space import MOVES

    return {"encodings": [*MOVES], "default_on": []}


def instances() -> Iterator[Row]:
    """Yield the sets of instances of installed packages, which ``problem: {file: NAME}`` takes."""
    for use, what in _plugins("instances"):
        yield {"use": use, "what": what}


def configs(folder: Path | None) -> Iterator[Row]:
    """The configs in ``folder``, as they are given to ``run``, and what their first comment says.

    Without one, those in the present folder's ``configs/`` and those that come with the package.
    """
    from metaqueens.config import shipped

    own = folder or Path("configs")
    if folder and not own.is_dir():
        raise UserError(f"{own}: no such folder; name the one that holds your configs")
    for path in sorted(own.glob("*.y*ml")):
        yield {"config": str(path), "what": _first_comment(path)}
    if not folder and own.resolve() != shipped.folder().resolve():
        for path in sorted(shipped.folder().glob("*.yaml")):
            yield {"config": path.stem, "what": _first_comment(path)}


def _where_legal(name: str, legal: Mapping[Any, tuple[str, ...]]) -> Row:
    """The first of an encoding is its default."""
    return {
        "encodings": [encoding for encoding, names in legal.items() if name in names],
        "default_on": [encoding for encoding, names in legal.items() if name == names[0]],
    }


def _summary(documented: Any) -> str:
    """Return the first paragraph of a docstring, without its marks."""
    text = (inspect.getdoc(documented) or "").partition("\n\n")[0]
    return re.sub(r" \[\d+\]_|``", "", " ".join(text.split()))


def _parameters(kind: Any) -> list[Row]:
    """The fields of a model but ``use``: name, default, and what the docstrings say of them."""
    from metaqueens.config.schema import descriptions

    known = {name: text for base in kind.__mro__[::-1] for name, text in descriptions(base).items()}
    return [
        {"name": name, "default": _default(field), "what": known.get(name, "")}
        for name, field in kind.model_fields.items()
        if name != "use" and not (hasattr(kind, "why_not") and kind.why_not(name))
    ]


def _default(field: Any) -> Any:
    if field.is_required():
        return None
    default = field.get_default(call_default_factory=True)
    return default.model_dump(mode="json") if hasattr(default, "model_dump") else default


def _parameters_of(name: str, kind: Any) -> tuple[list[Row], str]:
    """Return those of ``kind`` that the operator ``name`` has, and what is said of its own one."""
    mine, own = [], ""
    for one in _parameters(kind):
        belongs = re.match(r"For (\w+): (.*)", one["what"])
        if not belongs or belongs[1] == name:
            mine.append(one)
        if belongs and belongs[1] == name:
            own = belongs[2][0].upper() + belongs[2][1:]
    return mine, own


def _first_comment(path: Path) -> str:
    """Return the first paragraph of comments, hints for editors aside."""
    from metaqueens.config import other_files
    from metaqueens.files import reading

    words: list[str] = []
    try:
        text = reading.content(path, other_files.MOST_BYTES).decode("utf-8-sig", "replace")
    except OSError as error:
        return f"({system_text(error)})"
    for line in text.splitlines():
        if not line.startswith("#") or (line.strip() == "#" and words):
            break
        if not line.startswith("# yaml-language-server:"):
            words += line.lstrip("# ").split()
    return " ".join(words)
