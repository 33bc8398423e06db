"""Read the text of a config, and lay it over the one that it extends."""

from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Any

from metaqueens.config import shipped, strict_yaml
from metaqueens.config.strict_yaml import ConfigError, Document
from metaqueens.files import reading
from metaqueens.text.errors import did_you_mean_file, system_text
from metaqueens.text.validation import describe

# Far more than the values that a config may have.
MOST_BYTES = 2**21
# In a chain of files that extend each other.
MOST_EXTENDED = 10


def read_file(path: str | FilePath, known: Sequence[str] = ()) -> str:
    """Return the text of a config. Raises ``ConfigError``, which suggests ``known`` names too."""
    try:
        return reading.content(path, MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        what = f"not UTF-8 text: byte 0x{error.object[error.start]:02x} at offset {error.start}"
        raise ConfigError([f"{path}: {what}"]) from None
    except FileNotFoundError:
        file = FilePath(path)
        beside = [one.name for one in file.parent.glob("*.y*ml")] if file.parent.is_dir() else []
        hint = did_you_mean_file(file.name, [*beside, *known])
        raise ConfigError([f"{path}: no such file{hint}"]) from None
    except OSError as error:
        raise ConfigError([f"{path}: {system_text(error)}"]) from None
    except ValueError:
        raise ConfigError([f"{str(path)!r}: not the name of a file"]) from None


def extended(document: Document, name: str, above: int = 0) -> Document:
    """Lay ``document``, read from the file ``name``, over the file that it ``extends``.

    Keys are merged at every depth; a word or a list replaces what stood there, and so do a
    mapping with another ``use`` and a sweep over what the other file sweeps parts of. The other
    file's name is not taken over. Where no file of that name lies beside this one, a config that
    comes with the package is meant. Raises ``ConfigError`` for a file that is not there, that is
    wrong, or that extends itself.
    """
    if not isinstance(document.value, dict) or "extends" not in document.value:
        return document
    given, place = document.value["extends"], f"{document.where['extends',]}: extends"
    if not isinstance(given, str):
        raise ConfigError([f"{place}: expected the name of a file, got {describe(given)}"])
    path = FilePath(name).parent / given
    if given in shipped.names() and not path.exists():
        path = FilePath(shipped.find(given))
    if above == MOST_EXTENDED:
        raise ConfigError([f"{place}: a chain of more than {MOST_EXTENDED} files, or a circle"])
    try:
        text = read_file(path)
    except ConfigError as error:
        raise ConfigError([f"{place}: {error}"]) from None
    base = extended(strict_yaml.read(text, str(path)), str(path), above + 1)
    if not isinstance(base.value, dict):
        raise ConfigError([f"{place}: {path}: expected keys and values"])
    mine = {key: value for key, value in document.value.items() if key != "extends"}
    below = {key: value for key, value in base.value.items() if key != "name"}
    if isinstance(below.get("sweep"), dict) and isinstance(mine.get("sweep"), dict):
        over = tuple(f"{key}." for key in mine["sweep"])
        kept = {key: one for key, one in below["sweep"].items() if not key.startswith(over)}
        below["sweep"] = kept
    return Document(_merge(below, mine), {**base.where, **document.where})


def _merge(below: Any, above: Any) -> Any:
    if not (isinstance(below, dict) and isinstance(above, dict)):
        return above
    if "use" in below and below["use"] != above.get("use", below["use"]):
        return above
    own = {
        key: _merge(below[key], value) if key in below else value for key, value in above.items()
    }
    return {**below, **own}
