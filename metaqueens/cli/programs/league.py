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
# Of a file that ``--open`` wrote.
MOST_BYTES = 65_536
T = TypeVar("T")


@click.command("league")
@click.argument(
    "words",
    nargs=-1,
    metavar="CONTESTANT...|FOLDER",
)
@click.option(
    "--names",
    "roll",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="CSV of files and what each is called.",
)
@parameters.seed
@click.option("--by", type=click.Choice(["seconds", "evaluations"]), help="Budget.  [seconds]")
@click.option("--budget", type=click.FloatRange(0, 1e12, min_open=True), help="1, or 1,000,000.")
@click.option("--boards", type=click.IntRange(1, 1000), help="Of each round.  [14]")
@parameters.folder_to_make(default=Path("results/league"), show_default=True)
@parameters.jobs
@parameters.file_option(
    "--open",
    "opened",
    metavar="FILE",
    help="Before hand-in: write the hash of a seed, and the rules.",
)
@click.option(
    "--close",
    "closed",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Play with the seed of that FILE, and reveal it.",
)
@parameters.as_json
def command(
    words: tuple[str, ...],
    roll: Path | None,
    seed: int | None,
    by: str | None,
    budget: float | None,
    boards: int | None,
    output: Path,
    jobs: int | None,
    opened: Path | None,
    closed: Path | None,
    as_json: bool,
) -> int:
    """Rank searches on boards that are drawn for them: classes, programs, algorithms by name.

    \b
      metaqueens league mine.py:Mine ./c "tabu_search longest=9" --seed 7
      metaqueens league handed_in/ --names roll.csv -o results/class
      metaqueens league --open rules.json           before hand-in: publish this file
      metaqueens league handed_in/ --close rules.json

    A contestant runs in a process of its own, confined where `bwrap` is installed. Boards get
    harder round by round, until nobody solves more than half of them. Interrupted, the same command
    goes on. Exit code 4 where a claim was false, 3 where runs failed.
    """
    asked = _settings(seed, by, budget, boards, closed)
    if opened:
        if words:
            raise UserError("--open: before there are contestants; name none")
        _open(opened, asked)
        return 0
    if not words:
        raise click.UsageError("Missing argument 'CONTESTANT...'.")
    return _play(words, roll, asked, output, jobs, as_json)


def _settings(
    seed: int | None, by: Any, budget: float | None, boards: int | None, closed: Path | None
) -> "Settings":
    from metaqueens.arena.run import BUDGETS, Settings

    if closed:
        if (seed, by, budget, boards) != (None,) * 4:
            raise UserError("--close: the file has the seed and the rules; give no others")
        return _revealed(closed)
    by = by or "seconds"
    if by == "evaluations" and budget is not None and budget != int(budget):
        raise UserError(f"--budget: expected a whole number of evaluations, got {budget:g}")
    seed = secrets.randbits(53) if seed is None else seed
    usual = Settings(0)
    return Settings(seed, "", by, boards or usual.boards, budget or BUDGETS[by])


def _open(path: Path, asked: "Settings") -> None:
    """Write the hash and the rules, and beside them the seed, which stays here until hand-in."""
    from metaqueens.files.writing import write_text

    asked = asked._replace(salt=secrets.token_hex(16))
    own = path.with_name(path.name + SECRET)
    if own.exists():
        raise UserError(f"{own}: holds the seed of a league that is open; choose another FILE")
    rules = {"by": asked.by, "budget": asked.budget, "boards": asked.boards}
    with system_errors(own):
        with open(own, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(json.dumps(asked._asdict()) + "\n")
        write_text(path, json.dumps({"sha256": asked.hash, **rules}, indent=1) + "\n")
    say(f"publish {path}; keep {own} to yourself until all have handed in")


def _revealed(path: Path) -> "Settings":
    """Return the settings of an open league. Raises ``UserError`` if they are not its own."""
    from metaqueens.arena.run import Settings

    own = path.with_name(path.name + SECRET)
    public = _read(path, dict[str, Any])
    found = _read(own, Settings)
    is_same = public.get("sha256") == found.hash
    if not is_same:
        raise UserError(f"{path}: its hash is not that of the seed and rules in {own}")
    return found


def _read(path: Path, kind: type[T]) -> T:
    """Return what a file holds that ``--open`` wrote."""
    from pydantic import TypeAdapter, ValidationError

    from metaqueens.files import reading

    with system_errors(path):
        text = reading.content(path, MOST_BYTES)
    try:
        return TypeAdapter(kind).validate_json(text, strict=True)
    except ValidationError:
        raise UserError(f"{path}: not as --open wrote it") from None


def _play(
    words: tuple[str, ...],
    roll: Path | None,
    asked: "Settings",
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

    field = contestants(words, roll, asked.by == "evaluations")
    found: Any = None
    done, tick = 0, None
    events = league.play(asked, field, output, jobs or usable_cores())
    with closing(events), ExitStack() as shown:
        for event in events:
            if isinstance(event, league.Round):
                shown.close()
                what, done = f"round {event.number}", event.stored
                tick = shown.enter_context(progress(what, event.runs, as_json))
            elif isinstance(event, league.League):
                shown.close()
                with progress("ranking", 100, as_json) as tick_ranking:
                    found = outcome.document(event, lambda share: tick_ranking(int(100 * share)))
                with system_errors(output):
                    outcome.write(event, found, output)
            elif tick:
                done += 1
                tick(done, "")
    rows = found["table"]
    if as_json:
        print_json(found)
    else:
        if not found["confined"] and any(one.kind != "shelf" for one in field):
            say("not confined: bwrap is not there; the programs could read this user's files")
        say(answer(rows))
        show(table(rows))
        say(f"seed {asked.seed}; {output / outcome.PAGE}")
    if any(row["rejected"] for row in rows):
        return REJECTED
    return FAILED if any(row["failed"] for row in rows) else 0
