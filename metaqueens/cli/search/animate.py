"""``metaqueens animate``."""

from pathlib import Path
from typing import Any

import click

from metaqueens.cli import parameters
from metaqueens.errors import UserError, system_errors
from metaqueens.files import replacing, write_text

SMALLEST, LARGEST = 4, 60
# So many frames, and so many of a search that tells its steps.
FRAMES = {".html": (400, 1200), ".gif": (120, 240)}


@click.command("animate")
@parameters.queens
@parameters.settings
@click.option(
    "-a",
    "--algorithm",
    default="simulated_annealing",
    show_default=True,
    help="A name, or package.module:Class.",
)
@parameters.seed
@click.option(
    "--evaluations", type=parameters.WholeNumber(), default=1_000_000, help="Give up after so many."
)
@parameters.written_to(
    "-o",
    "--output",
    required=True,
    help="film.html to play, pause and step; film.gif to show around.",
)
def command(
    n: int,
    settings: tuple[str, ...],
    algorithm: str,
    seed: int | None,
    evaluations: int,
    output: Path,
) -> None:
    """Watch a search place N queens, 4 to 60: a page that plays in any browser, or a GIF.

    \b
      metaqueens animate 20 -o film.html
      metaqueens animate 20 schedule.hot=2 -o film.html
      metaqueens animate 30 -a genetic -o film.gif
      metaqueens animate 8 -a backtracking -o film.html

    KEY=VALUE sets a parameter of the algorithm as in a config.

    Of the exact methods, backtracking and cp show each step to their first solution, with 4 to 12
    queens: squares struck out, dead ends, the way back.
    """
    if not SMALLEST <= n <= LARGEST:
        raise UserError(f"N: expected {SMALLEST} to {LARGEST} queens, got {n:,}")
    parameters.require_ending("-o", output, [*FRAMES])
    from metaqueens.report.film import page, story

    film = _record(n, algorithm, settings, seed, evaluations, FRAMES[output.suffix])
    name = f"{algorithm} ({', '.join(settings)})" if settings else algorithm
    with system_errors(f"-o {output}"):
        if output.suffix == ".html":
            write_text(output, page(film, name))
        else:
            with replacing(output) as part:
                _gif(film, name, part)
    click.echo(story(film, name))
    click.echo(f"{output}: {film.shown}")


def _record(
    n: int,
    algorithm: str,
    settings: tuple[str, ...],
    seed: int | None,
    evaluations: int,
    frames: tuple[int, int],
) -> Any:
    """The film of one search."""
    from metaqueens.cli.terminal.output import blamed
    from metaqueens.cli.terminal.progress import waiting
    from metaqueens.config.contestant import contestant
    from metaqueens.problem.queens import Queens
    from metaqueens.search.budget import Budget
    from metaqueens.search.recording import record, record_steps
    from metaqueens.search.solve import solve

    searcher = contestant(algorithm, settings)
    try:
        problem = Queens(n, searcher.encodings[0])
        with waiting(f"{algorithm} places {n} queens", quiet=False), blamed(algorithm):
            steps = searcher.film_steps(problem)
            if steps is not None:
                return record_steps(n, steps, evaluations, frames[1])
            result = solve(problem, searcher, Budget(evaluations), seed)
            return record(problem, searcher, result.seed, result.evaluations, frames[0])
    except ValueError as error:
        raise UserError(f"{algorithm}: {error}") from None


def _gif(film: Any, name: str, output: Path) -> None:
    from metaqueens.analysis.figures import moving
    from metaqueens.cli.terminal.progress import progress

    with progress("drawing", film.frames, quiet=False) as tick:
        moving.write(film.data(name), output, lambda done: tick(done, "frames"))
