"""``metaqueens validate``."""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from metaqueens.cli import FAILED, REJECTED, parameters
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.cli.terminal.progress import progress
from metaqueens.text.errors import UserError
from metaqueens.text.words import many

if TYPE_CHECKING:
    from metaqueens.experiment.results.store import Store


@click.command("validate")
@click.argument("target", metavar="RESULTS|BOARD.json|BOARD.csv|-", type=click.Path())
@click.option(
    "--replay",
    "sample",
    type=parameters.WholeNumber(),
    metavar="K",
    help="Number of runs to repeat and compare, chosen at random.",
)
@click.option(
    "--allow-code", is_flag=True, help="Recount runs of users' problems, which imports their files."
)
@parameters.as_json
def command(target: str, sample: int | None, allow_code: bool, as_json: bool) -> int:
    """Check a results folder from its file alone, or any board, and exit with 4 if it fails.

    Every board of a results folder is recounted, and CP-SAT confirms the solutions. --replay also
    repeats runs from their seeds, which checks their evaluations and limits.

    A board is the row of the queen in each column, as JSON or CSV, counted from 0 or from 1; `-`
    reads it from standard input.
    """
    if target != "-" and Path(target).is_dir():
        return _check_results(Path(target), sample, allow_code, as_json)
    if (sample is not None or allow_code) and (target == "-" or Path(target).exists()):
        option = "--replay" if sample else "--allow-code"
        raise click.UsageError(f"{option} goes with a results folder")
    return _check_board(target, as_json)


def _check_results(folder: Path, sample: int | None, allow_code: bool, as_json: bool) -> int:
    from metaqueens.experiment.replay import code_allowed
    from metaqueens.experiment.results import validate as verdicts
    from metaqueens.experiment.results.database import FILE
    from metaqueens.experiment.results.queries import cells, list_changed, problem_of, runs
    from metaqueens.experiment.results.store import Store
    from metaqueens.problem.problem import digests_of

    # A published folder may be read-only; it is checked as well.
    may_write = os.access(folder, os.W_OK) or not (folder / FILE).exists()
    if not may_write:
        click.echo(f"{folder}: cannot be written; the verdicts are not kept there", err=True)
    with Store.open(folder, writing=may_write) as store, code_allowed(store, allow_code):
        found: Counter[str] = Counter()
        with progress("validating", as_json, verdicts.count_boards(store)) as tick:
            for verdict in verdicts.validate(store, with_cp_sat=True, everything=True):
                found[verdict] += 1
                tick(found.total())
        name, rejected = store.name, verdicts.list_rejected(store)
        columns = "cell", "repetition", "status"
        finished = [place for *place, status in runs(store, columns) if status != "failed"]
        unknown = verdicts.count_unknown(store)
        problems = filter(None, (problem_of(cell.problem) for cell in cells(store)))
        changed = list_changed(store, digests_of(problems))
        without = len(finished) - found.total() - sum(unknown.values())
        replayed = _replay(store, finished, sample, allow_code, as_json) if sample else None
    for use in changed:
        say(f"{use}: its file has changed since the runs; its present cost() was used", err=True)
    if as_json:
        report: dict[str, Any] = {
            "name": name,
            "boards": found.total(),
            **{verdict: found[verdict] for verdict in ("validated", "checked")},
            "rejected": len(rejected),
            "rejections": [{"run": f"{cell}-{k}", "why": why} for *_, cell, k, why in rejected],
            "without_board": without,
            "not_recounted": sum(unknown.values()),
        }
        print_json(report | ({"replayed": replayed} if replayed else {}), indent=None)
    else:
        earlier = len(rejected) - found["rejected"]
        click.echo(
            f"{folder}: {many(found.total(), 'board')}: {found['validated']:,} solutions validated"
            f" by CP-SAT, {found['checked']:,} recounted, {len(rejected):,} rejected"
            + (f", of these {earlier:,} by an earlier check" if earlier else "")
        )
        if without:
            click.echo(f"{many(without, 'run')} without a board here: --replay can check them")
        for line in _describe(unknown, allow_code, rejected, replayed):
            say(line)
        if replayed:
            click.echo("seconds are a run's own word: nothing can check them")
        else:
            click.echo("evaluations and seconds were not checked: --replay K repeats K runs")
    if rejected or (replayed and replayed["different"]):
        return REJECTED
    return FAILED if (allow_code and unknown) or (replayed and replayed["refused"]) else 0


def _replay(
    store: "Store", finished: list[list[int]], sample: int, allow_code: bool, quiet: bool
) -> dict[str, Any]:
    """Repeat runs chosen at random; return the numbers of outcomes, and the different runs."""
    import random

    from metaqueens.experiment.replay import replay

    chosen = random.SystemRandom().sample(finished, min(sample, len(finished)))
    found: dict[str, Any] = {"identical": 0, "not comparable": 0, "refused": 0, "different": []}
    with progress("repeating", quiet, len(chosen)) as tick:
        for done, (cell, repetition) in enumerate(sorted(chosen), 1):
            place = f"{cell}-{repetition}"
            try:
                repeated = replay(store, place, allow_code)
            except UserError as error:  # as of user code
                found["refused"] += 1
                found["why"] = str(error)
            else:
                if repeated.verdict == "different":
                    found["different"].append({"run": place, "differences": repeated.differences})
                else:
                    found[repeated.verdict] += 1
            tick(done)
    return found


def _describe(
    unknown: dict[str, int],
    allow_code: bool,
    rejected: list[tuple],
    replayed: dict[str, Any] | None,
) -> Iterator[str]:
    """Yield why runs are not recounted, why some are rejected, and the results of repeated runs."""
    for name, number in unknown.items():
        reason = "it has unknown rules"
        if ":" in name:
            reason = "its file is not here" if allow_code else "--allow-code imports its file"
        yield f"{many(number, 'run')} of {name} are not recounted: {reason}"
    for algorithm, n, cell, repetition, reason in rejected:
        yield f"rejected: {algorithm}, n = {n}, run {cell}-{repetition}: {reason}"
    if not replayed:
        return
    same, timed = replayed["identical"], replayed["not comparable"]
    alike = f", {timed:,} alike up to their limit of seconds" if timed else ""
    repeated = many(same + timed + len(replayed["different"]), "run")
    yield f"{repeated} repeated: {same:,} identical{alike}"
    if replayed["refused"]:
        refused = many(replayed["refused"], "run")
        yield f"{refused} could not be repeated, such as: {replayed['why']}"
    for run in replayed["different"]:
        yield f"differs: run {run['run']}: {'; '.join(run['differences'])}"


def _check_board(target: str, as_json: bool) -> int:
    from metaqueens.exact.solvers import cp_sat
    from metaqueens.queens import board_file
    from metaqueens.queens.check import attacks, recount
    from metaqueens.queens.problem import Queens

    _, queens = board_file.read(target)
    n, problem = queens.size, Queens(queens.size)
    cost = recount(problem, queens)
    fitness = problem.fitness(cost)
    confirmed = (
        cp_sat.confirms(problem, queens) if cost == 0 and n <= cp_sat.CONFIRM_UP_TO else None
    )
    if as_json:
        report = {"n": n, "cost": cost, "fitness": fitness, "solution": cost == 0}
        print_json({**report, "cp_sat": confirmed}, indent=None)
    elif cost == 0:
        also = "; CP-SAT confirms it" if confirmed else ""
        click.echo(f"a solution: {n:,} queens, none attacks another{also}")
    else:
        first, second, line = next(attacks(problem, queens))
        click.echo(
            f"not a solution: {cost:,} attacking pairs among {n:,} queens, fitness"
            f" {fitness:.8f}; the queens of columns {first} and {second} share a {line}"
        )
    return 0 if cost == 0 and confirmed is not False else REJECTED
