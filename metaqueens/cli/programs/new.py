"""``metaqueens new``: starting points, made of files that tests run."""

import re
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

import click

from metaqueens.text.errors import UserError, system_errors

# The templates: file, command, further words of its check.
PROGRAMS = {
    "python": ("nqueens.py", "python3 nqueens.py", ""),
    "c": ("nqueens.c", "./nqueens", ""),
    "costas": ("costas.py", "python3 costas.py", " --problem costas"),
}
# The texts of new files, by path, and the next commands.
Start = tuple[dict[str, str], list[str]]


def program(language: str) -> Start:
    """Return a small program that searches."""
    import metaqueens.programs
    from metaqueens.config import shipped

    if language not in PROGRAMS:
        raise UserError(f"{language!r} is not one of {', '.join(PROGRAMS)}")
    file, run, words = PROGRAMS[language]
    home = Path(metaqueens.programs.__file__).with_name("templates")
    source = (shipped.home("experiments/problem_example") if words else home) / file
    builds = ["cc -O2 -o nqueens nqueens.c"] if language == "c" else []
    check = f'metaqueens check --program "{run} {{n}} {{seed}}" counts=true{words}'
    return {file: source.read_text(encoding="utf-8")}, [*builds, check]


def algorithm(name: str) -> Start:
    """Return a module with a search, its test, and a config that runs it."""
    kind, search = _class_name(name), "queens_example.search"
    words = {search: name, "random_swaps": name, "RandomSwaps": kind, "plugin_example": name}
    files = "src/queens_example/search.py", "tests/test_random_swaps.py", "config.yaml"
    texts = _copy("experiments/plugin_example", files, name, words)
    setting = f"{name}.yaml"
    texts[setting] = re.sub(r"(?m)^(#|  rotated:).*\n", "", texts[setting])
    return texts, [f"metaqueens check {name}:{kind}", f"metaqueens run {setting}"]


def problem(name: str) -> Start:
    """Return a module with a problem, its test, and a config that runs it."""
    words = {"my_problem": name, "MyProblem": _class_name(name)}
    files = "my_problem.py", "test_my_problem.py", "my_problem.yaml"
    texts = _copy("experiments/problem_example", files, name, words)
    return texts, [f"metaqueens check {name}.py n=8", f"metaqueens run {name}.yaml"]


def _class_name(name: str) -> str:
    """Return ``MySearch`` for ``my_search``. Raises ``UserError`` for a name of no module."""
    if iskeyword(name) or not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        raise UserError(f"{name!r}: expected a Python name in lower case, such as my_search")
    if name in sys.stdlib_module_names or find_spec(name) is not None:
        raise UserError(f"{name!r}: a Python module has this name already; choose another")
    return "".join(word.capitalize() for word in name.split("_"))


def _copy(
    example: str, files: Sequence[str], name: str, words: Mapping[str, str]
) -> dict[str, str]:
    """Return the texts of a module, its test and a config, with other ``words``, by new paths."""
    from metaqueens.config import shipped

    pattern = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    texts = [(shipped.home(example) / file).read_text(encoding="utf-8") for file in files]
    texts = [re.sub(pattern, lambda found: words[found[0]], text) for text in texts]
    return dict(zip((f"{name}.py", f"test_{name}.py", f"{name}.yaml"), texts, strict=True))


STARTS = {"problem": problem, "algorithm": algorithm, "program": program}


@click.command("new")
@click.argument("kind", type=click.Choice([*STARTS]))
@click.argument("name", metavar="NAME")
def command(kind: str, name: str) -> None:
    """Write a starting point: a problem, an algorithm or a program.

    \b
      metaqueens new problem my_problem      a problem that works, its test, a config
      metaqueens new algorithm my_search     a search that works, its test, a config
      metaqueens new program c               a program in python or c for n queens
      metaqueens new program costas          a program in Python for other problems

    Existing files are not replaced. The page "Your own algorithm" of the documentation describes
    algorithms, and the page "Programs in any language" programs. In a config of your own, `extends:
    ga_n50` takes all keys of a bundled config that it does not set itself.
    """
    texts, commands = STARTS[kind](name)
    for path in map(Path, texts):
        if path.exists():
            raise UserError(f"{path}: is there already; remove or rename it")
    for path, text in zip(map(Path, texts), texts.values(), strict=True):
        with system_errors(path), path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        click.echo(f"wrote {path}")
    for line in commands:
        click.echo(f"next: {line}")
