"""Arguments and options of several commands, and the problems and configs that they name."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Any

import click

from metaqueens.exact import METHOD_NAMES
from metaqueens.text.errors import UserError, system_errors

if TYPE_CHECKING:
    from metaqueens.config import Experiment
    from metaqueens.config.sources import Find


class WholeNumber(click.ParamType):
    """A whole number from 1 on, as people write it: 1000000, 1_000_000, 1e6."""

    name = "number"

    def convert(self, value: Any, param: Any, context: Any) -> int:
        found = re.fullmatch(r"([-+]?\d[\d_]{0,98})(?:[eE]\+?(\d\d?))?", str(value))
        if not found:
            expected = "expected a whole number such as 50, 200_000 or 1e6"
            self.fail(f"{expected}, got {value!r}", param, context)
        number: int = int(found[1].replace("_", "")) * 10 ** int(found[2] or 0)
        if number < 1:
            self.fail(f"must be at least 1, got {number:,}", param, context)
        return number


class NumberOrProblem(WholeNumber):
    """A number of queens, the name of a problem, costas or FILE.py:Class, or a setting."""

    def convert(self, value: Any, param: Any, context: Any) -> Any:
        is_problem = re.fullmatch(r"[A-Za-z]\w*|.*:.*|.*\.py|[A-Za-z].*=.*", str(value))
        return str(value) if is_problem else super().convert(value, param, context)


def folder_to_make(help: str | None = None, **settings: Any) -> Any:
    """Return the option ``-o``, a folder to write."""
    kind = click.Path(file_okay=False, path_type=Path)
    return click.option("-o", "--output", type=kind, help=help, **settings)


def several(name: str, metavar: str, **more: Any) -> Any:
    """Return an argument that is given once or several times."""
    return click.argument(name, nargs=-1, required=True, metavar=metavar, **more)


queens = click.argument("n", type=WholeNumber(), metavar="N")
problem = click.argument("n", type=NumberOrProblem(), required=False, metavar="N|PROBLEM")
method = click.option(
    "-m",
    "--method",
    type=click.Choice(METHOD_NAMES),
    default="bitmask",
    show_default=True,
    help="Exact method.",
)
settings = click.argument("settings", nargs=-1, metavar="[KEY=VALUE]...")
search = click.argument("settings", nargs=-1, metavar="[ALGORITHM] [KEY=VALUE]...")
folder = click.argument("folder", metavar="RESULTS", type=click.Path(path_type=Path))
seed = click.option(
    "-s",
    "--seed",
    type=click.IntRange(0),
    default=lambda: randbits(53),  # any language reads it
    help="Random seed. Chosen at random and printed if omitted.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
quiet = click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
board = click.option(
    "--board", metavar="FILE.jsonl", help="File with a board with rules, instead of N."
)
instance_id = click.option(
    "--id",
    "name",
    metavar="ID",
    help="Identifier of the instance. Default: the only one of the file.",
)
config = click.argument("path", metavar="CONFIG", type=click.Path())
overrides = click.argument("overrides", nargs=-1, metavar="[KEY=VALUE]...")
jobs = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    help="Number of processes. Default: the value in the config, or all cores.",
)
results = folder_to_make("Folder of the results. Default: results/NAME.")


def problem_and_settings(
    n: int | str | None, settings: Sequence[str], board: str | None, name: str | None
) -> tuple[Any, Sequence[str]]:
    """Return the problem of a command, and the settings that are not its fields.

    With ``board``, a file of instances, it is the one called ``name``, and ``n`` is a setting.
    Raises ``UserError`` if there is no such problem.
    """
    if board is not None:
        from metaqueens.queens import instances

        if isinstance(n, int):
            raise click.UsageError("N and --board: give one of them")
        with system_errors():
            problem = instances.find_instance(board, name).problem
        return problem, settings if n is None else [n, *settings]
    if n is None:
        raise click.UsageError("Missing argument 'N|PROBLEM'.")
    if name is not None:
        raise UserError("--id: of the instances in a file; give --board FILE.jsonl too")
    if isinstance(n, str):
        return _own_problem(n, settings)
    from metaqueens.queens.problem import Queens

    return Queens(n), settings


def _own_problem(use: str, settings: Sequence[str]) -> tuple[Any, list[str]]:
    """Return the problem; a setting may have the prefix ``problem.`` or ``algorithm.``."""
    from metaqueens.contestants.registry import use_of
    from metaqueens.problem.registry import load_problem

    use = use_of(use)
    try:
        kind: Any = load_problem(use)
    except UserError as error:
        is_near = ":" in use or str(error).endswith("?")
        hint = "" if is_near else "; for n queens give their number, such as 8"
        raise UserError(f"{error}{hint}") from None
    fields = [*getattr(kind, "model_fields", getattr(kind, "__dataclass_fields__", ()))]
    if bare := next((setting for setting in settings if setting.isdecimal()), None):
        raise UserError(f"{bare}: a field is set by its name; write {[*fields, 'n'][0]}={bare}")
    fields_set = [
        one for one in settings if one.partition("=")[0].removeprefix("problem.") in fields
    ]
    rest = [one.removeprefix("algorithm.") for one in settings if one not in fields_set]
    return own_problem(use, [one.removeprefix("problem.") for one in fields_set]), rest


def require_clear(settings: Sequence[str], problem: Any, algorithm: Any) -> None:
    """Raise ``UserError`` if a setting belongs both to the problem and to the search."""
    both = {*getattr(type(problem), "model_fields", ())} & {*type(algorithm).model_fields}
    for setting in settings:
        if setting.partition("=")[0] in both:
            owners = f"a field of {type(problem).__name__} and a parameter of the search"
            raise UserError(f"{setting}: {owners}; write problem.{setting} or algorithm.{setting}")


def own_problem(use: str, settings: Sequence[str]) -> Any:
    """Return the problem of a user's class, whose fields the ``settings`` set.

    Raises ``UserError`` if there is no such problem.
    """
    from metaqueens.config.checking import check_problem
    from metaqueens.config.contestant import read_setting
    from metaqueens.config.strict_yaml import COMMAND_LINE, Document

    read = dict(read_setting(setting, "n=15") for setting in settings)
    values = {key: chosen[0] for key, chosen in read.items()}
    found: Any = check_problem(Document({"problem": {"use": use, **values}}, {(): COMMAND_LINE}))
    return found.problem


def file_option(*names: str, **settings: Any) -> Any:
    """Return an option that names a file to write."""
    return click.option(*names, type=click.Path(dir_okay=False, path_type=Path), **settings)


def require_ending(option: str, path: Path, *endings: str) -> None:
    """Raise ``UserError`` unless the name of ``path``, given by ``option``, has such an ending."""
    if path.suffix not in endings:
        expected = " or ".join(endings)
        raise UserError(f"{option} {path}: expected a name that ends in {expected}")


def load_config(
    path: str,
    overrides: Sequence[str] = (),
    quiet: bool = False,
    results: Callable[[str], Path | None] = lambda name: None,
    to_run: bool = True,
) -> "Experiment":
    """Read the experiment in the file ``path``; print a line if it is one of the package.

    ``results`` returns the folder that may have the instances of families; new ones are counted on
    stderr. See ``config.load`` for ``to_run``.
    """
    from metaqueens import config
    from metaqueens.config import shipped

    file = shipped.find(path)
    if file != path and not quiet:
        click.echo(f"{path}: no such file here; taking metaqueens' own, {file}", err=True)
    return config.load(path, overrides, finder(quiet, results), to_run)


def finder(
    quiet: bool = False, results: Callable[[str], Path | None] = lambda name: None
) -> "Find":
    """Return a function that finds instances of families; new ones are counted on stderr."""
    from metaqueens.cli.terminal.progress import progress
    from metaqueens.config import sources

    return sources.finder(results, lambda total: progress("drawing instances", total, quiet))
