"""A stranger's folder may hold links: no command writes through one."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ..tuning import ANNEALING
from . import CONFIG, call

# What is written where; "made/results" is a folder of results.
WRITING = {
    "run": "run small.yaml seed=2 -o made/results -j 1",
    "run again": "run small.yaml -o made/results runs=3 -j 1",
    "run large": "run small.yaml -o made/large problem.n=10001 budget.evaluations=1 runs=1 -j 1",
    "report": "report made/results --figures made/figures",
    "validate": "validate made/results",
    "csv": "export made/results -o made/runs.csv",
    "tune": "tune tuning.yaml -o made/tuned -j 1 tune.max_runs=40 tune.train.runs=2",
    "solve": "solve 8 --seed 1 --save made/board.json",
    "animate": "animate 6 --seed 1 -o made/film.html",
    "instances": "instances boards.jsonl -o made/labelled.jsonl",
    "draw": "draw boards.jsonl -o made/board.svg",
}


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A folder with what commands read, and results."""
    here = tmp_path_factory.mktemp("links")
    text = CONFIG.replace("genetic, population: 20", "hill_climbing")
    (here / "small.yaml").write_text(text)
    (here / "tuning.yaml").write_text(ANNEALING)
    (here / "boards.jsonl").write_text('{"n": 6, "blocked": [[0, 0]], "id": "1"}\n')
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(here)
        assert call("run", "small.yaml", "-o", "made/results", "-j", "1").code == 0
    return here


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Each file's bytes, and when they were written: what is written may be the same bytes."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


@pytest.mark.parametrize("links_are", ["files", "folders"])
@pytest.mark.parametrize("name", WRITING)
def test_nothing_is_written_through_a_link(begun, tmp_path, monkeypatch, name, links_are):
    here = tmp_path / "here"
    shutil.copytree(begun, here)
    monkeypatch.chdir(here)
    assert call(*WRITING[name].split()).code in (0, 1)
    outside = tmp_path / "outside"
    shutil.copytree("made", outside)
    files = [path for path in Path("made").rglob("*") if path.is_file()]
    if links_are == "files":
        for path in files:
            path.unlink()
            path.symlink_to(outside / path.relative_to("made"))
    else:
        for folder in [one for part in Path("made").iterdir() for one in part.glob("*/")]:
            shutil.rmtree(folder)
            folder.symlink_to(outside / folder.relative_to("made"))
    before = contents(outside)
    said = call(*WRITING[name].split())
    assert said.code in (0, 1, 2)
    assert "Traceback" not in said.err
    assert contents(outside) == before


def test_a_link_of_the_user_to_a_folder_is_followed(begun, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "disk").mkdir()
    Path("results").symlink_to(tmp_path / "disk")
    assert call("run", str(begun / "small.yaml"), "-o", "results", "-j", "1").code == 0
    assert (tmp_path / "disk/runs.sqlite").is_file()


def test_a_device_is_written_to(begun):
    words = ["export", "made/results", "-o", "/dev/stdout"]
    said = subprocess.run(
        [sys.executable, "-m", "metaqueens", *words], cwd=begun, capture_output=True, text=True
    )
    assert said.stdout.count("\n") > 4
    assert Path("/dev/stdout").is_symlink()
