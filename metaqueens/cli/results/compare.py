"""``metaqueens compare``."""

import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from metaqueens.cli import FAILED, REJECTED, parameters
from metaqueens.cli.terminal.listing import print_json, reserve_stdout, say
from metaqueens.cli.terminal.progress import progress
from metaqueens.metrics import METRICS
from metaqueens.text.errors import UserError
from metaqueens.text.words import join_names

# The parts of a comparison that ``--json`` prints.
REPORTED = (
    "metric", "answer", "caveats", "table", "tests", "families", "family_tests", "ranking",
    "overall", "growth",
)  # fmt: skip


@click.command("compare")
@parameters.several("results", "RESULTS|ALGORITHM...", type=parameters.NAME)
@click.option(
    "-n",
    type=parameters.WholeNumber(),
    metavar="N",
    help="Number of queens, for algorithms. Default: 20.",
)
@click.option(
    "-p",
    "--problem",
    metavar="PROBLEM",
    help="Problem for algorithms: costas or FILE.py:Class, with its fields as KEY=VALUE.",
)
@click.option(
    "--runs", type=click.IntRange(1), help="Number of runs of each algorithm. Default: 30."
)
@click.option(
    "-s", "--seed", type=click.IntRange(0), help="Random seed of runs of algorithms. Default: 0."
)
@click.option(
    "--evaluations",
    type=parameters.WholeNumber(),
    help="Budget of each run of algorithms. Default: 1,000,000 evaluations.",
)
@parameters.folder_to_make("Folder of the runs of algorithms. Default: they are not kept.")
@click.option(
    "-m",
    "--metric",
    type=click.Choice([*METRICS]),
    default="ert",
    help="Metric that is compared. Default: ert.",
)
@click.option(
    "--target",
    type=click.IntRange(0),
    metavar="COST",
    help="Count a solution of at most this cost as solved (fixed target).",
)
@click.option(
    "--at",
    "budget",
    type=click.FloatRange(1),
    metavar="EVALUATIONS",
    help="Compare the runs as they were after this many evaluations (fixed budget).",
)
@click.option("--instances", "opened", is_flag=True, help="Show each instance of a family.")
@click.option("--latex", "form", flag_value="latex", help="Print tables for a paper (booktabs).")
@click.option("--markdown", "form", flag_value="markdown", help="Print Markdown tables.")
@click.option(
    "--json", "form", flag_value="json", callback=reserve_stdout, help="Print one JSON object."
)
def command(
    results: tuple[str, ...],
    n: int | None,
    problem: str | None,
    runs: int | None,
    seed: int | None,
    evaluations: int | None,
    output: Path | None,
    metric: str,
    target: int | None,
    budget: float | None,
    opened: bool,
    form: str | None,
) -> int:
    """Compare algorithms: which is better, by which factor, and with what confidence.

    Algorithms by name run first, each 30 times on N queens with up to a million evaluations. Exit
    code 3 after failed runs, 4 after a false claim. RESULTS are results folders, or CSV files with
    a row per run and the columns algorithm, problem, seed, evaluations and solved (optionally also
    seconds, n, cost and budget_evaluations). For --at and --target a file NAME.traces.csv beside
    NAME.csv has the traces.

    \b
      metaqueens compare hill_climbing tabu_search -n 20
      metaqueens compare hill_climbing "genetic population=50" -n 20 -o results/mine
      metaqueens compare hill_climbing tabu_search -p interval.py:AllInterval n=14
      metaqueens compare results/compare_n50
      metaqueens compare results/ga_population_n50
      metaqueens compare mine.csv theirs.csv --metric par10 --latex
    """
    sources: Sequence[Any] = results
    asked, words = _read_problem(problem, n, results)
    searches = _read_algorithms(words)
    if not searches and (n or problem or runs or evaluations or output or seed is not None):
        raise UserError(
            "-n, -p, --runs, --seed, --evaluations and -o: of algorithms by name; these are"
            " results, which exist"
        )
    code, silent = 0, form == "json"
    with TemporaryDirectory() as scratch:
        if searches:
            from metaqueens.cli.experiment.following import follow
            from metaqueens.config.arguments import EVALUATIONS, make_experiment

            runs, evaluations, seed = runs or 30, evaluations or EVALUATIONS, seed or 0
            experiment = make_experiment(searches, asked, runs, evaluations, seed)
            compared = experiment.cells[0].problem
            if why := compared.explain_no_solution():
                raise UserError(why)
            if not silent:
                effort = f"{runs:,} runs each, up to {evaluations:,} evaluations a run"
                say(f"{join_names(searches)} on {compared.label}: {effort}; seed {seed}", err=True)
            sources = [output or Path(scratch) / "runs"]
            done = follow(experiment, sources[0], None, silent, is_kept=output is not None)
            for error in done.errors:
                click.echo(error, err=True)
            code = REJECTED if done.asked.rejected else FAILED if done.asked.failed else 0
            if not done.asked.finished:
                return code
        with progress("comparing", quiet=silent):
            from metaqueens.analysis.comparison import compare

            found = compare(*sources, metric=metric, target=target, budget=budget)
    if silent:
        print_json({name: getattr(found, name) for name in REPORTED})
        return code
    from metaqueens.cli.terminal.table import PRINTERS
    from metaqueens.report.tables import tabulate_comparison

    PRINTERS[form or "plain"](found.answer, tabulate_comparison(found, opened), found.caveats)
    if searches:
        hint = "Results were not saved. Use `-o results/NAME` to save them."
        if output:
            place = shlex.quote(str(output))
            hint = f"next: metaqueens validate {place}   confirms each solution by CP-SAT"
        click.echo(hint, err=True)
    return code


def _read_problem(
    use: str | None, n: int | None, words: Sequence[str]
) -> tuple[Any, Sequence[str]]:
    """Return the problem of the algorithms, and the words that are not its fields."""
    if use is None:
        return n or 20, words
    if n:
        raise UserError("-n and -p: give one of them; the fields of a problem are KEY=VALUE")
    settings = [word for word in words if re.fullmatch(r"\w+=\S*", word)]
    problem = parameters.own_problem(use, settings)
    return problem, [word for word in words if word not in settings]


def _read_algorithms(words: Sequence[str]) -> dict[str, Any]:
    """Return the algorithms that ``words`` name, with their settings; none if one is a path.

    Raises ``UserError`` if some are names and others are not.
    """
    if any(Path(word).exists() and not word.endswith(".py") for word in words):
        return {}
    from metaqueens.config.contestant import contestant
    from metaqueens.contestants import registry

    searches = [registry.find_search(word.split()) for word in words]
    if not any(use in registry.CONTESTANTS or ":" in use for use, _ in searches):
        return {}
    for name, word, (use, _) in zip(["ALGORITHM", *words], words, searches, strict=False):
        if not use:
            remedy = f'put a setting in quotes with its algorithm: "{name} {word}"'
            options = "-n N, --runs, --seed and --evaluations are options"
            raise UserError(f"{word}: is no algorithm; {remedy}; {options}")
    if twice := [word for k, word in enumerate(words) if word in words[:k]]:
        raise UserError(f"{twice[0]}: named twice; give one of the two another setting")
    return {word: contestant(*search) for word, search in zip(words, searches, strict=True)}
