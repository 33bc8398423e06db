"""Read the text of a config, and merge it into the one that it extends."""

from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Any

from metaqueens.config import shipped, strict_yaml
from metaqueens.config.grid import split_keys
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
        reason = f"not UTF-8 text: byte 0x{error.object[error.start]:02x} at offset {error.start}"
        raise ConfigError([f"{path}: {reason}"]) from None
    except FileNotFoundError:
        file = FilePath(path)
        beside = [path.name for path in file.parent.glob("*.y*ml")] if file.parent.is_dir() else []
        hint = did_you_mean_file(file.name, [*beside, *known])
        raise ConfigError([f"{path}: no such file{hint}"]) from None
    except OSError as error:
        raise ConfigError([f"{path}: {system_text(error)}"]) from None
    except ValueError:
        raise ConfigError([f"{str(path)!r}: not the name of a file"]) from None


def extend(document: Document, name: str, above: int = 0) -> Document:
    """Merge ``document``, read from the file ``name``, into the file that it ``extends``.

    Keys are merged at every depth. A word, a list or a mapping with another ``use`` replaces the
    value below it, and a sweep of a key replaces sweeps of its parts. The name is not inherited. If
    there is no such file beside this one, a config of the package is meant. Raises ``ConfigError``
    if the file is missing or wrong, or extends itself.
    """
    if not isinstance(document.value, dict) or "extends" not in document.value:
        return document
    other, place = document.value["extends"], f"{document.where['extends',]}: extends"
    if not isinstance(other, str):
        raise ConfigError([f"{place}: expected the name of a file, got {describe(other)}"])
    path = FilePath(name).parent / other
    if other in shipped.names() and not path.exists():
        path = FilePath(shipped.find(other))
    if above == MOST_EXTENDED:
        raise ConfigError([f"{place}: a chain of more than {MOST_EXTENDED} files, or a circle"])
    try:
        text = read_file(path)
    except ConfigError as error:
        raise ConfigError([f"{place}: {error}"]) from None
    base = extend(strict_yaml.read(text, str(path)), str(path), above + 1)
    if not isinstance(base.value, dict):
        raise ConfigError([f"{place}: {path}: expected keys and values"])
    own = {key: value for key, value in document.value.items() if key != "extends"}
    below = {key: value for key, value in base.value.items() if key != "name"}
    if isinstance(below.get("sweep"), dict) and isinstance(own.get("sweep"), dict):
        over = tuple(f"{key}." for name in own["sweep"] for key in split_keys(name))
        below["sweep"] = {
            name: rows
            for name, rows in below["sweep"].items()
            if name in own["sweep"]
            or not any(f"{key}.".startswith(over) for key in split_keys(name))
        }
    return Document(_merge(below, own), {**base.where, **document.where})


def _merge(below: Any, above: Any) -> Any:
    if not (isinstance(below, dict) and isinstance(above, dict)):
        return above
    if "use" in below and below["use"] != above.get("use", below["use"]):
        return above
    own = {
        key: _merge(below[key], value) if key in below else value for key, value in above.items()
    }
    return {**below, **own}
