"""Keep what a release does: the runs of the suite, and a row of ERTs, counts and speeds.

    python experiments/reference/keep.py

Run it on the commit of a release, on a quiet machine: some minutes. The runs are made in
build/reference/VERSION, where an interrupted call goes on, and are packed into VERSION.zip, in
place of the last release's. Named are the runs that differ from those.
"""

import json
import platform
import shutil
import sys
import time
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from metaqueens import Queens, __version__, config, load_runs, run
from metaqueens.analysis.data.samples import samples
from metaqueens.analysis.estimate.intervals import make_rows
from metaqueens.exact.counting import count
from metaqueens.experiment.provenance import provenance

HERE = Path(__file__).parent
ROWS, SUITE = HERE / "rows.jsonl", HERE / "suite.yaml"
FILES = ("runs.sqlite", "experiment.yaml")
# Rows are alike for one version of the suite.
VERSION = 2
# Solutions of N queens (OEIS A000170), and how many are up to turns and mirrors (A002562).
SOLUTIONS = {
    8: (92, 12),
    10: (724, 92),
    12: (14_200, 1_787),
    14: (365_596, 45_752),
    15: (2_279_184, 285_053),
}


def counted() -> dict[int, int]:
    """Count the solutions of each n; ends the program where a count is not the published one."""
    found = {}
    for n, known in SOLUTIONS.items():
        *_, last = count(Queens(n))
        if (last.solutions, last.fundamental) != known:
            sys.exit(f"{n} queens: {last.solutions, last.fundamental}, published are {known}")
        found[n] = last.solutions
    return found


def row(folder: Path) -> dict[str, Any]:
    """Return the row of the runs in ``folder``, with counts and speeds of this moment."""
    sys.path.insert(0, str(HERE.parent / "benchmarks"))
    import speed

    measured = speed.measure([*speed.WORKS], speed.read_accepted(speed.find_family()))
    known = provenance()
    names = ("problem", "algorithm", "runs", "solved", "ert", "failed", "rejected")
    cells = [{name: row[name] for name in names} for row in make_rows(samples(load_runs(folder)))]
    for cell in cells:
        cell["runs"] += cell["failed"]
        cell["ert"] = cell["ert"] if isfinite(cell["ert"]) else None
    return {
        "version": __version__,
        "suite": VERSION,
        "when": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "git": known["git"].get("metaqueens"),
        "machine": {"system": platform.platform(), "processor": known["processor"]},
        "versions": known["versions"],
        "speeds": {name: one.ratio for name, one in measured.items()},
        "cells": cells,
        "evaluations": int(load_runs(folder).evaluations.sum()),
        "counts": counted(),
    }


def different(folder: Path) -> list[str]:
    """Name the runs whose evaluations or attacking pairs differ from those of the last release."""
    last = json.loads(ROWS.read_text(encoding="utf-8").splitlines()[-1])["version"]
    with TemporaryDirectory() as there:
        shutil.unpack_archive(HERE / f"{last}.zip", there)
        known, mine = (
            load_runs(one)
            .astype({"problem": str, "algorithm": str})
            .set_index(["problem", "algorithm", "repetition"])[["evaluations", "cost"]]
            for one in (there, folder)
        )
    known, mine = known.align(mine, join="inner")
    return [" ".join(map(str, run)) for run in mine[(mine != known).any(axis=1)].index]


def pack(folder: Path, archive: Path) -> None:
    """Write the runs in ``folder`` to ``archive``."""
    with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as packed:
        for name in FILES:
            member = ZipInfo(name)  # no time of its own
            member.compress_type = ZIP_DEFLATED
            packed.writestr(member, (folder / name).read_bytes())


def main() -> None:
    """Run the suite, add its row to the file, and pack its runs."""
    folder, archive = Path("build/reference") / __version__, HERE / f"{__version__}.zip"
    run(config.load(SUITE), folder, report=False)
    if others := different(folder):
        print(f"{len(others)} runs differ from those of the last release: {', '.join(others)}")
    made = row(folder)
    rows = ROWS.read_text(encoding="utf-8").splitlines()
    kept = [line for line in rows if json.loads(line)["version"] != __version__]
    ROWS.write_text("\n".join([*kept, json.dumps(made)]) + "\n", encoding="utf-8")
    pack(folder, archive)
    for other in set(HERE.glob("*.zip")) - {archive}:
        other.unlink()
    print(f"{archive}: {archive.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
