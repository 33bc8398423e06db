"""``metaqueens score``."""

from typing import TYPE_CHECKING, Any

import click

from metaqueens.cli import FAILED, REJECTED, parameters
from metaqueens.cli.terminal.listing import print_json, print_rows, say

if TYPE_CHECKING:
    from metaqueens.arena.measure import Score


@click.command("score")
@click.argument("what", metavar="FILE.py|COMMAND", shell_complete=parameters.algorithm_names)
@parameters.settings
@parameters.as_json
def command(what: str, settings: tuple[str, ...], as_json: bool) -> int:
    """Score a search: one number, on a fixed suite of boards, in under a minute.

    \b
      metaqueens score mine.py
      metaqueens score "./mysolver {n} {seed}" honours=[torus]
      metaqueens score min_conflicts encoding=rows

    1 is as fast as our tabu search, which is measured beside it; 2 is twice as fast. Four runs of a
    second on each of four plain boards and four with rules; every board is recounted. Exit code 4
    where a claim was false, 3 where runs failed. The page "Programs in any language" of the
    documentation says how it is computed.
    """
    from metaqueens.arena import measure
    from metaqueens.arena.contestant import scored
    from metaqueens.cli.terminal.progress import progress

    contestant: Any = scored(what, settings)
    found: Any = None
    with progress("scoring", measure.most_runs(contestant), as_json) as tick:
        for event in measure.runs_of(contestant):
            if isinstance(event, int):
                tick(event, "")
            else:
                found = event
    if as_json:
        print_json(_as_json(found))
    else:
        _tell(found)
    if any(board.rejected for board in found.boards):
        return REJECTED
    return FAILED if any(board.failed for board in found.boards) else 0


def _as_json(found: "Score") -> dict[str, Any]:
    from metaqueens.arena.measure import REFERENCE, VERSION

    totals = {
        name: sum(getattr(board, name) for board in found.boards)
        for name in ("solved", "failed", "rejected")
    }
    return {
        "score": found.score,
        "ci95": [found.low, found.high],
        "suite": VERSION,
        "reference": REFERENCE,
        "runs": sum(len(board.costs) for board in found.boards),
        **totals,
        "boards": [board._asdict() for board in found.boards],
    }


def _tell(found: "Score") -> None:
    from statistics import fmean

    rows = [
        {
            "board": board.name,
            "solved": f"{board.solved}/{len(board.costs)}",
            "PAR2": f"{fmean(board.costs):.3g} s",
            "reference": f"{fmean(board.reference):.3g} s",
            "why": "REJECTED" if board.rejected else board.why,
        }
        for board in found.boards
    ]
    print_rows(rows)
    say(f"\nscore {found.score:.3g}, 95 % interval {found.low:.3g} to {found.high:.3g}")
