"""Wheels and source distributions built, unpacked, and Python run with what they hold."""

import sys
import tarfile
from zipfile import ZipFile

from tests.processes import ran, written_by


def built(kind, source, folder):
    """The ``wheel``, ``editable`` wheel or ``sdist`` of ``source``, made in ``folder``."""
    build = f"from hatchling.build import build_{kind}; build_{kind}({str(folder)!r})"
    written_by(sys.executable, "-c", build, folder=source)
    (package,) = folder.glob("*.tar.gz" if kind == "sdist" else "*.whl")
    return package


def unpacked(source, folder):
    """A folder below ``folder`` with what the wheel of ``source`` holds."""
    with ZipFile(built("wheel", source, folder)) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def source_of(source, folder):
    """A folder below ``folder`` with what the source distribution of ``source`` holds."""
    with tarfile.open(built("sdist", source, folder)) as archive:
        archive.extractall(folder / "source", filter="data")
    (inside,) = (folder / "source").iterdir()
    return inside


def python(installed, here, *words):
    """Run ``python -m`` with it, kernels not compiled: there is no cache of them."""
    environment = {"PYTHONPATH": str(installed), "NUMBA_DISABLE_JIT": "1"}
    return ran(sys.executable, "-m", *words, folder=here, **environment)
