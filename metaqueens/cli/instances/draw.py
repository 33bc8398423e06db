"""``metaqueens draw``."""

import json
from pathlib import Path

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
    from metaqueens.problem.picture import DRAWN_UP_TO
    from metaqueens.queens import board_file, drawing, instances

    with system_errors():
        if file.endswith(".json") and name is None:
            keys, board = board_file.read(file)
            (instance,) = instances.read_lines(file, [json.dumps({"id": file, **keys}).encode()])
            label = instance.problem.describe_cost(instance.problem.recount(board))
        else:
            instance = instances.find_instance(file, name)
            board, label = np.array(instance.witness or ()), instance.label or "no label"
    problem = instance.problem
    if problem.n > DRAWN_UP_TO:
        raise UserError(f"{file}: boards are drawn up to {DRAWN_UP_TO} queens")
    queens, marks = drawing.empty_board(problem)
    if board.size and not empty:
        queens, marks = board.tolist(), drawing.marks_of(problem, board)
    say(f"{instance.name}: {problem.label}; {label}")
    if output:
        with system_errors(f"-o {output}"):
            write_text(output, drawing.svg(queens, marks) + "\n")
        say(f"{output}")
    else:
        say(draw_with_rules(problem, queens, marks))
