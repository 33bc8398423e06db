"""The lab in a real Firefox: the same runs as ``solve``."""

import json
import random

import pytest

from metaqueens.lab import page

from . import firefox
from .drawn import asked, require_the_same, run_drawn


@pytest.mark.skipif(not firefox.PROGRAM, reason="needs Firefox")
def test_three_hundred_runs_come_out_the_same(tmp_path):
    draw = random.Random("in another browser")
    runs = [run_drawn(draw) for _ in range(300)]
    (tmp_path / "lab.html").write_text(page.page())
    with firefox.opened(tmp_path / "profile") as window:
        window.open(tmp_path / "lab.html")
        while not window.value("Boolean(window.lab)"):
            pass  # the module is being compiled
        given = json.dumps([asked(run) for run in runs])
        found = window.value(f"Promise.all({given}.map((run) => window.lab.run(run)))")
    require_the_same(runs, found)
