"""Wheels built from a source folder and unpacked, and Python run with what they hold."""

import os
import subprocess
import sys
from zipfile import ZipFile


def unpacked(source, folder):
    """A folder below ``folder`` with what the wheel of ``source`` holds."""
    build = f"from hatchling.build import build_wheel; build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=source, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def python(installed, here, *words):
    """Run ``python -m`` with it, kernels not compiled: there is no cache of them."""
    environment = {**os.environ, "PYTHONPATH": str(installed), "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=here, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
