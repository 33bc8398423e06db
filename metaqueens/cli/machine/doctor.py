"""``metaqueens doctor``."""

import time
from typing import Any

import click

from metaqueens.cli import FAILED, parameters
from metaqueens.cli.terminal.listing import print_json, say
from metaqueens.text.words import many

SIGNS = {"ok": "OK     ", "note": "note   ", "problem": "PROBLEM"}


@click.command("doctor")
@click.option(
    "--warm", is_flag=True, help="Compile every search ahead; takes minutes, and is kept."
)
@parameters.jobs
@parameters.as_json
def command(warm: bool, jobs: int | None, as_json: bool) -> int:
    """Say what this machine and this installation can do: a fact a line, with what is wrong.

    Versions, extras that are missing and what they would bring, processors and memory that may be
    used, whether results can be written here, where compiled kernels are kept, how fast they are
    beside a plain loop. Exit code 3 where runs would fail.
    """
    from metaqueens.machine.facts import facts

    found = []
    for fact in facts():
        found.append(fact)
        if not as_json:
            say(f"{SIGNS[fact.level]}  {fact.name}: {fact.said}")
    problems = sum(fact.level == "problem" for fact in found)
    report: dict[str, Any] = {"problems": problems, "facts": [fact._asdict() for fact in found]}
    if warm and not problems:
        report["warm"] = _warmed(jobs, as_json)
    if as_json:
        print_json(report)
    return FAILED if problems else 0


def _warmed(jobs: int | None, quiet: bool) -> dict[str, Any]:
    """Compile everything; what it came to."""
    from metaqueens.cli.terminal.progress import progress
    from metaqueens.machine import kernels, warm
    from metaqueens.system.cores import usable_cores

    workers, began = jobs or usable_cores(), time.perf_counter()
    searches, before = 0, kernels.kept()
    with progress("compiling", len(warm.algorithms()), quiet) as tick:
        for done, one in enumerate(warm.warm(workers), 1):
            searches += one.searches
            tick(done, one.use)
    seconds, new = time.perf_counter() - began, kernels.kept() - before
    if not quiet:
        say(
            f"compiled {new:,} kernels of {searches:,} searches in {seconds:.0f} s"
            f" ({many(workers, 'worker')})"
        )
    return {"searches": searches, "kernels": new, "seconds": seconds, "workers": workers}
