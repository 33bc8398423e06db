"""``metaqueens draw``."""

from pathlib import Path
from typing import Any

import click

from metaqueens.cli import parameters
from metaqueens.files.writing import write_text
from metaqueens.text.errors import UserError, system_errors


@click.command("draw")
@click.argument("file", metavar="FILE.jsonl|BOARD.json")
@parameters.instance_id
@parameters.file_option(
    ".svg", "-o", "--output", help="SVG file to write. Default: text on the terminal."
)
@click.option("--empty", is_flag=True, help="Omit the queens of the solution.")
def command(file: str, name: str | None, output: Path | None, empty: bool) -> None:
    """Draw a board with rules, with its solution if the file has one.

    \b
      metaqueens draw ed16.jsonl --id 7
      metaqueens draw ed16.jsonl --id 7 -o board.svg
      metaqueens draw board.json -o board.svg           a board of solve --save

    Squares on which no queen may stand are crossed out, placed queens are blue with a bar, and
    regions have thick borders.
    """
    import numpy as np

    from metaqueens.cli.terminal.boards import draw_with_rules
    from metaqueens.cli.terminal.listing import say
    from metaqueens.queens import drawing, instances

    queens: Any
    with system_errors():
        if file.endswith(".json") and name is None:
            problem, queens = instances.read_saved(file)
            title = f"{file}: {problem.label}; {problem.describe_cost(problem.recount(queens))}"
        else:
            instance = instances.find_instance(file, name)
            problem, queens = instance.problem, instance.witness
            title = f"{instance.name}: {problem.label}; {instance.label or 'no label'}"
    if problem.n > drawing.DRAWN_UP_TO:
        raise UserError(f"{file}: boards are drawn up to {drawing.DRAWN_UP_TO} queens")
    if queens is None or empty:
        queens, marks = drawing.empty_board(problem)
    else:
        queens, marks = list(queens), drawing.marks_of(problem, np.array(queens))
    say(title)
    if output:
        with system_errors(f"-o {output}"):
            write_text(output, drawing.svg(queens, marks) + "\n")
        say(f"{output}")
    else:
        say(draw_with_rules(problem, queens, marks))
