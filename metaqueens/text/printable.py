"""Make text of unknown origin safe to print: control characters are escaped."""

import re
from math import isfinite
from typing import Any

# Control characters, those that turn the direction of writing, line ends of Unicode's, and halves
# of characters.
STEERING = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_STEERING_BUT_LINES = re.compile(STEERING.pattern.replace("\x00-\x1f", "\x00-\x08\x0b-\x1f"))
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
# The apostrophe before them that ``harmless`` writes, for a reader to remove.
KEPT_FROM_FORMULA = f"^'(?={'|'.join(map(re.escape, _FORMULA))})"


def printable(text: str) -> str:
    r"""Return ``text`` in one line, with ``\x1b`` for an escape character."""
    return STEERING.sub(_escape, text)


def printable_lines(text: str) -> str:
    """Return the same for a text of several lines: line ends and tabs stay."""
    return _STEERING_BUT_LINES.sub(_escape, text.replace("\r\n", "\n"))


def printable_json(text: str) -> str:
    """Return the same for JSON, without a change of its meaning."""
    return _STEERING_BUT_LINES.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def prepare_json(value: Any) -> Any:
    """Return ``value``, also pandas', for JSON: Python's numbers, and None for inf and nan."""
    if hasattr(value, "_asdict"):  # a named tuple
        value = value._asdict()
    elif hasattr(value, "to_dict"):
        value = value.to_dict("records") if value.ndim == 2 else value.to_dict()
    if isinstance(value, dict):
        found = {key: prepare_json(part) for key, part in value.items()}
        # Columns of floats, because some of their values may be missing.
        sizes = {key: found[key] for key in ("n", "budget") if isinstance(found.get(key), float)}
        return found | {key: int(size) for key, size in sizes.items() if size.is_integer()}
    if isinstance(value, list | tuple):
        return [prepare_json(part) for part in value]
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not isfinite(value) else value


def utf_8(text: str) -> str:
    """Return ``text`` with halves of characters escaped, which readers of JSON refuse."""
    return text.encode("utf-8", "backslashreplace").decode()


def harmless(value: Any) -> Any:
    """Return ``value`` as a cell of CSV, in which a text cannot be taken for a formula.

    A text that begins like a formula gets an apostrophe before it, since programs would compute it.
    Control characters are escaped. Numbers stay unchanged.
    """
    if not isinstance(value, str):
        return value
    text = printable_lines(value)
    return f"'{text}" if value.startswith(_FORMULA) else text


def _escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")
