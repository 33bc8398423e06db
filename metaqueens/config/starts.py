"""Starting points under a name of the user's: a config, an algorithm, a package of plug-ins.

Each is made of files that are themselves run by tests: the shipped configs, and the package
``experiments/plugin_example``, in which only names are replaced.
"""

import re
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from metaqueens.config import shipped
from metaqueens.text.errors import UserError, system_errors

EXAMPLE = "experiments/plugin_example"
# What the files of a start are called, and what stands in them.
Files = dict[str, str]

_ALGORITHM_CONFIG = """\
# A search of your own beside two of ours: metaqueens run {name}.yaml
name: {name}
problem: {{n: 12}}
algorithms:
  mine: {{use: "{name}:{kind}", noise: 0.05}}
  climbing: {{use: hill_climbing}}
  annealing: {{use: simulated_annealing}}
budget: {{evaluations: 20_000}}
# A run that takes longer has failed; without it one that never ends is never ended. Not on Windows.
# limits: {{seconds: 60}}
runs: 5
seed: 1
"""


def config(name: str, original: str) -> Files:
    """Return a copy of the shipped config ``original`` by another name, and of what it extends."""
    name = name.removesuffix(".yaml")
    if not re.fullmatch(r"[A-Za-z0-9][\w.-]{0,99}", name, re.ASCII):
        raise UserError(
            f"{name!r}: expected letters, digits, dot, dash and underscore, such as my_experiment"
        )
    text, stem = shipped.text_of(original), Path(original).name.removesuffix(".yaml")
    text = re.sub(r"\A# yaml-language-server: .*\n", "", text)
    text = text.replace(f"configs/{stem}.yaml", f"{name}.yaml")
    text = text.replace(f"results/{stem}", f"results/{name}")
    base = re.search(r"^extends: (\S+)$", text, re.MULTILINE)
    if base:  # it has no name of its own
        text = text.replace(base[0], f"{base[0]}\nname: {name}", 1)
    else:
        text = re.sub(r"^name: .*$", f"name: {name}", text, count=1, flags=re.MULTILINE)
    return {f"{name}.yaml": text} | ({base[1]: shipped.text_of(base[1])} if base else {})


def algorithm(name: str) -> Files:
    """Return a module with a search that works, its test, and a config that runs it."""
    _require_new_module(name)
    words = {"queens_example.search": name, "random_swaps": name, "RandomSwaps": class_name(name)}
    example = shipped.home(EXAMPLE)
    return {
        f"{name}.py": _with(words, example / "src/queens_example/search.py"),
        f"test_{name}.py": _with(words, example / "tests/test_random_swaps.py"),
        f"{name}.yaml": _ALGORITHM_CONFIG.format(name=name, kind=class_name(name)),
    }


def plugin(name: str) -> Files:
    """A package with an algorithm, an operator, instances, their entry points, a test, a config."""
    _require_new_module(name)
    words = {
        "queens-example": name.replace("_", "-"),
        "queens_example": name,
        "plugin_example": name,
        "random_swaps": name,
        "RandomSwaps": class_name(name),
        "rotation": f"{name}_rotation",
        "corners": f"{name}_corners",
    }
    example = shipped.home(EXAMPLE)
    return {
        f"{name}/{_replaced(words, path.relative_to(example).as_posix())}": _with(words, path)
        for path in sorted(example.rglob("*"))
        if path.is_file() and path.suffix in (".py", ".toml", ".yaml", ".jsonl", ".md")
    }


def class_name(name: str) -> str:
    """``my_search`` as a class is called: ``MySearch``."""
    return "".join(word.capitalize() for word in name.split("_"))


def write(files: Files, folder: Path = Path()) -> list[Path]:
    """Write what is not there yet, and say what was written.

    Raises ``UserError``, and writes nothing, where a file is there with another content.
    """
    there = {folder / name: text for name, text in files.items() if (folder / name).exists()}
    for path, text in there.items():
        with system_errors(path):
            if not path.is_file() or path.read_bytes() != text.encode():
                raise UserError(f"{path}: is there already; choose another name")
    new = {folder / name: text for name, text in files.items() if folder / name not in there}
    if not new:
        raise UserError(f"{next(iter(there))}: is there already; choose another name")
    for path, text in new.items():
        with system_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
    return [*new]


def _require_new_module(name: str) -> None:
    """Raise ``UserError`` unless ``name`` can be the name of a new module."""
    if iskeyword(name):
        raise UserError(
            f"{name!r}: a word of Python's own language; choose another, such as my_{name.lower()}"
        )
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        raise UserError(f"{name!r}: expected a Python name in lower case, such as my_search")
    if name in sys.stdlib_module_names or find_spec(name) is not None:
        raise UserError(f"{name!r}: a Python module has this name already; choose another")


def _with(words: Mapping[str, str], path: Path) -> str:
    return _replaced(words, path.read_text(encoding="utf-8"))


def _replaced(words: Mapping[str, str], text: str) -> str:
    pattern = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.sub(pattern, lambda found: words[found[0]], text)
