"""Commands in processes of their own, run to their end; copies of the package for them."""

import os
import shutil
import subprocess
from pathlib import Path

import metaqueens
from tests.patience import PATIENCE


def ran(
    *words: str | Path, folder: Path | None = None, given: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """The process of a command that was ``given`` a text, with all that it wrote."""
    return subprocess.run(
        [*map(str, words)], cwd=folder, env={**os.environ, **environment}, input=given,
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip


def written_by(*words: str | Path, folder: Path | None = None, given: str = "", **more: str) -> str:
    """What a command writes, which must not fail."""
    done = ran(*words, folder=folder, given=given, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def copy_package(folder: Path) -> Path:
    """The package in another folder, without machine code."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(metaqueens.__file__).parent, folder / "metaqueens", ignore=ignored)
    return folder
