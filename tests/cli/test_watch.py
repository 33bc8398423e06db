"""``metaqueens watch``, and the table that it shares with ``run``."""

import io
import json
import os
import pty
import subprocess
import sys

import pytest
from rich.console import Console

from metaqueens.cli.terminal import live
from metaqueens.experiment.progress import CellProgress, Progress
from tests.patience import PATIENCE, until

from . import CONFIG, call


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("watch")
    (folder / "small.yaml").write_text(CONFIG)
    assert call("run", folder / "small.yaml", "-o", folder / "small", "-q").code == 0
    return folder / "small"


def test_off_a_terminal_it_tells_and_ends(results):
    said = call("watch", results)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("small: complete, 6 of 6 runs, 6 solved\n")
    assert "n=8 rows" in said.out
    assert "solved in" in said.out


def test_json(results):
    told = json.loads(call("watch", results, "--json").out)
    assert (told["name"], told["state"], told["done"], told["total"]) == ("small", "complete", 6, 6)
    assert [cell["algorithm"] for cell in told["cells"]] == ["mc", "ga"]


def test_a_shard_is_complete_when_its_part_is(tmp_path):
    (tmp_path / "small.yaml").write_text(CONFIG)
    call("run", tmp_path / "small.yaml", "--shard", "2/3", "-o", tmp_path / "part", "-q")
    assert call("watch", tmp_path / "part").out.startswith("small: complete, 2 of 2 runs")


def test_nothing_to_watch(tmp_path):
    said = call("watch", tmp_path)
    assert said.code == 2
    assert "no results there" in said.err


def test_on_a_terminal_it_follows_to_the_end(tmp_path):
    (tmp_path / "small.yaml").write_text(CONFIG)
    command = [sys.executable, "-m", "metaqueens"]
    path = tmp_path / "results"
    # No board of three queens is a solution: it runs until it is told to stop.
    run = subprocess.Popen([*command, "run", tmp_path / "small.yaml", "problem.n=3", "runs=100_000",
                            "-j", "1", "-q", "-o", path], stderr=subprocess.DEVNULL)  # fmt: skip
    try:
        until(lambda: call("watch", path).out.startswith("small: running"), run)
        above, below = pty.openpty()
        watch = subprocess.Popen([*command, "watch", path], stdout=below, stderr=below)
        os.close(below)
        seen = b""
        while b"small: running" not in seen and (more := read(above)):
            seen += more
    finally:
        run.terminate()
        run.wait(PATIENCE)
    while more := read(above):
        seen += more
    os.close(above)
    assert watch.wait(PATIENCE) == 0
    assert b"small: running" in seen
    assert b"small: stopped" in seen


def read(terminal: int) -> bytes:
    """What is to be read there; nothing once its other side is closed."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""


CELL = CellProgress("n=8 rows", "mc", 4, 10, 3, 0, 0, 120)


def drawn(*cells: CellProgress, lines: int, monkeypatch) -> str:
    monkeypatch.setenv("LINES", str(lines))
    out = io.StringIO()
    seen = Progress("x", "running", 61.0, cells)
    console = Console(file=out, width=100, force_terminal=True, color_system=None)
    console.print(live.view(seen, console))
    return out.getvalue()


def test_of_too_many_cells_the_open_ones_are_shown(monkeypatch):
    other = CellProgress("n=20 rows", "mc", 10, 10, 0, 1, 2, None)
    few = drawn(other, CELL, lines=24, monkeypatch=monkeypatch)
    assert "x: running, 14 of 20 runs, 3 solved, 1 failed, about 61 s left" in few
    assert "2 pairs attack" in few
    many = drawn(other, CELL, lines=9, monkeypatch=monkeypatch)
    assert "n=8 rows" in many
    assert "n=20 rows" not in many
    assert "and 1 more" in many


def test_off_a_terminal_display_is_quiet_for_ten_seconds(capsys, monkeypatch):
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    seen = Progress("x", "running", None, (CELL,))
    with live.display(lambda: seen) as refresh:
        for now[0] in (0.0, 5.0, 9.9, 10.0, 19.9, 20.0):
            refresh()
    assert capsys.readouterr().err == 2 * "x: running, 4 of 10 runs, 3 solved\n"
