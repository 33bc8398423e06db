"""The command line: one module for each command, imported when it is used.

Exit codes: 0 done, 2 bad usage or config, 3 some runs failed or could not be repeated, 4 a claimed
solution was rejected or a replay differs, 130 interrupted, 128 + its number after another signal.
"""

import gc
import logging
import os
import sys
from errno import ENOENT
from importlib import import_module
from itertools import groupby
from typing import Any, NoReturn

import click

from metaqueens import __version__
from metaqueens.cli.terminal import consoles
from metaqueens.cli.terminal.progress import print_compilation
from metaqueens.core.compilation import announce_compilation
from metaqueens.system import interrupts
from metaqueens.text.errors import RunFailed, UserError, did_you_mean, system_text
from metaqueens.text.printable import printable, printable_lines

# In click they are ranges: "'two' is not a valid integer range".
click.IntRange.name, click.FloatRange.name = "integer", "number"

# The room of each command, whose module is ``cli/ROOM/NAME.py``, and its line in ``--help``.
COMMANDS = {
    "solve": ("search", "Place N queens, draw the board and say how it was found."),
    "animate": ("search", "Make a film of a search, to play in a browser."),
    "lab": ("search", "Write a page in which searches run, in any browser."),
    "landscape": ("search", "Measure descents, autocorrelation and escapes on a board."),
    "run": ("experiment", "Run an experiment from a YAML file and validate its results."),
    "tune": ("experiment", "Find the parameters of an algorithm that cost least."),
    "compare": ("results", "Compare results: effect sizes and confidence intervals."),
    "report": ("results", "Write results up as one page: answer, tables, figures, boards."),
    "show": ("results", "Show what a results folder holds, or one of its runs."),
    "validate": ("results", "Check a results folder, or any board, again."),
    "replay": ("results", "Repeat one run and compare it with the stored one."),
    "export": ("results", "Write results as CSV, one row for each run."),
    "count": ("exact", "Count all solutions of N queens."),
    "enumerate": ("exact", "List the solutions of N queens, all or the fundamental ones."),
    "estimate": ("exact", "Estimate the search tree and the solutions of N queens."),
    "instances": ("instances", "Write boards with rules and whether each has a solution."),
    "draw": ("instances", "Draw a board with rules."),
    "new": ("programs", "Write a starting point: a problem, an algorithm, a program."),
    "check": ("programs", "Say what is wrong with a config, a class, a program."),
    "league": ("programs", "Rank searches on boards that are drawn for them."),
    "score": ("programs", "Score a solver, which another program may have written."),
    "list": ("reference", "List results, configs, algorithms or operators."),
    "schema": ("reference", "Print the JSON schema of experiment files, for editors."),
}
# At each start Pydantic would look for plugins in every installed package, and NumPy start threads
# for linear algebra, which is not used here.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# It warns if it cannot write to the home folder, and works all the same.
logging.getLogger("matplotlib").setLevel(logging.ERROR)
# The last one is that of a program that SIGPIPE ends.
USAGE, FAILED, REJECTED, INTERRUPTED, UNREAD = 2, 3, 4, 130, 141


class LazyGroup(click.Group):
    """The group of all commands, whose modules are imported when they are used."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        if args[:1] == ["help"]:  # `metaqueens help run` is `metaqueens run --help`
            args = [*args[1:], "--help"]
        if "--debug" in args[1:]:  # at any place
            args = ["--debug", *[word for word in args if word != "--debug"]]
        return super().parse_args(context, args)

    def list_commands(self, context: click.Context) -> list[str]:
        # Not list(): once `metaqueens list` is imported, that name is its module here.
        return [*COMMANDS]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = import_module(f"metaqueens.cli.{COMMANDS[name][0]}.{name}")
        command: click.Command = module.command
        return command

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        is_command = args[0] in COMMANDS or args[0].startswith("-")
        if not is_command and not context.resilient_parsing:  # not to complete a word
            hint = did_you_mean(args[0], COMMANDS) or f"; the commands are {', '.join(COMMANDS)}"
            context.fail(f"no command {args[0]!r}{hint}")
        return super().resolve_command(context, args)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for room, group in groupby(COMMANDS.items(), lambda command: command[1][0]):
            with formatter.section(room.capitalize()):
                formatter.write_dl([(name.ljust(width), text) for name, (_, text) in group])


def print_version(context: click.Context, option: click.Parameter, is_asked: bool) -> None:
    """Print the versions, the machine and the folder of compiled kernels, and exit."""
    if not is_asked or context.resilient_parsing:
        return
    from metaqueens.core.folders import cache_folder
    from metaqueens.experiment.provenance import describe, provenance

    known = describe(provenance())
    lines = f"metaqueens, version {__version__}", *known.values(), f"kernels in {cache_folder()}"
    click.echo("\n".join(map(printable, filter(None, lines))))
    context.exit()


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_version,
    help="Print the versions, the machine and the folder of compiled kernels.",
)
@click.option("--debug", is_flag=True, help="Show the traceback of an error in your own code.")
def metaqueens(debug: bool) -> None:
    """Metaheuristic experiments on n queens and on problems of your own, exactly validated.

    \b
    Start with:   metaqueens solve 8
    And then:     metaqueens run configs/ga_n50.yaml
    More of them: metaqueens list configs
    """


def main() -> NoReturn:
    """Run the command line and exit."""
    interrupts.install_handlers()
    gc.set_threshold(100_000)  # imported modules live as long as the process
    try:
        code = run_command()
        interrupts.ignore_signals()
    except KeyboardInterrupt as error:  # during the last output of the command
        interrupts.ignore_signals()
        code = _report_end(error)
    if code > 128:  # and the number of a signal
        interrupts.exit_process(code)
    gc.freeze()  # or Python would search for cycles again: a third of a short command's time
    sys.exit(code)


def run_command() -> int:
    """Run the command line in this process; return its exit code."""
    consoles.prepare_streams()
    try:
        code = _run_uninterrupted()
    except click.ClickException as error:
        _explain(error).show(sys.stderr)
        return error.exit_code
    except UserError as error:
        click.echo(printable_lines(str(error)), file=sys.stderr)
        return FAILED if isinstance(error, RunFailed) else USAGE
    except (click.Abort, KeyboardInterrupt) as error:
        if isinstance(error.__cause__, EOFError):  # not of an answer, but of a truncated module
            raise error.__cause__ from None
        return _report_end(error)
    except BrokenPipeError:  # the reader has ended, as in `| head`
        consoles.give_up_stdout()
        return UNREAD
    except MemoryError:
        click.echo("out of memory; what was finished is kept", err=True)
        return USAGE
    except OSError as error:  # a file that cannot be written, a disk that is full
        # Without a file it is of the output, or a library's, such as on a folder that is missing.
        is_output = not error.filename and error.errno not in (None, ENOENT)
        place = "output: " if is_output else f"{error.filename}: " * bool(error.filename)
        click.echo(printable(f"{place}{system_text(error)}"), err=True)
        if is_output:
            consoles.give_up_stdout()
        return USAGE
    return code or 0


def _explain(error: click.ClickException) -> click.ClickException:
    """Return the error, which says how N, PROBLEM, KEY=VALUE or a long option is written."""
    if not isinstance(error, click.UsageError) or not error.ctx:
        return error
    options = [name for option in error.ctx.command.params for name in option.opts]
    words = (word.partition("=")[0] for word in sys.argv[1:])
    if word := next((word for word in words if f"-{word}" in options), None):
        return click.UsageError(f"no option {word}; did you mean -{word}?", error.ctx)
    if not isinstance(error, click.NoSuchOption):
        return error
    name, usage = error.option_name, " ".join(error.ctx.command.collect_usage_pieces(error.ctx))
    examples = {"-n": ("N", "8"), "-p": ("PROBLEM", "costas n=10")}
    if name in examples and examples[name][0] in usage.replace("|", " ").split():
        text = f"no option {name}: write {error.ctx.command_path} {examples[name][1]}"
    elif name.startswith("--") and "KEY=VALUE" in usage:
        value = " ".join(sys.argv).partition(name)[2][1:].partition(" ")[0] or "VALUE"
        others = error.possibilities or ()
        near = next((f"; did you mean {other}?" for other in others if other[:4] == name[:4]), "")
        text = f"no option {name}: a parameter is written {name[2:]}={value}{near}"
    else:
        return error
    return click.UsageError(text, error.ctx)


def _run_uninterrupted() -> int | None:
    """Run the command line. Raises ``KeyboardInterrupt`` even if a library catches it."""
    stdout = sys.stdout
    try:
        with announce_compilation(print_compilation):
            code: int | None = metaqueens.main(standalone_mode=False)
        sys.stdout.flush()
    except Exception:
        if ended := interrupts.pending():
            raise ended from None
        raise
    except SystemExit as error:
        if sys.stdout is not stdout or isinstance(error.__context__, BrokenPipeError):
            sys.stdout = stdout  # the reader has ended: rich exits, and click, which replaced it
            raise BrokenPipeError from None
        from metaqueens.plugins.code import place_in

        if not (place := place_in(error)):  # click has completed a word
            raise
        click.echo(f"your code ended the command: {printable(place)}", file=sys.stderr)
        return FAILED
    return code


def _report_end(error: BaseException) -> int:
    """Print the signal that ended the command; return its exit code."""
    end = error if isinstance(error, interrupts.Terminated) else error.__context__  # click wraps it
    if isinstance(end, interrupts.Terminated):
        click.echo(f"ended by {end.number.name}", err=True)
        return 128 + end.number
    click.echo("interrupted", err=True)
    return INTERRUPTED
