"""Parts of the pages that are made from the code: ``<!-- generated: NAME -->`` stands for one.

A part that ends with ``<!-- end -->`` is in the file too, for its readers there; ``python -m
docs.generated`` renews it, and a test compares. All others are made when the pages are built.
"""

import inspect
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from docs import papers
from metaqueens.cli import COMMANDS
from metaqueens.cli.reference.list import configs as shipped, problems as shipped_problems
from metaqueens.config.schema import json_schema
from metaqueens.contestants.registry import CONTESTANTS
from metaqueens.search.algorithm import Algorithm

HERE = Path(__file__).resolve().parent
MARK = re.compile(r"^<!-- generated: (\w+) -->$", re.MULTILINE)
WRITTEN = re.compile(
    r"^(<!-- generated: (\w+) -->\n).*?\n(<!-- end -->)$", re.MULTILINE | re.DOTALL
)
# A heading and its list of links.
SECTION = re.compile(r"^## (.+)\n\n((?:[* ] .+\n)+)", re.MULTILINE)
PAGE = re.compile(r"\]\(([\w./-]+)\.md\)")
Schema = dict[str, Any]


def fill_in(_app: Any, _docname: str, source: list[str]) -> None:
    """Called by Sphinx for each page that it has read."""
    text = WRITTEN.sub(r"\1", source[0])
    source[0] = MARK.sub(lambda found: PARTS[found[1]](), text)


def contents(app: Any, docname: str, source: list[str]) -> None:
    """Give each list of pages in the index a place in the menu.

    Sphinx calls this for each page that it has read.
    """
    if docname == app.config.root_doc:
        source[0] = SECTION.sub(lambda found: found[0] + _menu(*found.groups()), source[0])


def _menu(title: str, links: str) -> str:
    pages = "\n".join(PAGE.findall(links))
    return f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n:maxdepth: 1\n\n{pages}\n```\n"


def renew(text: str) -> str:
    """Return the text of a page with new contents of the parts that are in the file."""
    return WRITTEN.sub(lambda found: f"{found[1]}\n{PARTS[found[2]]()}\n\n{found[3]}", text)


def find_pages() -> list[Path]:
    """Return the pages with parts that are in the file too."""
    return [page for page in HERE.rglob("*.md") if WRITTEN.search(page.read_text("utf-8"))]


def parameters() -> str:
    """Return a section for each algorithm: its description, keys and papers."""
    schema = json_schema()
    return "\n".join("\n".join(_algorithm(use, schema)) for use in CONTESTANTS)


def _algorithm(use: str, schema: Schema) -> Iterator[str]:
    kind = CONTESTANTS[use]
    definition = schema["$defs"][kind.__name__]
    yield f"## `{use}`\n"
    yield f"{definition['description']} Works on {' and '.join(kind.encodings)}.\n"
    yield _keys(definition, schema, leave_out=("use", *_shared()))
    keys = dict.fromkeys(map(papers.key, papers.of(use)))
    yield f"Papers: {', '.join(f'{{cite:t}}`{key}`' for key in keys)}.\n"


def _shared() -> tuple[str, ...]:
    """Return the keys of every algorithm."""
    return tuple(Algorithm.model_fields)


def problems() -> str:
    """Return a section for each problem: its description, encoding, paper and fields."""
    text = []
    for row in shipped_problems():
        text += [f"## `{row['use']}`\n", f"{row['what']} Encoding: {row['encoding']}.\n"]
        text += [f"{row['cost']}\n"] if row["cost"] else []
        text += ["| field | default | meaning |", "| --- | --- | --- |"]
        for field in row["fields"]:
            default, meaning = _default_of(field["default"]), field["what"].replace("|", "\\|")
            text.append(f"| `{field['name']}` | {default} | {meaning} |")
        text += ["", f"Paper: {row['paper']}\n"] if row["paper"] else [""]
    return "\n".join(text)


def _default_of(default: Any) -> str:
    if default in (None, []):
        return "none"
    text = default if isinstance(default, str) else json.dumps(default)
    return text if text == "required" else f"`{text}`"


def yaml_keys() -> str:
    """Return a table for each part of an experiment file."""
    schema = json_schema()
    algorithms = {kind.__name__ for kind in CONTESTANTS.values()}
    whole = {**schema, "required": schema["else"]["required"]}
    text = ["## The file\n", _keys(whole, schema)]
    for name, definition in schema["$defs"].items():
        if name not in algorithms and definition.get("properties"):
            text += [f"## {_title(name)}\n", f"{definition.get('description', '')}\n"]
            text.append(_keys(definition, schema))
    shared = schema["$defs"]["TabuSearch"]["properties"]
    text += ["## Keys of every algorithm\n"]
    text.append(_keys({"properties": {key: shared[key] for key in _shared()}}, schema))
    return "\n".join(text)


def _title(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)


def _keys(definition: Schema, schema: Schema, leave_out: tuple[str, ...] = ()) -> str:
    """Return a table of the properties of a part."""
    required = definition.get("required", [])
    rows = [
        (f"`{key}`", _type(one, schema), _default(one, key in required), one.get("description", ""))
        for key, one in definition["properties"].items()
        if key not in leave_out
    ]
    if not rows:
        return "No keys of its own.\n"
    heads = ("key", "value", "default", "meaning")
    return "".join(
        f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |\n"
        for row in (heads, ("---",) * 4, *rows)
    )


def _default(one: Schema, required: bool) -> str:
    if required or "default" not in one:
        return "required" if required else ""
    default = one["default"]
    return f"`{default if isinstance(default, str) else json.dumps(default)}`"


def _type(one: Schema, schema: Schema) -> str:
    """Describe the possible values of a key."""
    if "$ref" in one:
        name = one["$ref"].rpartition("/")[2]
        return f"[{_title(name)}](yaml.md#{_title(name).lower().replace(' ', '-')})"
    if "const" in one:
        return f"`{json.dumps(one['const'])}`".replace('"', "")
    if "enum" in one:
        return ", ".join(f"`{word}`" for word in one["enum"])
    for key in ("anyOf", "oneOf"):
        if key in one:
            parts = dict.fromkeys(_type(part, schema) for part in one[key])
            return " or ".join(part for part in parts if part)
    return " ".join(filter(None, (_kind(one, schema), _range(one))))


def _kind(one: Schema, schema: Schema) -> str:
    kinds = one.get("type", "any")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if "pattern" in one and len(kinds) > 1:  # a number that may be written 1e6 or 1_000
        kinds = [kind for kind in kinds if kind != "string"]
    words = {"string": "text", "object": "keys", "array": "list", "boolean": "true or false"}
    said = " or ".join(words.get(kind, kind) for kind in kinds)
    if isinstance(one.get("items"), dict) and one["items"]:
        said += f" of {_type(one['items'], schema)}"
    return said


def _range(one: Schema) -> str:
    signs = {"minimum": "≥", "exclusiveMinimum": ">", "maximum": "≤", "exclusiveMaximum": "<"}
    return ", ".join(f"{sign} {one[key]:,}" for key, sign in signs.items() if key in one)


def commands() -> str:
    """Return a table of the commands."""
    rows = [f"| `{name}` | {text} |" for name, (_, text) in COMMANDS.items()]
    return "\n".join(["| command | what it does |", "| --- | --- |", *rows])


def python_api() -> str:
    """Return the public names: functions, their arguments and results, and algorithms."""
    import metaqueens

    named = {name: getattr(metaqueens, name) for name in metaqueens.__all__}
    searches = {name for name, kind in named.items() if kind in CONTESTANTS.values()}
    functions = {name for name, one in named.items() if not inspect.isclass(one)}
    text = []
    for title, names in (
        ("Functions", functions),
        ("What they take and return", set(named) - functions - searches),
        ("Algorithms", searches),
    ):
        text += [f"### {title}\n", "```{eval-rst}"]
        for name in sorted(names):
            kind = "function" if name in functions else "class"
            # Sphinx cannot read the arguments of an exception, which are not shown anyway.
            is_error = kind == "class" and issubclass(named[name], Exception)
            text.append(f".. auto{kind}:: metaqueens.{name}{'()' if is_error else ''}")
            text.append(
                ""
                if name in functions | searches
                else "   :members:\n   :exclude-members: model_config\n"
            )
        text.append("```\n")
    return "\n".join(text)


def short_signature(
    _app: Any, what: str, _name: str, _documented: Any, _options: Any, given: str, returns: str
) -> tuple[str, str]:
    """Called by Sphinx: the arguments of a class are its parameters, which stand below."""
    return ("", "") if what == "class" else (given, returns)


def configs() -> str:
    """Return a table of the bundled configs."""
    rows = [f"| `{Path(one['config']).stem}` | {one['what']} |" for one in shipped()]
    return "\n".join(["| config | what it shows |", "| --- | --- |", *rows])


PARTS: dict[str, Callable[[], str]] = {
    "parameters": parameters,
    "problems": problems,
    "yaml_keys": yaml_keys,
    "commands": commands,
    "configs": configs,
    "python_api": python_api,
}


if __name__ == "__main__":
    for each in find_pages():
        each.write_text(renew(each.read_text("utf-8")), encoding="utf-8")
