"""Commands in processes of their own, run to their end."""

import os
import subprocess
from pathlib import Path

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
