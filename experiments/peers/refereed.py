"""Real solvers as programs, under one referee: `refereed.yaml`, then refereed.csv and refereed.md.

    python experiments/peers/refereed.py       # needs cc, minizinc, and the first time a network

python-sat and clingo come from PyPI into `.venv-peers`, Gecode with Debian's minizinc; the program
in C is the starting point that `metaqueens new program c` writes.
"""

import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
from measure import HERE, install

from metaqueens import load_runs
from metaqueens.cli import metaqueens

COLUMNS = ["algorithm", "version", "n", "solved", "runs", "seconds", "verdicts"]


def measured() -> pd.DataFrame:
    """A row for each solver and size: solved, median seconds, what the referee says."""
    for package in ("python-sat", "clingo"):
        install(package)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "nqueens.c"
        metaqueens.main(["new", "program", "c", "-o", str(source)], standalone_mode=False)
        program = HERE / "programs" / "nqueens"
        subprocess.run(["cc", "-O2", "-o", program, source], check=True)
        results = Path(folder) / "refereed"
        command = ["run", str(HERE / "refereed.yaml"), "-o", str(results), "-q", "--no-report"]
        metaqueens.main(command, standalone_mode=False)
        runs = load_runs(results)
    kept = runs.groupby(["algorithm", "n"], observed=True, sort=False)
    table = kept.agg(
        solved=("solved", "sum"),
        runs=("solved", "size"),
        seconds=("seconds", "median"),
        verdicts=("verdict", lambda verdicts: " ".join(sorted(set(map(str, verdicts))))),
    )
    table = table.reset_index()
    table["version"] = table.algorithm.astype(str).map({"Gecode": gecode_version()}).fillna("")
    return table[COLUMNS]


def gecode_version() -> str:
    """As MiniZinc tells it."""
    said = subprocess.run(["minizinc", "--solvers"], capture_output=True, text=True, check=True)
    found = re.search(r"Gecode ([\d.]+)", said.stdout)
    assert found, said.stdout
    return found[1]


def markdown(table: pd.DataFrame) -> Iterator[str]:
    """A line for each solver, a column for each size."""
    sizes = sorted(set(table.n))
    yield "| program | " + " | ".join(f"n = {n}" for n in sizes) + " |"
    yield "| --- |" + " --- |" * len(sizes)
    for name, mine in table.groupby("algorithm", sort=False):
        cells = [
            f"{row.solved}/{row.runs}, {row.seconds:.2g} s"
            for row in mine.sort_values("n").itertuples()
        ]
        yield f"| {name} | " + " | ".join(cells) + " |"


if __name__ == "__main__":
    found = measured()
    found.to_csv(HERE / "refereed.csv", index=False, float_format="%.4g")
    (HERE / "refereed.md").write_text("\n".join(markdown(found)) + "\n")
