"""Runs of others to put one's own beside: those that came with a release, or any results."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile

from metaqueens.config import shipped
from metaqueens.text.errors import UserError
from metaqueens.text.words import listed

if TYPE_CHECKING:
    import pandas as pd

# The word that means the runs of the latest release; a folder of this name is `./reference`.
NAME = "reference"
FOLDER = "experiments/reference"
FILES = ("runs.sqlite", "experiment.yaml")


def archives() -> dict[str, Path]:
    """Return the archive of runs of each release that has one, the latest last."""
    found = {path.stem: path for path in shipped.home(FOLDER).glob("*.zip")}
    return {name: found[name] for name in sorted(found, key=_numbers)}


@contextmanager
def opened(against: str | Path) -> Iterator[Path]:
    """The results that ``against`` means: those of the latest release, or a folder or CSV file.

    The former are unpacked, for as long as this lasts. Raises ``UserError`` where there are none.
    """
    if str(against) != NAME:
        yield Path(against)
        return
    if not archives():
        raise UserError(f"--against {NAME}: this installation has no reference results")
    release, archive = list(archives().items())[-1]
    with tempfile.TemporaryDirectory() as place, ZipFile(archive) as packed:
        folder = Path(place) / f"{NAME}-{release}"
        for name in FILES:
            packed.extract(name, folder)
        yield folder


def beside(runs: "pd.DataFrame", source: str) -> "pd.DataFrame":
    """``runs`` without those of ``source`` on problems that nobody else has.

    Raises ``UserError`` where a problem of the others is not in ``source``.
    """
    theirs = runs.source == source
    mine, known = ([*dict.fromkeys(map(str, runs.problem[one]))] for one in (~theirs, theirs))
    if absent := sorted({*mine} - {*known}):
        has = ", ".join(sorted(known))
        raise UserError(f"{listed(absent)}: not in {source}, whose problems are {has}")
    kept = runs[runs.problem.isin(mine)].copy()
    for name in ("source", "problem", "family", "algorithm"):
        kept[name] = kept[name].cat.remove_unused_categories()
    return kept


def _numbers(release: str) -> list[tuple[int, str]]:
    """Releases in their order: 0.10.0 after 0.9.0."""
    return [(int(part) if part.isdigit() else -1, part) for part in release.split(".")]
