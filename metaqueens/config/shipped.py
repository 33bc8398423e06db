"""Files that come with the package: configs, of which a name may mean one, and starting points.

A starting point under a name of the user's is a config, an algorithm or a package of plug-ins. Each
is made of files that are themselves run by tests: the shipped configs, and the package
``experiments/plugin_example``, in which only names are replaced.
"""

import os
import re
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from metaqueens.text.errors import UserError, did_you_mean, system_errors

_PACKAGE = Path(__file__).parents[1]
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


def folder() -> Path:
    """Return where the configs are."""
    return home("configs")


def home(place: str) -> Path:
    """Where ``place``, a folder of the checkout, is: ``_NAME`` inside an installed package."""
    installed = _PACKAGE / f"_{Path(place).name}"
    return installed if installed.is_dir() else _PACKAGE.parent / place


def find(path: str | Path) -> str:
    """The file that ``path`` means: itself or, where there is no such file, a shipped config.

    ``ga_n50``, ``ga_n50.yaml`` and ``configs/ga_n50.yaml`` can mean a shipped one; any other path
    is the user's own file.
    """
    given = Path(path)
    own = os.path.exists(given) and not os.path.isdir(given)
    if own or given.name not in alternatives(path):
        return str(path)
    return str(folder() / f"{given.name.removesuffix('.yaml')}.yaml")


def alternatives(path: str | Path) -> list[str]:
    """The names that ``path`` may have been meant to be: none where it leads to another folder."""
    return names() if str(Path(path).parent) in (".", "configs") else []


def names() -> list[str]:
    """Return what each is called, without and with its ``.yaml``."""
    files = sorted(path.name for path in folder().glob("*.yaml"))
    return [name for file in files for name in (file.removesuffix(".yaml"), file)]


def text_of(name: str) -> str:
    """Return the text of the shipped config ``name``. Raises ``UserError`` where there is none."""
    stem = Path(name).name.removesuffix(".yaml")
    known = [one for one in names() if not one.endswith(".yaml")]
    if stem not in known:
        raise UserError(f"{name!r} is not one of {', '.join(known)}{did_you_mean(stem, known)}")
    return (folder() / f"{stem}.yaml").read_text(encoding="utf-8")


def config(name: str, original: str) -> Files:
    """Return a copy of the shipped config ``original`` by another name, and of what it extends."""
    name = name.removesuffix(".yaml")
    if not re.fullmatch(r"[A-Za-z0-9][\w.-]{0,99}", name, re.ASCII):
        raise UserError(
            f"{name!r}: expected letters, digits, dot, dash and underscore, such as my_experiment"
        )
    text, stem = text_of(original), Path(original).name.removesuffix(".yaml")
    text = re.sub(r"\A# yaml-language-server: .*\n", "", text)
    text = text.replace(f"configs/{stem}.yaml", f"{name}.yaml")
    text = text.replace(f"results/{stem}", f"results/{name}")
    base = re.search(r"^extends: (\S+)$", text, re.MULTILINE)
    if base:  # it has no name of its own
        text = text.replace(base[0], f"{base[0]}\nname: {name}", 1)
    else:
        text = re.sub(r"^name: .*$", f"name: {name}", text, count=1, flags=re.MULTILINE)
    return {f"{name}.yaml": text} | ({base[1]: text_of(base[1])} if base else {})


def algorithm(name: str) -> Files:
    """Return a module with a search that works, its test, and a config that runs it."""
    _require_new_module(name)
    words = {"queens_example.search": name, "random_swaps": name, "RandomSwaps": class_name(name)}
    example = home(EXAMPLE)
    return {
        f"{name}.py": _with(words, example / "src/queens_example/search.py"),
        f"test_{name}.py": _with(words, example / "tests/test_random_swaps.py"),
        f"{name}.yaml": _ALGORITHM_CONFIG.format(name=name, kind=class_name(name)),
    }


def plugin(name: str) -> Files:
    """A package with an algorithm, an operator, their entry points, a test, a config."""
    _require_new_module(name)
    words = {
        "queens-example": name.replace("_", "-"),
        "queens_example": name,
        "plugin_example": name,
        "random_swaps": name,
        "RandomSwaps": class_name(name),
        "rotation": f"{name}_rotation",
    }
    example = home(EXAMPLE)
    return {
        f"{name}/{_replaced(words, path.relative_to(example).as_posix())}": _with(words, path)
        for path in sorted(example.rglob("*"))
        if path.is_file() and path.suffix in (".py", ".toml", ".yaml", ".md")
    }


def class_name(name: str) -> str:
    """``my_search`` as a class is called: ``MySearch``."""
    return "".join(word.capitalize() for word in name.split("_"))


def write(files: Files, folder: Path = Path()) -> list[Path]:
    """Write what is not there yet, and say what was written.

    Raises ``UserError``, and writes nothing, where a file is there with another content.
    """
    new = {}
    for path, text in {folder / name: text for name, text in files.items()}.items():
        with system_errors(path):
            if not path.exists():
                new[path] = text
            elif not path.is_file() or path.read_bytes() != text.encode():
                raise UserError(f"{path}: is there already; choose another name")
    if not new:
        raise UserError(f"{folder / next(iter(files))}: is there already; choose another name")
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
