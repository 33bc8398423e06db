"""The README: two screens, small pictures, and `make run` prints what it says."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs import blocks
from metaqueens.exact.solvers.cp_sat import CONFIRM_UP_TO, CONFIRM_WITH_RULES_UP_TO

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_make_run_prints_what_it_says(tmp_path):
    """The target as it stands, in a folder of its own whose set-up is done."""
    (block,) = (one for one in blocks.blocks(README) if one.text.startswith("$ make run"))
    (_, shown), *_ = blocks.commands(block.text)
    shutil.copy(ROOT / "Makefile", tmp_path)
    command = ["make", "--no-print-directory", "-o", ".venv/ready", "run"]
    more = [f"BIN={Path(sys.executable).parent}", "CONFIG=configs/ga_n50.yaml -j 1"]
    said = subprocess.run([*command, *more], cwd=tmp_path, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    printed = re.sub(r"^.*bin/metaqueens .*\n", "", said.stdout)  # what make echoes
    assert blocks.matches(shown, printed), printed


def test_it_is_two_screens():
    assert len(README.splitlines()) <= 110


@pytest.mark.parametrize("page", ["README.md", "docs/index.md", "paper/paper.md"])
def test_a_sentence_on_confirmation_says_up_to_how_many_queens(page):
    text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
    (sentence, *_) = re.findall(r"[^.]*exact solver[^.]*\.", text)
    limits = f"up to {CONFIRM_UP_TO:,} queens ({CONFIRM_WITH_RULES_UP_TO} with rules)"
    assert limits in sentence


def test_its_pictures_are_small():
    pictures = re.findall(r'<img src="(.*?)"', README)
    assert {Path(name).suffix for name in pictures} <= {".gif", ".png"}
    for name in pictures:
        assert (ROOT / name).stat().st_size < 300_000
