"""Keep what `metaqueens bench` left as the reference of a release: its row, and its runs.

    metaqueens bench -o build/bench
    python experiments/reference/keep.py build/bench

Run it on the commit of a release: the archive is named after its version.
"""

import json
import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from metaqueens.analysis.data.reference import FILES
from metaqueens.bench.row import FILE

HERE = Path(__file__).parent
ROWS = HERE / "rows.jsonl"


def keep(folder: Path) -> Path:
    """The archive made of the last row in ``folder`` and of its runs."""
    row = json.loads((folder / FILE).read_text(encoding="utf-8").splitlines()[-1])
    if row["quick"] or not row["counts_right"]:
        sys.exit(f"{folder}: the last row is of a quick suite, or its counts are wrong")
    before = ROWS.read_text(encoding="utf-8").splitlines() if ROWS.exists() else []
    kept = [line for line in before if json.loads(line)["version"] != row["version"]]
    # What the runs are compared with is this archive.
    row = {key: row[key] for key in row if key not in ("reference", "compared", "different")}
    ROWS.write_text("\n".join([*kept, json.dumps(row)]) + "\n", encoding="utf-8")
    archive = HERE / f"{row['version']}.zip"
    with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as packed:
        for name in FILES:
            member = ZipInfo(name)  # no time of its own
            member.compress_type = ZIP_DEFLATED
            packed.writestr(member, (folder / row["version"] / name).read_bytes())
    return archive


if __name__ == "__main__":
    made = keep(Path(sys.argv[1]))
    print(f"{made}: {made.stat().st_size / 1e6:.2f} MB")
