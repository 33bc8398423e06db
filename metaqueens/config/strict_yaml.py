"""Read YAML strictly, with the place of every value in its file.

``1e6`` and ``200_000`` are numbers, ``on`` and ``no`` are words, ``012`` is twelve; a key given
twice is an error; aliases are bounded; a tag is refused, so that no code of a file is run.
"""

import re
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from typing import Any, NamedTuple

import yaml

from metaqueens.text.errors import UserError
from metaqueens.text.validation import describe

Path = tuple[str | int, ...]
_TAG = "tag:yaml.org,2002:{}"
MOST_NODES = 10_000
# Far below the recursion limit of Python, so that functions over documents may recurse.
MOST_LEVELS = 100
_INTEGER = re.compile(r"[-+]?\d[\d_]*")
_NUMBER = re.compile(r"[-+]?(\d[\d_]*\.?[\d_]*|\.\d[\d_]*)([eE][-+]?\d{1,3})?|[-+]?\.(inf|nan)")
# A key, in a line below another key, without a space after its colon; it is no module:Class.
_INNER = re.compile(r"(use(?=:)|[A-Za-z_]\w*(?=:\d)):\S+")
# Our words for errors of the parser: context|problem.
_SLIPS = {
    r"'\\t'": "a tab; YAML is indented by spaces",
    r"another document": "a second document; an experiment is one",
    r"quoted scalar\|": "this quote is not closed",
    r"flow (sequence|mapping)\|": "this bracket is not closed, or lacks a comma",
    r"<stream end>": "the bracket before this is not closed",
    r"'[]}]'$": "this bracket closes nothing",
    r"block mapping\|.*'-'": "a list item stands among keys",
    r"block collection\|.*'\?'": "a key stands among list items",
    r"block mapping\|.*'<scalar>'": "text after the closing quote; a quote in a text is doubled",
    r"'<block \w+ start>'": "this line is indented as no line above it",
    r"not find expected ':'": "expected key: value, with a space after the colon",
    r"mapping values": "a colon in a text that is not quoted, or a wrong indentation",
}
# The place of settings that are given on the command line.
COMMAND_LINE = "command line"
_WORDS = {"": None, "~": None, "null": None, "true": True, "false": False}


class ConfigError(UserError):
    """The errors of a config: ``problems`` has a line for each error, with its place.

    >>> ConfigError(["mine.yaml:1:1: n: missing"]).problems
    ('mine.yaml:1:1: n: missing',)
    """

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

    def get(self, path: Path) -> Any:
        """Return the value at ``path``."""
        value = self.value
        for part in path:
            value = value[part]
        return value

    def place(self, path: Path) -> str:
        """Return the place of a value, or of the nearest value around it that is in the file."""
        while path and path not in self.where:
            path = path[:-1]
        return self.where[path]

    def problem(self, path: Path, reason: str, at: Path | None = None) -> str:
        """Return the line of an error: the place of ``path``, or ``at`` another one, and why."""
        name = f"{join_path(path)}: " if path else ""
        return f"{self.place(path if at is None else at)}: {name}{reason}"

    def wrong(self, path: Path, reason: str) -> ConfigError:
        """Return the error of this one line."""
        return ConfigError([self.problem(path, reason)])

    def assign(self, path: Path, setting: Any, place: str) -> None:
        """Set the value at ``path``, whose place in errors is ``place``; no part is changed."""
        self.value[path[0]] = replace_at(self.value.get(path[0]), path[1:], setting)
        mark(self.where, path, place)
        for inner in inside(setting):
            self.where[*path, *inner] = self.where[*path, *inner, ""] = place


def read(text: str, name: str) -> Document:
    """Read one YAML document. Raises ``ConfigError`` with every error."""
    try:
        root = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        raise ConfigError([_slip(error, name, text)]) from None
    except yaml.YAMLError as error:
        reason = str(error).splitlines()[0]
        raise ConfigError([f"{name}: not text that YAML allows: {reason}"]) from None
    except RecursionError:
        raise ConfigError([f"{name}: nested too deep: more than {MOST_LEVELS} levels"]) from None
    if root is None:
        return Document(None, {(): name})
    reader = _Reader(name)
    value = reader.value(root, ())
    if reader.errors:
        raise ConfigError(reader.errors)
    return Document(value, reader.where)


def _slip(error: yaml.MarkedYAMLError, name: str, text: str) -> str:
    """Return the line of an error of the parser; an open quote or bracket is at its beginning."""
    context, problem = error.context or "", error.problem or "not YAML"
    slip = f"{context}|{problem}"
    found = (words for pattern, words in _SLIPS.items() if re.search(pattern, slip))
    is_open = re.search(r"quoted scalar|flow (mapping|sequence)|simple key", context)
    mark = error.context_mark if is_open else error.problem_mark
    if mark and problem.startswith("mapping values"):
        lines = ["", *text.splitlines(), ""]
        if key := re.fullmatch(r" *([\w.-]+:)[^\s:]+ *", lines[mark.line]):  # the line before
            return f"{name}:{mark.line}:{key.start(1) + 1}: a space is missing after `{key[1]}`"
        if key := re.search(r"([\w.-]+:)[{[]", lines[mark.line + 1]):
            return f"{_place(name, mark)}: a space is missing after `{key[1]}`"
    return f"{_place(name, mark)}: {next(found, f'{context}, {problem}'.removeprefix(', '))}"


def scalar(text: str) -> Any:
    """Return the value of a plain, unquoted word."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text) and len(text) < 100:
        return int(text.replace("_", ""))
    if _NUMBER.fullmatch(text):
        number = float(re.sub(r"\.(?=inf|nan)|_", "", text))
        # 1e6 is a whole number as 1000000 is.
        whole = "." not in text and abs(number) < 2**63 and number == int(number)
        return int(number) if whole else number
    return text


def dump(value: Any) -> str:
    """Return YAML that ``read`` reads as ``value``. Raises ``ConfigError``."""
    try:
        return yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)
    except yaml.representer.RepresenterError as error:
        raise ConfigError([f"expected values as in YAML, got {describe(error.args[-1])}"]) from None


class _Dumper(yaml.SafeDumper):
    """A dumper that quotes texts that ``read`` would take for other values."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


_Dumper.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar(
        "tag:yaml.org,2002:str",
        text,
        style=None if scalar(text) == text and text.isprintable() else '"',
    ),
)


class _Reader:
    def __init__(self, name: str) -> None:
        self.name, self.nodes = name, 0
        self.where: dict[Path, str] = {}
        self.errors: list[str] = []

    def value(self, node: yaml.Node, path: Path) -> Any:
        place = _place(self.name, node.start_mark)
        self.where[path] = place
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise ConfigError([f"{place}: more than {MOST_NODES:,} values, aliases unfolded"])
        if len(path) > MOST_LEVELS:  # also of an alias that holds itself
            raise ConfigError([f"{place}: nested too deep: more than {MOST_LEVELS} levels"])
        if isinstance(node, yaml.MappingNode) and node.tag == _TAG.format("map"):
            return dict(self._items(node, path))
        if isinstance(node, yaml.SequenceNode) and node.tag == _TAG.format("seq"):
            return [self.value(item, (*path, k)) for k, item in enumerate(node.value)]
        if isinstance(node, yaml.ScalarNode) and node.tag == _TAG.format("str"):
            return scalar(node.value) if node.style is None else node.value
        tag = str(node.tag).replace("tag:yaml.org,2002:", "!!")
        self.errors.append(f"{place}: the tag {tag} is not allowed; only plain values are")
        return None

    def _items(self, node: yaml.MappingNode, path: Path) -> Iterator[tuple[str, Any]]:
        first: dict[str, int] = {}
        for key, value in node.value:
            place = _place(self.name, key.start_mark)
            if not isinstance(key, yaml.ScalarNode):
                self.errors.append(f"{place}: a key must be one word")
                continue
            word = str(key.value)
            name, _, rest = word.partition(":") if key.style is None else (word, "", "")
            is_text = isinstance(value, yaml.ScalarNode) and value.style is None
            is_below = is_text and value.start_mark.line > key.start_mark.line
            if rest.startswith(("{", "[")) or (rest and not value.value):  # hc:{use: sa}, {n:8}
                self.errors.append(f"{place}: a space is missing after `{name}:`")
            elif is_below and (inner := _INNER.fullmatch(value.value)):
                place = _place(self.name, value.start_mark)
                self.errors.append(f"{place}: a space is missing after `{inner[1]}:`")
            elif word in first:
                reason = f"a duplicate key; it stands in line {first[word]} already"
                self.errors.append(f"{place}: {join_path((*path, word))}: {reason}")
            else:
                first[word] = key.start_mark.line + 1
                yield word, self.value(value, (*path, word))
                self.where[*path, word, ""] = place


def _place(name: str, mark: Any) -> str:
    return f"{name}:{mark.line + 1}:{mark.column + 1}" if mark else name


def join_path(path: Path) -> str:
    """Return a path with dots between its parts."""
    return ".".join(map(str, path))


def flatten(value: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return nested values by dotted key, each part and the values inside it."""
    found = {}
    for key, inner in value.items():
        found[prefix + key] = inner
        if isinstance(inner, Mapping):
            found |= flatten(inner, f"{prefix}{key}.")
    return found


def replace_at(value: Any, path: Sequence[str | int], setting: Any) -> Any:
    """Return ``value`` with the ``setting`` at ``path``; the rest is shared, not copied."""
    if not path:
        return setting
    if isinstance(value, str):  # the name of a part
        value = {"use": value}
    rest = value if isinstance(value, dict) else {}
    return {**rest, path[0]: replace_at(rest.get(path[0]), path[1:], setting)}


def mark(where: MutableMapping[Path, str], path: Path, place: str) -> None:
    """Give ``path``, and new values around it, the place ``place``."""
    where[path] = where[*path, ""] = place
    for k in range(1, len(path)):
        if path[:k] not in where:
            where[path[:k]] = where[*path[:k], ""] = place


def items(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the keys and values of a mapping or a list; none of another value."""
    if isinstance(value, dict | list):
        yield from value.items() if isinstance(value, dict) else enumerate(value)


def inside(value: Any) -> Iterator[Path]:
    """Yield the paths of all values inside ``value``."""
    for key, inner in items(value):
        yield (key,)
        yield from ((key, *rest) for rest in inside(inner))
