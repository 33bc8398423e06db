"""A command killed before any of its changes to the disk: the next command ends as it should."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from . import CONFIG, done, rows

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="POSIX processes")
TEXT = re.sub("  ga.*\n", "", CONFIG).replace("runs: 3", "runs: 40") + "validate: null\n"
RUN = ["run", "small.yaml", "-j", "1", "--no-report"]


def killed_everywhere(base: Path, prepared: Path, command: list[str], then: list[str]):
    """The folders in which ``command`` was killed, ``then`` having been run in each."""
    asked = {"base": str(base), "prepared": str(prepared), "command": command, "next": then}
    done = subprocess.run(
        [sys.executable, "-m", "tests.cli.killer"], cwd=ROOT, input=json.dumps(asked),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    came_to = json.loads(done.stdout.splitlines()[-1])
    assert came_to["code"] == 0, (base / f"{len(came_to['ends'])}.txt").read_text()
    assert len(came_to["ends"]) >= 3
    for k, (code, said) in enumerate(came_to["ends"]):
        assert code == 0, f"killed before change {k}: {said}"
        yield base / str(k)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A complete folder, and all that lies in it."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "small.yaml").write_text(TEXT)
    results = folder / "results/small"
    done("run", folder / "small.yaml", *RUN[2:], "-o", results)
    (results / "report.html").write_text("a page")
    (results / "boards").mkdir()
    (results / "boards/1-0.npy").write_text("a board")
    return folder


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


NAMES = [
    ".lock", "experiment.yaml", "runs.sqlite", "summary.csv",
]  # fmt: skip


def test_a_first_run(tmp_path, whole):
    prepared = tmp_path / "prepared"
    prepared.mkdir()
    (prepared / "small.yaml").write_text(TEXT)
    for folder in killed_everywhere(tmp_path, prepared, RUN, RUN):
        assert rows(folder / "results/small") == rows(whole / "results/small")
        assert names(folder / "results/small") == NAMES
