"""``metaqueens solve``."""

import json
from math import isfinite
from pathlib import Path
from typing import Any

import click

from metaqueens.cli import INTERRUPTED, REJECTED
from metaqueens.errors import UserError
from metaqueens.files import replacing, write_text

DRAWN_UP_TO = 40
# Beyond, the searches that a student knows by name take their time, and queue search does not.
NAMED_UP_TO = 1000
LISTED_UP_TO = 1000


class Count(click.ParamType):
    """A whole number as people write it: 1000000, 1_000_000, 1e6."""

    name = "number"

    def convert(self, value: Any, param: Any, context: Any) -> int:
        try:
            number = _whole(value)
        except ValueError:
            expected = "expected a whole number such as 50, 200_000 or 1e6"
            self.fail(f"{expected}, got {value!r}", param, context)
        if number < 1:
            self.fail(f"must be at least 1, got {number:,}", param, context)
        return number


class NegativeFirst(click.Command):
    """Takes -1 for a number, to say what is wrong with it, and not for an option.

    What follows it may be KEY=VALUE.
    """

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        flags = {name for one in self.params if getattr(one, "is_flag", False) for name in one.opts}
        for k, word in enumerate(args):
            is_value = k > 0 and args[k - 1].startswith("-") and args[k - 1] not in flags
            if word[:1] == "-" and word[1:2].isdigit() and not is_value:
                rest = [one for one in args[k + 1 :] if "=" in one and not one.startswith("-")]
                options = [one for one in args[k + 1 :] if one not in rest]
                args = [*args[:k], *options, "--", word, *rest]
                break
        return super().parse_args(context, args)


@click.command("solve", cls=NegativeFirst)
@click.argument("n", type=Count(), metavar="N")
@click.argument("settings", nargs=-1, metavar="[KEY=VALUE]...")
@click.option(
    "-a",
    "--algorithm",
    help="A name, or package.module:Class; simulated_annealing when"
    " not given, queue_search above 1000 queens.",
)
@click.option(
    "-e",
    "--encoding",
    type=click.Choice(["permutation", "rows"]),
    help="The algorithm's first when not given.",
)
@click.option("-s", "--seed", type=click.IntRange(0), help="Drawn and told when not given.")
@click.option("--evaluations", type=Count(), help="Give up after so many boards priced.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    help="Give up after so long; 60 when no limit is given.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the board to FILE, .json, .csv or .npy.",
)
def command(
    n: int,
    settings: tuple[str, ...],
    algorithm: str | None,
    encoding: Any,
    seed: int | None,
    evaluations: int | None,
    seconds: float | None,
    as_json: bool,
    save: Path | None,
) -> int:
    """Place N queens, draw the board and say how it was found.

    The algorithm's parameters are set as in a config:

    \b
      metaqueens solve 20 -a simulated_annealing schedule.hot=2
      metaqueens solve 50 -a genetic population=100 crossover.use=order
    """
    if save and save.suffix not in (".json", ".csv", ".npy"):
        raise UserError(f"--save {save}: expected a name that ends in .json, .csv or .npy")
    if seconds is not None and not isfinite(seconds):
        raise UserError(f"--seconds: expected a finite number, got {seconds}")
    from metaqueens.cli.terminal.output import blamed, waiting
    from metaqueens.config.contestant import contestant
    from metaqueens.problem.queens import Queens
    from metaqueens.search.budget import Budget
    from metaqueens.search.solve import solve

    if algorithm is None:
        small = n <= NAMED_UP_TO or encoding == "rows"
        algorithm = "simulated_annealing" if small else "queue_search"
    chosen = contestant(algorithm, settings)
    try:
        problem = Queens(n, encoding or chosen.encoding or chosen.encodings[0])
        if n in (2, 3):  # nothing to find: a glance is enough to show the best there is
            evaluations = min(evaluations or 10_000, 10_000)
        if evaluations is None and seconds is None:
            seconds = 60.0
        with waiting(f"placing {n:,} queens", quiet=as_json), blamed(algorithm):
            result = solve(problem, chosen, Budget(evaluations, seconds), seed)
        with waiting("verifying", quiet=as_json):
            report = _report(result, algorithm)
        name = " ".join([algorithm, *settings])
    except ValueError as error:
        raise UserError(str(error)) from None
    if save:
        _save(save, report, result.queens)
    if as_json:
        listed = result.queens.tolist() if n <= LISTED_UP_TO else None
        click.echo(json.dumps({**report, "queens": listed}))
    else:
        _tell(report, name, result.queens)
    if not report["verified"] and result.solved:
        return REJECTED
    return INTERRUPTED if result.reason == "interrupted" else 0


def _report(result: Any, algorithm: str) -> dict[str, Any]:
    from metaqueens.problem.check import is_solution

    return {
        "n": result.problem.n,
        "encoding": result.problem.encoding,
        "algorithm": algorithm,
        "parameters": result.algorithm.model_dump(mode="json"),
        "seed": result.seed,
        "solved": result.solved,
        "verified": result.solved and is_solution(result.problem, result.queens),
        "guards": result.guards,
        "fitness": result.fitness,
        "evaluations": result.evaluations,
        "steps": result.steps,
        "seconds": result.seconds,
        "reason": result.reason,
    }


def _tell(report: dict[str, Any], name: str, queens: Any) -> None:
    """Draw the board and say how it was found."""
    from metaqueens.cli.terminal.output import duration

    n, guards = report["n"], report["guards"]
    if n <= DRAWN_UP_TO:
        for row in range(n):
            click.echo(" ".join("Q" if queens[column] == row else "." for column in range(n)))
        click.echo()
    pairs = f"{guards:,} pair{'s' * (guards != 1)} of queens attack{'s' * (guards == 1)} each other"
    if report["solved"]:
        click.echo(f"solved: {n:,} queen{'s' * (n != 1)}, none attacks another")
    elif n in (2, 3):
        click.echo(f"no solution exists for {n} queens; on the best board {pairs}")
    else:
        why = f"ended by {report['reason']}"
        click.echo(f"not solved: {pairs}, fitness {report['fitness']:.8f}; {why}")
    click.echo(
        f"{name} on {report['encoding']}: {report['evaluations']:,} evaluations,"
        f" {report['steps']:,} steps, {duration(report['seconds'])}; seed {report['seed']}"
    )
    if report["solved"]:
        verified = "no attacking pairs" if report["verified"] else "IT IS NOT A SOLUTION"
        click.echo(f"verified by an independent count: {verified}")


def _save(path: Path, report: dict[str, Any], queens: Any) -> None:
    """Write the report as JSON, the rows as one line of CSV, or as an array of NumPy's."""
    try:
        if path.suffix == ".npy":
            import numpy as np

            with replacing(path) as part:
                np.save(part, queens)
        elif path.suffix == ".json":
            write_text(path, json.dumps({**report, "queens": queens.tolist()}) + "\n")
        else:
            write_text(path, ",".join(map(str, queens.tolist())) + "\n")
    except OSError as error:
        raise UserError(f"--save {path}: {(error.strerror or str(error)).lower()}") from None


def _whole(value: Any) -> int:
    from metaqueens.config.yaml.strict_yaml import scalar

    number = scalar(str(value))
    if type(number) is not int:
        raise ValueError(value)
    return number
