"""The ranges of the space of a ``tune`` block, checked against the fields of the algorithm."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from metaqueens.config.file import Dimension
from metaqueens.config.strict_yaml import Document, Path
from metaqueens.search.algorithm import Algorithm
from metaqueens.text.validation import UNKNOWN_KEY, explain
from metaqueens.tuning.space import Dimensions, trouble


def read_dimensions(
    document: Document, space: Mapping[str, Dimension], default: Algorithm, errors: list[str]
) -> Dimensions:
    """Return the dimensions in an order to ask them in: the choice of a part before its own."""
    kind, base = type(default), default.model_dump(mode="json")
    for key, dimension in space.items():
        path: Path = ("tune", "space", key)
        for k, value in enumerate(dimension.ends):
            found = [
                trouble(kind, base, {**given, key: value}, key) for given in _above(space, key)
            ]
            first: Any = found[0]
            if all(found):
                unknown = first["type"] in UNKNOWN_KEY
                at: Path = (*path, "") if unknown else (*path, dimension.kind, k)
                errors.append(document.problem(path, explain(first, kind), at))
                break
    return dict(sorted(space.items(), key=lambda item: len(next(_above(space, item[0])))))


def _above(space: Mapping[str, Dimension], key: str) -> Iterator[dict[str, Any]]:
    """Yield the choices of the parts that ``key`` belongs to, all together."""
    parents = {
        parent: dimension.choice
        for parent, dimension in space.items()
        if parent != key
        and key.startswith(f"{parent.removesuffix('.use')}.")
        and dimension.choice is not None
    }
    for choices in product(*parents.values()):
        yield dict(zip(parents, choices, strict=True))
