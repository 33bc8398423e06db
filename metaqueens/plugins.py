"""Outside code by name: ``package.module:attribute``."""

import re
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from metaqueens.errors import did_you_mean


def load(name: str) -> Any:
    """Import what ``name`` says; modules beside the user, in the present folder, are found too.

    Raises ``ValueError`` with the nearest right word where there is no such thing.
    """
    if not re.fullmatch(r"\w+(\.\w+)*:\w+", name):
        raise ValueError(f"{name!r}: expected package.module:Name")
    module_name, _, attribute = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)  # last, so that nothing of the user's hides a library
    try:
        module = import_module(module_name)
    except (Exception, SystemExit) as error:  # whatever goes wrong in a module of the user's
        kind = "" if isinstance(error, ImportError) else f"{type(error).__name__}: "
        raise ValueError(f"{name!r}: cannot import {module_name!r}: {kind}{error}") from None
    try:
        return getattr(module, attribute)
    except AttributeError:
        raise ValueError(
            f"{name!r}: {module_name} has no {attribute!r}{did_you_mean(attribute, dir(module))}"
        ) from None


class Table(Mapping[str, Any]):
    """Classes by name, each imported when it is first asked for; ``homes`` says from where."""

    def __init__(self, homes: Mapping[str, str]) -> None:
        self.homes = dict(homes)
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            self._loaded[name] = load(self.homes[name])
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.homes)

    def __len__(self) -> int:
        return len(self.homes)

    def __or__(self, other: "Table") -> "Table":
        return Table(self.homes | other.homes)
