"""What a results folder tells those that it is given to: ``README.md`` and ``requirements.txt``."""

import re
from collections.abc import Sequence
from pathlib import Path

from metaqueens import __version__
from metaqueens.experiment.provenance import PACKAGES
from metaqueens.experiment.results import queries, sums, tallies
from metaqueens.experiment.results.folder import CODE, README, REQUIREMENTS
from metaqueens.experiment.results.store import Store
from metaqueens.files import reading
from metaqueens.files.writing import write_text
from metaqueens.text.printable import printable

# A file without it is the user's, and stays.
_MARK = "written by metaqueens"


def write(store: Store, command: str, left_out: Sequence[str] = ()) -> None:
    """Write both files; ``command`` is the one that did the runs in ``store``."""
    versions = _versions(store)
    lines = [f"# {_MARK}", *(f"{package}=={version}" for package, version in versions.items())]
    _write(store.folder / REQUIREMENTS, "\n".join([*lines, ""]))
    _write(store.folder / README, _readme(store, command, versions["metaqueens"], left_out))


def _write(path: Path, text: str) -> None:
    if path.exists() and _MARK.encode() not in reading.content(path, 1 << 20):
        return
    write_text(path, text)


def _versions(store: Store) -> dict[str, str]:
    """Return the version of each package in the last session.

    A stranger may have written the database: no other line gets into a file.
    """
    known = queries.provenance(store, tallies.last_session(store)) or {}
    versions = {"metaqueens": __version__, **known.get("versions", {})}
    return {
        name: versions[name]
        for name in PACKAGES
        if re.fullmatch(r"[0-9A-Za-z][0-9A-Za-z.+!_-]{0,60}", versions.get(name, ""))
    }


def _readme(store: Store, command: str, version: str, left_out: Sequence[str]) -> str:
    code = ""
    if (store.folder / CODE).is_dir():
        code = f"""
`{CODE}/` has the authors' own code, a folder for each version, as it was when the runs were done.
Read it before you run it. It is used if it is not found beside the config. Installed packages,
programs that are named by their full path, and files that the code reads are not included.
"""
    if left_out:
        code += "\nNot included:\n\n" + "".join(f"* {printable(line)}\n" for line in left_out)
    return f"""# {printable(store.name)}

<!-- {_MARK} -->

Runs of metaqueens {version}. `runs.sqlite` has each run with its seed, its board and its counts.
`experiment.yaml` is the experiment with all settings. `report.html`, if it is there, is the report.
{code}
Check it, in this folder, with the versions of `{REQUIREMENTS}`:

    sha256sum -c {sums.FILE}
    metaqueens validate . --replay 10%
    metaqueens {command} experiment.yaml -o .

The first command compares the files with their hashes. The second does so, too, counts every board
again, and repeats every tenth run from its seed. The third does the runs that are missing, if any.
`metaqueens replay . 1-0` repeats one run; with `--allow-code` also a run of the authors' code.
"""
