"""The content of a config, the place of each of its values, and its errors."""

from collections.abc import Iterator, MutableMapping, Sequence
from typing import Any, NamedTuple

from metaqueens.text.errors import UserError

Path = tuple[str | int, ...]


class ConfigError(UserError):
    """What is wrong with a config: ``problems`` has a line for each error, with its place."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


class Document(NamedTuple):
    """The content of a file and the place of each value in it.

    value : of dicts, lists, texts, numbers, booleans and None
    where : file:line:column of each value, by its path; that of a key at (..., key, "")
    """

    value: Any
    where: MutableMapping[Path, str]

    def at(self, path: Path) -> Any:
        """Return the value at ``path``."""
        value = self.value
        for part in path:
            value = value[part]
        return value

    def place(self, path: Path) -> str:
        """Return the place of a value, or of the nearest thing around it that is in the file."""
        while path and path not in self.where:
            path = path[:-1]
        return self.where[path]

    def problem(self, path: Path, what: str, at: Path | None = None) -> str:
        """Return the line of an error: the place of ``path``, or ``at`` another one, and what."""
        name = f"{dotted(path)}: " if path else ""
        return f"{self.place(path if at is None else at)}: {name}{what}"

    def assign(self, path: Path, setting: Any, place: str) -> None:
        """Set the value at ``path``; errors will name ``place``."""
        put(self.value, path, setting)
        mark(self.where, path, place)
        for inner in inside(setting):
            self.where[*path, *inner] = self.where[*path, *inner, ""] = place


def dotted(path: Path) -> str:
    """Return a path as people write it."""
    return ".".join(map(str, path))


def put(value: dict[str, Any], path: Path, setting: Any) -> None:
    """Set the value at ``path``, with the mappings on the way that are missing."""
    for key in path[:-1]:
        if not isinstance(value.get(key), dict):  # type: ignore[arg-type]
            value[key] = {}  # type: ignore[index]
        value = value[key]  # type: ignore[index]
    value[path[-1]] = setting  # type: ignore[index]


def mark(where: MutableMapping[Path, str], path: Path, place: str) -> None:
    """Give ``path``, and what is new on the way to it, the place ``place``."""
    where[path] = where[*path, ""] = place
    for k in range(1, len(path)):
        if path[:k] not in where:
            where[path[:k]] = where[*path[:k], ""] = place


def items(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the keys and values of a mapping or a list; nothing of another value."""
    if isinstance(value, dict | list):
        yield from value.items() if isinstance(value, dict) else enumerate(value)


def inside(value: Any) -> Iterator[Path]:
    """Yield the paths of all that ``value`` holds."""
    for key, one in items(value):
        yield (key,)
        yield from ((key, *rest) for rest in inside(one))
