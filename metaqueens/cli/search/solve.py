"""``metaqueens solve``."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from metaqueens.cli import INTERRUPTED, REJECTED, parameters
from metaqueens.cli.terminal import boards
from metaqueens.cli.terminal.listing import print_json
from metaqueens.files.writing import write_text
from metaqueens.text.errors import RunFailed, UserError, system_errors
from metaqueens.text.words import duration, many


@click.command("solve")
@parameters.problem
@parameters.search
@parameters.algorithm_option("simulated_annealing, above 1000 queens queue_search")
@click.option(
    "--program",
    metavar="COMMAND",
    help="Program that searches, such as './mysolver {n} {seed}', instead of an algorithm. See the"
    ' page "Programs in any language" of the documentation.',
)
@parameters.seed
@click.option("--evaluations", type=parameters.WholeNumber(), help="Maximum number of evaluations.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    help="Maximum time in seconds. Default without a limit on evaluations: 60, and 300 for 10^9"
    " queens.",
)
@parameters.board
@parameters.instance_id
@parameters.as_json
@parameters.file_option(".json", "--save", help="JSON file for the board.")
def command(
    n: int | str | None,
    settings: Sequence[str],
    algorithm: str | None,
    program: str | None,
    seed: int,
    evaluations: int | None,
    seconds: float | None,
    board: str | None,
    name: str | None,
    as_json: bool,
    save: Path | None,
) -> int:
    """Place N queens, or solve another PROBLEM, and print the solution and the effort.

    The algorithm's parameters are set as in a config:

    \b
      metaqueens solve 20 tabu_search
      metaqueens solve 20 -a simulated_annealing schedule.hot=2
      metaqueens solve 50 -a genetic population=100 crossover.use=order
      metaqueens solve 20 cp_sat
      metaqueens solve costas n=15 -a tabu_search
      metaqueens solve --board ed16.jsonl --id 7 focus=conflicted
    """
    from metaqueens.cli.terminal.output import explain_failures
    from metaqueens.cli.terminal.progress import progress
    from metaqueens.contestants.registry import usual_budget
    from metaqueens.search.budget import Budget
    from metaqueens.search.result import LISTED_UP_TO
    from metaqueens.search.solve import solve

    try:
        use = algorithm or (program and "program")
        problem, algorithm, settings = parameters.problem_and_search(n, settings, board, name, use)
        chosen = _make_search(algorithm, program, settings)
        if evaluations is None and seconds is None:
            evaluations = usual_budget(problem).evaluations
        if (evaluations is None or program) and seconds is None:
            seconds = usual_budget(problem).seconds
        with progress(f"solving {problem.label}", quiet=as_json), explain_failures(algorithm):
            result = solve(problem, chosen, Budget(evaluations, seconds), seed)
        with progress("verifying", quiet=as_json):
            proven = result.solved and problem.is_solution(result.values)
            counted = 0 if proven else int(problem.recount(result.values))
        claimed, result = result.cost, replace(result, cost=counted)
        report = _report(result, algorithm, proven)
        if claimed != counted:
            report |= {"solved": False, "reason": "rejected"}
        title = " ".join([program or algorithm, *settings])
    except RunFailed as error:
        from metaqueens.conformance.problems import explain_failure

        raise RunFailed(explain_failure(problem, error)) from None
    except ValueError as error:
        raise UserError(str(error)) from None
    if save:
        with system_errors(f"--save {save}"):
            write_text(save, json.dumps({**report, "values": result.values.tolist()}) + "\n")
    if as_json:
        listed = result.values.tolist() if problem.n <= LISTED_UP_TO else None
        print_json({**report, "values": listed}, indent=None)
    else:
        _tell(title, result, claimed)
    if claimed != counted:
        return REJECTED
    return INTERRUPTED if result.reason == "interrupted" else 0


def _make_search(use: str, program: str | None, settings: Sequence[str]) -> Any:
    """Return the algorithm ``use``, or the ``program``, with its settings."""
    if program and use != "program":
        raise UserError("--algorithm or --program: give one of them")
    if program or settings:
        from metaqueens.config.contestant import contestant, program_of

        return program_of(program, settings) if program else contestant(use, settings)
    from metaqueens.contestants.registry import class_of

    return class_of(use)()


def _report(result: Any, algorithm: str, is_verified: bool) -> dict[str, Any]:
    problem = result.problem
    return {
        "n": problem.n,
        **({} if problem.is_plain else {"problem": problem.asked}),
        "encoding": result.encoding,
        "algorithm": algorithm,
        "parameters": result.algorithm.model_dump(mode="json"),
        "seed": result.seed,
        "solved": result.solved,
        "verified": is_verified,
        "cost": result.cost,
        "fitness": result.fitness,
        "found_at": result.found_at,
        "evaluations": result.evaluations,
        "steps": result.steps,
        "seconds": result.seconds,
        "reason": result.reason,
    }


def _draw(result: Any) -> str:
    problem, queens = result.problem, result.values.tolist()
    if problem.is_plain:
        return boards.draw(queens)
    from metaqueens.queens.drawing import marks_of

    return boards.draw_with_rules(problem, queens, marks_of(problem, result.values)) + "\n"


def _tell(name: str, result: Any, claimed: int) -> None:
    """Print the solution, the effort, and whether the search ``claimed`` the recounted cost."""
    from metaqueens.queens.problem import Queens
    from metaqueens.search.result import LISTED_UP_TO

    n, cost, problem = result.problem.n, result.cost, result.problem
    effort = f"{result.describe_effort(steps=True)}{duration(result.seconds)}; seed {result.seed}"
    if not isinstance(problem, Queens):
        left = f"not solved: cost {cost:,}; {result.explain_end()}"
        verdict = f"verified: cost() as plain Python returns {cost:,}"
        if claimed != cost:
            left = f"cost {cost:,}"
            verdict = f"REJECTED: the search says cost {claimed:,}, cost() returns {cost:,}"
        click.echo(result.format_values(LISTED_UP_TO))
        click.echo(f"{problem.label}: {'solved' if claimed == cost == 0 else left}")
        click.echo(f"{name}: {effort}\n{verdict}")
        return
    if n <= boards.DRAWN_UP_TO:
        click.echo(_draw(result))
    pairs = f"{many(cost, 'pair')} of queens attack{'s' * (cost == 1)} each other"
    outcome, none = "none attacks another", "no attacking pairs"
    if not problem.is_plain:
        click.echo(problem.label)
        pairs = f"{many(cost, 'attacking pair')}, broken rules included"
        outcome, none = "no rule is broken", "no attacking pairs, no rule broken"
    if claimed != cost:
        click.echo(f"REJECTED: {name} says {many(claimed, 'attacking pair')}, there are {cost:,}")
    elif result.solved:
        click.echo(f"solved: {many(n, 'queen')}, {outcome}")
    elif (why := result.explain_end()) == "no solution exists":
        known = problem.explain_no_solution().partition(":")[0]  # without its proof
        click.echo(f"{known or f'{why} for {n} queens'}; on this board {pairs}")
    else:
        click.echo(f"not solved: {pairs}, fitness {result.fitness:.8f}; {why}")
    click.echo(f"{name} on {result.encoding}: {effort}")
    if result.solved and claimed == cost:
        click.echo(f"verified by an independent count: {none}")
