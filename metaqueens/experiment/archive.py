"""An archive of results: one zip with all that a stranger needs to check them."""

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from metaqueens import __version__
from metaqueens.config.strict_yaml import items
from metaqueens.experiment.results import queries, tallies
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.folder import REPORT
from metaqueens.experiment.results.store import Store
from metaqueens.files.reading import opened
from metaqueens.files.writing import replacing
from metaqueens.plugins.code import OURS
from metaqueens.text.errors import UserError
from metaqueens.text.words import many

# Files of one content make archives of the same bytes, whenever they are made.
LONG_AGO = (1980, 1, 1, 0, 0, 0)
MOST_BYTES = 4 << 20
SUMS = "SHA256SUMS"
OF_RESULTS = ("experiment.yaml", "summary.csv", REPORT)


def archive(folder: Path, path: Path, code: Path | None = None) -> list[str]:
    """Write the results of ``folder`` and all that belongs to them into a zip at ``path``.

    Code from outside is looked for in ``code``, where the sessions found it, beside the results
    and in the present folder; none of it is run. Returns the names of the files, of which
    README.md says how to check them. Raises ``UserError`` that names a file of code that is
    missing.
    """
    top = path.stem
    with TemporaryDirectory() as work, replacing(path) as part:
        with Store.open(folder) as store:
            sources = _sources(store, [code] if code else _folders(store, folder))
            name, versions = store.name, _versions(store)
            runs = sum(tally.finished for tally in tallies.by_cell(store).values())
            store.copy_to(Path(work) / FILE)
        files = {f"results/{FILE}": Path(work) / FILE, **dict(_results(folder)), **sources}
        texts = {
            "README.md": _readme(name, runs, [*sources], versions),
            "requirements.txt": "".join(f"{one}=={found}\n" for one, found in versions.items()),
        }
        _write(part, top, files, texts)
    return [*files, *texts, SUMS]


def _write(path: Path, top: str, files: Mapping[str, Path], texts: dict[str, str]) -> None:
    """Write a zip of ``files`` and ``texts``, with the hashes of all, inside one folder ``top``."""
    with ZipFile(path, "w", ZIP_DEFLATED) as into:
        sums = {one: _add(into, f"{top}/{one}", source) for one, source in files.items()}
        for one, text in texts.items():
            into.writestr(ZipInfo(f"{top}/{one}", LONG_AGO), text, ZIP_DEFLATED)
            sums[one] = sha256(text.encode()).hexdigest()
        listed = "".join(f"{digest}  {one}\n" for one, digest in sums.items())
        into.writestr(ZipInfo(f"{top}/{SUMS}", LONG_AGO), listed, ZIP_DEFLATED)


def _add(into: ZipFile, name: str, source: Path) -> str:
    """Copy a file, piece by piece; return its hash."""
    found = sha256()
    entry = ZipInfo(name, LONG_AGO)
    entry.compress_type = ZIP_DEFLATED
    with opened(source) as file, into.open(entry, "w", force_zip64=True) as target:
        while piece := file.read(MOST_BYTES):
            found.update(piece)
            target.write(piece)
    return found.hexdigest()


def _results(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of a results folder that are ours, by their place in the archive.

    No link: whoever made the folder does not choose what of this machine is given away.
    """
    boards = folder / "boards"
    names = [path.name for path in sorted(boards.glob("*.npy"))] if not boards.is_symlink() else []
    for name in (*OF_RESULTS, *(f"boards/{name}" for name in names)):
        if (folder / name).is_file() and not (folder / name).is_symlink():
            yield f"results/{name}", folder / name


def _folders(store: Store, folder: Path) -> list[Path]:
    """Return where code from outside may lie: where each session found it, and nearby."""
    found = [Path.cwd(), folder, folder.parent]
    for session in tallies.sessions(store):
        kept = queries.provenance(store, session["session"]) or {}
        found += [Path(one) for one in kept.get("code", ()) if isinstance(one, str)]
    return found


def _sources(store: Store, folders: list[Path]) -> dict[str, Path]:
    """Return the files of the code from outside that cells name. Raises ``UserError``."""
    found: dict[str, Path] = {}
    for use in sorted(_code_named(store)):
        module = use.partition(":")[0].replace(".", "/")
        places = [f"{module}.py", f"{module}/__init__.py"]
        there = {one: at / one for at in folders for one in places if (at / one).is_file()}
        if not there:
            raise UserError(
                f"{places[0]}: missing, and these results used {use}: put it beside them, or name"
                " its folder by --code"
            )
        found |= dict([there.popitem()])
    return found


def _code_named(store: Store) -> set[str]:
    """Return the names ``package.module:Name`` in the cells, also of parts of algorithms."""
    found = set()
    for cell in queries.cells(store):
        for use in (cell.use, *_uses(json.loads(cell.parameters))):
            if re.fullmatch(r"\w+(\.\w+)*:\w+", use) and not use.startswith((OURS, "metaqueens.")):
                found.add(use)
    return found


def _uses(value: Any) -> Iterator[str]:
    if isinstance(value, dict) and isinstance(value.get("use"), str):
        yield value["use"]
    for _, one in items(value):
        yield from _uses(one)


def _versions(store: Store) -> dict[str, str]:
    """Return the packages of the last session, each with its version."""
    kept = queries.provenance(store, tallies.last_session(store)) or {}
    found = {"metaqueens": __version__, **kept.get("versions", {})}
    return {str(one): str(version) for one, version in found.items() if one != "python"}


def _readme(name: str, runs: int, sources: list[str], versions: Mapping[str, str]) -> str:
    code = ""
    if sources:
        code = f"""
Code of the authors that runs used: {", ".join(sources)}. Read it first; then
`metaqueens replay results 1-0 --allow-code` repeats a run with it.
"""
    return f"""# {name}

{many(runs, "run")}, made with metaqueens {versions["metaqueens"]}. The database
`results/runs.sqlite` holds each run with its seed, its board and its counts;
`results/experiment.yaml` is the experiment, `results/report.html` the report.
{code}
Check it, in this folder, with the versions of `requirements.txt`:

    sha256sum -c SHA256SUMS
    metaqueens validate results --replay 10%
    metaqueens run results/experiment.yaml -o results

The first says whether the files are whole; the second counts every board again and
repeats every tenth run from its seed; the third does the runs that are missing, if any.

To cite the software, see CITATION.cff of metaqueens {versions["metaqueens"]}.
"""
