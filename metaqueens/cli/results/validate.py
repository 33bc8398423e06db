"""``metaqueens validate``."""

import json
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from metaqueens.cli import FAILED, REJECTED, parameters
from metaqueens.cli.terminal.listing import say
from metaqueens.words import many

if TYPE_CHECKING:
    from metaqueens.experiment.results.contradictions import Contradiction


@click.command("validate")
@click.argument(
    "target", metavar="RESULTS|BOARD.json|BOARD.csv|-", shell_complete=parameters.result_names
)
@parameters.as_json
def command(target: str, as_json: bool) -> int:
    """Check a results folder from its file alone, or any board, and exit with 4 if it fails.

    Of a results folder every board, and whether what a run says of itself can be: exit code 3 where
    that alone is wrong. What a run costs is checked by `replay`, which repeats it.

    A board is the row of the queen in each column, as JSON or CSV, counted from 0 or from 1, or an
    n x n matrix of 0 and 1; `-` reads it from standard input.
    """
    if target != "-" and Path(target).is_dir():
        return _results(Path(target), as_json)
    return _board(target, as_json)


def _results(folder: Path, as_json: bool) -> int:
    """Recount every board of a folder of results, and confirm the solutions with CP-SAT."""
    from metaqueens.cli.terminal.progress import progress
    from metaqueens.experiment.results.contradictions import contradictions
    from metaqueens.experiment.results.database import FILE
    from metaqueens.experiment.results.store import Store
    from metaqueens.experiment.results.verdicts import count_boards, count_finished, rejected
    from metaqueens.experiment.validate import validate

    # What others have published may be read-only: it is checked all the same.
    may_write = os.access(folder, os.W_OK) or not (folder / FILE).exists()
    if not may_write:
        click.echo(f"{folder}: cannot be written; the verdicts are not kept there", err=True)
    with Store.open(folder, writing=True) if may_write else Store.open_copy(folder) as store:
        found: Counter[str] = Counter()
        with progress("validating", count_boards(store), quiet=as_json) as tick:
            for verdict in validate(store, with_cp_sat=True, everything=True):
                found[verdict] += 1
                tick(found.total(), "")
        name, refused, doubts = store.name, rejected(store), [*contradictions(store)]
        without = count_finished(store) - found.total()
    if as_json:
        verdicts = {verdict: found[verdict] for verdict in ("validated", "checked", "rejected")}
        other = {"without_board": without, "contradictions": [one._asdict() for one in doubts]}
        click.echo(json.dumps({"name": name, "boards": found.total(), **verdicts, **other}))
    else:
        click.echo(
            f"{folder}: {many(found.total(), 'board')}: {found['validated']:,} solutions validated"
            f" by CP-SAT, {found['checked']:,} recounted, {found['rejected']:,} rejected"
        )
        if without:
            click.echo(f"{many(without, 'run')} without a board here: nobody can check what it was")
        _tell_what_is_wrong(refused, doubts)
    return REJECTED if refused else FAILED if doubts else 0


def _tell_what_is_wrong(
    refused: "list[tuple[str, int, int, str, int]]", doubts: "list[Contradiction]"
) -> None:
    """Name each run that was rejected, and each that contradicts itself."""
    for algorithm, n, repetition, status, guards in refused:
        said = (
            f"its board does not have as many attacking pairs as it claims ({guards})"
            if (status == "solved") == (guards == 0)
            else f"its status is {status}, but it claims {many(guards, 'attacking pair')}"
        )
        say(f"rejected: {algorithm}, n = {n}, run {repetition}: {said}")
    for algorithm, n, repetition, said in doubts:
        say(f"contradicts itself: {algorithm}, n = {n}, run {repetition}: {said}")


def _board(target: str, as_json: bool) -> int:
    """Check one board against the rules, by an independent count and by CP-SAT."""
    from metaqueens.exact.solvers import proofs
    from metaqueens.problem import board_file
    from metaqueens.problem.check import first_attack, recount
    from metaqueens.problem.queens import Queens

    queens = board_file.read(target)
    n, problem = queens.size, Queens(queens.size)
    guards = recount(problem, queens)
    fitness = problem.fitness(guards)
    confirmed = (
        proofs.confirms(problem, queens) if guards == 0 and n <= proofs.CONFIRM_UP_TO else None
    )
    if as_json:
        report = {"n": n, "guards": guards, "fitness": fitness, "solution": guards == 0}
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
