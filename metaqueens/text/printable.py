"""Make text of unknown origin safe to print: control characters are escaped."""

import re

# Control characters, those that turn the direction of writing, line ends of Unicode's, and halves
# of characters.
_STEERING = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_STEERING_BUT_LINES = re.compile(_STEERING.pattern.replace("\x00-\x1f", "\x00-\x08\x0b-\x1f"))


def printable(text: str) -> str:
    r"""``text`` in one line, with ``\x1b`` where an escape character stood."""
    return _STEERING.sub(_escaped, text)


def printable_lines(text: str) -> str:
    """Return the same for a text of several lines: line ends and tabs stay."""
    return _STEERING_BUT_LINES.sub(_escaped, text.replace("\r\n", "\n"))


def printable_json(text: str) -> str:
    """Return the same for JSON, which says the same afterwards."""
    return _STEERING_BUT_LINES.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")
