"""``metaqueens slurm``."""

import os
import shlex
import sys
from pathlib import Path

import click

from metaqueens.cli import parameters
from metaqueens.cli.experiment.configs import load
from metaqueens.cli.terminal.listing import print_json
from metaqueens.files.writing import write_text
from metaqueens.text.errors import UserError, system_errors

# Enough for the runs under way to end before the system kills what is left.
MINUTES_TO_FINISH = 2
SCRIPT = """\
#!/bin/bash
# {name}: {runs:,} runs, shared out among {tasks} tasks.
#
# Submit it:              sbatch {script}
# When all have ended:    {python} -m metaqueens merge {parts} -o {whole}
#
# Submitted again it does only what is missing.
#SBATCH --job-name={name}
#SBATCH --array=1-{tasks}
#SBATCH --cpus-per-task={cpus}
#SBATCH --mem={mem}
#SBATCH --time={time}
#SBATCH --output=slurm-%x-%a.log
# Shortly before the time is up, as Ctrl-C: the runs under way are finished and kept.
#SBATCH --signal=B:INT@{notice}

cd {folder} || exit 1
exec {python} -m metaqueens run {arguments} --no-report \\
  --shard "${{SLURM_ARRAY_TASK_ID:?is set by Slurm; to try it here, set it yourself}}/{tasks}" \\
  --jobs "${{SLURM_CPUS_PER_TASK:-{cpus}}}"
"""


@click.command("slurm")
@parameters.config
@parameters.overrides
@click.option(
    "--tasks",
    type=click.IntRange(1),
    default=40,
    show_default=True,
    help="How many jobs share the runs.",
)
@click.option(
    "--time",
    type=parameters.PatternText("TIME", r"\d+(-\d+)?(:\d+){0,2}", "12:00:00 or 2-00:00:00"),
    default="24:00:00",
    show_default=True,
    help="Wall time of each.",
)
@click.option(
    "--mem",
    type=parameters.PatternText("MEMORY", r"\d+[KMGT]?", "4G"),
    default="4G",
    show_default=True,
    help="Memory of each.",
)
@click.option(
    "--cpus",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Cores, and runs at a time, of each.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path, allow_dash=True),
    help="File; NAME.slurm when not given, - prints.",
)
@parameters.as_json
def command(
    path: str,
    overrides: tuple[str, ...],
    tasks: int,
    time: str,
    mem: str,
    cpus: int,
    output: Path | None,
    as_json: bool,
) -> None:
    """Write a job array script that shares an experiment out among Slurm's nodes.

    It is to be submitted to a cluster that has this folder and this Python. CONFIG is checked
    first, which imports the code from outside that it names.
    """
    experiment = load(path, overrides, quiet=as_json)
    if as_json and output and str(output) == "-":
        raise UserError("--json: choose a file for the script with -o")
    runs = len(experiment.cells) * experiment.runs
    # Not Path.resolve(), which fails at a link to itself.
    if output and os.path.realpath(output) == os.path.realpath(path):
        raise UserError(f"-o {output}: this is the experiment itself; choose another file")
    if tasks > runs:
        raise UserError(f"--tasks: at most one for each of the {runs:,} runs, got {tasks:,}")
    script, whole = output or Path(f"{experiment.name}.slurm"), f"results/{experiment.name}"
    submitted = f"{experiment.name}.slurm" if str(script) == "-" else str(script)
    text = SCRIPT.format(
        name=experiment.name,
        runs=runs,
        tasks=tasks,
        time=time,
        mem=mem,
        cpus=cpus,
        notice=60 * MINUTES_TO_FINISH,
        script=shlex.quote(submitted),
        folder=shlex.quote(str(Path.cwd())),
        python=shlex.quote(sys.executable),
        arguments=shlex.join([path, *overrides]),
        parts=f"{whole}.shard-*-of-{tasks}",
        whole=whole,
    )
    if str(script) == "-":
        click.echo(text, nl=False)
        return
    with system_errors(script):
        write_text(script, text)
    if as_json:
        print_json({"script": str(script), "runs": runs, "tasks": tasks, "merged": whole})
        return
    click.echo(f"{script}: {runs:,} runs for {tasks} tasks; submit it with: sbatch {script}")
