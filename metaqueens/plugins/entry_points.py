"""Plug-ins that installed packages declare: a name in a config instead of ``package.module:Name``.

A package declares them in its ``pyproject.toml``, in one of two groups:

    [project.entry-points."metaqueens.algorithms"]
    my_search = "my_package.search:MySearch"

They are looked up where a name is none of ours, and imported where they are used.
"""

import sys
from functools import lru_cache
from importlib.metadata import entry_points
from typing import Literal, NamedTuple

Group = Literal["algorithms", "operators"]


class Declared(NamedTuple):
    """A plug-in: its name, where it is (``package.module:Name``), and the package that has it."""

    name: str
    home: str
    package: str

    @property
    def origin(self) -> str:
        """What people are told of it."""
        return f"{self.package} ({self.home})"


def declared(group: Group) -> tuple[Declared, ...]:
    """Return the plug-ins of a group, by their names."""
    return _declared(group, tuple(sys.path))


@lru_cache(16)
def _declared(group: Group, path: tuple[str, ...]) -> tuple[Declared, ...]:
    found = {
        Declared(one.name, one.value, f"{one.dist.name} {one.dist.version}" if one.dist else "?")
        for one in entry_points(group=f"metaqueens.{group}")
    }
    return tuple(sorted(found))


def home_of(group: Group, name: str) -> str | None:
    """Return where the plug-in called ``name`` is; None where there is none.

    Raises ``ValueError`` where several packages have one of this name.
    """
    found = [one for one in declared(group) if one.name == name]
    if len(found) > 1:
        packages = " and ".join(one.origin for one in found)
        raise ValueError(
            f"{name!r} is a plug-in of several packages: {packages};"
            f" uninstall one, or name it as {found[0].home}"
        )
    return found[0].home if found else None
