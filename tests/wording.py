"""Find words and names that do not follow the guide to language, by folder and kind."""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
ODD = re.compile(
    r"\b(nobody|somebody|whoever|afresh|anew|nought|dear|dearer|dearest|so many|so few|at the most|"
    r"from outside|of ours|of one's own|told apart|for want of|what is none|at an end|"
    r"comes to nothing|longer than any|how sure)\b",
    re.IGNORECASE,
)
IRREGULAR = re.compile(
    r"(drawn|kept|told|said|begun|spoken|found|given|known|held|made|taken|left|lost|shown|seen|"
    r"chosen|written|heard|unheard|thrown|borne|bound|built|bought|brought|caught|dealt|done|driven|"
    r"fed|fought|flown|gone|grown|hidden|met|paid|sent|sold|sought|spent|stood|stuck|sunk|swept|"
    r"thought|understood|woken|won|worn|wound)$"
)
VERB_IN_ED = re.compile(r"(need|seed|feed|embed|speed|shed|wed|exceed|proceed|succeed)$")
PREPOSITION = re.compile(r"(of|by|at|in|under|with|without|for|into|over|beside|within|until)$")
PREDICATES = ("__", "is_", "has_", "can_", "was_", "were_", "are_", "test_")
HEADLESS = re.compile(r"^\s*\w+s?\s+(what|how|which|where|who|whose|when)\b")
NO_VERB = re.compile(
    r"^\s*(The|A|An|What|Where|How|Which|Of|It|As|By|For|Each|All|One|That|Those|These|In|At|On|"
    r"From|With|So|Not)\b"
)
VAGUE = re.compile(r"(one|said|told|mine|theirs|there|again|most|around|kept|given|item|thing)$")
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Finding(NamedTuple):
    """A place that does not follow the guide to language."""

    folder: str
    kind: str
    place: str
    text: str


class Wording:
    """The findings of a checkout, and the number of words of each folder.

    Parameters
    ----------
    root
        Folder with ``metaqueens/``, ``docs/`` and the pages ``README.md`` and ``CONTRIBUTING.md``.
    """

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.findings: list[Finding] = []
        self.words: Counter[tuple[str, str]] = Counter()
        self._classes: dict[str, list[tuple[Path, int]]] = defaultdict(list)
        for path in sorted((root / "metaqueens").rglob("*.py")):
            self._read_module(path)
        pages = [
            root / "README.md",
            root / "CONTRIBUTING.md",
            *sorted((root / "docs").rglob("*.md")),
        ]
        for path in filter(Path.exists, pages):
            self._read_page(path)
        for name, places in self._classes.items():
            for path, line in places if len(places) > 1 else ():
                self._add("repeated class name", path, line, name)

    def _add(self, kind: str, path: Path, line: int, text: str) -> None:
        place = path.relative_to(self.root)
        self.findings.append(Finding(self._find_folder(path), kind, f"{place}:{line}", text))

    def _find_folder(self, path: Path) -> str:
        """Return the room of a module, or the chapter of a page."""
        parents = path.relative_to(self.root).parent.parts
        return "/".join(parents[:2]) or "."

    def _read_module(self, path: Path) -> None:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docstrings = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | Function) and ast.get_docstring(node):
                docstrings.add(node.body[0].value)
                self._read_docstring(path, node)
            if isinstance(node, ast.ClassDef):
                self._classes[node.name].append((path, node.lineno))
            if isinstance(node, Function):
                self._read_name(path, node)
            for name, line in _list_names(node):
                if VAGUE.match(name):
                    self._add("vague variable", path, line, name)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and node not in docstrings:
                self._find_odd_words(path, node.lineno, str(node.value))

    def _read_docstring(self, path: Path, node: ast.AST) -> None:
        text, line = ast.get_docstring(node), getattr(node, "lineno", 1)
        self._find_odd_words(path, line, " ".join(text.split()))
        self._count_words("docstring", path, line, text)
        if isinstance(node, Function):
            if HEADLESS.match(text):
                self._add("headless docstring", path, line, text.splitlines()[0])
            elif NO_VERB.match(text) and not _is_property(node):
                self._add("docstring without a verb", path, line, text.splitlines()[0])

    def _read_name(self, path: Path, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if node.name.startswith(PREDICATES) or _is_property(node):
            return
        first = node.name.strip("_").split("_")[0]
        ends_in_ed = first.endswith("ed") and len(first) > 4 and not VERB_IN_ED.match(first)
        if IRREGULAR.match(first) or ends_in_ed:
            self._add("participle", path, node.lineno, node.name)
        elif PREPOSITION.match(first):
            self._add("preposition", path, node.lineno, node.name)

    def _read_page(self, path: Path) -> None:
        """Read a page without its blocks of code."""
        text = re.sub(
            r"```.*?```",
            lambda block: "\n" * block.group().count("\n"),
            path.read_text(encoding="utf-8"),
            flags=re.DOTALL,
        )
        for number, line in enumerate(text.splitlines(), 1):
            self._find_odd_words(path, number, line)
            self._count_words("page", path, number, line)

    def _find_odd_words(self, path: Path, line: int, text: str) -> None:
        for match in ODD.finditer(text):
            self._add("odd word", path, line, match.group())

    def _count_words(self, kind: str, path: Path, line: int, text: str) -> None:
        for word in re.findall(r"[A-Za-z][A-Za-z'-]*", text):
            self.words[self._find_folder(path), kind] += 1
            if word.lower() in {"where", "what"}:
                self._add(f"{kind} {word.lower()}", path, line, text.strip().splitlines()[0])


def _is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    names = {getattr(mark, "id", getattr(mark, "attr", "")) for mark in node.decorator_list}
    return bool(names & {"property", "cached_property", "setter", "fixture"})


def _list_names(node: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the arguments of a function, or the names that a statement assigns."""
    targets: list[ast.expr] = []
    if isinstance(node, Function):
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        yield from ((argument.arg, node.lineno) for argument in arguments)
    elif isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr | ast.For):
        targets = [node.target]
    elif isinstance(node, ast.With):
        targets = [item.optional_vars for item in node.items if item.optional_vars]
    for target in targets:
        for name in ast.walk(target):
            if isinstance(name, ast.Name):
                yield name.id, name.lineno
