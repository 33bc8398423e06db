"""``metaqueens bench``."""

import time
from pathlib import Path
from typing import Any

import click

from metaqueens.cli import FAILED, REJECTED, parameters
from metaqueens.cli.terminal.listing import print_json, print_rows, say
from metaqueens.text.words import many


@click.command("bench")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("results/bench"),
    show_default=True,
    help="Folder of bench.jsonl and of the runs.",
)
@click.option("--quick", is_flag=True, help="Some of the runs, smaller counts: about a minute.")
@parameters.jobs
@parameters.as_json
def command(output: Path, quick: bool, jobs: int | None, as_json: bool) -> int:
    """Run a fixed suite and add a row to FOLDER/bench.jsonl: what this version does here.

    \b
      metaqueens bench --quick
      metaqueens bench -o benchmarks

    Speeds of kernels, each beside a plain loop compiled in the same process, so that machines
    compare; counts of all solutions; ERTs of the main heuristics on fixed problems and seeds, whose
    evaluations are the same everywhere: each run is compared with the one that came with this
    release. Exit code 3 where a count is wrong or runs failed, 4 where a board was rejected.
    The page "Reference results" of the documentation explains the row.
    """
    from metaqueens.bench import row as rows

    began = time.perf_counter()
    found = _measured(output, quick, jobs, as_json)
    found["seconds"] = time.perf_counter() - began
    rows.append(output / rows.FILE, found)
    if as_json:
        print_json(found)
    else:
        _tell(found, output / rows.FILE)
    if any(cell["rejected"] for cell in found["cells"]):
        return REJECTED
    wrong = not found["counts_right"] or any(cell["failed"] for cell in found["cells"])
    return FAILED if wrong else 0


def _measured(output: Path, quick: bool, jobs: int | None, silent: bool) -> dict[str, Any]:
    from metaqueens.bench import row as rows, suite
    from metaqueens.bench.speeds import speeds
    from metaqueens.cli.terminal.progress import progress, waiting
    from metaqueens.system.cores import usable_cores

    workers, asked = jobs or usable_cores(), suite.experiment(quick)
    place = suite.place(output, quick)
    with waiting("measuring kernels", silent):
        measured = speeds()
    with waiting("counting solutions", silent):
        counted = suite.counts(quick, workers)
    with progress("running", asked.size * asked.runs, silent) as tick:
        for done in suite.run(asked, place, workers):
            tick(done, "")
    return rows.row(place, quick, measured, counted)


def _tell(found: dict[str, Any], file: Path) -> None:
    loop = found["speeds"]["count_of_a_queen"]["reference"]
    print_rows(
        [
            {
                "kernel": name.replace("_", " "),
                "ns": f"{one['nanoseconds']:.3g}",
                "steps of the reference loop": f"{one['ratio']:.3g}",
            }
            for name, one in found["speeds"].items()
        ]
    )
    say(f"geometric mean {found['speed']:.3g}; a step of the loop takes {loop:.3g} ns\n")
    print_rows(
        [
            {
                "problem": cell["problem"],
                "algorithm": cell["algorithm"],
                "solved": f"{cell['solved']}/{cell['runs']}",
                "ERT": None if cell["ert"] is None else round(cell["ert"]),
            }
            for cell in found["cells"]
        ]
    )
    counts = ", ".join(f"Q({n}) = {count:,}" for n, count in found["counts"].items())
    say(f"\n{counts}: {'right' if found['counts_right'] else 'WRONG'}")
    say(_beside(found))
    say(f"{file}: a row for {found['version']}   ({found['seconds']:.0f} s)")


def _beside(found: dict[str, Any]) -> str:
    """What comparing the runs with those of the reference came to."""
    if not found["reference"]:
        return "no reference results in this installation to compare the runs with"
    same = found["compared"] - len(found["different"])
    text = f"{many(same, 'run')} of {found['compared']:,} as in {found['reference']}"
    if found["different"]:
        text += f"; others: {', '.join(found['different'][:5])}"
    return text
