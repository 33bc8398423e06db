"""What is wrong with text that is no YAML, in plain words and at the place to mend.

The parser names the place where it could not go on; the slip is often in a line above. Where the
words here do not fit, its own are kept.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import yaml

# What YAML takes for the end of a line: the lines of marks are counted so.
_LINE_ENDS = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_NO_KEY = "expected key: value, with a space after the colon"
_LONGEST_KEY = 1024  # for YAML
_CLOSING = {yaml.FlowMappingStartToken: "}", yaml.FlowSequenceStartToken: "]"}
_OPENING = {"}": "{", "]": "["}
_CLOSED_BY = {yaml.FlowMappingEndToken: "}", yaml.FlowSequenceEndToken: "]"}
_KINDS = {yaml.BlockMappingStartToken: "key", yaml.BlockSequenceStartToken: "item"}


class _Place(NamedTuple):
    """As much of a mark as a place needs."""

    line: int
    column: int


class _Wrong(NamedTuple):
    """An error as the parser tells it, and the text that it is in."""

    text: str
    lines: list[str]
    problem: str
    context: str
    at: Any  # the mark where the parser stopped
    since: Any  # the mark where what it was reading began

    def line(self, number: int) -> str:
        return self.lines[number] if number < len(self.lines) else ""

    def rest(self, mark: Any) -> str:
        """Return the line from ``mark`` on, without a comment, as messages quote it."""
        rest = re.sub(r"\s#.*", "", self.line(mark.line)[mark.column :]).strip()
        return repr(rest if len(rest) < 40 else f"{rest[:36]}...")

    def begins_line(self, mark: Any, marks: str = " ") -> bool:
        """Whether nothing but ``marks`` stands before ``mark`` in its line."""
        return not self.line(mark.line)[: mark.column].strip(marks)


# The mark of a slip and what it is; None where the parser's own words are kept.
_Answer = tuple[Any, str] | None


def explain(error: yaml.MarkedYAMLError, text: str) -> tuple[Any, str]:
    """Return the mark of the slip in ``text``, and what it is."""
    at, problem = error.problem_mark or error.context_mark, error.problem or "not YAML"
    if "'\\t'" in problem:
        return at, "a tab; YAML is indented by spaces"
    if "another document" in problem:
        return at, "a second document; an experiment is one"
    if at is not None:
        since, context = error.context_mark or at, error.context or ""
        wrong = _Wrong(text, _LINE_ENDS.split(text), problem, context, at, since)
        for says, told in _TOLD:
            if re.search(says, f"{context}|{problem}") and (answer := told(wrong)):
                return answer
    return at, f"{problem} {error.context or ''}".strip()


def _after_quote(wrong: _Wrong) -> _Answer:
    """Explain text right after a quoted one: the quote may have opened lines above."""
    last = _quoted_before(wrong)
    if last is None:
        return None
    if last.start_mark.line < last.end_mark.line:
        return last.start_mark, "this quote is not closed in its line"
    twice = "; a quote within single quotes is written twice" if last.style == "'" else ""
    return wrong.at, f"text after the closing quote: {wrong.rest(wrong.at)}{twice}"


def _quoted_before(wrong: _Wrong) -> Any:
    """Return the quoted word right before the place where the parser stopped, or None."""
    last = None
    for token in _tokens(wrong.text):
        if token.start_mark.index >= wrong.at.index:
            break
        last = token
    return last if isinstance(last, yaml.ScalarToken) and not last.plain else None


def _no_colon(wrong: _Wrong) -> _Answer:
    start = wrong.since
    if wrong.at.index - start.index > _LONGEST_KEY and wrong.at.line == start.line:
        return None
    line = wrong.line(start.line)[start.column :]
    if line[:1] in ("'", '"') and line.count(line[:1]) == 1:
        return start, "this quote is not closed in its line"
    opened, _ = _above(wrong, start.line)
    in_list = ("item", start.column) in opened and ("key", start.column) not in opened
    expected = "expected a list item, with - before it" if in_list else _NO_KEY
    return start, f"{expected}, got {wrong.rest(start)}"


def _colon(wrong: _Wrong) -> _Answer:
    """Explain a colon where none may be: the text before it goes on from a line above, or a key."""
    line = wrong.line(wrong.at.line)
    opened, last = _above(wrong, wrong.at.line)
    if ": " in line[: wrong.at.column]:
        return wrong.at, "a second colon in this line; a text with a colon in it is quoted"
    if not (isinstance(last, yaml.ScalarToken) and last.plain):
        return None
    if wrong.begins_line(last.start_mark, " -"):
        return last.start_mark, f"{_NO_KEY}, got {wrong.rest(last.start_mark)}"
    first = _Place(wrong.at.line, len(line) - len(line.lstrip(" ")))
    if line.lstrip().startswith("- "):
        return first, "a list item, but the key above it has a value already"
    return first, _indented(len(line) - len(line.lstrip()), opened)


def _wrong_indent(wrong: _Wrong) -> _Answer:
    opened, last = _above(wrong, wrong.at.line)
    if not opened and isinstance(last, yaml.ScalarToken) and last.plain:
        return last.start_mark, f"{_NO_KEY}, got {wrong.rest(last.start_mark)}"
    if not opened or not wrong.begins_line(wrong.at):
        return None
    return wrong.at, _indented(wrong.at.column, opened)


def _indented(mine: int, opened: list[tuple[str, int]]) -> str:
    """``opened``: what each column above has, the outermost first."""
    deeper = [one for one in opened if one[1] > mine][:1]
    near = [*deeper, *[one for one in opened if one[1] < mine][-1:]]
    above = "keys" if all(kind == "key" for kind, _ in near) else "lines"
    spaces = "1 space" if mine == 1 else f"{mine} spaces"
    theirs = " or ".join(str(column) for _, column in near)
    return f"this line is indented by {spaces}, the {above} above it by {theirs}"


def _bracket(wrong: _Wrong) -> _Answer:
    """Explain a bracket that is not closed, or a comma left out between two that match."""
    opened, closing = _unclosed(wrong)
    if opened:
        start = next((one for one in opened if one.index == wrong.since.index), opened[-1])
        what = f"this {wrong.text[start.index]} is not closed"
        if closing is None or start is not opened[-1]:
            return start, what
        other, place = closing
        return start, f"{what}; line {place.line + 1} has {other} in the place of its end"
    quoted = _quoted_before(wrong)
    if quoted and (
        quoted.end_mark.index == wrong.at.index or quoted.start_mark.line < quoted.end_mark.line
    ):
        return _after_quote(wrong)
    end = re.search(r"expected ',' or '(.)'", wrong.problem)
    if end is None:
        return None
    expected = f"expected a comma, or {end[1]} for the {_OPENING[end[1]]} of line"
    expected = f"{expected} {wrong.since.line + 1}"
    word = re.search(r"[^\s,:{}\[\]]+\s*$", wrong.line(wrong.at.line)[: wrong.at.column])
    if "got ':'" in wrong.problem and word:
        return _Place(wrong.at.line, word.start()), f"{expected}, before {word[0].strip()!r}"
    return wrong.at, f"{expected}, got {wrong.rest(wrong.at)}"


def _tokens(text: str) -> Iterator[Any]:
    """Yield the words of ``text`` as far as the parser finds any."""
    try:
        yield from yaml.scan(text)
    except yaml.YAMLError:
        return


def _above(wrong: _Wrong, line: int) -> tuple[list[tuple[str, int]], Any]:
    """Return what is open above ``line``, ("key" or "item", column), and the last word there."""
    opened: list[tuple[str, int]] = []
    last = None
    text = "".join(f"{one}\n" for one in wrong.lines[:line])
    end = text.count("\n")
    for token in _tokens(text):
        if token.start_mark.line >= end:
            break
        if type(token) in _KINDS:
            opened.append((_KINDS[type(token)], token.start_mark.column))
        elif isinstance(token, yaml.BlockEndToken):
            opened.pop()
        last = token
    return opened, last


def _unclosed(wrong: _Wrong) -> tuple[list[Any], tuple[str, Any] | None]:
    """Return the marks of what is open where the parser stopped and is never closed.

    And the end of another kind that stands where the last of them should end, if one does.
    """
    opened: list[tuple[str, Any]] = []
    for token in _tokens(wrong.text):
        if type(token) in _CLOSING:
            opened.append((_CLOSING[type(token)], token.start_mark))
        elif type(token) in _CLOSED_BY and opened:
            expected, _ = opened[-1]
            if expected != (found := _CLOSED_BY[type(token)]):
                return [mark for _, mark in opened], (found, token.start_mark)
            opened.pop()
    return [mark for _, mark in opened if mark.index <= wrong.at.index], None


# What the parser says, its context first, and how it is told in other words.
_TOLD: list[tuple[str, Callable[[_Wrong], _Answer]]] = [
    (
        r"quoted scalar\|found unexpected (end of stream|document separator)",
        lambda wrong: (wrong.since, "this quote is not closed"),
    ),
    (r"simple key\|could not find expected ':'", _no_colon),
    (r"^\|mapping values are not allowed", _colon),
    (r"block mapping\|.* found '-'", lambda wrong: (wrong.at, "a list item stands among keys")),
    (
        r"block collection\|.* found '\?'",
        lambda wrong: (wrong.at, "a key stands among list items"),
    ),
    (
        r"\|expected <block end>, but found '[]}]'",
        lambda wrong: (wrong.at, f"this {wrong.text[wrong.at.index]} closes nothing"),
    ),
    (r"\|expected <block end>, but found '<scalar>'", _after_quote),
    (r"\|expected .*, but found '<block (mapping|sequence) start>'", _wrong_indent),
    (r"^while parsing a flow", _bracket),
]
