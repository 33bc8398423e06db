"""``metaqueens animate``."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from metaqueens.cli import REJECTED, parameters
from metaqueens.cli.terminal.listing import print_json
from metaqueens.files.writing import write_text
from metaqueens.text.errors import RunFailed, UserError, system_errors
from metaqueens.text.words import drop_common_words, many


@click.command("animate")
@parameters.problem
@parameters.search
@parameters.algorithm_option("simulated_annealing")
@click.option(
    "--against",
    metavar='"[NAME] [KEY=VALUE]..."',
    help="Second search, to play beside the first. Without a name it is the first one with these"
    " settings.",
)
@parameters.seed
@parameters.number_option("--evaluations", "Maximum number of evaluations.")
@parameters.board
@parameters.instance_id
@parameters.file_option(
    ".html", "-o", "--output", default="film.html", show_default=True, help="Page to write."
)
@parameters.as_json
def command(
    n: int | str | None,
    settings: tuple[str, ...],
    algorithm: str | None,
    against: str | None,
    seed: int,
    evaluations: int,
    board: str | None,
    name: str | None,
    output: Path,
    as_json: bool,
) -> None:
    """Record a film of a search: a page that plays in any browser.

    The search places N queens, 4 to 60, or solves your own problem, up to 100 variables.

    \b
      metaqueens animate 20
      metaqueens animate 20 schedule.hot=2 --against schedule.hot=0.05 -o hot.html
      metaqueens animate 20 --against tabu_search
      metaqueens animate 20 --against "genetic population=50 elites=5"
      metaqueens animate --board ed16.jsonl --id 7
      metaqueens animate costas.py:Costas n=12

    KEY=VALUE sets a parameter of the algorithm as in a config.

    With --against two searches play side by side with one clock. Both have the same seed, and the
    same first board if they work on the same encoding.

    A film of a population shows the best board of each generation. There are no films of exact
    methods.
    """
    problem, use, rest = parameters.problem_and_search(n, settings, board, name, algorithm)
    from metaqueens.films.page import page, story
    from metaqueens.films.recording import require_size

    require_size(problem, "N" if board is None else f"--board {board}")
    searches = [(use, rest)]
    if against is not None:
        searches.append(_opponent(against, use, rest))
    films = _record(problem, searches, seed, evaluations, as_json)
    names = [f"{use} ({', '.join(keys)})" if keys else use for use, keys in searches]
    labels = names
    if len(searches) == 2 and searches[0][0] == searches[1][0]:
        labels = [*map(", ".join, drop_common_words([(use, *keys) for use, keys in searches]))]
    with system_errors(f"-o {output}"):
        replaced = ", replaced" if output.exists() else ""
        write_text(output, page(films, names, labels))
    if as_json:
        print_json({"file": str(output), "films": [*map(_as_json, films, names)]})
        return
    for film, name_shown in zip(films, names, strict=True):
        click.echo(story(film, name_shown))
    lengths = [", ".join(filter(None, [many(film.frames, "frame"), film.shown])) for film in films]
    click.echo(f"{output}{replaced}: {' and '.join(lengths)}")


def _as_json(film: Any, name: str) -> dict[str, Any]:
    evaluations, cost = film.end
    return {
        "search": name,
        "problem": str(film.problem),
        "frames": film.frames,
        "evaluations": evaluations,
        "cost": cost,
        "came": film.outcome,
    }


def _opponent(against: str, algorithm: str, settings: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the search that ``--against`` names: another one, or the first with other settings."""
    from metaqueens.contestants.registry import find_search

    use, new_settings = find_search(against.split())
    if use:
        return use, new_settings
    if not new_settings:
        raise UserError("--against: expected an algorithm, settings, or both: tabu longest=8")
    anew = {word.partition("=")[0] for word in new_settings}
    others = [word for word in settings if word.partition("=")[0] not in anew]
    return algorithm, [*others, *new_settings]


def _record(
    problem: Any,
    searches: list[tuple[str, Sequence[str]]],
    seed: int,
    evaluations: int,
    quiet: bool,
) -> list[Any]:
    from metaqueens.cli.terminal.output import explain_failures
    from metaqueens.cli.terminal.progress import progress
    from metaqueens.config.contestant import contestant
    from metaqueens.films.recording import film_run
    from metaqueens.problem.check import is_true
    from metaqueens.search.algorithm import choose_encoding
    from metaqueens.search.budget import Budget
    from metaqueens.search.solve import solve

    films: list[Any] = []
    encoding: Any = None
    searchers = [contestant(name, keys) for name, keys in searches]
    for (name, _), searcher in zip(searches, searchers, strict=True):
        # If possible, the second search has the encoding of the first, and the same first board.
        alike = encoding if encoding in searcher.encodings_on(problem) else None
        encoding = choose_encoding(searcher, problem, alike)
        if reason := searcher.refuses.get("film"):
            raise UserError(f"{name}: {reason}")
        try:
            with progress(f"{name}: {problem.label}", quiet), explain_failures(name):
                result = solve(problem, searcher, Budget(evaluations), seed, encoding=encoding)
                if is_true(result.problem, result.values, result.cost):
                    films.append(film_run(result))
                    continue
        except ValueError as error:
            kind = RunFailed if isinstance(error, RunFailed) else UserError
            raise kind(f"{name}: {str(error).removeprefix(f'{name}: ')}") from None
        cost = problem.describe_cost(result.cost)
        claim = f"it says {cost} of a board that does not have as many"
        click.echo(f"REJECTED: {name}: {claim}; there is no film of it", err=True)
        raise click.exceptions.Exit(REJECTED)
    return films
