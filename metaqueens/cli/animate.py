"""``metaqueens animate``."""

from pathlib import Path
from typing import Any

import click

from metaqueens.cli.solve import Count
from metaqueens.errors import UserError

SMALLEST, LARGEST = 4, 60
FRAMES = {".html": 400, ".gif": 120}


@click.command("animate")
@click.argument("n", type=Count(), metavar="N")
@click.option("-a", "--algorithm", default="simulated_annealing", show_default=True,
              help="A name, or package.module:Class.")  # fmt: skip
@click.option("-s", "--seed", type=click.IntRange(0), help="Drawn and told when not given.")
@click.option("--evaluations", type=Count(), default=1_000_000, help="Give up after so many.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True,
              help="film.html to play, pause and step; film.gif to show around.")  # fmt: skip
def command(n: int, algorithm: str, seed: int | None, evaluations: int, output: Path) -> None:
    """Watch a search place N queens, 4 to 60: a page that plays in any browser, or a GIF.

    \b
      metaqueens animate 20 -o film.html
      metaqueens animate 30 -a genetic -o film.gif
    """
    if not SMALLEST <= n <= LARGEST:
        raise UserError(f"N: expected {SMALLEST} to {LARGEST} queens, got {n:,}")
    if output.suffix not in FRAMES:
        raise UserError(f"-o {output}: expected a name that ends in .html or .gif")
    from metaqueens.report import film

    result, shown = _record(n, algorithm, seed, evaluations, FRAMES[output.suffix])
    try:
        if output.suffix == ".html":
            output.write_text(film.page(shown, result, algorithm), encoding="utf-8")
        else:
            _gif(shown, algorithm, output)
    except OSError as error:
        raise UserError(f"-o {output}: {(error.strerror or str(error)).lower()}") from None
    click.echo(film.story(result, algorithm, shown.step))
    click.echo(f"{output}: {len(shown.frames)} frames")


def _record(n: int, algorithm: str, seed: int | None, evaluations: int, frames: int) -> Any:
    """The result and the film of one search."""
    from metaqueens.cli.output import blamed, waiting
    from metaqueens.report.film import film
    from metaqueens.solving import solve

    with waiting(f"{algorithm} places {n} queens", quiet=False):
        problem, contestant, budget = _scene(n, algorithm, evaluations)
        with blamed(algorithm):
            result = solve(problem, contestant, budget, seed)
        return result, film(problem, contestant, result.seed, result.evaluations, frames)


def _scene(n: int, algorithm: str, evaluations: int) -> tuple[Any, Any, Any]:
    """The problem, the algorithm and its budget."""
    from metaqueens.config.experiment import class_of
    from metaqueens.problem import Queens
    from metaqueens.search import Budget

    try:
        contestant = class_of(algorithm)()
        return Queens(n, contestant.encodings[0]), contestant, Budget(evaluations)
    except ValueError as error:
        raise UserError(str(error)) from None


def _gif(shown: Any, algorithm: str, output: Path) -> None:
    from metaqueens.analysis.figures import moving
    from metaqueens.cli.output import progress

    with progress("drawing", len(shown.frames), quiet=False) as tick:
        moving.write(shown.data(algorithm), output, lambda done: tick(done, "frames"))
