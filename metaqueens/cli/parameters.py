"""Arguments and options of several commands, and the problems and configs that they name."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import randbits
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from metaqueens.cli.terminal.listing import reserve_stdout
from metaqueens.exact import METHOD_NAMES
from metaqueens.problem.base import COUNTED
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


# A name, or a file, which shells complete.
NAME = click.Path()


def folder_to_make(help: str | None = None, **settings: Any) -> Any:
    """Return the option ``-o``, a folder to write."""
    kind = click.Path(file_okay=False, path_type=Path)
    return click.option("-o", "--output", type=kind, help=help, **settings)


def several(name: str, metavar: str, **more: Any) -> Any:
    """Return an argument that is given once or several times."""
    return click.argument(name, nargs=-1, required=True, metavar=metavar, **more)


def algorithm_option(usual: str) -> Any:
    """Return the option ``-a`` of a command with this ``usual`` algorithm."""
    text = f"Name of an algorithm, or package.module:Class. Default: {usual}."
    return click.option("-a", "--algorithm", type=NAME, metavar="NAME", help=text)


def number_option(name: str, help: str) -> Any:
    """Return an option for a whole number, a million by default."""
    return click.option(name, type=WholeNumber(), default=1_000_000, show_default=True, help=help)


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
search = click.argument("settings", nargs=-1, metavar="[ALGORITHM] [KEY=VALUE]...", type=NAME)
folder = click.argument("folder", metavar="RESULTS", type=click.Path(path_type=Path))
seed = click.option(
    "-s",
    "--seed",
    type=click.IntRange(0),
    default=lambda: randbits(53),  # any language reads it
    help="Random seed. Chosen at random and printed if omitted.",
)
as_json = click.option(
    "--json", "as_json", is_flag=True, callback=reserve_stdout, help="Print one JSON object."
)
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
config = click.argument("path", metavar="CONFIG", type=NAME)
overrides = click.argument("overrides", nargs=-1, metavar="[KEY=VALUE]...")
jobs = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    help="Number of processes. Default: the value in the config, or all cores.",
)
results = folder_to_make("Folder of the results. Default: results/NAME.")


def problem_and_search(
    n: int | str | None,
    words: Sequence[str],
    board: str | None,
    name: str | None,
    algorithm: str | None,
) -> tuple[Any, str, Sequence[str]]:
    """Return the problem of a command, and the ``use`` and the settings of its search.

    The search is ``algorithm``, or the one that a word names, or the usual one. Raises
    ``UserError`` if there is no such problem or search, or a setting belongs to none or to both.
    """
    from metaqueens.contestants import registry

    if board is not None and isinstance(n, str):
        words = [n, *words]
        n = None
    use, settings = registry.find_search(words, algorithm)
    # The usual search of n queens depends on their number.
    is_known = isinstance(n, str) and (use or n != "queens")
    search = registry.class_of(use or registry.USUAL) if is_known else None
    problem, settings = problem_and_settings(n, settings, board, name, search)
    use = use or registry.usual(problem)
    for setting in settings if isinstance(n, int) else ():
        key = setting.partition("=")[0]
        if key in COUNTED and key not in registry.class_of(use).model_fields:
            words = f"{click.get_current_context().command_path} queens {problem.label}"
            raise UserError(f"{key} is a field of the problem: write {words} {quote(setting)}")
    return problem, use, settings


def problem_and_settings(
    n: int | str | None,
    settings: Sequence[str],
    board: str | None,
    name: str | None,
    search: Any = None,
) -> tuple[Any, Sequence[str]]:
    """Return the problem of a command, and the settings that are not its fields.

    With ``board``, a file of instances, it is the one called ``name``, and ``n`` is a setting.
    Raises ``UserError`` if there is no such problem, or a setting is no parameter of ``search``.
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
        return _own_problem(n, settings, search)
    from metaqueens.queens.problem import Queens

    return Queens(n), settings


def _own_problem(use: str, settings: Sequence[str], search: Any) -> tuple[Any, list[str]]:
    """Return the problem; a setting may have the prefix ``problem.`` or ``algorithm.``."""
    from metaqueens.config.contestant import OPTIONS
    from metaqueens.contestants.registry import use_of
    from metaqueens.problem.registry import load_problem
    from metaqueens.text.validation import UNKNOWN_KEY, explain

    use = use_of(use)
    kind: Any = load_problem(use)
    fields = [*getattr(kind, "model_fields", getattr(kind, "__dataclass_fields__", ()))]
    if bare := next((setting for setting in settings if setting.isdecimal()), None):
        raise UserError(f"{bare}: a field is set by its name; write {[*fields, 'n'][0]}={bare}")
    parameters = search.model_fields if search else ()
    of_problem, of_search = list[str](), list[str]()
    for setting in settings:
        key = setting.partition("=")[0]
        if key in fields and key in parameters:
            owners = f"a field of {kind.__name__} and a parameter of the search"
            raise UserError(f"{setting}: {owners}; write problem.{setting} or algorithm.{setting}")
        if key.removeprefix("problem.") in fields:
            of_problem.append(setting.removeprefix("problem."))
            continue
        of_search.append(setting.removeprefix("algorithm."))
        key = of_search[-1].partition("=")[0]
        if search and key.partition(".")[0] not in (*parameters, *OPTIONS):
            unknown = {"type": UNKNOWN_KEY[0], "input": None, "loc": (key,)}
            raise UserError(f"{setting}: {explain(unknown, search, others=fields)}")
    return own_problem(use, of_problem), of_search


def own_problem(use: str, settings: Sequence[str]) -> Any:
    """Return the problem of a user's class, whose fields the ``settings`` set.

    Raises ``UserError`` if there is no such problem.
    """
    from metaqueens.config.checking import check_problem
    from metaqueens.config.contestant import read_setting
    from metaqueens.config.strict_yaml import COMMAND_LINE, Document
    from metaqueens.contestants.registry import use_of

    read = dict(read_setting(setting, "n=15") for setting in settings)
    if several := [key for key, chosen in read.items() if len(chosen) > 1]:
        raise UserError(f"{several[0]}: expected one value, got {len(read[several[0]])}")
    values = {"use": use_of(use)} | {key: chosen[0] for key, chosen in read.items()}
    found: Any = check_problem(Document({"problem": values}, {(): COMMAND_LINE}))
    return found.problem


def file_option(endings: str, *names: str, **settings: Any) -> Any:
    """Return an option for a file to write: it has one of the ``endings``, its folder exists."""

    def check(context: Any, option: Any, path: Path | None) -> Path | None:
        if path is not None and path.suffix not in endings.split():
            expected = endings.replace(" ", " or ")
            raise UserError(f"{names[0]} {path}: expected a name that ends in {expected}")
        if path is not None and not path.parent.is_dir():
            raise UserError(f"{names[0]} {path}: there is no folder {path.parent}")
        return path

    kind = click.Path(dir_okay=False, path_type=Path)
    return click.option(*names, type=kind, callback=check, **settings)


def load_config(
    path: str,
    overrides: Sequence[str] = (),
    quiet: bool = False,
    results: Callable[[str], Path | None] = lambda name: None,
    to_run: bool = True,
) -> "Experiment":
    """Read the experiment in the file ``path``; print a line if it is one of the package.

    ``results`` returns the folder that may have the instances of families; new ones are counted on
    stderr, where a line warns of a problem without a solution. See ``config.load`` for ``to_run``.
    """
    from metaqueens import config
    from metaqueens.config import shipped
    from metaqueens.config.strict_yaml import COMMAND_LINE

    file = shipped.find(path)
    if file != path and not quiet:
        click.echo(f"{path}: no such file here; taking metaqueens' own, {file}", err=True)
    experiment = config.load(path, overrides, finder(quiet, results), to_run, COMMAND_LINE)
    whys = () if quiet else (cell.problem.explain_no_solution() for cell in experiment.cells)
    for why in filter(None, dict.fromkeys(whys)):
        click.echo(f"warning: {why}", err=True)
    return experiment


def finder(
    quiet: bool = False, results: Callable[[str], Path | None] = lambda name: None
) -> "Find":
    """Return a function that finds instances of families; new ones are counted on stderr."""
    from metaqueens.cli.terminal.progress import progress
    from metaqueens.config import sources

    return sources.finder(results, lambda total: progress("drawing instances", quiet, total))
