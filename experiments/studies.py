"""Every published table again: how long each study takes, what it needs, and one command for all.

    python -m experiments.studies                    # the list
    python -m experiments.studies hard restarts      # these again; `all` for all
    python -m experiments.studies hard --reduced     # its configs, a hundred evaluations each

A study writes its tables and its page in place; afterwards the files that came out otherwise are
listed. Seconds always do, and what follows from them; evaluations do not. Reduced, it writes to a
temporary folder and changes nothing: that shows that it can still be done, and no result.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
REDUCED = ("runs=1", "budget.evaluations=100", "--no-report", "--quiet", "-j", "1")


class Study(NamedTuple):
    """What makes the tables of a folder again.

    ``minutes`` are those of its page, on two cores; None where nobody wrote them down.
    """

    minutes: int | None
    commands: tuple[str, ...]
    needs: str = ""


STUDIES = {
    "classics": Study(
        60,
        tuple(
            f"python -m experiments.classics.{part}"
            for part in (
                "measure --again",
                "tables",
                "headlines",
                "speed",
                "speed --best",
                "crossing --again",
                "crossings",
            )
        ),
        "a C compiler, python-sat and clingo",
    ),
    "defaults": Study(
        20,
        tuple(
            f"python -m experiments.defaults.measure {part}"
            for part in ("temperatures", "choice", "limits", "headlines")
        ),
    ),
    "exact": Study(
        4, ("python experiments/exact/measure.py", "python -m experiments.exact.headlines")
    ),
    "hard": Study(None, ("sh experiments/hard/study.sh",), "python-sat and clingo"),
    "heuristics": Study(15, ("sh experiments/heuristics/study.sh",)),
    "large_n": Study(
        None,
        (
            "metaqueens run configs/compare_large_n.yaml",
            "metaqueens run configs/queue_search_1e8.yaml",
            "python experiments/large_n/measure.py",
            "python -m experiments.large_n.headlines",
            "python experiments/large_n/measure.py --figure",
        ),
        "1 GB of memory for a hundred million queens",
    ),
    "peers": Study(
        13,
        (
            "python experiments/peers/measure.py",
            "python experiments/peers/refereed.py",
            "python -m experiments.peers.headlines",
        ),
        "Python 3.11 or 3.12, a package index, MiniZinc, a C compiler",
    ),
    "population": Study(
        None,
        (
            "for study in experiments/population/fresh/*.yaml; do"
            " metaqueens run $study -o results/fresh/$(basename $study .yaml); done",
            "python experiments/population/fresh.py results/fresh",
            "sh experiments/population/blocks.sh",
            "metaqueens tune experiments/population/tune.yaml",
            "metaqueens run experiments/population/operators.yaml",
            "python experiments/population/measure.py results",
        ),
    ),
    "restarts": Study(
        10,
        tuple(
            f"python -m experiments.restarts.measure {part}"
            for part in ("restarts", "headlines", "walks")
        ),
    ),
    "scale": Study(
        5,
        (
            "python -m experiments.scale.measure",
            "python -m experiments.scale.measure --headlines",
        ),
    ),
    "shelf": Study(None, ("sh experiments/shelf/study.sh",)),
    "statistics": Study(60, ("python experiments/statistics/simulate.py --minutes 60",)),
    "temperature": Study(10, ("sh experiments/temperature/study.sh",)),
    "textbook": Study(
        11,
        (
            "python experiments/textbook/measure.py",
            "python -m experiments.textbook.headlines",
        ),
    ),
}


def main(words: list[str]) -> int:
    """Print the list, or repeat studies; the exit code of the first command that fails."""
    parser = argparse.ArgumentParser(prog="python -m experiments.studies")
    parser.add_argument("studies", nargs="*", metavar="STUDY")
    parser.add_argument("--reduced", action="store_true")
    chosen = parser.parse_args(words)
    names = [*STUDIES] if chosen.studies == ["all"] else chosen.studies
    if unknown := [name for name in names if name not in STUDIES]:
        parser.error(f"{unknown[0]}: no such study; the studies are {', '.join(STUDIES)}")
    if not names:
        print(listed())
    for name in names:
        if code := (reduced if chosen.reduced else repeated)(name):
            return code
    return 0


def listed() -> str:
    """Return the studies as a table."""
    rows = [
        f"{name:12} {'not measured' if study.minutes is None else study.minutes:>12}  {study.needs}"
        for name, study in STUDIES.items()
    ]
    return "\n".join([f"{'study':12} {'minutes':>12}  needs", *rows])


def repeated(name: str) -> int:
    """Do the commands of a study and fill its page in; say how long it took and what changed."""
    began = time.monotonic()
    page = HERE / name / "README.template.md"
    fill_in = [f"python -m experiments.write_up experiments/{name}"] if page.exists() else []
    for command in [*STUDIES[name].commands, *fill_in]:
        print(f"$ {command}", flush=True)
        if code := done(command):
            print(f"{name}: exit code {code}: {command}", file=sys.stderr)
            return code
    print(f"{name}: {(time.monotonic() - began) / 60:.1f} minutes; files that came out otherwise:")
    done(f"git status --short experiments/{name} docs")
    return 0


def reduced(name: str) -> int:
    """Run every config of a study with a hundred evaluations, and keep nothing."""
    with TemporaryDirectory() as folder:
        for config in configs(name):
            path = config.relative_to(ROOT)
            few = "problem.instances=1 " if "instances:" in config.read_text("utf-8") else ""
            command = f"metaqueens run {path} {few}{' '.join(REDUCED)} -o {folder}/{path.stem}"
            if code := done(command):
                print(f"{name}: exit code {code}: {command}", file=sys.stderr)
                return code
            print(f"{path}: ok", flush=True)
    return 0


def configs(name: str) -> Iterator[Path]:
    """Yield the experiments of a study that need nothing but this package."""
    for path in sorted((HERE / name).rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        if "use: program" not in text and "tune:" not in text:
            yield path


def done(command: str) -> int:
    """Run a command at the top of the repository, with the programs of this Python."""
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": programs}
    return subprocess.run(["sh", "-c", command], cwd=ROOT, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
