"""``metaqueens league``."""

from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from metaqueens.cli import FAILED, REJECTED, parameters
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.text.errors import UserError, system_errors

if TYPE_CHECKING:
    from metaqueens.arena.run import Settings

# A league that takes less has no estimate.
SHORT_SECONDS = 10.0


@click.command("league")
@parameters.several("words", "CONTESTANT...|FOLDER", type=parameters.NAME)
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
@parameters.as_json
def command(
    words: tuple[str, ...], output: Path, jobs: int | None, as_json: bool, **rules: Any
) -> int:
    """Rank classes, programs and algorithms on random boards.

    \b
      metaqueens league mine.py:Mine ./c "tabu_search longest=9" --seed 7
      metaqueens league handed_in/ -o results/class
      metaqueens league handed_in/ --problem costas

    Each contestant runs in its own process, confined if `bwrap` is installed. Boards get harder
    round by round, until no contestant solves more than half of them. The same command with the
    same seed continues an interrupted league. Exit code 4 after a false claim, 3 after failed runs.
    """
    from metaqueens.arena import league, outcome
    from metaqueens.arena.contestants import contestants, list_left_out
    from metaqueens.arena.run import WALL_SECONDS
    from metaqueens.cli.terminal.progress import progress
    from metaqueens.system.cores import usable_cores
    from metaqueens.text.words import duration

    settings = _choose_settings(**rules)
    field = contestants(words, settings.by == "evaluations")
    if names := list_left_out(words):
        say(f"left out, because a contestant is a file: {', '.join(names)}", err=True)

    def show_round(number: int, runs: int, longest: float) -> Any:
        if number == 1:
            say(f"seed {settings.seed}", err=True)  # also for a league that is killed
        if number == 1 and longest >= SHORT_SECONDS and not as_json:
            limits = "on a quiet machine, start-up included, compilation not"
            if settings.by == "evaluations" and any(entry.kind != "shelf" for entry in field):
                limits = f"if every run of a program takes {duration(WALL_SECONDS)}; most take less"
            say(f"takes up to about {duration(longest)} {limits}", err=True)
        return progress(f"round {number}", as_json, runs)

    try:
        played = league.play(settings, field, output, jobs or usable_cores(), show_round)
    except KeyboardInterrupt:
        command_again = f"the same command with --seed {settings.seed} continues"
        say(f"{output}: its runs are kept; {command_again}", err=True)
        raise
    found = outcome.document(played)
    with system_errors(output):
        outcome.write(played, found, output)
    rows = found["table"]
    if as_json:
        print_json(found)
    else:
        if not found["confined"] and any(entry.kind != "shelf" for entry in field):
            say("not confined: bwrap cannot be used; the programs could read this user's files")
        _show_result(found)
        say(f"seed {settings.seed}; {output / outcome.PAGE}")
    if any(row["rejected"] for row in rows):
        return REJECTED
    return FAILED if any(row["failed"] for row in rows) else 0


def _show_result(found: dict[str, Any]) -> None:
    """Print the answer and the table; the reasons below it on a narrow terminal."""
    from metaqueens.arena import outcome
    from metaqueens.cli.terminal.table import show

    say(outcome.answer(found))
    if "why" not in show(outcome.table(found["table"])).heads:
        for row in filter(itemgetter("why"), found["table"]):
            say(f"{row['name']}: {row['why']}")


def _choose_settings(seed: int, budget: float | None, **rules: Any) -> "Settings":
    from metaqueens.arena.run import BUDGETS, Settings

    settings = Settings(seed, **{name: value for name, value in rules.items() if value})
    if settings.by == "evaluations" and budget is not None and budget != int(budget):
        raise UserError(f"--budget: expected a whole number of evaluations, got {budget:g}")
    return settings._replace(budget=budget or BUDGETS[settings.by])
