"""``metaqueens new``."""

from collections.abc import Sequence
from pathlib import Path
from shlex import quote

import click

from metaqueens.cli import parameters
from metaqueens.text.errors import UserError, did_you_mean

KINDS = ("program", "config", "algorithm", "plugin")


class _Kinds(click.Group):
    """A group that answers a misspelt kind with the nearest."""

    def list_commands(self, context: click.Context) -> list[str]:
        return [*KINDS]

    def resolve_command(self, context: click.Context, args: list[str]) -> tuple:
        known = args[0] in KINDS or args[0].startswith("-") if args else True
        if not known and not context.resilient_parsing:
            nearest = did_you_mean(args[0], KINDS)
            context.fail(f"{args[0]!r} is not one of {', '.join(KINDS)}{nearest}")
        return super().resolve_command(context, args)


@click.group("new", cls=_Kinds)
def command() -> None:
    """Write a starting point: a program, a config, an algorithm or a package of plug-ins.

    \b
      metaqueens new config mine --from compare_n50
      metaqueens new algorithm my_search
      metaqueens new plugin my_searches
      metaqueens new program c

    No file is written over.
    """


# The file of each language in ``metaqueens/programs/templates``.
PROGRAMS = {"python": "nqueens.py", "c": "nqueens.c"}


@command.command("program")
@click.argument("language", metavar="LANGUAGE", type=click.Choice([*PROGRAMS], False))
@parameters.written_to(
    "-o", "--output", help="The file to write; nqueens.py or nqueens.c when not given."
)
def program(language: str, output: Path | None) -> None:
    """Write a small program that searches, in python or c.

    \b
      metaqueens new program c

    Its protocol is the page "Programs in any language" of the documentation.
    """
    import metaqueens.programs
    from metaqueens.config import shipped

    path = output or Path(PROGRAMS[language])
    folder = Path(metaqueens.programs.__file__).with_name("templates")
    written = shipped.write({str(path): (folder / PROGRAMS[language]).read_text(encoding="utf-8")})
    source, built = quote(str(path)), quote(str(path.with_suffix("")))
    run = built if path.is_absolute() else f"./{built}"
    builds = [] if language == "python" else [f"cc -O2 -o {built} {source}"]
    run = f"python3 {source}" if language == "python" else run
    _tell(written, [*builds, f'metaqueens check --program "{run} {{n}} {{seed}}" counts=true'])


@command.command("config")
@click.argument("name", metavar="NAME")
@click.option(
    "--from",
    "original",
    metavar="CONFIG",
    default="ga_n50",
    shell_complete=parameters.config_names,
    show_default=True,
    help="Which to copy; `list configs` says what each is for.",
)
def config(name: str, original: str) -> None:
    """Copy a config that comes with metaqueens to NAME.yaml in the present folder.

    \b
      metaqueens new config mine
      metaqueens new config mine --from compare_n50
    """
    from metaqueens.config import shipped

    written = shipped.write(shipped.config(name, original))
    verb = "tune" if "\ntune:" in written[0].read_text(encoding="utf-8") else "run"
    click.echo(f"copied {original}")
    _tell(written, [f"metaqueens {verb} {written[0]}"])


@command.command("algorithm")
@click.argument("name", metavar="NAME")
def algorithm(name: str) -> None:
    """Write NAME.py with a search that works, its test, and a config that runs it.

    \b
      metaqueens new algorithm my_search

    The page "Plug-ins and hooks" of the documentation says what an algorithm may do.
    """
    from metaqueens.config import shipped

    written = shipped.write(shipped.algorithm(name))
    _tell(
        written,
        [
            f"metaqueens check {name}:{shipped.class_name(name)}",
            f"metaqueens run {name}.yaml",
        ],
    )


@command.command("plugin")
@click.argument("name", metavar="NAME")
def plugin(name: str) -> None:
    """Write a package in the folder NAME: an algorithm, an operator, a test, a config.

    \b
      metaqueens new plugin my_searches

    Once it is installed a config names what is in it; the page "Plug-ins and hooks" of the
    documentation says how.
    """
    from metaqueens.config import shipped

    if Path(name).exists():
        raise UserError(f"{name}: is there already; choose another name")
    written = shipped.write(shipped.plugin(name))
    commands = [f"pip install -e {name}", f"metaqueens check {name}"]
    _tell(written, [*commands, f"metaqueens run {name}/config.yaml"])


def _tell(written: Sequence[Path], then: Sequence[str]) -> None:
    for path in written:
        click.echo(f"wrote {path}")
    for line in then:
        click.echo(f"next: {line}")
