"""``metaqueens validate``."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from math import ceil, inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from metaqueens.cli import FAILED, REJECTED, parameters
from metaqueens.cli.terminal.listing import say
from metaqueens.cli.terminal.progress import progress
from metaqueens.text.errors import UserError
from metaqueens.text.words import many

if TYPE_CHECKING:
    from metaqueens.experiment.results.store import Store


@click.command("validate")
@click.argument("target", metavar="RESULTS|BOARD.json|BOARD.csv|-", type=click.Path())
@click.option(
    "--replay",
    "repeated",
    metavar="K|K%",
    help="Repeat so many runs, drawn at random, and compare them: 20, or 10%.",
)
@click.option(
    "--allow-code", is_flag=True, help="Recount runs of users' problems, which imports their files."
)
@parameters.as_json
def command(target: str, repeated: str | None, allow_code: bool, as_json: bool) -> int:
    """Check a results folder from its file alone, or any board, and exit with 4 if it fails.

    Every board of a results folder is recounted, and CP-SAT confirms the solutions. --replay also
    repeats runs from their seeds, which checks their evaluations and limits.

    A board is the row of the queen in each column, as JSON or CSV, counted from 0 or from 1; `-`
    reads it from standard input.
    """
    if target != "-" and Path(target).is_dir():
        return _results(Path(target), repeated, allow_code, as_json)
    if repeated is not None or allow_code:
        option = "--replay" if repeated else "--allow-code"
        raise click.UsageError(f"{option} goes with a results folder")
    return _board(target, as_json)


def _results(folder: Path, repeated: str | None, allow_code: bool, as_json: bool) -> int:
    """Recount every board of a folder of results, and confirm the solutions with CP-SAT."""
    from metaqueens.experiment.replay import code_allowed
    from metaqueens.experiment.results import verdicts
    from metaqueens.experiment.results.database import FILE
    from metaqueens.experiment.results.queries import runs
    from metaqueens.experiment.results.store import Store
    from metaqueens.experiment.validate import validate

    # What others have published may be read-only: it is checked all the same.
    may_write = os.access(folder, os.W_OK) or not (folder / FILE).exists()
    if not may_write:
        click.echo(f"{folder}: cannot be written; the verdicts are not kept there", err=True)
    with Store.open(folder, writing=may_write) as store, code_allowed(store, allow_code):
        found: Counter[str] = Counter()
        with progress("validating", verdicts.count_boards(store), quiet=as_json) as tick:
            for verdict in validate(store, with_cp_sat=True, everything=True):
                found[verdict] += 1
                tick(found.total())
        name, refused = store.name, verdicts.list_rejected(store)
        columns = "cell", "repetition", "status"
        finished = [at for *at, status in runs(store, columns) if status != "failed"]
        unknown = verdicts.count_unknown(store)
        without = len(finished) - found.total() - sum(unknown.values())
        replayed = _repeat(store, finished, repeated, allow_code, as_json) if repeated else None
    if as_json:
        counted = {verdict: found[verdict] for verdict in ("validated", "checked", "rejected")}
        other: dict[str, Any] = {
            "without_board": without,
            "not_recounted": sum(unknown.values()),
        }
        other |= {"replayed": replayed} if replayed else {}
        click.echo(json.dumps({"name": name, "boards": found.total(), **counted, **other}))
    else:
        click.echo(
            f"{folder}: {many(found.total(), 'board')}: {found['validated']:,} solutions validated"
            f" by CP-SAT, {found['checked']:,} recounted, {found['rejected']:,} rejected"
        )
        if without:
            click.echo(f"{many(without, 'run')} without a board here: --replay can check them")
        repeated_ones = _repeated(replayed) if replayed else ()
        missing = _missing(unknown, allow_code)
        for line in (*missing, *_wrong(refused), *repeated_ones):
            say(line)
        click.echo("seconds are a run's own word: nothing can check them")
    if refused or (replayed and replayed["different"]):
        return REJECTED
    return FAILED if allow_code and unknown else 0


def _missing(unknown: dict[str, int], allow_code: bool) -> Iterator[str]:
    """Say why the runs of some problems are not recounted."""
    for name, number in unknown.items():
        why = "it has unknown rules"
        if ":" in name:
            why = "its file is not here" if allow_code else "--allow-code imports its file"
        yield f"{many(number, 'run')} of {name} are not recounted: {why}"


def _repeat(
    store: "Store", finished: list[list[int]], how_many: str, allow_code: bool, quiet: bool
) -> dict[str, Any]:
    """Repeat runs drawn at random; return the places of those that came out otherwise."""
    import random

    from metaqueens.experiment.replay import replay

    drawn = random.SystemRandom().sample(finished, _number(how_many, len(finished)))
    found: dict[str, Any] = {"identical": 0, "not comparable": 0, "refused": 0, "different": []}
    with progress("repeating", len(drawn), quiet=quiet) as tick:
        for done, (cell, repetition) in enumerate(sorted(drawn), 1):
            place = f"{cell}-{repetition}"
            try:
                one = replay(store, place, allow_code)
            except UserError as error:  # as of code from outside
                found["refused"] += 1
                found["why"] = str(error)
            else:
                if one.verdict == "different":
                    found["different"].append({"run": place, "differences": one.differences})
                else:
                    found[one.verdict] += 1
            tick(done)
    return found


def _number(text: str, total: int) -> int:
    """Return how many of ``total`` runs ``K`` or ``K%`` are, all at the most."""
    share = text.endswith("%")
    try:
        value = float(text.removesuffix("%"))
    except ValueError:
        value = -1.0
    if not 0 < value < inf or (share and value > 100) or (not share and value % 1):
        raise UserError(f"--replay: expected a number of runs or a share, 20 or 10%, got {text}")
    return min(total, ceil(total * value / 100) if share else int(value))


def _repeated(found: dict[str, Any]) -> Iterator[str]:
    """Yield what came of the runs that were repeated."""
    total = sum(found[key] for key in ("identical", "not comparable", "refused"))
    yield (
        f"{many(total + len(found['different']), 'run')} repeated:"
        f" {found['identical']:,} identical, {found['not comparable']:,} that a clock ended alike"
        " as far as both got"
    )
    if found["refused"]:
        yield f"{many(found['refused'], 'run')} could not be repeated, such as: {found['why']}"
    for one in found["different"]:
        yield f"differs: run {one['run']}: {'; '.join(one['differences'])}"


def _wrong(refused: list[tuple]) -> Iterator[str]:
    """Name each run that was rejected."""
    for algorithm, n, repetition, status, guards in refused:
        said = f"its cost is not the one that it claims ({guards})"
        if (status == "solved") != (guards == 0):
            said = f"its status is {status}, but it claims a cost of {guards:,}"
        yield f"rejected: {algorithm}, n = {n}, run {repetition}: {said}"


def _board(target: str, as_json: bool) -> int:
    """Check one board against the rules, by an independent count and by CP-SAT."""
    from metaqueens.exact.solvers import cp_sat
    from metaqueens.queens import board_file
    from metaqueens.queens.check import first_attack, recount
    from metaqueens.queens.problem import Queens

    queens = board_file.read(target)
    n, problem = queens.size, Queens(queens.size)
    guards = recount(problem, queens)
    fitness = problem.fitness(guards)
    confirmed = (
        cp_sat.confirms(problem, queens) if guards == 0 and n <= cp_sat.CONFIRM_UP_TO else None
    )
    if as_json:
        report = {"n": n, "cost": guards, "fitness": fitness, "solution": guards == 0}
        click.echo(json.dumps({**report, "cp_sat": confirmed}))
    elif guards == 0:
        also = "; CP-SAT confirms it" if confirmed else ""
        click.echo(f"a solution: {n:,} queens, none attacks another{also}")
    else:
        one, other, line = first_attack(problem, queens)
        click.echo(
            f"not a solution: {guards:,} attacking pairs among {n:,} queens, fitness"
            f" {fitness:.8f}; the queens of columns {one} and {other} share a {line}"
        )
    return 0 if guards == 0 and confirmed is not False else REJECTED
