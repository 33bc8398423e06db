"""Write the ``README.md`` of a results folder, and ``requirements.txt`` with its versions."""

import re
from collections.abc import Sequence
from pathlib import Path

from metaqueens import __version__
from metaqueens.experiment.provenance import PACKAGES
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.folder import CODE, README, REQUIREMENTS
from metaqueens.experiment.results.store import Store
from metaqueens.files import reading
from metaqueens.files.writing import write_text
from metaqueens.text.printable import printable

# A file without it belongs to the user, and stays.
_MARK = "written by metaqueens"
_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+!_-]{0,60}")


def write(store: Store, command: str, left_out: Sequence[str] = ()) -> None:
    """Write both files; ``command`` is the command that did the runs."""
    known = queries.provenance(store, queries.last_session(store)) or {}
    versions = {"metaqueens": __version__, **known.get("versions", {})}
    # The database may be a stranger's: no other text gets into a file.
    versions = {name: text for name, text in versions.items() if _VERSION.fullmatch(text)}
    lines = [f"{name}=={versions[name]}" for name in PACKAGES if name in versions]
    _write(store.folder / REQUIREMENTS, "\n".join([f"# {_MARK}", *lines, ""]))
    code = ""
    if (store.folder / CODE).is_dir():
        code = f"\n`{CODE}/` has the authors' own code. Read it before you run it.\n"
    if left_out:
        code += "\nNot included:\n\n" + "".join(f"* {printable(line)}\n" for line in left_out)
    text = f"""# {printable(store.name)}

<!-- {_MARK} -->

Runs of metaqueens {versions["metaqueens"]}: `runs.sqlite` has the runs, `experiment.yaml` all
settings, `requirements.txt` the versions.
{code}
    metaqueens validate . --replay 20
    metaqueens {command} experiment.yaml -o .

The first command recounts every board, and repeats every tenth run from its seed (with
`--allow-code` also runs of the authors' code). The second does the missing runs, if any.
"""
    _write(store.folder / README, text)


def _write(path: Path, text: str) -> None:
    if not path.exists() or _MARK.encode() in reading.content(path, 1 << 20):
        write_text(path, text)
