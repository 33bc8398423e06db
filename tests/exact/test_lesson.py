import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_lesson_is_what_the_solver_does():
    script = ROOT / "experiments" / "exact" / "lesson.py"
    said = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert said.stdout == (ROOT / "docs" / "explanation" / "lesson.md").read_text(encoding="utf-8")
    assert said.stdout.count("**A solution**") == 2
    assert said.stdout.count("**dead end**") == 4
    assert said.stdout.count("## Step ") == 10
