"""``extends: other.yaml``: a file that gives only its differences from another."""

from collections.abc import Iterator, Sequence
from pathlib import Path as FilePath
from typing import Any

from metaqueens.config.yaml import strict_yaml
from metaqueens.config.yaml.errors import ConfigError
from metaqueens.config.yaml.strict_yaml import Document, Path
from metaqueens.files import reading
from metaqueens.text.errors import did_you_mean_file, system_text
from metaqueens.text.validation import describe

# Far more than the values that a config may have.
MOST_BYTES = 2**21


def read_file(path: str | FilePath, known: Sequence[str] = ()) -> str:
    """The text of a config. Raises ``ConfigError``, which suggests ``known`` names too."""
    try:
        return reading.content(path, MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        what = f"byte 0x{error.object[error.start]:02x} at offset {error.start}"
        raise ConfigError([f"{path}: not UTF-8 text: {what}"]) from None
    except OSError as error:
        raise ConfigError([f"{path}: {_unreadable(FilePath(path), error, known)}"]) from None
    except ValueError:
        raise ConfigError([f"{str(path)!r}: not the name of a file"]) from None


def resolve(document: Document, name: str, above: Sequence[FilePath] = ()) -> Document:
    """``document``, read from the file ``name``, laid over what it extends; without ``extends``.

    Keys are merged at every depth; a word or a list replaces what stood there, and so do a
    mapping with another ``use`` and a sweep over what the other file sweeps parts of. The other
    file's name is not taken over. Raises ``ConfigError``
    for a file that is not there, that is wrong, or that extends itself.
    """
    if not isinstance(document.value, dict) or "extends" not in document.value:
        return document
    given, place = document.value["extends"], f"{document.where['extends',]}: extends"
    if not isinstance(given, str):
        raise ConfigError([f"{place}: expected the name of a file, got {describe(given)}"])
    chain, path = [*above, FilePath(name)], FilePath(name).parent / given
    try:
        circular = path.resolve() in [one.resolve() for one in chain]
    except (OSError, RuntimeError, ValueError):  # links in a circle, no name that a file can have
        raise ConfigError([f"{place}: {given!r}: not the name of a file"]) from None
    if circular:
        raise ConfigError([f"{place}: a circle: {' extends '.join(map(str, [*chain, path]))}"])
    try:
        text = read_file(path)
    except ConfigError as error:
        raise ConfigError([f"{place}: {error}"]) from None
    base = resolve(strict_yaml.read(text, str(path)), str(path), chain)
    if not isinstance(base.value, dict):
        raise ConfigError([f"{place}: {path}: expected keys and values"])
    below = {key: value for key, value in base.value.items() if key != "name"}
    mine = {key: value for key, value in document.value.items() if key != "extends"}
    below = _without_parts(below, mine)
    gone = set(_replaced(below, mine, ()))
    kept = {
        at: place
        for at, place in base.where.items()
        if not any(at[:k] in gone for k in range(len(at) + 1))
    }
    return Document(_merge(below, mine), {**kept, **document.where})


def _without_parts(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """``below`` without sweeps over parts of what ``above`` sweeps: they would set nothing."""
    theirs, mine = below.get("sweep"), above.get("sweep")
    if not (isinstance(theirs, dict) and isinstance(mine, dict)):
        return below
    kept = {
        key: values
        for key, values in theirs.items()
        if not any(str(key).startswith(f"{one}.") for one in mine)
    }
    return {**below, "sweep": kept}


def _merge(below: Any, above: Any) -> Any:
    if not _mergeable(below, above):
        return above
    own = {
        key: _merge(below[key], value) if key in below else value for key, value in above.items()
    }
    return {**below, **own}


def _mergeable(below: Any, above: Any) -> bool:
    if not (isinstance(below, dict) and isinstance(above, dict)):
        return False
    return "use" not in below or below["use"] == above.get("use", below["use"])


def _replaced(below: Any, above: Any, path: Path) -> Iterator[Path]:
    """The paths at which ``above`` leaves nothing of ``below``."""
    if not _mergeable(below, above):
        yield path
        return
    for key in below.keys() & above.keys():
        yield from _replaced(below[key], above[key], (*path, key))


def _unreadable(path: FilePath, error: OSError, known: Sequence[str]) -> str:
    if isinstance(error, FileNotFoundError):
        beside = [one.name for one in path.parent.glob("*.y*ml")] if path.parent.is_dir() else []
        return f"no such file{did_you_mean_file(path.name, [*beside, *known])}"
    return system_text(error)
