"""``metaqueens league``."""

import json
import os
import secrets
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from metaqueens.cli import FAILED, REJECTED, parameters
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.text.errors import UserError, system_errors

if TYPE_CHECKING:
    from metaqueens.arena.run import Settings

SECRET = ".secret"
# The size of a file that ``--open`` wrote.
MAX_BYTES = 65_536
T = TypeVar("T")


@click.command("league")
@click.argument(
    "words",
    nargs=-1,
    metavar="CONTESTANT...|FOLDER",
)
@parameters.seed
@click.option(
    "--by",
    type=click.Choice(["seconds", "evaluations"]),
    help="Unit of the budget of a run.  [seconds]",
)
@click.option(
    "--budget",
    type=click.FloatRange(0, 1e12, min_open=True),
    help="Budget of a run.  [1 second, or 1,000,000 evaluations]",
)
@click.option(
    "--boards", type=click.IntRange(1, 1000), help="Number of boards of each round.  [14]"
)
@click.option(
    "--problem",
    metavar="PROBLEM",
    help="Another problem than n queens, with the sizes of its rounds: 'costas n=8,10,12'.",
)
@parameters.folder_to_make(default=Path("results/league"), show_default=True)
@parameters.jobs
@parameters.file_option(
    "--open",
    "opened",
    metavar="FILE",
    help="Before hand-in: write the rules and the hash of a seed to FILE.",
)
@click.option(
    "--close",
    "closed",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Play with the seed of FILE, and reveal it.",
)
@parameters.as_json
def command(
    words: tuple[str, ...],
    output: Path,
    jobs: int | None,
    opened: Path | None,
    closed: Path | None,
    as_json: bool,
    **rules: Any,
) -> int:
    """Rank classes, programs and algorithms on random boards.

    \b
      metaqueens league mine.py:Mine ./c "tabu_search longest=9" --seed 7
      metaqueens league handed_in/ -o results/class
      metaqueens league handed_in/ --problem costas
      metaqueens league --open rules.json           before hand-in: publish this file
      metaqueens league handed_in/ --close rules.json

    Each contestant runs in its own process, confined if `bwrap` is installed. Boards get harder
    round by round, until no contestant solves more than half of them. The same command continues
    an interrupted league. Exit code 4 after a false claim, 3 after failed runs.
    """
    settings = _reveal(closed, rules) if closed else _choose_settings(**rules)
    if opened:
        if words:
            raise UserError("--open: before there are contestants; name none")
        _open(opened, settings)
        return 0
    if not words:
        raise click.UsageError("Missing argument 'CONTESTANT...'.")
    return _play(words, settings, output, jobs, as_json)


def _choose_settings(seed: int | None, budget: float | None, **rules: Any) -> "Settings":
    from metaqueens.arena.boards import read_problems
    from metaqueens.arena.run import BUDGETS, Settings

    chosen = {name: value for name, value in rules.items() if value}
    settings = Settings(secrets.randbits(53) if seed is None else seed, **chosen)
    if settings.by == "evaluations" and budget is not None and budget != int(budget):
        raise UserError(f"--budget: expected a whole number of evaluations, got {budget:g}")
    if settings.problem:
        read_problems(settings.problem)  # before it is published
    return settings._replace(budget=budget or BUDGETS[settings.by])


def _open(path: Path, settings: "Settings") -> None:
    """Write the rules and the hash, and the seed to a file of its own, which stays secret."""
    from metaqueens.files.writing import write_text

    settings = settings._replace(salt=secrets.token_hex(16))
    own = path.with_name(path.name + SECRET)
    if own.exists():
        raise UserError(f"{own}: holds the seed of a league that is open; choose another FILE")
    rules: dict[str, Any] = {key: getattr(settings, key) for key in ("by", "budget", "boards")}
    rules |= {"problem": settings.problem} if settings.problem else {}
    with system_errors(own):
        with open(own, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(json.dumps(settings._asdict()) + "\n")
        write_text(path, json.dumps({"sha256": settings.hash, **rules}, indent=1) + "\n")
    say(f"publish {path}; keep {own} to yourself until all have handed in")


def _reveal(path: Path, rules: dict[str, Any]) -> "Settings":
    """Return the settings of an open league. Raises ``UserError`` if the hash differs."""
    from metaqueens.arena.run import Settings

    if any(value is not None for value in rules.values()):
        raise UserError("--close: the file has the seed and the rules; give no others")
    own = path.with_name(path.name + SECRET)
    public = _read(path, dict[str, Any])
    found = _read(own, Settings)
    if public.get("sha256") != found.hash:
        raise UserError(f"{path}: its hash is not that of the seed and rules in {own}")
    return found


def _read(path: Path, kind: type[T]) -> T:
    """Read a file that ``--open`` wrote."""
    from pydantic import TypeAdapter, ValidationError

    from metaqueens.files import reading

    with system_errors(path):
        text = reading.content(path, MAX_BYTES)
    try:
        return TypeAdapter(kind).validate_json(text, strict=True)
    except ValidationError:
        raise UserError(f"{path}: not as --open wrote it") from None


def _play(
    words: tuple[str, ...],
    settings: "Settings",
    output: Path,
    jobs: int | None,
    as_json: bool,
) -> int:
    from metaqueens.arena import league, outcome
    from metaqueens.arena.contestants import contestants
    from metaqueens.arena.page import answer, table
    from metaqueens.cli.terminal.progress import progress
    from metaqueens.cli.terminal.table import show
    from metaqueens.system.cores import usable_cores
    from metaqueens.text.words import duration

    field = contestants(words, settings.by == "evaluations")
    found: Any = None
    done, tick = 0, None
    events = league.play(settings, field, output, jobs or usable_cores())
    with closing(events), ExitStack() as shown:
        for event in events:
            if isinstance(event, league.Round):
                shown.close()
                if tick is None and not as_json:
                    say(f"takes up to about {duration(event.longest)}", err=True)
                what, done = f"round {event.number}", event.stored
                tick = shown.enter_context(progress(what, event.runs, as_json))
            elif isinstance(event, league.League):
                shown.close()
                found = outcome.document(event)
                with system_errors(output):
                    outcome.write(event, found, output)
            elif tick:
                done += 1
                tick(done, "")
    rows = found["table"]
    if as_json:
        print_json(found)
    else:
        if not found["confined"] and any(entry.kind != "shelf" for entry in field):
            say("not confined: bwrap is missing; the programs could read this user's files")
        say(answer(rows))
        show(table(rows))
        say(f"seed {settings.seed}; {output / outcome.PAGE}")
    if any(row["rejected"] for row in rows):
        return REJECTED
    return FAILED if any(row["failed"] for row in rows) else 0
