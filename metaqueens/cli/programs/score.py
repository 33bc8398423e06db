"""``metaqueens score``."""

from pathlib import Path
from typing import Any

import click

from metaqueens.cli import FAILED, parameters
from metaqueens.cli.terminal.listing import print_json, print_rows, say
from metaqueens.cli.terminal.progress import progress


@click.command("score")
@click.argument("path", metavar="FILE[:CLASS]", type=click.Path(path_type=Path))
@click.option(
    "--problem",
    metavar="PROBLEM",
    default="excluded",
    show_default=True,
    help="excluded, costas, colouring, or any other: 'FILE.py:Class n=20,30'.",
)
@parameters.number_option("--evaluations", "Budget of each run.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, 1e6, min_open=True),
    default=10.0,
    show_default=True,
    help="Time limit of all runs together.",
)
@click.option(
    "-s", "--seed", type=click.IntRange(0), default=0, show_default=True, help="Random seed."
)
@parameters.as_json
def command(path: Path, as_json: bool, **settings: Any) -> int:
    """Score a solver relative to tabu search, whose score is 100.

    \b
      metaqueens score mine.py                 a class, or a program of the text protocol
      metaqueens score mine.py:Mine            one of several classes in a file
      metaqueens score mine.py --problem costas --evaluations 50000 --json

    It runs in processes of its own, confined if `bwrap` is installed, and every solution is
    recounted. The same file, seed and evaluations give the same score on any machine, or none
    (null, exit code 3): after a failure, or if --seconds end a run, as they may on a busy machine.
    """
    from metaqueens.arena.score import score

    with progress(f"scoring {path.name}", as_json):
        found = score(path, **settings)
    if as_json:
        print_json(found)
    else:
        shown = ("problem", "score", "cost", "evaluations", "why")
        print_rows([{name: row[name] for name in shown} for row in found["instances"]])
        say(found["text"])
    return FAILED if found["score"] is None else 0
